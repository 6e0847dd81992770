"""Responsible play: what a session of play has cost, how long it is, and the limits that end it.

A session of play begins with a bet and is over after an hour without one; signing out and in again does not
end it. What was won or lost is read from the ledger; play money from the mint is neither. `Departures` has
people who signed out or were excluded leave the tables of every server, and not only of the one that they
told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pitboss.house import DAY, HOUR, MINUTE
from pitboss.house.people import refuse_gone
from pitboss.ledger import people
from pitboss.ledger.people import Session, StoredLimits
from pitboss.ledger.servers import Departure, Reason, departures_since, write_departure
from pitboss.ledger.store import Connection, Store
from pitboss.messages.times import limit_refusal
from pitboss.money import MICRO, Cents, dollars
from pitboss.round import Refusal
from pitboss.table.live_floor import Floor
from pitboss.table.messages import ShowOut
from pitboss.table.settings import Seconds

Limit = Literal["loss", "minutes"]
Change = Callable[[StoredLimits], StoredLimits]
Longer = Callable[[int], Refusal]  # of an exclusion that ends at a time and cannot be shortened
PAUSE: Final = HOUR  # without a bet: the session is over
WAIT: Final = DAY  # before a limit gets looser
MOST_LOSS: Final[Cents] = 1_000_000_000
MOST_MINUTES: Final = 24 * 60
MOST_EXCLUDED: Final = 5 * 366 * DAY


@dataclass(frozen=True, slots=True)
class Pending:
    """A looser limit that was asked for, and from when on it holds; None is no limit."""

    limit: Limit
    value: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a person allows themselves now; None is no limit."""

    loss: Cents | None
    minutes: int | None
    pending: tuple[Pending, ...]
    excluded_until: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's session of play. Stakes in open rounds are not lost yet, and are told apart."""

    since: int | None  # None: no session goes on
    elapsed: int  # milliseconds
    net: Cents
    on_tables: Cents


class Limits:
    """The limits of the people of one house. Times are milliseconds since 1970, and the caller's."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def standing(self, person: str, now: int) -> Standing:
        """Net position and time of the session, for all to see always."""

        def work(connection: Connection) -> Standing:
            held = sum(people.waiting(connection, person).values())
            session = _current(connection, person, now)
            if session is None:
                return Standing(None, 0, 0, held // MICRO)
            net = people.gained(connection, person, session.after) + held - session.carried
            return Standing(session.began, now - session.began, net // MICRO, held // MICRO)

        return self._store.read(work)

    def allowed(self, person: str, now: int) -> Allowed:
        """The limits as they hold now, and what will change."""
        return _allowed(self._store.read(lambda connection: _limits(connection, person)), now)

    def check_bet(self, connection: Connection, person: str, now: int, more: Cents = 1) -> None:
        """Refuses a bet that a limit does not allow, in the bet's own transaction; the first one of a session
        begins it.

        `more` is what the bet adds to the money on the table, the reserve for Play too: a bet that could cost
        more than is left of the loss limit is refused before it is made. Taking a bet back is always allowed.
        The person's row stays locked until the bet is stored: of two bets at two tables, whichever servers
        have them, the second is checked after the first. The table's row is locked before it, accounts after.
        """
        if more > 0 and _check(connection, person, now, more) is None:
            people.begin_session(connection, person, now)

    def check_chips(self, connection: Connection, person: str, now: int, more: Cents = 1) -> None:
        """The same for a bet of chips, which are no money: only an exclusion rules it out."""
        if more > 0:
            _check_excluded(_allowed(_limits(connection, person), now))

    def check_entry(self, person: str, now: int) -> None:
        """Refuses a person who is excluded from play."""
        _check_excluded(self.allowed(person, now))

    def change(self, person: str, now: int, changes: Sequence[Change]) -> Allowed:
        """Makes all of these changes, in one transaction; if one is refused, none of them is made."""

        def work(connection: Connection) -> Allowed:
            before = _limits(connection, person, lock=True)
            after = _in_force(before, now)
            for change in changes:
                after = change(after)
            if changes and after != before:  # each change is recorded for ever
                people.write_limits(connection, person, after, person, now)
            return _allowed(after, now)

        return self._store.write(work)


# Changes
def loss_limit(cents: Cents | None, now: int) -> Change:
    """Another limit on what one session may cost."""
    if cents is not None and not 100 <= cents <= MOST_LOSS:
        text = f"A loss limit is from $1 to {dollars(MOST_LOSS)}"
        raise Refusal("limit_value", text, None, "loss")
    return lambda old: _with(old, "loss", cents, now)


def time_limit(minutes: int | None, now: int) -> Change:
    """Another limit on how long one session may be."""
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        text = f"A time limit is from 1 to {MOST_MINUTES} minutes"
        raise Refusal("limit_value", text, None, "minutes")
    return lambda old: _with(old, "minutes", minutes, now)


def exclusion(until: int, now: int, shorter: Longer | None = None) -> Change:
    """No bets until then, or even later. `shorter` words that the person is excluded for longer already."""
    if not now < until <= now + MOST_EXCLUDED:
        text = "An exclusion ends in the future, and within five years"
        raise Refusal("limit_value", text, None, "until")

    def later(old: StoredLimits) -> StoredLimits:
        if old.excluded_until is not None and until < old.excluded_until:
            values = {"until": old.excluded_until}
            raise shorter(old.excluded_until) if shorter else limit_refusal("excluded", "until", values)
        return old._replace(excluded_until=until)

    return later


def _limits(connection: Connection, person: str, *, lock: bool = False) -> StoredLimits:
    return people.read_limits(connection, person, lock=lock) or refuse_gone()


# A session
def _current(connection: Connection, person: str, now: int) -> Session | None:
    """The session that goes on."""
    session = people.read_session(connection, person)
    return session if session and now - _last(connection, person, session) < PAUSE else None


def _last(connection: Connection, person: str, session: Session) -> int:
    """When the last bet was made, or tried to begin the session with."""
    return max(session.began, people.last_bet(connection, person) or 0)


def _check(connection: Connection, person: str, now: int, more: Cents) -> Session | None:
    """Refuses a bet, or gives the session it belongs to; None when it would begin one."""
    allowed = _allowed(_limits(connection, person, lock=True), now)  # until the bet is stored with it
    _check_excluded(allowed)
    session = _current(connection, person, now)
    if session is not None and allowed.minutes is not None:
        played = (now - session.began) // MINUTE
        if played >= allowed.minutes:
            again = _last(connection, person, session) + PAUSE
            values = {"limit": allowed.minutes, "played": played, "again": again}
            raise limit_refusal("limit", "", {"which": "minutes", **values})
    if allowed.loss is not None:
        _check_loss(connection, person, now, session, allowed.loss, more)
    return session


def _check_excluded(allowed: Allowed) -> None:
    if allowed.excluded_until is not None:
        raise limit_refusal("excluded", "", {"until": allowed.excluded_until})


def _check_loss(
    connection: Connection, person: str, now: int, session: Session | None, limit: Cents, more: Cents
) -> None:
    """All that is on tables counts as lost: only then no later bet can go past the limit."""
    values: dict[str, int | str] = {"which": "loss", "limit": limit, "more": more}
    if session is None:
        spent = sum(people.waiting(connection, person).values()) // MICRO
    else:
        spent = (session.carried - people.gained(connection, person, session.after)) // MICRO
        values["again"] = max(_last(connection, person, session) + PAUSE, now)
    left = limit - spent
    if more > left:
        raise limit_refusal("limit", "wagers", values | {"left": max(left, 0), "spent": spent})


# Limits
def _in_force(limits: StoredLimits, now: int) -> StoredLimits:
    """Limits after the changes whose time has come."""
    for which, _, later, at in _both(limits):
        if at is not None and at <= now:
            limits = _changed(limits, which, later, None, None)
    if limits.excluded_until is not None and limits.excluded_until <= now:
        limits = limits._replace(excluded_until=None)
    return limits


def _with(limits: StoredLimits, which: Limit, value: int | None, now: int) -> StoredLimits:
    """A changed limit: at once when it is not looser, which also calls off a looser one that waits."""
    before = limits.loss if which == "loss" else limits.minutes
    if before is not None and (value is None or value > before):
        return _changed(limits, which, before, value, now + WAIT)
    return _changed(limits, which, value, None, None)


def _both(limits: StoredLimits) -> tuple[tuple[Limit, int | None, int | None, int | None], ...]:
    """Each limit with its value, the value that it will have, and from when on."""
    return (
        ("loss", limits.loss, limits.loss_next, limits.loss_from),
        ("minutes", limits.minutes, limits.minutes_next, limits.minutes_from),
    )


def _changed(
    limits: StoredLimits, which: Limit, value: int | None, later: int | None, at: int | None
) -> StoredLimits:
    if which == "loss":
        return limits._replace(loss=value, loss_next=later, loss_from=at)
    return limits._replace(minutes=value, minutes_next=later, minutes_from=at)


def _allowed(limits: StoredLimits, now: int) -> Allowed:
    limits = _in_force(limits, now)
    pending = [Pending(which, later, at) for which, _, later, at in _both(limits) if at is not None]
    return Allowed(limits.loss, limits.minutes, tuple(pending), limits.excluded_until)


BACK: Final = 30_000  # milliseconds: longer than any transaction lasts


@dataclass
class Departures:
    """What one server knows of who had to go."""

    store: Store
    floor: Floor
    milliseconds: Callable[[], int]
    _known: set[int] = field(default_factory=set)  # numbers of those it has heard of, some seconds back

    def announce(self, person: str, reason: Reason) -> Departure:
        """Writes down that a person must leave, for all servers; here the caller shows them out."""
        at = self.milliseconds()
        self.store.write(lambda connection: write_departure(connection, person, reason, at))
        return Departure(0, person, reason, at)

    def news(self) -> list[Departure]:
        """Who has had to go and was not told here before; the caller spares who has come since."""
        since = self.milliseconds() - BACK
        found = self.store.read(lambda connection: departures_since(connection, since))
        new = [each for each in found if each.number not in self._known]
        self._known = {each.number for each in found}
        return new

    async def show_out(self, departure: Departure) -> None:
        """Has a person leave the tables that are here; one who has come back since then stays.

        Who was excluded gives up their seats: at once, or after the hand that has their money in it.
        """
        person, before = departure.person, departure.at / 1000
        if departure.reason == "excluded":
            await exclude(self.floor, person, before)
        else:
            self.floor.cut(person, departure.reason, before)


async def exclude(floor: Floor, person: str, before: Seconds) -> None:
    """A person leaves every table of a floor; who has money in a hand sees its end."""
    for room in list(floor.rooms.values()):
        if person in room.live.seating.people:
            await room.do(ShowOut(person))
        if not room.live.takes_part(person):
            for watcher in [each for each in room.watchers if each.person == person and each.since <= before]:
                watcher.cut("excluded")
