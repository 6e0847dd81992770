"""The operator over HTTP: tables, money, exclusions, disputes, hold. Every act is in the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from pitboss.cage import playing
from pitboss.cage.people import Person
from pitboss.floor.live import LiveTable
from pitboss.floor.settings import Seconds
from pitboss.money import Cents
from pitboss.pit import PROPOSITION
from pitboss.proof.hold import SURE, Span, WagerHold, hold
from pitboss.round import Refusal
from pitboss.round.events import VoidCause
from pitboss.web import disputes
from pitboss.web.acts import ActPage, ActShown, Values, done_before, page_of_acts, somebody, write_down
from pitboss.web.disputes import Dispute, RoundFound, dispute, find_rounds
from pitboss.web.guard import Operator, TheHouse
from pitboss.web.house import House
from pitboss.web.house_routes import house_sheet
from pitboss.web.limits import MOST_EXCLUDED
from pitboss.web.messages import Id
from pitboss.web.people_routes import Asked
from pitboss.web.table_routes import OpenTable, open_room, takes_part

routes = APIRouter(prefix="/api/operator", tags=["operator"])

Name = Annotated[str, Field(min_length=1, max_length=100)]
Why = Annotated[str, Field(max_length=400)]
Time = Annotated[int, Field(ge=0, le=10**14)]  # milliseconds since 1970
Number = Annotated[int, Field(ge=0, le=2**63 - 1)]
Key = Annotated[str, Field(max_length=100, pattern=r"^[!-~]+$")]  # of a table or a round


class Commanded(Asked):
    """What an operator asks for; `id` makes repeating it safe."""

    id: Id


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


class NoteAsked(Commanded):
    """A note on a round."""

    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class _Wanted(BaseModel):
    """What a list is to show: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class ActsWanted(_Wanted):
    """A page of the journal."""

    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50
    table: Key | None = None


class RoundsWanted(_Wanted):
    """Which rounds are looked for; `until` itself is not among them."""

    id: Key | None = None
    table: Key | None = None
    person: Name | None = None
    since: Time | None = None
    until: Time | None = None
    before: Number | None = None
    most: Annotated[int, Field(ge=1, le=200)] = 50


class HoldWanted(_Wanted):
    """Which rounds count."""

    house: Annotated[str, Field(max_length=40)] | None = None
    table: Key | None = None
    since: Time | None = None
    until: Time | None = None


class RoundsFound(BaseModel):
    """Rounds, the latest first; `before` the last one's place is the next page."""

    rounds: list[RoundFound]


class TheoryShown(BaseModel):
    """What the house should have kept of the money bet."""

    play: Literal["optimal", "any"]  # whether the figure takes the best play for granted
    hold: float
    exact: str
    standard_error: float
    low: float
    high: float


class HoldShown(BaseModel):
    """One wager: what was bet, what the house kept of it, and whether that is within chance."""

    house: str
    wager: str
    label: str
    bets: int
    staked: Cents
    won: Cents
    actual: float
    theory: TheoryShown | None
    unpriced: str | None
    inside: bool | None


class HoldReport(BaseModel):
    """Actual against theoretical hold. Interval: at this confidence, bets taken for independent."""

    confidence: float = SURE
    wagers: list[HoldShown]


# Acts


async def _once(
    request: Request,
    house: House,
    who: Person,
    command: str,
    what: str,
    asked: Values,
    work: Callable[[], Awaitable[ActShown]],
) -> ActShown:
    """Does a command, unless it was done before; operators wait for each other."""
    if not hasattr(request.app.state, "operators"):
        request.app.state.operators = asyncio.Lock()
    async with request.app.state.operators:
        found = await house.in_pool(
            lambda: house.store.read(lambda connection: done_before(connection, who.id, command, what, asked))
        )
        return found or await work()


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
        funds = _funds(house, people)
        work(live, now)
        after = _picture(live) | {"funds": _funds(house, people)}
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

    return await _once(request, house, who, body.id, what, asked, call)


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


def _funds(house: House, people: list[str]) -> dict[str, Cents]:
    return {person: house.pit.funds(person) for person in people}


@routes.post("/tables", status_code=201)
async def open_a_house_table(body: HouseTable, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Opens a public table of the house's own; `table` of the answer is its id."""
    asked = body.model_dump(exclude={"id"})

    async def work() -> ActShown:
        room = await open_room(house, body, "", _actor(who))
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

    return await _once(request, house, who, body.id, "open", asked, work)


@routes.post("/tables/{table}/close")
async def close(table: str, body: Commanded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Closes a table: a running round is finished first, bets that were not dealt go back."""
    return await _at_table(
        request,
        house,
        who,
        table,
        body,
        "close",
        lambda live, now: live.close(_actor(who), body.id, now),
    )


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
    asked = body.model_dump(exclude={"id"})

    def give() -> ActShown:
        known = house.store.read(lambda connection: somebody(connection, body.person))
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

    return await _once(request, house, who, body.id, "grant", asked, lambda: house.in_pool(give))


@routes.post("/people/{name}/exclude")
async def exclude(name: str, body: Excluded, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Keeps a person, by name or id, from playing: hands that were dealt are played to their end."""
    asked = {"name": name, **body.model_dump(exclude={"id"})}

    def write(connection: Connection) -> ActShown:
        known = somebody(connection, name)
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
        playing.write_limits(connection, known.id, limits._replace(excluded_until=body.until))
        before = {"person": known.id, "excluded_until": old}
        after = {"person": known.id, "excluded_until": body.until, "why": body.why}
        return write_down(connection, now, who.id, body.id, "exclude", asked, before, after)

    async def work() -> ActShown:
        act = await house.in_pool(lambda: house.store.write(write))
        await _show_out(house, act.after["person"])
        return act

    return await _once(request, house, who, body.id, "exclude", asked, work)


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
                watcher.cut()


@routes.get("/acts")
def acts(wanted: Annotated[ActsWanted, Query()], who: Operator, house: TheHouse) -> ActPage:
    """What operators did, the latest first."""
    return page_of_acts(house.store, wanted.before, wanted.most, wanted.table)


# Disputes and hold


@routes.get("/rounds")
def rounds(wanted: Annotated[RoundsWanted, Query()], who: Operator, house: TheHouse) -> RoundsFound:
    """Finds rounds by id, table, person and time."""
    asked = disputes.Asked(**wanted.model_dump())
    if wanted.person is not None:
        name = wanted.person
        found = house.store.read(lambda connection: somebody(connection, name))
        asked = asked._replace(person=found.id)
    return RoundsFound(rounds=find_rounds(house.store, asked))


@routes.get("/rounds/{round_id}")
def judge(round_id: str, who: Operator, house: TheHouse) -> Dispute:
    """A round judged again: its receipt, each line with its clause, the money moved, its tale, its notes."""
    return dispute(house.store, round_id)


@routes.post("/rounds/{round_id}/notes", status_code=201)
async def note(round_id: str, body: NoteAsked, who: Operator, house: TheHouse, request: Request) -> ActShown:
    """Adds a note to a round; notes are never changed."""
    if not body.text.strip() or not all(char.isprintable() or char == "\n" for char in body.text):
        raise Refusal("text", "A note is made of printable characters and line ends", None, "text")
    asked = {"round": round_id, "text": body.text}

    def write(connection: Connection) -> ActShown:
        now = house.milliseconds
        number = disputes.add_note(connection, now, who.id, round_id, body.text)
        felt, after = round_id.rpartition(":")[0], {"note": number}
        return write_down(connection, now, who.id, body.id, "note", asked, {}, after, felt, round_id)

    async def work() -> ActShown:
        return await house.in_pool(lambda: house.store.write(write))

    return await _once(request, house, who, body.id, "note", asked, work)


@routes.get("/hold")
def holds(wanted: Annotated[HoldWanted, Query()], who: Operator, house: TheHouse) -> HoldReport:
    """Actual against theoretical hold of every wager, with its interval."""
    if wanted.house is not None:
        house_sheet(wanted.house)
    found = hold(house.store, Span(**wanted.model_dump()))
    return HoldReport(wagers=[_shown(each) for each in found])


def _shown(row: WagerHold) -> HoldShown:
    theory = row.theory
    return HoldShown(
        house=row.house,
        wager=row.wager,
        label=row.label,
        bets=row.bets,
        staked=row.staked,
        won=row.won,
        actual=float(row.actual),
        theory=None
        if theory is None
        else TheoryShown(
            play="optimal" if theory.optimal else "any",
            hold=float(theory.hold),
            exact=str(theory.hold),
            standard_error=theory.error,
            low=theory.low,
            high=theory.high,
        ),
        unpriced=row.unpriced,
        inside=row.inside,
    )
