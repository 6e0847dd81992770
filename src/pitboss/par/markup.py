"""Pieces of a self-contained HTML page: escaped text, tables with captions and scopes, and the style.

Everything written here is also well-formed XML, so either parser can check it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

# Characters that XML forbids, and those that turn the direction of the text after them.
_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --rule: #b9b9b9; --shade: #f1f1f1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #161616; --rule: #555; --shade: #242424; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.45 system-ui, "Liberation Sans", Arial, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
a { color: inherit; }
p, ul, ol, dl { margin: .5rem 0; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
dl.facts dt { font-weight: 600; }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: .75rem 0 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { padding: .25rem .6rem .25rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; }
tbody th { font-weight: 400; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.x { overflow-wrap: anywhere; min-width: 9rem; }
.w { min-width: 6rem; }
tr.total > * { font-weight: 700; background: var(--shade); border-top: 2px solid var(--ink); }
.reading { display: block; margin-top: .25rem; padding-left: .6rem; border-left: 3px solid var(--rule);
  font-style: italic; }
footer { margin-top: 2rem; font-size: .875rem; border-top: 1px solid var(--rule); }
@media screen and (max-width: 40rem) { .w { min-width: 8.5rem; } }
@media (max-width: 30rem) { dl.facts { grid-template-columns: 1fr; } dl.facts dd { margin-bottom: .4rem; } }
@page { margin: 15mm 12mm; }
@media print {
  :root { --ink: #000; --paper: #fff; --rule: #999; --shade: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  table { font-size: 8.5pt; }
  th, td { padding-top: .15rem; padding-bottom: .15rem; }
  nav { display: none; }
  section.page { break-before: page; }
  section.page > h2 { margin-top: 0; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  a { text-decoration: none; }
}
"""


def text(words: str) -> str:
    """Words as they may stand in the page, whatever a sheet file holds."""
    return escape(_UNFIT.sub("\N{REPLACEMENT CHARACTER}", words))


def items(words: Iterable[str]) -> str:
    """A list of sentences."""
    return "<ul>\n" + "".join(f"<li>{text(each)}</li>\n" for each in words) + "</ul>\n"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Names and values."""
    inner = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>\n" for name, value in pairs)
    return f'<dl class="facts">\n{inner}</dl>\n'


def table(
    caption: str,
    heads: Sequence[tuple[str, str]],
    rows: Iterable[Sequence[str]],
    total: Sequence[str] | None = None,
    head: int = 0,
) -> str:
    """A table in a box of its own that scrolls where the page is narrow.

    A head is a text and the class of its column: `n` for numbers, `x` for long exact ones, `w` for words. The
    cell at `head` is the heading of its row.
    """
    top = "".join(f'<th scope="col"{_class(kind)}>{text(name)}</th>' for name, kind in heads)
    body = "".join(_row(row, heads, head, "") for row in rows)
    last = _row(total, heads, head, ' class="total"') if total else ""
    label = text(caption)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{label}">\n<table>\n'
        f"<caption>{label}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}{last}</tbody>\n"
        "</table>\n</div>\n"
    )


def page(title: str, body: str) -> str:
    """A whole page without script or anything to fetch."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _row(cells: Sequence[str], heads: Sequence[tuple[str, str]], head: int, mark: str) -> str:
    made = [
        f'<th scope="row"{_class(kind)}>{text(cell)}</th>'
        if place == head
        else f"<td{_class(kind)}>{text(cell)}</td>"
        for place, (cell, (_, kind)) in enumerate(zip(cells, heads, strict=True))
    ]
    return f"<tr{mark}>{''.join(made)}</tr>\n"
