"""Ten million decks of the real shuffle: how often each card lies at each place, and next to which card."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from pitboss.fair import deck
from tests.fair.bulk import inputs
from tests.fair.counting import CENTRAL_999, Tally, Verdict, by_neighbour, by_place, tally

DECKS, QUICK, CHUNK = 10_000_000, 200_000, 20_000
LABEL = "torture"  # names the rounds: the same decks in every run


def count_chunk(start: int) -> Tally:
    """The tables of one chunk of rounds."""
    return tally([deck(*inputs(LABEL, number)) for number in range(start, start + CHUNK)])


def run(quick: bool) -> str:
    """The figures as a sentence; an AssertionError if a table lies outside the central 99.9 %."""
    decks = QUICK if quick else DECKS
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        parts = workers.map(count_chunk, range(0, decks, CHUNK))
        total = next(parts)
        for part in parts:
            total += part
            if not total.decks * 20 % decks:
                print(f"shuffle: {total.decks:,} of {decks:,} decks", file=sys.stderr, flush=True)
    place, neighbour = by_place(total), by_neighbour(total)
    sentence = (
        f"{total.decks:,} decks: card by place χ² {_told(place)}, card by next card χ² {_told(neighbour)}; "
        f"the central 99.9 % reach to ±{CENTRAL_999:.2f}."
    )
    if not (place.passes and neighbour.passes):
        raise AssertionError(sentence)
    return sentence


def _told(verdict: Verdict) -> str:
    return f"{verdict.statistic:,.0f} where {verdict.mean:,.0f} is expected (z = {verdict.z:+.2f})"
