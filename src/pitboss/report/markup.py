"""The page of a PAR sheet: its templates are files, filled here, and whatever a sheet holds is escaped.

Everything in them is also well-formed XML, so either parser can check it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from pitboss.text import templates_beside

# Characters that XML forbids, and those that turn the direction of the text after them.
_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. A head is a text and the class of its column: `n` numbers, `x` long exact ones, `w`
    words; the cell at `head` is the heading of its row, and the last row may be a total.
    """

    caption: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] | None = None
    head: int = 0


def fit(value: Any) -> Any:
    """Words as they may stand in the page; what is markup already stays."""
    plain = isinstance(value, str) and not hasattr(value, "__html__")
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", value) if plain else value


TEMPLATES: Final = templates_beside(__file__, keep_trailing_newline=True, finalize=fit)


def page(**values: Any) -> str:
    """The whole page, without script or anything to fetch."""
    return TEMPLATES.get_template("par.html.j2").render(**values)
