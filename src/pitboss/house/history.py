"""A person's past rounds, from the ledger: which, when, what they brought, and who decided."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel
from sqlalchemy import Connection, Select, case, func, or_, select

from pitboss.cage import desk, journal
from pitboss.cage.journal import Purse
from pitboss.cage.ledger import is_purse_of
from pitboss.cage.schema import accounts, deeds, events, felts, rounds, transfers
from pitboss.cage.store import Store
from pitboss.money import MICRO, Cents
from pitboss.proof.rules_of_day import Unusable, stored_sheet
from pitboss.sheet import houses as house_ids

Only = Literal["voids", "platform"]

BATCH: Final = 100  # rounds of an export that are looked up at once


class PastRound(BaseModel):
    """One round of one person."""

    round: str
    table: str
    number: int
    house: str
    own: bool  # the sheet was none of the houses'
    purse: Purse  # chips are no money: a net of chips is in no sum
    title: str | None  # of the table, while it is open
    ended: str
    void: str | None  # the clause
    by_platform: bool  # a decision of this person was the platform's
    at: int  # of its end
    net: Cents
    place: int  # ask for rounds before this one


class _Told(NamedTuple):
    """What the events of a round say of one person."""

    void: str | None
    by_platform: bool


def rounds_of(
    store: Store, person: str, before: int | None, most: int, only: Only | None = None
) -> list[PastRound]:
    """The latest rounds of a person that have ended, with what each brought in all."""
    found: list[PastRound] = []
    while len(found) < most:
        batch = store.read(partial(_batch, person=person, before=before, most=most, only=only))
        found += [each for each in batch if only != "platform" or each.by_platform]
        if len(batch) < most:
            break
        before = batch[-1].place
    return found[:most]


def all_rounds_of(store: Store, person: str) -> Iterator[PastRound]:
    """All of a person's rounds that have ended, the latest first, read some at a time."""
    before: int | None = None
    while batch := rounds_of(store, person, before, BATCH):
        yield from batch
        before = batch[-1].place


def house_id(connection: Connection, hash_: str) -> str:
    """Whose rules a sheet has, by its hash."""
    try:
        return stored_sheet(hash_, journal.sheet_content(connection, hash_)).id
    except Unusable:
        return "?"


def _batch(
    connection: Connection, person: str, before: int | None, most: int, only: Only | None
) -> list[PastRound]:
    found = connection.execute(_query(connection, person, before, most, only)).all()
    ended = select(deeds.c.id, deeds.c.at).where(deeds.c.id.in_([row.place for row in found]))
    times = {row.id: row.at for row in connection.execute(ended)}
    titles = {felt: title_of(connection, felt) for felt in {row.felt for row in found}}
    houses = {hash_: house_id(connection, hash_) for hash_ in {row.sheet for row in found}}
    told = _told(connection, [row.id for row in found], person)
    printed = house_ids()
    return [
        PastRound(
            round=row.id,
            table=row.felt,
            number=row.number,
            house=houses[row.sheet],
            own=houses[row.sheet] not in printed,
            purse=row.purse,
            title=titles[row.felt],
            ended=row.ended,
            void=told[row.id].void,
            by_platform=told[row.id].by_platform,
            at=times[row.place],
            net=int(row.net) // MICRO,
            place=row.place,
        )
        for row in found
    ]


def _query(
    connection: Connection, person: str, before: int | None, most: int, only: Only | None
) -> Select[Any]:
    mine = select(accounts.c.id).where(is_purse_of(person))
    signed = case((transfers.c.taker.in_(mine), transfers.c.amount), else_=-transfers.c.amount)
    # A deed belongs to one round: that of its events.
    of_round = (
        select(events.c.deed, func.max(events.c.round).label("round"))
        .where(events.c.round.is_not(None))
        .group_by(events.c.deed)
        .subquery()
    )
    last = func.max(transfers.c.deed)
    query = (
        select(rounds, felts.c.purse, func.sum(signed).label("net"), last.label("place"))
        .join(felts, felts.c.id == rounds.c.felt)
        .join(of_round, of_round.c.round == rounds.c.id)
        .join(transfers, transfers.c.deed == of_round.c.deed)
        .where(or_(transfers.c.giver.in_(mine), transfers.c.taker.in_(mine)), rounds.c.ended.is_not(None))
        .group_by(rounds.c.id, felts.c.purse)
        .order_by(last.desc())
        .limit(most)
    )
    if only == "voids":
        query = query.where(rounds.c.ended == "void")
    if only == "platform":  # somebody's, at least; whose is seen in the events
        away = select(events.c.round).where(
            events.c.round == rounds.c.id, events.c.body.like('%"by":"away %')
        )
        query = query.where(away.exists())
    return query if before is None else query.having(last < before)


def title_of(connection: Connection, felt: str) -> str | None:
    """What the host of a table calls it, while it is open."""
    kept = desk.read_lobby(connection, felt)
    try:
        return None if kept is None else str(json.loads(kept.settings)["name"])
    except (ValueError, TypeError, LookupError):  # what is kept of it cannot be read
        return None


def _told(connection: Connection, ids: list[str], person: str) -> dict[str, _Told]:
    """What the events of some rounds say of a person."""
    bodies: dict[str, list[dict[str, Any]]] = {each: [] for each in ids}
    query = select(events.c.round, events.c.body).where(events.c.round.in_(ids)).order_by(events.c.sequence)
    for round_, body in connection.execute(query):
        bodies[round_].append(json.loads(body))
    found = {}
    for round_, happened in bodies.items():
        seats: dict[int, str] = {}
        void, by_platform = None, False
        for event in happened:
            match event.get("k"):
                case "bets":
                    seats[event["seat"]] = event["player"]
                case "decide":
                    mine = seats.get(event["seat"]) == person
                    by_platform = by_platform or (mine and event["by"] != "player")
                case "void":
                    void = event["clause"]
        found[round_] = _Told(void, by_platform)
    return found
