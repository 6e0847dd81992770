"""Faults of the database under a live server: lost answers, kills, a cut and a silent network, a bad disk."""

from __future__ import annotations

from random import Random

from tests.live.faults import Figures, evening, on_postgres, on_sqlite
from torture.progress import shown

FAULTS, QUICK = 400, 20
TOGETHER = 20  # faults of one evening, on one database
SEED = 6_000_000
LONGEST = 5.0  # seconds in which every table goes on once the database is back


def run(quick: bool) -> str:
    """The figures as a sentence; a broken promise is an AssertionError that tells the seed of its evening."""
    total = QUICK if quick else FAULTS
    tell = shown("faults", total * 2, "faults")
    found = Figures()
    for number in range(total // TOGETHER):
        for place in (on_postgres, on_sqlite):
            chance = Random(f"{SEED + number} {place.__name__}")
            try:
                with place() as scene:
                    names = [chance.choice(list(scene.faults)) for _ in range(TOGETHER)]
                    found.add(evening(scene, chance, names))
            except BaseException as fault:
                fault.add_note(f"evening {SEED + number} of torture/faults.py, {place.__name__}")
                raise
            tell(sum(found.faults.values()))
    assert found.longest <= LONGEST, f"a table stood still for {found.longest:.1f} s"
    faults = ", ".join(f"{number} {name}" for name, number in sorted(found.faults.items()))
    return (
        f"{faults}: {found.acked:,} acknowledged commands all kept and none doubled, none of"
        f" {found.refused:,} refused ones stored, {found.unknown:,} answered as unknown and then settled,"
        f" every table went on within {found.longest:.1f} s, every audit clean"
    )
