"""A thousand kills of the real server while people play at five houses, each followed by a restart."""

from __future__ import annotations

from tests.live.kills import Tally, evening
from torture.progress import shown

KILLS, QUICK = 1_000, 20
TOGETHER = 20  # kills of one evening, on one file
SEED = 5_000_000


def run(quick: bool) -> str:
    """The figures as a sentence; a broken promise is an AssertionError that tells the seed of its evening."""
    total = QUICK if quick else KILLS
    tell = shown("server", total, "kills")
    found = Tally()
    for number in range(total // TOGETHER):
        seed = SEED + number
        try:
            found.add(evening(seed, TOGETHER))
        except BaseException as fault:
            fault.add_note(f"evening {seed} of torture/server.py")
            raise
        tell(found.kills)
    return (
        f"{found.kills:,} kills of the server in {found.rounds:,} rounds, {found.cut:,} times in the middle"
        f" of one: {found.acked:,} acknowledged commands all kept, every round paid, {found.clocks:,} running"
        " clocks full again, every audit clean"
    )
