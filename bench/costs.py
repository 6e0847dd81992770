"""What a command costs PostgreSQL: statements, rows, locks, bytes of its log and syncs, counted by itself.

One server, full tables of all houses; every seat bets, then is ready, then decides, and after each such turn
PostgreSQL is asked what it has counted: `pg_stat_statements`, with what triggers do, and `pg_stat_wal`.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg

from bench.cage import on_disk
from bench.live_client import play
from bench.live_crowd import SEATS, Crowd, allow_files
from bench.live_places import on_postgres
from bench.report import heading, note
from tests.postgres import binaries

TABLES, QUICK = 20, 5
LASTS = 6.0  # seconds of a turn
TURNS = ("bets", "ready", "play")  # what each seat does in a round
SETTINGS = ("-c", "shared_preload_libraries=pg_stat_statements", "-c", "pg_stat_statements.track=all")
SYNCS = 200
FLUSHED = 12.0  # seconds after which sessions that do nothing have told what they have counted

_TABLE = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM|FROM) (?:public\.)?(\w+)", re.IGNORECASE)


@dataclass
class Counts:
    """What PostgreSQL counted in one turn of all seats."""

    commands: int
    statements: float = 0.0  # that the server has sent
    reads: float = 0.0
    locks: float = 0.0  # rows that were locked by reading them
    written: Counter[str] = field(default_factory=Counter)  # rows by table, those of triggers too
    log_bytes: float = 0.0
    commits: float = 0.0
    syncs: float = 0.0
    server: float = 0.0  # seconds of processor time
    database: float = 0.0


def run(quick: bool) -> None:
    """A table of what each kind of command costs."""
    heading("What a command costs PostgreSQL")
    if not (binaries().parent / "lib" / "pg_stat_statements.so").exists():
        note("This PostgreSQL has no pg_stat_statements, so nothing can be counted.")
        return
    tables = QUICK if quick else TABLES
    allow_files(4 * tables * SEATS)
    with on_disk() as folder, on_postgres(Path(folder), tables * SEATS, 1, SETTINGS) as place:
        found = asyncio.run(_turns(Crowd(place), tables))
        place.stop()
        _show(found)
        note(f"A sync of this disk takes {_sync_time(Path(folder)) * 1000:.2f} ms.")


def _sync_time(folder: Path) -> float:
    """Seconds for a page of the log to be on the disk, as a commit waits for it."""
    with (folder / "page").open("wb", buffering=0) as file:
        begun = perf_counter()
        for _ in range(SYNCS):
            file.write(bytes(8192))
            os.fdatasync(file.fileno())
        return (perf_counter() - begun) / SYNCS


async def _turns(crowd: Crowd, tables: int) -> dict[str, Counts]:
    await crowd.open(tables)
    await crowd.seat(tables * SEATS)
    for number, each in enumerate(crowd.seats):
        each.pace = number / len(crowd.seats)
    for _ in TURNS:  # one round that is not counted: caches are filled, statements prepared
        await play(crowd.seats, LASTS, LASTS)
    found, place = {}, crowd.place
    with _asked(place.database_address) as connection:
        await asyncio.sleep(FLUSHED)
        start = _syncs(connection)
        await asyncio.sleep(LASTS + FLUSHED)  # what it does when nobody plays
        idle, before = _syncs(connection) - start, _syncs(connection)
        for _ in TURNS:
            connection.execute("SELECT pg_stat_statements_reset()")
            crowd.log.clear()
            used, database = place.used(), place.used_by_database()
            await play(crowd.seats, LASTS, LASTS)
            ((kind, commands),) = crowd.log.kinds.items()
            if crowd.log.refused:
                raise RuntimeError(f"{crowd.log.refused} of {commands} {kind} were refused")
            counts = _counted(connection, commands)
            counts.server = (place.used() - used) / commands
            counts.database = (place.used_by_database() - database) / commands
            await asyncio.sleep(FLUSHED)
            after = _syncs(connection)
            counts.syncs = (after - before - idle) / commands
            found[kind], before = counts, after
    crowd.close()
    return found


@contextmanager
def _asked(address: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(address, autocommit=True, application_name="bench") as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        yield connection


def _syncs(connection: psycopg.Connection[Any]) -> int:
    [(number,)] = connection.execute("SELECT wal_sync FROM pg_stat_wal")
    return int(number)


def _counted(connection: psycopg.Connection[Any], commands: int) -> Counts:
    """What all statements since the last reset did, for each command."""
    counts = Counts(commands)
    query = "SELECT query, calls, rows, wal_bytes::bigint, toplevel FROM pg_stat_statements"
    for text, calls, rows, log_bytes, toplevel in connection.execute(query):
        verb = text.split(None, 1)[0].upper()
        if "pg_stat" in text:
            continue
        found = _TABLE.search(text)
        table = found[1] if found else "?"
        counts.statements += calls / commands if toplevel else 0
        counts.log_bytes += float(log_bytes) / commands if toplevel else 0
        if verb == "COMMIT":
            counts.commits += calls / commands
        elif verb == "SELECT" and toplevel:
            counts.reads += rows / commands
            counts.locks += rows / commands if " FOR " in text.upper() else 0
        elif verb in ("INSERT", "UPDATE", "DELETE"):
            counts.written[table] += rows / commands
    return counts


def _show(found: dict[str, Counts]) -> None:
    heads = ("", "statements", "read", "locked", "written", "log", "commits", "syncs", "server", "database")
    print("  {:<6}{:>10}{:>6}{:>7}{:>8}{:>8}{:>8}{:>6}{:>8}{:>9}".format(*heads), flush=True)
    for kind, each in found.items():
        print(
            f"  {kind:<6}{each.statements:>10.1f}{each.reads:>6.1f}{each.locks:>7.1f}"
            f"{each.written.total():>8.1f}{each.log_bytes:>6,.0f} B{each.commits:>8.2f}{each.syncs:>6.2f}"
            f"{each.server * 1000:>5.1f} ms{each.database * 1000:>6.2f} ms",
            flush=True,
        )
    for kind, each in found.items():
        rows = ", ".join(f"{number:.2f} {table}" for table, number in each.written.most_common() if number)
        note(f"{kind}: rows written a command: {rows}.")
    note("These are means over all seats: a table's last ready deals, and its last decision pays the round.")
