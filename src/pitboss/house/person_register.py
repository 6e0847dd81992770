"""The people of a house as its operators see them: found, listed, and one with all that is known."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from pitboss.house.names import fold
from pitboss.house.operator_journal import somebody
from pitboss.house.play_limits import Allowed, Limits
from pitboss.house.secrets import is_over
from pitboss.ledger import people
from pitboss.ledger.books import Position, position
from pitboss.ledger.ids import person_account
from pitboss.ledger.ledger import Account, read_balances
from pitboss.ledger.people import Person, Role, Token, TokenKind
from pitboss.ledger.store import Connection, Store
from pitboss.money import MICRO, Cents
from pitboss.round import Refusal
from pitboss.table.listing import Listing

MOST: Final = 200  # people on a page


class PersonListed(BaseModel):
    """A person in the list. Times are milliseconds since 1970."""

    id: str
    name: str
    guest: bool
    role: Role
    created: int
    last_seen: int
    funds: Cents


class PeopleFound(BaseModel):
    """A page of people, who was here last first; `next` is the `after` of the next page."""

    people: list[PersonListed]
    next: str | None  # none: there are no more


class SessionShown(BaseModel):
    """A browser or a program that is signed in, or a browser that once was; no secret is kept anywhere."""

    kind: str
    label: str
    made: int
    last_used: int | None


class PersonShown(PersonListed):
    """A person with money, limits and sessions."""

    on_tables: Cents
    granted: Cents
    limits: Allowed
    sessions: list[SessionShown]


class SeatShown(BaseModel):
    """Where somebody sits: a table, and their seats there."""

    table: str
    title: str
    house: str
    private: bool
    seats: list[int]


class PersonPage(PersonShown):
    """A person with all that is known, and where they sit."""

    seats: list[SeatShown]


def seats_of(listing: Listing, person: str) -> list[SeatShown]:
    """The open tables of all servers at which a person sits."""
    return [
        SeatShown(
            table=each.listed.table,
            title=each.listed.title,
            house=each.listed.house,
            private=each.listed.private,
            seats=list(each.was.seating.people[person].seats),
        )
        for each in listing.entries()
        if person in each.was.seating.people and each.was.seating.people[person].seats
    ]


def find_people(store: Store, search: str = "", after: str = "", most: int = 50) -> PeopleFound:
    """Everybody, or whose name or id begins so; who was here last comes first.

    `after` is the place of the last who was listed: many may have been here at one moment.
    """
    most, place = min(most, MOST), _place(after)

    def work(connection: Connection) -> PeopleFound:
        found = people.find_people(connection, fold(search), search, place, most + 1)
        last, found = len(found) <= most, found[:most]
        purses = {Account("person", each.id): each.id for each in found}
        held = {purses[purse]: cents for purse, cents in read_balances(connection, list(purses)).items()}
        return PeopleFound(
            people=[_listed(each, held.get(each.id, 0)) for each in found],
            next=None if last else f"{found[-1].last_seen}:{found[-1].id}",
        )

    return store.read(work)


def _place(after: str) -> tuple[int, str] | None:
    """Where a page begins: after whoever was here then and has this id."""
    seen, _, id_ = after.partition(":")
    if not after:
        return None
    if not (seen.isascii() and seen.isdecimal() and len(seen) <= 14 and id_):
        raise Refusal("message", "after: give what the page before has said under `next`", None, "after")
    return int(seen), id_


def show_person(store: Store, name: str, now: int) -> PersonShown:
    """One person, by name or id, as it is at a moment."""

    def work(connection: Connection) -> tuple[Person, Position | None, list[Token]]:
        known = somebody(connection, name)
        kinds: tuple[TokenKind, ...] = ("session", "bearer", "device")
        tokens = [each for kind in kinds for each in people.tokens_of(connection, known.id, kind)]
        return known, position(connection, person_account(known.id)), tokens

    known, money, tokens = store.read(work)
    return PersonShown(
        **_listed(known, money.balance if money else 0).model_dump(),
        on_tables=sum(amount for _, amount in money.waiting) // MICRO if money else 0,
        granted=money.granted // MICRO if money else 0,
        limits=Limits(store).allowed(known.id, now),
        sessions=[_session(each) for each in tokens if not is_over(each, now)],
    )


def _listed(known: Person, micro_cents: int) -> PersonListed:
    return PersonListed(
        id=known.id,
        name=known.shown,
        guest=known.guest,
        role=known.role,
        created=known.created,
        last_seen=known.last_seen,
        funds=micro_cents // MICRO,
    )


def _session(token: Token) -> SessionShown:
    return SessionShown(kind=token.kind, label=token.label, made=token.made, last_used=token.last_used)
