"""The published figures of a sheet file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, get_args

from pitboss.phrases import one_of, shown
from pitboss.sheet.hand_names import HAND_FORMS, parse_hand
from pitboss.sheet.published import PRINTED_FORMS, FigureName, Printed, Published, parse_printed
from pitboss.sheet.reader_pays import MOST_CENTS
from pitboss.sheet.section import Section

STRATEGIES: Final = ("optimal", "always", "mimic")

_ADDRESS: Final = re.compile(r"https?://[^\s/]+\S*")
_NONE: Final = Printed(Fraction(0), "number", 0)


def read_published(part: Section, wagers: Iterable[str], seats: int) -> Published:
    """One figure, of a wager of the sheet."""
    known = tuple(wagers)
    wager = part.text("wager")
    if wager and known and wager not in known:
        message = f"{shown(wager)} is not a wager of this sheet"
        part.fault("wager", message, one_of(known), part.notes.nearest(wager, known))
    figure: FigureName = part.choice("figure", get_args(FigureName))
    says = part.text("says", allowed=PRINTED_FORMS)
    printed = parse_printed(says)
    if says and printed is None:
        part.fault("says", f"{shown(says)} is not a printed figure", PRINTED_FORMS)
    strategy = part.text("strategy", "optimal")
    if strategy not in STRATEGIES and parse_hand(strategy) is None:
        part.fault(
            "strategy", f"{shown(strategy)} is not a strategy", f"{one_of(STRATEGIES)}, or {HAND_FORMS}"
        )
    url = part.text("url")
    if url and not _ADDRESS.fullmatch(url):
        part.fault("url", f"{shown(url)} is not an address", "one that begins with https:// or http://")
    found = Published(
        wager=wager,
        figure=figure,
        says=says,
        printed=printed or _NONE,
        strategy=strategy,
        players=part.whole("players", 1, max(seats, 1)) if part.has("players") else 1,
        meter=part.whole("meter", 1, MOST_CENTS) if part.has("meter") else None,
        source=part.text("source"),
        url=url,
        recalled=part.flag("recalled", default=False),
        errs=part.text("errs", "") or None,
    )
    part.close()
    return found
