"""Tables as notebooks show them: small HTML, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; the first column names the row.

    >>> html_table("<b>", ["a"], [["x & y", 1]])
    '<table><caption>&lt;b&gt;</caption><tr><th>a</th></tr><tr><th>x &amp; y</th><td>1</td></tr></table>'
    """
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = []
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
        lines.append(f"<tr><th>{escape(str(first))}</th>{cells}</tr>")
    return f"<table><caption>{escape(caption)}</caption><tr>{titles}</tr>{''.join(lines)}</table>"
