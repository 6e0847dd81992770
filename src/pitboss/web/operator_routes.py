"""What an operator does, over HTTP: tables, money, exclusions. Every act is in the journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field
from sqlalchemy import Connection

from pitboss.cage import playing
from pitboss.cage.people import Person
from pitboss.floor.live import LiveTable
from pitboss.floor.messages import Id
from pitboss.floor.settings import Seconds
from pitboss.house.operator_journal import ActPage, ActShown, page_of_acts, somebody, write_down
from pitboss.house.play_limits import MOST_EXCLUDED
from pitboss.money import Cents
from pitboss.pit import PROPOSITION
from pitboss.round import Refusal
from pitboss.round.events import VoidCause
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.house import House
from pitboss.web.operator_asked import Commanded, Key, Name, Number, Time, Wanted, Why, once
from pitboss.web.questions import asker
from pitboss.web.table_routes import OpenTable, open_room, takes_part

routes = APIRouter(prefix="/api/operator", tags=["operator"])


class HouseTable(OpenTable):
    """A public table of the house's own."""

    id: Id
    private: Literal[False] = False


class Voided(Commanded):
    """The round to void: the one on the table, or exactly this one."""

    cause: VoidCause
    round: Key | None = None


class Granted(Commanded):
    """Play money for a person, by name or id."""

    person: Name
    cents: Annotated[int, Field(gt=0, le=100_000_000)]
    why: Why = ""


class Excluded(Commanded):
    """Until when a person does not play."""

    until: Time
    why: Why = ""


class ActsWanted(Wanted):
    """A page of the journal."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50
    table: Key | None = None


async def _somebody(house: House, name: str) -> Person:
    """A person by name or id; the journal keeps the id, so that a deleted person's name is nowhere."""
    return await house.in_pool(lambda: house.store.read(lambda connection: somebody(connection, name)))


def _actor(who: Person) -> str:
    """An operator as the tables know them: what they do as such is apart from what they do as a player."""
    return f"operator:{who.id}"


async def _at_table(
    request: Request,
    house: House,
    who: Person,
    table: str,
    body: Commanded,
    what: str,
    work: Callable[[LiveTable, Seconds], None],
) -> ActShown:
    """An act at a live table; it is written down as soon as it is done."""
    asked = {"table": table, **body.model_dump(exclude={"id"})}

    def act(live: LiveTable, now: Seconds) -> ActShown:
        before, people, round_ = _picture(live), _people(live), _round(live)
        funds = _funds(live, people)
        work(live, now)
        after = _picture(live) | {"funds": _funds(live, people)}
        return house.store.write(
            lambda connection: write_down(
                connection,
                house.milliseconds,
                who.id,
                body.id,
                what,
                asked,
                before | {"funds": funds},
                after,
                table,
                round_,
            )
        )

    async def call() -> ActShown:
        return await house.floor.room(table).call(act)

    return await once(request, house, who, body.id, what, asked, call)


def _picture(live: LiveTable) -> dict[str, Any]:
    """What an operator can change at a table."""
    felt = live.felt.standing.felt
    return {
        "round": _round(live),
        "phase": live.phase,
        "frozen": live.frozen,
        "closing": live.closing,
        "closed": felt.closed,
    }


def _round(live: LiveTable) -> str | None:
    return live.state.id if live.state else None


def _people(live: LiveTable) -> list[str]:
    """Whose money is in the open round."""
    state = live.felt.state
    if state is None:
        return []
    bank = [state.bank.player] if state.bank else []
    return sorted({*(each.player for each in state.seats), *bank} - {PROPOSITION})


def _funds(live: LiveTable, people: list[str]) -> dict[str, Cents]:
    return {person: live.felt.funds(person) for person in people}


@routes.post("/tables", status_code=201)
async def open_a_house_table(body: HouseTable, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Opens a public table of the house's own; `table` of the answer is its id."""
    asked = body.model_dump(exclude={"id"})

    async def work() -> ActShown:
        room = await open_room(house, body, "", _actor(who), asker(request, who))
        live = room.live
        after = _picture(live) | {
            "settings": asdict(live.settings) | {"invite": ""},
            "sheet": live.table.sheet.hash,
            "low": live.table.min,
            "high": live.table.max,
        }
        return await house.in_pool(
            lambda: house.store.write(
                lambda connection: write_down(
                    connection, house.milliseconds, who.id, body.id, "open", asked, {}, after, live.felt.id
                )
            )
        )

    return await once(request, house, who, body.id, "open", asked, work)


@routes.post("/tables/{table}/close")
async def close(table: str, body: Commanded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Closes a table: a running round is finished first, bets that were not dealt go back.

    The round of a table that was set aside is void.
    """
    if house.floor.is_lost(table):
        return await _close_lost(request, house, who, table, body)
    return await _at_table(
        request,
        house,
        who,
        table,
        body,
        "close",
        lambda live, now: live.close(_actor(who), body.id, now),
    )


async def _close_lost(request: Request, house: House, who: Person, table: str, body: Commanded) -> ActShown:
    """Closes a table that could not be taken up; what lay there goes back to whose it was."""
    asked = {"table": table, **body.model_dump(exclude={"id"})}

    async def work() -> ActShown:
        before, after = {"set_aside": house.floor.set_aside[table]}, {"closed": True}
        await house.floor.close(table, _actor(who))
        return await house.in_pool(
            lambda: house.store.write(
                lambda connection: write_down(
                    connection,
                    house.milliseconds,
                    who.id,
                    body.id,
                    "close",
                    asked,
                    before,
                    after,
                    table,
                )
            )
        )

    return await once(request, house, who, body.id, "close", asked, work)


@routes.post("/tables/{table}/freeze")
async def freeze(table: str, body: Commanded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Stops a table as it is: no bet, no decision, no clock."""

    def work(live: LiveTable, now: Seconds) -> None:
        if live.frozen:
            raise Refusal("frozen", "This table is stopped already", None)
        live.freeze(True, now)

    return await _at_table(request, house, who, table, body, "freeze", work)


@routes.post("/tables/{table}/thaw")
async def thaw(table: str, body: Commanded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Lets a stopped table go on, with full clocks."""

    def work(live: LiveTable, now: Seconds) -> None:
        if not live.frozen:
            raise Refusal("not_frozen", "This table is not stopped", None)
        live.freeze(False, now)

    return await _at_table(request, house, who, table, body, "thaw", work)


@routes.post("/tables/{table}/void")
async def void(table: str, body: Voided, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Declares the open round void: everything goes back (STD-12)."""

    def work(live: LiveTable, now: Seconds) -> None:
        if body.round is not None and body.round != _round(live):
            text = f"The round on the table is {_round(live) or 'none'}, not {body.round}"
            raise Refusal("stale", text, None, "round")
        live.void(_actor(who), body.id, body.cause, now)

    return await _at_table(request, house, who, table, body, "void", work)


@routes.post("/grants", status_code=201)
async def grant(body: Granted, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Gives play money to a person, out of the mint."""
    known = await _somebody(house, body.person)
    asked = body.model_dump(exclude={"id"}) | {"person": known.id}

    def give() -> ActShown:
        before = house.pit.funds(known.id)
        done = house.pit.grant(known.id, body.cents, _actor(who), body.id, body.why)
        if done.repeated:  # it was given, and the house stopped before it was written down
            before -= body.cents
        after = {"person": known.id, "funds": before + body.cents, "granted": body.cents, "why": body.why}
        return house.store.write(
            lambda connection: write_down(
                connection,
                house.milliseconds,
                who.id,
                body.id,
                "grant",
                asked,
                {"person": known.id, "funds": before},
                after,
            )
        )

    return await once(request, house, who, body.id, "grant", asked, lambda: house.in_pool(give))


@routes.post("/people/{name}/exclude")
async def exclude(name: str, body: Excluded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Keeps a person, by name or id, from playing: hands that were dealt are played to their end."""
    known = await _somebody(house, name)
    asked = body.model_dump(exclude={"id"}) | {"person": known.id}

    def write(connection: Connection) -> ActShown:
        now = house.milliseconds
        limits = playing.read_limits(connection, known.id, lock=True)
        if limits is None:
            raise Refusal("no_person", "This account is gone", None)
        old = limits.excluded_until
        if not now < body.until <= now + MOST_EXCLUDED:
            text = "An exclusion ends in the future, and within five years"
            raise Refusal("limit_value", text, None, "until")
        if old is not None and old > body.until:
            text = "This person is excluded for longer already, and that cannot be shortened"
            raise Refusal("excluded_longer", text, None, "until", {"until": old})
        changed = limits._replace(excluded_until=body.until)
        playing.write_limits(connection, known.id, changed, _actor(who), now)
        before = {"person": known.id, "excluded_until": old}
        after = {"person": known.id, "excluded_until": body.until, "why": body.why}
        return write_down(connection, now, who.id, body.id, "exclude", asked, before, after)

    async def work() -> ActShown:
        act = await house.in_pool(lambda: house.store.write(write))
        await _show_out(house, known.id)
        return act

    return await once(request, house, who, body.id, "exclude", asked, work)


async def _show_out(house: House, person: str) -> None:
    """A person leaves every table: at once, or after the hand that has their money in it."""

    def leave(live: LiveTable, now: Seconds) -> None:
        sitter = live.seating.people.get(person)
        if sitter is not None and sitter.seats:
            live.stand(person, None, now)

    for room in list(house.floor.rooms.values()):
        if person in room.live.seating.people:
            await room.call(leave)
        if not takes_part(room.live, person):
            for watcher in [each for each in room.watchers if each.person == person]:
                watcher.cut("excluded")


@routes.get("/acts")
def acts(wanted: Annotated[ActsWanted, Query()], who: Operator, house: TheHouse) -> ActPage:
    """What operators did, the latest first."""
    return page_of_acts(house.store, wanted.before, wanted.most, wanted.table)
