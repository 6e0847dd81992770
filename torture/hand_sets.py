"""All sets of up to seven hands that share no card, counted again, and held to the counts that are kept.

`python -m torture.hand_sets` writes the file that keeps them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill

from pitboss.odds.hand_set_counts import KEPT, MOST_HANDS, kinds_in_order, sets_of
from pitboss.odds.hand_sets import count_hand_sets

QUICK_HANDS = 5


def run(quick: bool) -> str:
    """Every kept count is counted anew: of sets of five hands in half a minute, of seven in minutes."""
    most = QUICK_HANDS if quick else MOST_HANDS
    found = count_hand_sets(most, progress=_tell)
    for kinds in kinds_in_order():
        if sum(kinds) <= most and found.get(kinds, 0) != sets_of(kinds):
            raise AssertionError(
                f"{kinds}: {found.get(kinds, 0)} sets are counted, {sets_of(kinds)} are kept"
            )
    return f"{sum(found.values()):,} sets of up to {most} hands, of {len(found):,} kinds, are as many as kept"


def _tell(done: int, total: int) -> None:
    if done % 10 == 0 or done == total:
        print(f"hand_sets: {done:,} of {total:,} transfers", file=sys.stderr, flush=True)


def write() -> None:
    """Counts all sets and writes them into their file."""
    found = count_hand_sets(MOST_HANDS, progress=_tell)
    numbers = fill(" ".join(str(found.get(kinds, 0)) for kinds in kinds_in_order()), 109)
    Path(str(KEPT)).write_text(f"{numbers}\n", encoding="ascii")


if __name__ == "__main__":
    write()
