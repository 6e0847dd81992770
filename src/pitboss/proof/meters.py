"""Meters: what the mint started them with, what settlements fed and took, in the order of the deeds."""

from __future__ import annotations

import json
from itertools import groupby

from sqlalchemy import Connection, func, select

from pitboss.cage.ledger import MINT, Transfer, balance
from pitboss.cage.schema import accounts, events, rounds, transfers
from pitboss.pit.postings import first_meter, meter_account
from pitboss.proof.findings import Findings
from pitboss.proof.streams import rows
from pitboss.sheet import Sheet

_giver, _taker = accounts.alias("giver"), accounts.alias("taker")
_starts = (
    select(_taker.c.key, transfers.c.amount, func.count())
    .join(_giver, _giver.c.id == transfers.c.giver)
    .join(_taker, _taker.c.id == transfers.c.taker)
    .where(_giver.c.kind == MINT.kind, _taker.c.kind == "meter")
    .group_by(_taker.c.key, transfers.c.amount)
)
_settled = (
    select(rounds.c.sheet, events.c.deed, rounds.c.id, events.c.body)
    .join(rounds, rounds.c.id == events.c.round)
    .where(events.c.body.contains('"k":"settle"'))
    .order_by(rounds.c.sheet, events.c.deed)
)


def audit_meters(connection: Connection, metered: dict[str, Sheet], findings: Findings) -> None:
    """Holds each meter to its settlements: each goes on where the one before it stopped (RIV-12).

    That the transfers are those of the settlements is judged with the tables.
    """
    findings.figures["meters"] = len(metered)
    after: dict[str, int] = {}  # sheet -> the meter as the last settlement left it
    started = {(key, amount): count for key, amount, count in connection.execute(_starts)}
    for hash_, sheet in metered.items():
        start: Transfer = first_meter(sheet)[0]
        after[hash_] = start.amount
        if {place: count for place, count in started.items() if place[0] == hash_} != {
            (hash_, start.amount): 1
        }:
            findings.fault(f"The meter of {sheet.id} must be started once, with {start.amount} micro-cents")
    query = _settled.where(rounds.c.sheet.in_(list(metered)))
    for hash_, settled in groupby(rows(connection, query), key=lambda row: str(row.sheet)):
        for row in settled:
            before, left = _meter(row.body)
            if before != after[hash_]:
                left_there = f"where {after[hash_]} had been left"
                findings.fault(f"Round {row.id} found {before} micro-cents in the meter {left_there}")
            after[hash_] = left if left is not None else after[hash_]
    for hash_, sheet in metered.items():
        held = balance(connection, meter_account(sheet))
        if held != after[hash_]:
            findings.fault(
                f"The meter of {sheet.id} holds {held} micro-cents where {after[hash_]} had been left"
            )


def _meter(body: str) -> tuple[int | None, int | None]:
    try:
        meter = json.loads(body)["meter"]
        return int(meter["before"]), int(meter["after"])
    except (ValueError, TypeError, KeyError):
        return None, None
