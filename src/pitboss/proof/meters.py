"""Meters: what they were started with, what settlements fed and took, in the order of the deeds."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby

from sqlalchemy import Connection, select

from pitboss.cage.ids import meter_account
from pitboss.cage.journal import StoredTable
from pitboss.cage.ledger import Account, Transfer, balance
from pitboss.cage.schema import accounts, events, felts, rounds, transfers
from pitboss.pit.postings import first_meter, till_of
from pitboss.proof.findings import Findings
from pitboss.proof.streams import rows
from pitboss.sheet import Sheet

_giver, _taker = accounts.alias("giver"), accounts.alias("taker")
_starts = (
    select(_taker.c.key, _giver.c.kind, _giver.c.key, transfers.c.amount)
    .join(_giver, _giver.c.id == transfers.c.giver)
    .join(_taker, _taker.c.id == transfers.c.taker)
    .where(_taker.c.kind == "meter", transfers.c.what == "meter")
)
_settled = (
    select(felts.c.meter, events.c.deed, rounds.c.id, events.c.body)
    .join(rounds, rounds.c.id == events.c.round)
    .join(felts, felts.c.id == rounds.c.felt)
    .where(felts.c.meter.is_not(None), events.c.body.contains('"k":"settle"'))
    .order_by(felts.c.meter, events.c.deed)
)


def audit_meters(
    connection: Connection, places: Mapping[str, StoredTable], known: Mapping[str, Sheet], findings: Findings
) -> None:
    """Holds each meter to its settlements: each goes on where the one before it stopped (RIV-12).

    That the transfers are those of the settlements is judged with the tables. The meter of one table alone is
    empty when the table has closed.
    """
    users: dict[str, StoredTable] = {}  # meter -> a table that has it
    for stored in places.values():
        sheet = known.get(stored.sheet)
        if sheet is None:
            continue
        if (sheet.meter is None) != (stored.meter is None) or stored.meter not in (
            None,
            stored.sheet,
            stored.id,
        ):
            findings.fault(f"Table {stored.id} has another meter than its sheet gives it")
        elif stored.meter is not None:
            users[stored.meter] = stored
    findings.figures["meters"] = len(users)
    after: dict[str, int] = {}  # meter -> as the last settlement left it
    started = defaultdict[str, list[tuple[Account, int]]](list)
    for key, kind, giver, amount in connection.execute(_starts):
        started[key].append((Account(kind, giver), amount))
    for key, stored in users.items():
        start: Transfer = first_meter(till_of(stored), known[stored.sheet])[0]
        after[key] = start.amount
        if started[key] != [(start.giver, start.amount)]:
            findings.fault(
                f"{_name(key, users, known)} must be started once, with {start.amount} micro-cents"
            )
    query = _settled.where(felts.c.meter.in_(list(users)))
    for key, settled in groupby(rows(connection, query), key=lambda row: str(row.meter)):
        for row in settled:
            before, left = _meter(row.body)
            if before != after[key]:
                left_there = f"where {after[key]} had been left"
                findings.fault(f"Round {row.id} found {before} micro-cents in the meter {left_there}")
            after[key] = left if left is not None else after[key]
    for key, stored in users.items():
        held, wanted = balance(connection, meter_account(key)), after[key]
        if key == stored.id and stored.closed:
            wanted = 0
        if held != wanted:
            name = _name(key, users, known)
            findings.fault(f"{name} holds {held} micro-cents where {wanted} had been left")


def _name(key: str, users: Mapping[str, StoredTable], known: Mapping[str, Sheet]) -> str:
    stored = users[key]
    return f"The meter of {known[stored.sheet].id if key == stored.sheet else f'table {key}'}"


def _meter(body: str) -> tuple[int | None, int | None]:
    try:
        meter = json.loads(body)["meter"]
        return int(meter["before"]), int(meter["after"])
    except (ValueError, TypeError, KeyError):
        return None, None
