"""People as operators see them, and what operators do with them and their money.

The same acts serve the browser and the command line. Each is done once, for a reason, and written down,
together with who must leave the tables. What is written names people by id: a deleted person's name is
nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from pitboss.house import DAY
from pitboss.house.credentials import fold, is_over
from pitboss.house.limits import Allowed, Limits, exclusion
from pitboss.house.operator_journal import (
    ActingOperator,
    ActShown,
    Change,
    act_about_nobody,
    do_once,
    person_named,
)
from pitboss.house.people import erase_person, refuse_gone
from pitboss.ledger import people
from pitboss.ledger.accounts import Account, operator_actor, person_account, read_balances
from pitboss.ledger.balances import Position, position
from pitboss.ledger.people import Person, Role, Token, TokenKind, digest_of
from pitboss.ledger.servers import write_departure
from pitboss.ledger.store import Connection, Store, reads
from pitboss.money import MICRO, Cents
from pitboss.round import Refusal
from pitboss.table import Pit
from pitboss.table.lobby import Listing

CONSOLE: Final = "console"  # the person at the command line: they have the database
RESET: Final = DAY  # how long the link for another password is good


class ResetMade(NamedTuple):
    """The act, and the secret of the link: it is shown once, so a repeated command has none."""

    act: ActShown
    secret: str | None


@dataclass(frozen=True, slots=True)
class PeopleDesk(ActingOperator):
    """One operator, or the console, at work with people."""

    pit: Pit
    new_secret: Callable[[], str]

    def find(self, name: str) -> Person:
        """A person by name, or else by id."""
        return self.store.read(lambda connection: person_named(connection, name))

    def grant(self, id_: str, account: str, cents: Cents, why: str) -> ActShown:
        """Gives play money to an account, out of the mint."""
        asked = {"person": account, "cents": cents, "why": why}
        return self._act(id_, "grant", asked, lambda: self._give(id_, account, cents, why))

    def grant_to(self, id_: str, name: str, cents: Cents, why: str) -> ActShown:
        """The same to the account of a person."""

        def give(known: Person) -> Change:
            return self._give(id_, known.id, cents, why)

        return self._about(name, id_, "grant", {"cents": cents, "why": why}, give)

    def _give(self, id_: str, account: str, cents: Cents, why: str) -> Change:
        before = self.pit.funds(account)
        self.pit.grant(account, cents, operator_actor(self.operator), id_, why)
        after = {"person": account, "funds": before + cents, "granted": cents, "why": why}
        return Change({"person": account, "funds": before}, after)

    def exclude(self, id_: str, name: str, until: int, why: str) -> ActShown:
        """Keeps a person from playing, and has them go from the tables."""
        now = self.milliseconds()

        def write(connection: Connection, known: Person) -> Change:
            limits = people.read_limits(connection, known.id, lock=True) or refuse_gone()
            changed = exclusion(until, now, _is_longer)(limits)
            people.write_limits(connection, known.id, changed, operator_actor(self.operator), now)
            write_departure(connection, known.id, "excluded", now)
            before = {"person": known.id, "excluded_until": limits.excluded_until}
            return Change(before, {"person": known.id, "excluded_until": until, "why": why})

        return self._write(name, id_, "exclude", {"until": until, "why": why}, write)

    def reset_password(self, id_: str, name: str, why: str) -> ResetMade:
        """A link with which a person sets another password, for the operator to hand over.

        The old password is good until then, and an older link no more.
        """
        now, secret = self.milliseconds(), self.new_secret()

        def write(connection: Connection, known: Person) -> Change:
            if known.guest:
                text = f"{known.shown} is a guest and has no password to set again"
                raise Refusal("credentials", text, None, "person")
            people.drop_tokens(connection, known.id, "reset")
            people.keep_token(
                connection, Token(digest_of(secret), known.id, "reset", now, now + RESET, None, "", "")
            )
            return Change({}, {"person": known.id, "until": now + RESET, "why": why})

        act = self._write(name, id_, "reset password", {"why": why}, write)
        return ResetMade(act, None if act.repeated else secret)

    def sign_out(self, id_: str, name: str, why: str) -> ActShown:
        """Ends all sessions of a person and of their programs, and has them go from the tables."""
        now = self.milliseconds()

        def write(connection: Connection, known: Person) -> Change:
            ended = {
                kind: len(people.tokens_of(connection, known.id, kind)) for kind in ("session", "bearer")
            }
            people.drop_tokens(connection, known.id, "session", "ticket", "bearer", "device")
            write_departure(connection, known.id, "signed_out", now)
            return Change({"person": known.id, **ended}, {"person": known.id, "why": why})

        return self._write(name, id_, "sign out", {"why": why}, write)

    def delete(self, id_: str, name: str, why: str) -> ActShown:
        """Erases a person: name, password, limits, sessions, progress. Money left goes back to the mint."""
        now = self.milliseconds()

        def write(connection: Connection, known: Person) -> Change:
            if known.role == "operator":
                text = f"{known.shown} is an operator: take the role away first (pitboss operator remove)"
                raise Refusal("operator", text, None, "person")
            erase_person(connection, known.id, now)
            write_departure(connection, known.id, "signed_out", now)
            return Change({"person": known.id}, {"person": known.id, "deleted": True, "why": why})

        return self._write(name, id_, "delete", {"why": why}, write)

    def _write(
        self,
        name: str,
        id_: str,
        what: str,
        asked: dict[str, Any],
        write: Callable[[Connection, Person], Change],
    ) -> ActShown:
        def work(known: Person) -> Change:
            return self.store.write(lambda connection: write(connection, known))

        return self._about(name, id_, what, asked, work)

    def _about(
        self, name: str, id_: str, what: str, asked: dict[str, Any], work: Callable[[Person], Change]
    ) -> ActShown:
        """An act about a person by name or id; one that was done may have deleted them."""
        try:
            known = self.find(name)
        except Refusal:
            found = act_about_nobody(self.store, self.command(id_, what, asked))
            if found is None:
                raise
            return found
        return self._act(id_, what, {"person": known.id, **asked}, lambda: work(known))

    def _act(self, id_: str, what: str, asked: dict[str, Any], work: Callable[[], Change]) -> ActShown:
        return do_once(self.store, self.command(id_, what, asked), self.milliseconds(), work)


def _is_longer(excluded: int) -> Refusal:
    text = "This person is excluded for longer already, and that cannot be shortened"
    return Refusal("excluded_longer", text, None, "until", {"until": excluded})


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
        SeatShown(**asdict(each.listed) | {"seats": each.was.seating.people[person].seats})
        for each in listing.entries()
        if person in each.was.seating.people and each.was.seating.people[person].seats
    ]


@reads
def find_people(connection: Connection, search: str = "", after: str = "", most: int = 50) -> PeopleFound:
    """Everybody, or whose name or id begins so; who was here last comes first.

    `after` is the place of the last who was listed: many may have been here at one moment.
    """
    place = _place(after)
    found = people.find_people(connection, fold(search), search, place, most + 1)
    last, found = len(found) <= most, found[:most]
    purses = {Account("person", each.id): each.id for each in found}
    held = {purses[purse]: cents for purse, cents in read_balances(connection, list(purses)).items()}
    return PeopleFound(
        people=[_listed(each, held.get(each.id, 0)) for each in found],
        next=None if last else f"{found[-1].last_seen}:{found[-1].id}",
    )


def _place(after: str) -> tuple[int, str] | None:
    """Where a page begins: after the person who was here then and has this id."""
    seen, _, id_ = after.partition(":")
    if not after:
        return None
    if not (seen.isascii() and seen.isdecimal() and len(seen) <= 14 and id_):
        raise Refusal("message", "after: give what the page before has said under `next`", None, "after")
    return int(seen), id_


def show_person(store: Store, name: str, now: int) -> PersonShown:
    """One person, by name or id, as it is at a moment."""

    def work(connection: Connection) -> tuple[Person, Position | None, list[Token]]:
        known = person_named(connection, name)
        kinds: tuple[TokenKind, ...] = ("session", "bearer", "device")
        tokens = [each for kind in kinds for each in people.tokens_of(connection, known.id, kind)]
        return known, position(connection, person_account(known.id)), tokens

    known, money, tokens = store.read(work)
    return PersonShown(
        **_listed(known, money.balance if money else 0).model_dump(),
        on_tables=sum(amount for _, amount in money.waiting) // MICRO if money else 0,
        granted=money.granted // MICRO if money else 0,
        limits=Limits(store).allowed(known.id, now),
        sessions=[SessionShown(**each._asdict()) for each in tokens if not is_over(each, now)],
    )


def _listed(known: Person, micro_cents: int) -> PersonListed:
    funds, name = micro_cents // MICRO, {"name": known.shown}
    return PersonListed(**known._asdict() | name, guest=known.guest, funds=funds)
