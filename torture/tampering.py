"""A million changes of receipts and tens of thousands of stored rows, of tables and house: all are seen."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

from pitboss.ledger import open_store
from pitboss.proof import verify
from pitboss.proof.stored_receipts import receipts
from tests.proof.evenings import all_tables, play_evening, run_house
from tests.proof.forging import open_up
from tests.proof.mutations import mutants
from tests.proof.rows import unguard
from tests.proof.test_rows import TABLES, tamper
from tests.proof.tournament import tournament
from torture.progress import shown

RECEIPTS, QUICK_RECEIPTS, CHUNK = 1_000_000, 40_000, 4_000
ROWS, QUICK_ROWS, ROWS_CHUNK = 40_000, 800, 400


class Part(NamedTuple):
    """What one chunk of changes came to: how many were made, and those that nothing showed."""

    made: int
    missed: list[str]


def change_receipts(seed: int) -> Part:
    """Changes receipts of an evening of its own, each judged alone."""
    store = open_store(":memory:")
    play_evening(store, rounds=4, seed=seed)
    texts = list(receipts(store))
    store.close()
    chance, made, missed = Random(seed), 0, list[str]()
    for text in texts:
        for mutant in mutants(text, chance, -(-CHUNK // len(texts))):
            made += 1
            if verify(mutant.text).good:
                missed.append(f"evening {seed}: {mutant.how} at {mutant.path}")
    return Part(made, missed)


def change_rows(seed: int) -> Part:
    """Changes rows of an evening of its own, one at a time, each judged by the audit with kept heads."""
    store = open_store(":memory:")
    tables = {name: table for name, table in all_tables().items() if name in TABLES}
    evening = play_evening(store, rounds=2, seed=seed, opened=tables)
    store.write(tournament)
    kept = [
        run_house(store, evening).head,
        *(table.standing.stored_table.head for table in evening.tables.values()),
    ]
    open_up(store)
    unguard(store)
    work = partial(tamper, number=ROWS_CHUNK, kept=kept, chance=Random(seed))
    found, missed = store.write(work)
    store.close()
    return Part(found.total(), [f"evening {seed}: {how}" for how in missed])


def run(quick: bool) -> str:
    """Every change is seen, or an AssertionError names those that were not."""
    receipts_, rows = (QUICK_RECEIPTS, QUICK_ROWS) if quick else (RECEIPTS, ROWS)
    tell = shown("tampering", receipts_ + rows, "changes")
    made, missed, done = [0, 0], list[str](), 0
    with ProcessPoolExecutor() as workers:
        for kind, parts in enumerate(
            (
                workers.map(change_receipts, range(receipts_ // CHUNK)),
                workers.map(change_rows, range(rows // ROWS_CHUNK)),
            )
        ):
            for part in parts:
                made[kind] += part.made
                missed += part.missed
                done += part.made
                tell(min(done, receipts_ + rows))
    if missed:
        raise AssertionError(f"{len(missed)} changes went unseen: {'; '.join(missed[:20])}")
    return f"{made[0]:,} changed receipts and {made[1]:,} changed rows, every one seen"
