"""What people and operators do with evenings and leagues: announce, enter, run, leave, look. Each once.

Come here for the shape of a request, for who may do what, for what makes a plan playable, and for the limits
on hosts and networks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hmac import compare_digest
from itertools import count, islice
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from pitboss.evening import rows
from pitboss.evening.deeds import (
    advance,
    content_of,
    done_before,
    locked_evening,
    log_phase,
    open_evening,
    stacks_of,
)
from pitboss.evening.model import (
    LONGEST,
    Announce,
    CallOff,
    Clock,
    Enter,
    Evening,
    Event,
    Leave,
    Level,
    Pause,
    Phase,
    Plan,
    Resume,
    Start,
    load,
)
from pitboss.evening.rows import StoredEvening, StoredLeague
from pitboss.evening.views import (
    ClockAsked,
    EveningListed,
    EveningShown,
    LeagueListed,
    LeagueShown,
    Names,
    league_listed,
    league_shown,
    listed,
    shown,
    shown_to,
)
from pitboss.house import DAY, Asked, Key, Title, Why, check_printable
from pitboss.house.credentials import make_secret
from pitboss.house.limits import Limits
from pitboss.house.operator_journal import Change, Command, do_once
from pitboss.house.rates import Rate, Tries, keyed_digest
from pitboss.ledger.accounts import evening_actor, operator_actor
from pitboss.ledger.deeds import OtherContent, Request
from pitboss.ledger.people import Person
from pitboss.ledger.store import Conflict, Connection, Store, surely
from pitboss.round import Refusal
from pitboss.round.table import open_table
from pitboss.sheet import houses, load_house
from pitboss.sheet.model import Sheet
from pitboss.table.bots import BOTS, least_ante
from pitboss.table.lobby import Most, Origin, check_evening
from pitboss.table.messages import Id
from pitboss.table.people import least_bet
from pitboss.table.till import check_exposure

Amount = Annotated[int, Field(gt=0, le=10**9)]
Count = Annotated[int, Field(ge=1, le=1000)]
Prize = Annotated[str, Field(max_length=100)]


class EveningCommand(Asked):
    """What is asked of an evening; `id` makes repeating it safe."""

    id: Id


class LevelAsked(Asked):
    """A level of the schedule: either so many rounds or so many minutes."""

    low: Amount
    high: Amount
    rounds: Count | None = None
    minutes: Annotated[int, Field(ge=1, le=600)] | None = None


class EveningAsked(EveningCommand):
    """An evening to announce; the person who does is its host."""

    name: Title
    house: Annotated[str, Field(max_length=40)]
    kind: Literal["freeze_out", "rounds"] = "freeze_out"
    chips: Amount = 100_000
    rounds: Count | None = None  # after which it ends; a freeze-out may end before
    levels: Annotated[list[LevelAsked], Field(min_length=1, max_length=30)]
    late_until: Annotated[int, Field(ge=0, le=1000)] = 0
    seats: Annotated[int, Field(ge=1, le=100)] | None = None  # at each table; empty: as many as it has
    clock: ClockAsked = ClockAsked()
    prizes: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)] = Field(
        default_factory=list
    )
    league: Key | None = None
    new_league: Title | None = None  # one to begin with this evening, in place of `league`
    private: bool = False
    bots: Annotated[int, Field(ge=0, le=60)] = 0


class Entering(EveningCommand):
    """Somebody enters; for a private evening its invitation."""

    invite: Annotated[str, Field(max_length=100)] = ""


HostAct = Literal["start", "pause", "resume", "call_off"]


class Hosting(EveningCommand):
    """What its host does, or an operator, who says why."""

    why: Why = ""


class Removing(Hosting):
    """Whom the host has go."""

    person: Key


class BotsAsked(Hosting):
    """How many bots more."""

    bots: Annotated[int, Field(ge=1, le=60)]


class LeagueAsked(EveningCommand):
    """A league to begin; the person who does is its host, and puts evenings into it."""

    name: Title


def plan_of(asked: EveningAsked, sheet: Sheet) -> Plan:
    """The plan of an evening; refuses what cannot be played."""
    check_printable(asked.name, "name", "A name has printable characters")
    for prize in asked.prizes:
        check_printable(prize, "prizes", "A prize is told in printable characters")
    seats = asked.seats or sheet.seats
    if seats > sheet.seats:
        text = f"A table of {sheet.name} has at most {sheet.seats} seats"
        raise Refusal("no_seat", text, sheet.seats_clause, "seats")
    if asked.kind == "rounds" and asked.rounds is None:
        raise Refusal("levels", "Say after how many rounds the evening ends", None, "rounds")
    if asked.late_until >= (asked.rounds or LONGEST):
        raise Refusal("levels", "Late entry ends before the last round", None, "late_until")
    levels = levels_of(asked.levels, sheet)
    if asked.chips < levels[0].least:
        text = "The stake does not cover the lowest bet of the first level, with what Play may take"
        raise Refusal("chips", text, sheet.limits.clause, "chips", {"min": levels[0].least})
    return Plan(
        asked.name.strip(),
        sheet.id,
        asked.kind,
        asked.chips,
        levels,
        seats,
        Clock(**asked.clock.model_dump()),
        asked.rounds,
        asked.late_until,
        tuple(each.strip() for each in asked.prizes),
        asked.private,
    )


def levels_of(asked: Sequence[LevelAsked], sheet: Sheet) -> tuple[Level, ...]:
    """The schedule with what the lowest bets are; limits never fall, and all but the last level end."""
    found: list[Level] = []
    for number, each in enumerate(asked):
        path, last = f"levels.{number}", number == len(asked) - 1
        if (each.rounds is None) == (each.minutes is None) and not (last and each.rounds is None):
            raise Refusal("levels", "A level lasts either so many rounds or so many minutes", None, path)
        if found and (each.low < found[-1].low or each.high < found[-1].high):
            raise Refusal("levels", "The limits of an evening never fall", None, path)
        table = open_table(sheet, each.low, each.high)
        check_exposure(table)
        least, ante = least_bet(table), least_ante(table)["ante"]
        found.append(Level(each.low, each.high, least, ante, each.rounds, each.minutes))
    return tuple(found)


T = TypeVar("T")
Make = Callable[[Evening], Event]
Check = Callable[[StoredEvening, Evening, Connection], None]
NAMES_LAST: Final = 5000  # milliseconds, after which people are called as they are called then
MOST_KEPT: Final = 64
HOSTED: Final = 5  # evenings of one host that are not over
HOSTED_A_DAY: Final = 50
HOSTED_NETWORK: Final = 20  # evenings that were announced from one address and are not over
ANNOUNCED: Final = Rate(20, 60)  # evenings from one address
LEAGUES: Final = 20  # of one host
BEGUN: Final = Rate(10, 20)  # leagues from one address
PAGE: Final = 100  # evenings, or leagues
NO_EVENING: Final = "There is no such evening"
NO_LEAGUE: Final = "There is no such league"
PRIVATE: Final = "This evening is private: come with its invitation"


def _anybody(stored: StoredEvening, evening: Evening, connection: Connection) -> None:
    """Everyone may."""


@dataclass
class Evenings:
    """What people and operators do with evenings. Everything waits for the database but `wake`."""

    store: Store
    limits: Limits
    milliseconds: Callable[[], int]
    entropy: Callable[[int], bytes]
    new_id: Callable[[], str]
    offered: Sequence[str]  # the houses that are played here
    most: Most  # the limits of the floor
    wake: asyncio.Event = field(default_factory=asyncio.Event)  # there may be something to do at tables
    _kept: dict[str, tuple[object, EveningShown]] = field(default_factory=dict)  # by evening

    @cached_property
    def _tries(self) -> Tries:
        return Tries(self.store, self.milliseconds)

    # Shown

    def listed(self, who: Person | None, after: str | None = None, most: int = PAGE) -> list[EveningListed]:
        """The evenings that somebody may look at, from the one after another one on."""

        def work(connection: Connection) -> list[EveningListed]:
            found = rows.list_evenings(connection, who, after, most)
            if found is None:
                raise Refusal("no_evening", NO_EVENING, None, "after")
            names = Names(connection)
            return [listed(stored, load(stored.state), who, names) for stored in found]

        return self.store.read(work)

    def look(self, evening: str, who: Person | None, invite: str | None = None) -> EveningShown:
        """An evening as somebody may see it; a private one asks for its invitation."""

        return self._look(evening, who, lambda stored, value, _: _check_sees(stored, value, who, invite))

    def _look(self, evening: str, who: Person | None, check: Check) -> EveningShown:
        def work(connection: Connection) -> EveningShown:
            stored = _read(connection, evening)
            value = load(stored.state)
            check(stored, value, connection)
            base, now = self._base(connection, stored, value), self.milliseconds()
            stacks = stacks_of(connection, value) if value.phase == "running" else {}
            return shown_to(base, stored, value, who, now, stacks)

        return self.store.read(work)

    def _base(self, connection: Connection, stored: StoredEvening, evening: Evening) -> EveningShown:
        """An evening as everybody sees it: made once for all who look before it changes, or for a while."""
        felts = {each.id: each for each in rows.tables_of(connection, [evening.id])}
        key = (stored.version, tuple(felts.values()), self.milliseconds() // NAMES_LAST)
        kept = self._kept.get(evening.id)
        if kept is not None and kept[0] == key:
            return kept[1]
        league = rows.read_league(connection, stored.league) if stored.league else None
        base = shown(stored, evening, Names(connection), felts, league.name if league else None)
        self._kept.pop(evening.id, None)
        self._kept[evening.id] = key, base
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        return base

    # Done

    def announce(self, asked: EveningAsked, who: Person, network: str = "") -> EveningShown:
        """A new evening of a host, with its bots, announced from a network."""
        if asked.house not in houses():
            raise self._no_house(asked.house)
        plan = plan_of(asked, load_house(asked.house))
        event = Announce(who.id, plan)

        def work(connection: Connection) -> tuple[str, Evening | None]:
            before = _once(connection, Request(who.id, asked.id, content_of("", event)))
            if before is not None:
                return before, None
            if asked.house not in self.offered:
                raise self._no_house(asked.house)
            now, where = self.milliseconds(), self._count_announced(connection, who, network)
            league = asked.league
            if asked.new_league is not None:
                name, path = asked.new_league, "new_league"
                league = self._begin_league(connection, name, who, asked.id, path, network)
            elif league is not None:
                self._check_league(connection, league, who)
            new = self.new_id()
            secret = make_secret(self.entropy)
            value = open_evening(connection, new, event, league, secret, asked.id, now, where)
            if asked.bots:
                stored, own = locked_evening(connection, new), evening_actor(new)
                value = advance(connection, stored, bots_of(new, asked.bots), own, f"bots {asked.id}", now)
            return new, value

        evening, made = surely(lambda: self.store.write(work))
        if made is not None:
            log_phase(None, made)
        return self.look(evening, who)

    def _no_house(self, house: str) -> Refusal:
        text = f"There is no house {house!r} here; allowed: {', '.join(self.offered)}"
        return Refusal("no_house", text, None, "house")

    def _count_announced(self, connection: Connection, who: Person, network: str) -> str:
        """Refuses one evening too many, of a host or from a network; gives the digest of that."""
        where = keyed_digest(connection, "places")(network) if network else ""
        hosted = rows.count_hosted(connection, who.id, where, self.milliseconds() - DAY)
        if hosted.host >= HOSTED or hosted.since >= HOSTED_A_DAY:
            text = f"One person hosts {HOSTED} evenings at once, and {HOSTED_A_DAY} in a day, and no more"
            raise Refusal("rate", text, None)
        if where:
            if hosted.network >= HOSTED_NETWORK:
                text = f"{HOSTED_NETWORK} evenings from your network are not over: end one of them first"
                raise Refusal("rate", text, None)
            tries = {f"evenings {network}": ANNOUNCED}
            self._tries.count_in(connection, "evenings from your network", tries)
        return where

    def enter(self, evening: str, asked: Entering, who: Person) -> EveningShown:
        """Somebody enters for themselves."""

        def check(stored: StoredEvening, value: Evening, connection: Connection) -> None:
            _check_sees(stored, value, who, asked.invite)
            self.limits.check_chips(connection, who.id, self.milliseconds())

        self._do(evening, who.id, asked.id, lambda _: Enter((who.id,)), check)
        return self._look(evening, who, _anybody)

    def leave(self, evening: str, asked: Hosting, who: Person) -> EveningShown:
        """Somebody leaves."""
        self._do(evening, who.id, asked.id, lambda _: Leave(who.id))
        return self._look(evening, who, _anybody)  # of a private one they know the invitation

    def conduct(self, evening: str, act: HostAct, asked: Hosting, who: Person) -> EveningShown:
        """The host starts it, has it rest or go on, or calls it off."""
        lot = self.entropy(16).hex()
        events: dict[HostAct, Event] = {
            "start": Start(lot),
            "pause": Pause(),
            "resume": Resume(),
            "call_off": CallOff(),
        }
        return self._host(evening, asked, who, f"evening_{act}", lambda _: events[act])

    def remove(self, evening: str, asked: Removing, who: Person) -> EveningShown:
        """The host has somebody go."""
        person = asked.person
        return self._host(evening, asked, who, "evening_remove", lambda _: Leave(person, removed=True))

    def add_bots(self, evening: str, asked: BotsAsked, who: Person) -> EveningShown:
        """The host has bots enter."""

        def make(value: Evening) -> Event:
            return bots_of(evening, asked.bots, {each.id for each in value.entrants})

        return self._host(evening, asked, who, "evening_bots", make)

    def _host(self, evening: str, asked: Hosting, who: Person, what: str, make: Make) -> EveningShown:
        """What the host does; an operator may, says why, and it is in the journal of acts."""
        value = load(self.store.read(lambda connection: _read(connection, evening)).state)
        if value.host == who.id:
            self._do(evening, who.id, asked.id, make)
        elif who.role == "operator":
            if not asked.why.strip():
                raise Refusal("why", "Say why: it stands in the journal", None, "why")
            said = {"evening": evening, **asked.model_dump(exclude={"id"})}
            command = Command(who.id, asked.id, what, said)

            def work() -> Change:
                after = self._do(evening, operator_actor(who.id), asked.id, make)
                return Change({"phase": value.phase}, {"phase": after.phase})

            do_once(self.store, command, self.milliseconds(), work)
        else:
            raise Refusal("not_evening_host", "Only the host of this evening may do this", None)
        return self.look(evening, who)

    def _do(self, evening: str, actor: str, command: str, make: Make, check: Check = _anybody) -> Evening:
        """An event of an evening, once, in a transaction: what was done before asks nobody's leave."""

        def work(connection: Connection) -> tuple[Phase, Evening]:
            stored = locked_evening(connection, evening)
            value = load(stored.state)
            event, now = make(value), self.milliseconds()
            if _once(connection, Request(actor, command, content_of(evening, event))) is not None:
                return value.phase, value
            check(stored, value, connection)
            after = advance(connection, stored, event, actor, command, now)
            if after.places > value.places:
                origin = Origin(stored.host, stored.network)
                check_evening(connection, origin, self.most, after.places)
            rows.mark_seen(connection, evening, now)
            return value.phase, after

        try:
            before, after = surely(lambda: self.store.write(work))
        except Conflict:  # the same command came by another way at the same time
            before, after = surely(lambda: self.store.write(work))
        log_phase(before, after)
        return after

    # Leagues

    def leagues(self, who: Person | None, after: str | None = None, most: int = PAGE) -> list[LeagueListed]:
        """The leagues of which somebody may see an evening, and their own, from the one after another on."""

        def work(connection: Connection) -> list[LeagueListed]:
            found = rows.list_leagues(connection, who, after, most)
            if found is None:
                raise Refusal("no_league", NO_LEAGUE, None, "after")
            names = Names(connection)
            return [league_listed(each, who, names) for each in found]

        return self.store.read(work)

    def league(self, league: str, who: Person | None) -> LeagueShown:
        """A league over those of its evenings that somebody may see."""

        def work(connection: Connection) -> LeagueShown:
            found = rows.read_league(connection, league)
            if found is None:
                raise Refusal("no_league", NO_LEAGUE, None, "league")
            seen = rows.evenings_of_league(connection, league, who)
            return league_shown(found, [load(each.state) for each in seen], who, Names(connection))

        return self.store.read(work)

    def begin_league(self, asked: LeagueAsked, who: Person, network: str = "") -> LeagueShown:
        """A new league."""

        def work(connection: Connection) -> str:
            return self._begin_league(connection, asked.name, who, asked.id, "name", network)

        return self.league(surely(lambda: self.store.write(work)), who)

    def _begin_league(
        self, connection: Connection, name: str, who: Person, command: str, path: str, network: str
    ) -> str:
        """A new league; its id is made of who begins it and of the command, so that it is begun once."""
        check_printable(name, path, "A name has printable characters")
        new = StoredLeague(f"{who.id}.{command}", name.strip(), who.id, self.milliseconds())
        before = rows.read_league(connection, new.id)
        if before is None:
            if rows.count_leagues(connection, who.id) >= LEAGUES:
                raise Refusal("rate", f"One person begins {LEAGUES} leagues, and no more", None)
            if network:
                tries = {f"leagues {network}": BEGUN}
                self._tries.count_in(connection, "leagues from your network", tries)
            rows.store_league(connection, new)
        elif before.name != new.name:
            raise _id_used()
        return new.id

    def _check_league(self, connection: Connection, league: str, who: Person) -> None:
        found = rows.read_league(connection, league)
        if found is None:
            raise Refusal("no_league", NO_LEAGUE, None, "league")
        if found.host != who.id and who.role != "operator":
            raise Refusal(
                "not_evening_host", "Only the host of a league puts evenings into it", None, "league"
            )


def may_see(stored: StoredEvening, evening: Evening, who: Person | None, invite: str | None) -> bool:
    """Whether a person may see an evening: a private one is for its host, its people and those invited."""
    if not evening.plan.private:
        return True
    known = who is not None and (
        who.id == evening.host or who.role == "operator" or evening.entrant(who.id) is not None
    )
    return known or (bool(invite) and compare_digest(str(invite).encode(), stored.invite.encode()))


def _check_sees(stored: StoredEvening, evening: Evening, who: Person | None, invite: str | None) -> None:
    if not may_see(stored, evening, who, invite):
        raise Refusal("private", PRIVATE, None, "invite")


def bots_of(evening: str, more: int, taken: Collection[str] = ()) -> Enter:
    """Bots that enter under the first free numbers; they play in the ways that there are, in turn."""
    kinds = list(BOTS)
    free = ((number, f"bot:{evening}:{number + 1}") for number in count())
    new = list(islice(((number, bot) for number, bot in free if bot not in taken), more))
    return Enter(tuple(bot for _, bot in new), tuple(kinds[number % len(kinds)] for number, _ in new))


def _read(connection: Connection, evening: str) -> StoredEvening:
    stored = rows.read_evening(connection, evening)
    if stored is None:
        raise Refusal("no_evening", NO_EVENING, None, "evening")
    return stored


def _once(connection: Connection, asked: Request) -> str | None:
    try:
        return done_before(connection, asked)
    except OtherContent:
        raise _id_used() from None


def _id_used() -> Refusal:
    text = "This command id was used before for something else: take a new one for each command"
    return Refusal("id_used", text, None, "id")
