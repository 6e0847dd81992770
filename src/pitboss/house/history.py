"""Past rounds: those of a person, with their net and who decided, and rounds found by id, table or time."""

from __future__ import annotations

import json
from functools import partial
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel

from pitboss.ledger import history, journal
from pitboss.ledger.history import Only, RoundQuery, read_receipts, rounds_of_person
from pitboss.ledger.journal import Purse
from pitboss.ledger.people import Person
from pitboss.ledger.store import Connection, Store
from pitboss.money import Cents
from pitboss.proof import receipt
from pitboss.round import Refusal, parse_round
from pitboss.round.events import people_of
from pitboss.sheet import houses as house_ids
from pitboss.table.table_state import Unusable, stored_sheet

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


class Receipts(NamedTuple):
    """When some rounds of a person have ended, with their receipts, the latest first."""

    rounds: list[tuple[int, str]]
    before: int | None  # where the next begin; none: there are no more


def rounds_of(
    store: Store, person: str, before: int | None, most: int, only: Only | None = None
) -> list[PastRound]:
    """The latest rounds of a person that have ended, with what each brought in all."""
    return store.read(partial(_page, person=person, before=before, most=most, only=only))


def receipts_of(store: Store, person: str, before: int | None) -> Receipts:
    """The receipts of a person's latest rounds before a place."""

    def work(connection: Connection) -> Receipts:
        found = rounds_of_person(connection, person, before, BATCH)
        texts = read_receipts(connection, [each.id for each in found])
        kept = [(each.at, texts[each.id]) for each in found if each.id in texts]  # a round given up has none
        return Receipts(kept, found[-1].place if len(found) == BATCH else None)

    return store.read(work)


def receipt_for(store: Store, round_id: str, who: Person | None) -> str:
    """The receipt of a round: of any at a public table, at a private one of one's own."""
    stored = store.read(lambda connection: journal.read_round(connection, round_id))
    if stored is None:
        raise Refusal("no_round", "There is no such round", None, "round")
    text = receipt(store, round_id)
    if who is not None and who.role == "operator":
        return text
    mine = who is not None and who.id in people_of(parse_round(text).events)
    if not mine and not store.read(lambda connection: is_public(connection, stored.felt)):
        raise Refusal("private", "This round was played at a private table", None)
    return text


def house_id(connection: Connection, hash_: str) -> str:
    """Whose rules a sheet has, by its hash."""
    try:
        return stored_sheet(hash_, journal.sheet_content(connection, hash_)).id
    except Unusable:
        return "?"


def _page(
    connection: Connection, person: str, before: int | None, most: int, only: Only | None
) -> list[PastRound]:
    found = rounds_of_person(connection, person, before, most, only)
    titles = {table_id: title_of(connection, table_id) for table_id in {row.felt for row in found}}
    houses = {hash_: house_id(connection, hash_) for hash_ in {row.sheet for row in found}}
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
            void=row.void or None,
            by_platform=row.away,
            at=row.at,
            net=row.net,
            place=row.place,
        )
        for row in found
    ]


def is_public(connection: Connection, table: str) -> bool:
    """Whether everybody may read the rounds of a table, be it open or closed."""
    kept = journal.settings_of_table(connection, table)
    try:
        return kept is not None and json.loads(kept)["private"] is False
    except (ValueError, TypeError, LookupError):  # what is kept of it cannot be read
        return False


def title_of(connection: Connection, table_id: str) -> str | None:
    """What the host of a table calls it, while it is open."""
    kept = journal.read_lobby(connection, table_id)
    try:
        return None if kept is None else str(json.loads(kept.settings)["name"])
    except (ValueError, TypeError, LookupError):  # what is kept of it cannot be read
        return None


How = Literal["settled", "void", "unused"]


class RoundFound(BaseModel):
    """A round in a list."""

    round: str
    table: str
    house: str
    number: int
    ended: How | None  # null: it is open
    at: int  # of its last event
    place: int  # ask for rounds before this one


def find_rounds(store: Store, asked: RoundQuery) -> list[RoundFound]:
    """Rounds by id, table, person and time, the latest first."""

    def work(connection: Connection) -> list[RoundFound]:
        found = history.find_rounds(connection, asked)
        houses = {hash_: house_id(connection, hash_) for hash_ in {each.sheet for each in found}}
        return [
            RoundFound(
                round=each.id,
                table=each.felt,
                house=houses[each.sheet],
                number=each.number,
                ended=each.ended,
                at=each.at,
                place=each.place,
            )
            for each in found
        ]

    return store.read(work)
