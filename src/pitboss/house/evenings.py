"""Evenings in a running house: announced, entered, run by their host, shown. Each command is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from itertools import count, islice
from typing import Final, TypeVar

from pitboss.cage import evenings as rows
from pitboss.cage.deeds import OtherContent, Request
from pitboss.cage.errors import Conflict
from pitboss.cage.evenings import StoredEvening, StoredLeague
from pitboss.cage.ids import evening_actor, operator_actor
from pitboss.cage.people import Person
from pitboss.cage.store import Connection, Store, surely
from pitboss.evening.events import Announce, CallOff, Enter, Event, Leave, Pause, Resume, Start
from pitboss.evening.model import Evening, Phase, load
from pitboss.floor.bots import BOTS
from pitboss.house.durations import DAY
from pitboss.house.evening_log import log_phase
from pitboss.house.evening_plan import plan_of
from pitboss.house.evening_requests import (
    BotsAsked,
    Entering,
    EveningAsked,
    HostAct,
    Hosting,
    LeagueAsked,
    Removing,
)
from pitboss.house.evening_shown import Names, league_listed, league_shown, listed, shown, shown_to
from pitboss.house.evening_views import EveningListed, EveningShown, LeagueListed, LeagueShown
from pitboss.house.operator_journal import Change, Command, do_once
from pitboss.house.play_limits import Limits
from pitboss.house.request_shapes import check_printable
from pitboss.house.secrets import make_secret
from pitboss.pit.evenings import advance, content_of, done_before, locked_evening, open_evening, stacks_of
from pitboss.round import Refusal
from pitboss.sheet import load_house

T = TypeVar("T")
Make = Callable[[StoredEvening, Evening, Connection], Event]
NAMES_LAST: Final = 5000  # milliseconds, after which people are called as they are called then
MOST_KEPT: Final = 64
HOSTED: Final = 5  # evenings of one host that are not over
HOSTED_A_DAY: Final = 50
LEAGUES: Final = 20  # of one host
NO_EVENING: Final = "There is no such evening"


@dataclass
class Evenings:
    """What people and operators do with evenings. Everything waits for the database but `wake`."""

    store: Store
    limits: Limits
    milliseconds: Callable[[], int]
    entropy: Callable[[int], bytes]
    new_id: Callable[[], str]
    offered: Sequence[str]  # the houses that are played here
    wake: asyncio.Event = field(default_factory=asyncio.Event)  # there may be something to do at tables
    _kept: dict[str, tuple[object, EveningShown]] = field(default_factory=dict)  # by evening

    # Shown

    def listed(self, who: Person | None) -> list[EveningListed]:
        """The evenings that somebody may look at."""

        def work(connection: Connection) -> list[EveningListed]:
            names, found = Names(connection), []
            for stored in rows.all_evenings(connection):
                evening = load(stored.state)
                if may_see(stored, evening, who, None):
                    found.append(listed(stored, evening, who, names))
            return found

        return self.store.read(work)

    def look(self, evening: str, who: Person | None, invite: str | None = None) -> EveningShown:
        """An evening as somebody may see it; a private one asks for its invitation."""

        def work(connection: Connection) -> EveningShown:
            stored = _read(connection, evening)
            value = load(stored.state)
            if not may_see(stored, value, who, invite):
                raise Refusal("private", "This evening is private: come with its invitation", None, "invite")
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

    def announce(self, asked: EveningAsked, who: Person) -> EveningShown:
        """A new evening of a host, with its bots."""
        if asked.house not in self.offered:
            text = f"There is no house {asked.house!r} here; allowed: {', '.join(self.offered)}"
            raise Refusal("no_house", text, None, "house")
        plan = plan_of(asked, load_house(asked.house))
        event = Announce(who.id, plan)

        def work(connection: Connection) -> tuple[str, Evening | None]:
            before = _once(connection, Request(who.id, asked.id, content_of("", event)))
            if before is not None:
                return before, None
            now = self.milliseconds()
            under_way, today = rows.count_hosted(connection, who.id, now - DAY)
            if under_way >= HOSTED or today >= HOSTED_A_DAY:
                text = f"One person hosts {HOSTED} evenings at once, and {HOSTED_A_DAY} in a day, and no more"
                raise Refusal("rate", text, None)
            league = asked.league
            if asked.new_league is not None:
                league = self._begin_league(connection, asked.new_league, who, asked.id, "new_league")
            elif league is not None:
                self._check_league(connection, league, who)
            new = self.new_id()
            secret = make_secret(self.entropy)
            value = open_evening(connection, new, event, league, secret, asked.id, now)
            if asked.bots:
                stored, own = locked_evening(connection, new), evening_actor(new)
                value = advance(connection, stored, bots_of(new, asked.bots), own, f"bots {asked.id}", now)
            return new, value

        evening, made = surely(lambda: self.store.write(work))
        if made is not None:
            log_phase(None, made)
        return self.look(evening, who)

    def enter(self, evening: str, asked: Entering, who: Person) -> EveningShown:
        """Somebody enters for themselves."""

        def make(stored: StoredEvening, value: Evening, connection: Connection) -> Event:
            if not may_see(stored, value, who, asked.invite):
                raise Refusal("private", "This evening is private: come with its invitation", None, "invite")
            self.limits.check_chips(connection, who.id, self.milliseconds())
            return Enter((who.id,))

        self._do(evening, who.id, asked.id, make)
        return self.look(evening, who)

    def leave(self, evening: str, asked: Hosting, who: Person) -> EveningShown:
        """Somebody leaves."""
        self._do(evening, who.id, asked.id, lambda *_: Leave(who.id))
        return self.look(evening, who)

    def conduct(self, evening: str, act: HostAct, asked: Hosting, who: Person) -> EveningShown:
        """The host starts it, has it rest or go on, or calls it off."""
        lot = self.entropy(16).hex()
        events: dict[HostAct, Event] = {
            "start": Start(lot),
            "pause": Pause(),
            "resume": Resume(),
            "call_off": CallOff(),
        }
        return self._host(evening, asked, who, f"evening_{act}", lambda *_: events[act])

    def remove(self, evening: str, asked: Removing, who: Person) -> EveningShown:
        """The host has somebody go."""
        person = asked.person
        return self._host(evening, asked, who, "evening_remove", lambda *_: Leave(person, removed=True))

    def add_bots(self, evening: str, asked: BotsAsked, who: Person) -> EveningShown:
        """The host has bots enter."""

        def make(stored: StoredEvening, value: Evening, connection: Connection) -> Event:
            taken = {each.id for each in value.entrants}
            return bots_of(evening, asked.bots, taken)

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

    def _do(self, evening: str, actor: str, command: str, make: Make) -> Evening:
        """An event of an evening, once, in a transaction."""

        def work(connection: Connection) -> tuple[Phase, Evening]:
            stored = locked_evening(connection, evening)
            value = load(stored.state)
            event = make(stored, value, connection)
            if _once(connection, Request(actor, command, content_of(evening, event))) is not None:
                return value.phase, value
            return value.phase, advance(connection, stored, event, actor, command, self.milliseconds())

        try:
            before, after = surely(lambda: self.store.write(work))
        except Conflict:  # the same command came by another way at the same time
            before, after = surely(lambda: self.store.write(work))
        log_phase(before, after)
        return after

    # Leagues

    def leagues(self, who: Person | None) -> list[LeagueListed]:
        """The leagues."""

        def work(connection: Connection) -> list[LeagueListed]:
            names = Names(connection)
            found = []
            for each in rows.all_leagues(connection):
                evenings = _evenings(connection, each.id)
                found.append(league_listed(each[:3], evenings, who, names))
            return found

        return self.store.read(work)

    def league(self, league: str, who: Person | None) -> LeagueShown:
        """A league over its evenings."""

        def work(connection: Connection) -> LeagueShown:
            found = rows.read_league(connection, league)
            if found is None:
                raise Refusal("no_league", "There is no such league", None, "league")
            return league_shown(found[:3], _evenings(connection, league), who, Names(connection))

        return self.store.read(work)

    def begin_league(self, asked: LeagueAsked, who: Person) -> LeagueShown:
        """A new league."""

        def work(connection: Connection) -> str:
            return self._begin_league(connection, asked.name, who, asked.id, "name")

        return self.league(surely(lambda: self.store.write(work)), who)

    def _begin_league(self, connection: Connection, name: str, who: Person, command: str, path: str) -> str:
        """A new league; its id is made of who begins it and of the command, so that it is begun once."""
        check_printable(name, path, "A name has printable characters")
        new = StoredLeague(f"{who.id}.{command}", name.strip(), who.id, self.milliseconds())
        before = rows.read_league(connection, new.id)
        if before is None:
            if rows.count_leagues(connection, who.id) >= LEAGUES:
                raise Refusal("rate", f"One person begins {LEAGUES} leagues, and no more", None)
            rows.store_league(connection, new)
        elif before.name != new.name:
            raise _id_used()
        return new.id

    def _check_league(self, connection: Connection, league: str, who: Person) -> None:
        found = rows.read_league(connection, league)
        if found is None:
            raise Refusal("no_league", "There is no such league", None, "league")
        if found.host != who.id and who.role != "operator":
            raise Refusal(
                "not_evening_host", "Only the host of a league puts evenings into it", None, "league"
            )


def may_see(stored: StoredEvening, evening: Evening, who: Person | None, invite: str | None) -> bool:
    """Whether somebody may look at an evening: a private one is for who has entered, hosts or is invited."""
    if not evening.plan.private:
        return True
    known = who is not None and (
        who.id == evening.host or who.role == "operator" or evening.entrant(who.id) is not None
    )
    return known or (bool(invite) and compare_digest(str(invite).encode(), stored.invite.encode()))


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


def _evenings(connection: Connection, league: str) -> list[Evening]:
    return [load(each.state) for each in rows.evenings_of_league(connection, league)]


def _once(connection: Connection, asked: Request) -> str | None:
    try:
        return done_before(connection, asked)
    except OtherContent:
        raise _id_used() from None


def _id_used() -> Refusal:
    text = "This command id was used before for something else: take a new one for each command"
    return Refusal("id_used", text, None, "id")
