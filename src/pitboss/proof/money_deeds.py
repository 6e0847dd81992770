"""Deeds that are no table's: tables opened, evenings gone on, money granted and given back, chips, acts.

Nothing else may move money.
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from hashlib import sha256
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from pitboss.ledger.accounts import MINT, Transfer, owner_of_chips, person_account
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.operators import act_content
from pitboss.ledger.schema import acts
from pitboss.money import MICRO
from pitboss.proof.evening_audit import EveningAudit
from pitboss.proof.findings import Findings, Wrong
from pitboss.proof.house_chain import ALL, Behind
from pitboss.proof.streams import other_deeds
from pitboss.sheet import Sheet
from pitboss.table.commands import opening
from pitboss.table.till import SWEPT, first_meter, till_of


def audit_other_deeds(
    connection: Connection,
    places: Mapping[str, StoredTable],
    sheets: Mapping[str, Sheet],
    evenings: EveningAudit,
    findings: Findings,
    behind: Behind = ALL,
    before: Container[str] = (),
) -> int:
    """Checks each such deed: its answer, what was asked, what was moved; and that each table was opened once.

    Tables that were there `before` are not opened again. Gives the number of transfers that it saw.
    """
    opened: dict[str, int] = {}
    seen = 0
    stream = other_deeds(connection, behind.deed, behind.number)
    for (deed, content, answer), group in groupby(stream.take(lambda _: True), key=lambda row: row[:3]):
        moved = [row.transfer for row in group if row.transfer is not None]
        seen += len(moved)
        try:
            asked = _asked(connection, deed, answer, moved, places, sheets, evenings)
        except Wrong as wrong:
            findings.fault(f"Deed {deed}: {wrong}")
            continue
        if sha256(canonical(asked).encode()).hexdigest() != content:
            findings.fault(f"Deed {deed} asked for something else than what was done")
        if asked["k"] == "OpenTable":
            opened[asked["table"]] = opened.get(asked["table"], 0) + 1
    for table_id in places:
        times = opened.get(table_id, 0) + (table_id in before)
        if times != 1:
            findings.fault(f"Table {table_id}: it was opened {times} times")
    return seen


def _asked(
    connection: Connection,
    deed: int,
    answer: str,
    moved: list[Transfer],
    places: Mapping[str, StoredTable],
    sheets: Mapping[str, Sheet],
    evenings: EveningAudit,
) -> dict[str, Any]:
    """What must have been asked for; raises Wrong where that and the transfers do not fit."""
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        raise Wrong("its answer is not JSON") from None
    match said:
        case {"granted": int(cents), **why} if why.keys() <= {"why"} and canonical(said) == answer:
            return _grant(cents, moved) | {str(key): value for key, value in why.items()}
        case {"returned": int(cents), **rest} if not rest and canonical(said) == answer:
            return _returned(cents, moved)
        case {"chips": int(cents), **rest} if not rest and canonical(said) == answer:
            return _chips("Chips", cents, moved, places)
        case {"swept": int(cents), **rest} if not rest and canonical(said) == answer:
            return _chips("Sweep", cents, moved, places)
        case {"table": str(table_id), **rest} if (
            rest.keys() <= {"asked"} and table_id in places and canonical(said) == answer
        ):
            return _opening(places[table_id], moved, sheets) | {
                str(key): value for key, value in rest.items()
            }
        case {"evening": str(evening), "event": int(number), "body": str(body), **rest} if (
            not rest and canonical(said) == answer
        ):
            return evenings.judge(deed, evening, number, body, moved)
        case {"act": int(number), **rest} if not rest and canonical(said) == answer:
            return _act(connection, number, moved)
        case _:
            raise Wrong(f"its answer {answer[:60]!r} tells of no event, grant, act or table")


def _act(connection: Connection, number: int, moved: list[Transfer]) -> dict[str, Any]:
    """An operator's command: the act says what was asked. What it caused has deeds of its own."""
    found = connection.execute(select(acts.c.what, acts.c.after).where(acts.c.number == number)).first()
    try:
        asked = None if found is None else json.loads(found.after)["asked"]
    except (ValueError, TypeError, LookupError, RecursionError):
        asked = None
    if found is None or not isinstance(asked, dict):
        raise Wrong(f"it tells of act {number}, which is not there or says nothing of what was asked")
    if moved:
        raise Wrong(f"it tells of act {number}, and money was moved")
    return act_content(found.what, asked)


def _grant(cents: int, moved: list[Transfer]) -> dict[str, Any]:
    who = moved[0].taker if moved else person_account("")
    if moved != [Transfer(MINT, person_account(who.key), cents * MICRO, "grant")]:
        raise Wrong(f"{cents} cents were granted, and something else was moved")
    return {"k": "Grant", "person": who.key, "cents": cents}


def _returned(cents: int, moved: list[Transfer]) -> dict[str, Any]:
    """What was left to a person whose account was deleted."""
    who = moved[0].giver if moved else person_account("")
    if moved != [Transfer(person_account(who.key), MINT, cents * MICRO, "returned")]:
        raise Wrong(f"{cents} cents were given back, and something else was moved")
    return {"k": "Return", "person": who.key, "cents": cents}


def _chips(k: str, cents: int, moved: list[Transfer], places: Mapping[str, StoredTable]) -> dict[str, Any]:
    """Chips between the tray of a table and one of its people."""
    for giver, taker, *_ in moved[:1]:
        tray, purse = (giver, taker) if k == "Chips" else (taker, giver)
        stored, who = places.get(tray.key), owner_of_chips(purse.key, tray.key)
        if (
            stored is None and k == "Sweep" and moved == [Transfer(purse, tray, cents * MICRO, SWEPT)]
        ):  # of an evening, from who was deleted: that it is one is seen in the accounts
            return {"k": k, "table": tray.key, "person": who, "cents": cents}
        if stored is None or stored.purse != "chips":
            break
        till = till_of(stored)
        mine = (till.house, till.purse(who)) if k == "Chips" else (till.purse(who), till.house)
        if moved == [Transfer(*mine, cents * MICRO, "chips" if k == "Chips" else SWEPT)]:
            return {"k": k, "table": stored.id, "person": who, "cents": cents}
    raise Wrong(f"{cents} cents in chips were told of, and something else was moved")


def _opening(stored: StoredTable, moved: list[Transfer], sheets: Mapping[str, Sheet]) -> dict[str, Any]:
    start: list[Transfer] = []
    if stored.sheet in sheets and stored.meter is not None:
        start = list(first_meter(till_of(stored), sheets[stored.sheet]))
    if moved and moved != start:
        raise Wrong(f"the table {stored.id} was opened, and money was moved that is no meter's start")
    return opening(stored)
