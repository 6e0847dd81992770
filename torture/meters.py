"""A thousand races for one jackpot."""

from __future__ import annotations

from tests.durable.meters import HOW, race
from tests.durable.places import SQLITE
from tests.postgres import running
from torture.progress import shown

RACES, QUICK = 1_000, 80
TOGETHER = 20  # races on one database


def run(quick: bool) -> str:
    """Races on SQLite and PostgreSQL, by processes and by threads; some for the real A-K-Q of spades."""
    total = QUICK if quick else RACES
    tell = shown("meters", total, "races")
    done = contributions = royals = 0
    with running() as server:
        ways = [(address, how) for address in (SQLITE, server) for how in HOW]
        while done < total:
            number = done // TOGETHER
            address, how = ways[number % len(ways)]
            for name, races in (("straights", TOGETHER - 1), ("royals", 1)):
                contributions += race(address, name, how, races).contributions
                done += races
            royals += 1
            tell(done)
    return (
        f"{done:,} races for a meter, {royals:,} of them with A-K-Q of spades, fed {contributions:,} times:"
        " one winner each, and every micro-cent accounted for"
    )
