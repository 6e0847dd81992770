"""A thousand tournaments of bots, of both kinds and at all houses, and clean audits.

Entries come late, people are removed, evenings are paused and called off, and servers begin anew in the
middle of them. `--count 100` plays fewer.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from pitboss.ledger import open_store
from pitboss.sheet import houses
from tests.evening.torment import torment
from torture.progress import shown

EVENINGS, QUICK = 1000, 20
TOGETHER = 10  # on one database


def play(number: int) -> Counter[str]:
    """Some evenings on a database of their own; a broken promise is raised with its seed."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "evenings.db", "OFF")
        try:
            return torment(store, f"torture{number}", TOGETHER)
        except BaseException as fault:
            fault.add_note(f"evenings {number} of torture/evenings.py")
            raise
        finally:
            store.close()


def run(quick: bool, count: int | None = None) -> str:
    """The figures as a sentence."""
    total = count or (QUICK if quick else EVENINGS)
    tell = shown("evenings", total, "evenings")
    told: Counter[str] = Counter()
    parts = range(-(-total // TOGETHER))
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as workers:
        for done, part in enumerate(workers.map(play, parts), 1):
            told += part
            tell(min(done * TOGETHER, total))
    kinds = {kind: sum(told[f"{kind} at {house}"] for house in houses()) for kind in ("freeze_out", "rounds")}
    return (
        f"{kinds['freeze_out']:,} freeze-outs and {kinds['rounds']:,} evenings of fixed rounds at"
        f" {len(houses())} houses, {told['rounds']:,} rounds paid: {told['late entries']:,} late entries,"
        f" {told['removed']:,} removed, {told['pauses']:,} pauses, {told['called off']:,} called off,"
        f" {told['restarts in the middle']:,} restarts in the middle; every account empty, every audit clean"
    )
