"""How many commands PostgreSQL itself can store on this machine, whatever the servers cost: by `pgbench`.

The transaction is that of a bet, statement by statement as a server sends it: the table's row locked, the
deed, the event, the money with its trigger. Tables and people are chosen at random.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from os import cpu_count
from pathlib import Path
from typing import NamedTuple

import psycopg

from bench.cage import on_disk
from bench.live_places import used_by_cluster
from bench.report import heading, note
from pitboss.ledger import open_store
from tests.postgres import SAFE, Cluster, binaries, new_database

TABLES = 2_000
LASTS, QUICK = 20, 4  # seconds
CLIENTS = (1, 4, 16, 64)
EVERY = 3.0  # seconds between two commands of a person
SEATS = 7

ROWS = f"""
INSERT INTO sheets VALUES ('sheet', '{{}}');
INSERT INTO felts (id, sheet, low, high, epoch, sequence, rounds, head, closed)
    SELECT 'felt ' || n, 'sheet', 500, 50000, 1, 0, 1, '', false FROM generate_series(1, {TABLES}) n;
INSERT INTO rounds (id, felt, number, sheet, low, high, commitment, seed)
    SELECT 'felt ' || n || ':1', 'felt ' || n, 1, 'sheet', 500, 50000, repeat('c', 64), repeat('s', 64)
    FROM generate_series(1, {TABLES}) n;
INSERT INTO accounts (kind, key, may_owe, fractions, balance)
    SELECT 'person', 'person ' || n, false, false, 1000000000000000
    FROM generate_series(1, {TABLES * SEATS}) n;
INSERT INTO accounts (kind, key, may_owe, fractions)
    SELECT 'escrow', 'felt ' || n || ':1', false, false FROM generate_series(1, {TABLES}) n;
"""

COMMAND = f"""
\\set table random(1, {TABLES})
\\set person random(1, {TABLES * SEATS})
\\set id random(1, 9000000000000000000)
BEGIN;
SELECT epoch, sequence FROM felts WHERE id = 'felt ' || :table FOR UPDATE;
SELECT id AS purse FROM accounts WHERE kind = 'person' AND key = 'person ' || :person FOR UPDATE \\gset
SELECT id AS escrow FROM accounts WHERE kind = 'escrow' AND key = 'felt ' || :table || ':1' FOR UPDATE \\gset
INSERT INTO deeds (actor, command, content, answer, at)
    VALUES ('person ' || :person, :id, repeat('d', 64), '{{"first":1,"last":1}}', 1)
    RETURNING id AS deed \\gset
UPDATE felts SET sequence = sequence + 1 WHERE id = 'felt ' || :table AND epoch = 1 RETURNING sequence \\gset
INSERT INTO events VALUES ('felt ' || :table, :sequence, 'felt ' || :table || ':1', :deed,
    '{{"k":"bets","player":"' || repeat('p', 32) || '","seat":1,"seed":"' || repeat('s', 32) ||
    '","wagers":{{"ante":1000}}}}', repeat('l', 64));
INSERT INTO transfers (deed, giver, taker, amount, what) VALUES (:deed, :purse, :escrow, 1000000, 'stakes');
COMMIT;
"""


class Rate(NamedTuple):
    """What one number of sessions came to."""

    sessions: int
    commands: float  # a second
    latency: float  # seconds
    cost: float  # seconds of PostgreSQL's processor time a command


def run(quick: bool) -> None:
    """Commands a second by sessions, and how many tables and people that is."""
    heading("PostgreSQL alone: commands it stores")
    with on_disk():
        cluster = Cluster((*SAFE, "-c", "max_connections=100"))
        try:
            cluster.start()
            try:
                found = _rates(cluster, QUICK if quick else LASTS)
            finally:
                cluster.stop()
        finally:
            shutil.rmtree(cluster.folder, ignore_errors=True)
    best = max(found, key=lambda each: each.commands)
    people = best.commands * EVERY
    note(
        f"{cpu_count()} cores, shared with pgbench. At one command every {EVERY:.0f} s the best of these is"
        f" {people:,.0f} people at {people / SEATS:,.0f} full tables. A core of PostgreSQL's own does"
        f" {1 / best.cost:,.0f} commands a second, {EVERY / best.cost:,.0f} people."
    )


def _rates(cluster: Cluster, lasts: int) -> list[Rate]:
    address = new_database(cluster.address, "ceiling")
    open_store(address).close()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(ROWS)
        connection.execute("VACUUM ANALYZE")
    script = Path(cluster.folder) / "command.sql"
    script.write_text(COMMAND, encoding="utf-8")
    script.chmod(0o644)
    print(f"  {'sessions':>8}{'commands/s':>12}{'each':>10}{'processor':>12}", flush=True)
    found = []
    for sessions in CLIENTS:
        before = used_by_cluster(cluster.process.pid)
        rate, latency, done = _pgbench(cluster, script, sessions, lasts)
        cost = (used_by_cluster(cluster.process.pid) - before) / done
        found.append(Rate(sessions, rate, latency, cost))
        print(f"  {sessions:>8}{rate:>12,.0f}{latency * 1000:>7.1f} ms{cost * 1000:>9.2f} ms", flush=True)
    return found


def _pgbench(cluster: Cluster, script: Path, sessions: int, lasts: int) -> tuple[float, float, int]:
    """Commands a second, seconds for each, and how many in all."""
    threads = min(sessions, cpu_count() or 1)
    told = subprocess.run(
        [
            str(binaries() / "pgbench"),
            *("-n", "-M", "prepared", "-c", str(sessions), "-j", str(threads), "-T", str(lasts)),
            *("-f", str(script), "-h", str(cluster.folder), "-U", "pitboss", "ceiling"),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rate, latency = re.search(r"tps = ([\d.]+)", told), re.search(r"latency average = ([\d.]+) ms", told)
    done = re.search(r"actually processed: (\d+)", told)
    if rate is None or latency is None or done is None:
        raise RuntimeError(told)
    return float(rate[1]), float(latency[1]) / 1000, int(done[1])
