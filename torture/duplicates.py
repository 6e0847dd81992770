"""A hundred thousand commands with up to five copies each."""

from __future__ import annotations

from tests.durable.duplicates import HOW, evening
from tests.durable.places import SQLITE, new_place
from tests.postgres import running
from torture.progress import shown

COMMANDS, QUICK = 100_000, 4_000
EVENING = 1_000  # commands on one database
SEED = 3_000_000


def run(quick: bool) -> str:
    """Evenings in turn on SQLite and PostgreSQL, by processes and by threads, each held to its model."""
    total = QUICK if quick else COMMANDS
    tell = shown("duplicates", total, "commands")
    sent = refused = taken = done = 0
    with running() as server:
        ways = [(address, name) for address in (SQLITE, server) for name in HOW]
        while done < total:
            number = done // EVENING
            address, name = ways[number % len(ways)]
            model = evening(SEED + number, EVENING)
            with new_place(address, f"copies_{number}") as where:
                copies = HOW[name](where, model, SEED + number)
            sent, refused, taken = sent + copies.sent, refused + copies.refused, taken + copies.taken
            done += len(model.orders)
            tell(done)
    return (
        f"{done:,} commands came {sent:,} times, tables changed hands {taken:,} times: one effect each;"
        f" {refused:,} ids with other content refused"
    )
