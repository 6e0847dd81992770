"""Who watches a table, and what each of them is sent: the whole table first, then only what has changed.

The table is kept in parts, each as JSON with the moment of its last change. What is the same for everybody is
made and written once for all; what only one person may see is kept under that person and goes to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

import msgspec

from pitboss.round import Event, Round, Viewer, tell
from pitboss.round.facts import told_apart
from pitboss.table.host_powers import powers_of
from pitboss.table.live_state import Change, LiveState
from pitboss.table.messages import DoneFrame
from pitboss.table.settings import Seconds
from pitboss.table.view_types import PowerFrame, field_values
from pitboss.table.views import (
    SeatFacts,
    own_facts,
    own_part,
    seat_facts,
    seat_frame,
    state_values,
    table_frame,
)

_ENCODER: Final = msgspec.json.Encoder()  # of dataclasses, in half the time of Pydantic's writer


def encode(value: object) -> bytes:
    """A frame, or a part of one, as JSON."""
    return _ENCODER.encode(value)


def member(key: str, text: bytes) -> bytes:
    """A value that is JSON already, under its key, which is a plain name."""
    return b'"%b":%b' % (key.encode(), text)


def join_object(members: Iterable[bytes]) -> bytes:
    """An object of such members."""
    return b"{" + b",".join(members) + b"}"


def join_array(texts: Iterable[bytes]) -> bytes:
    """An array of values that are JSON already."""
    return b"[" + b",".join(texts) + b"]"


# What has happened
Viewed = str | None  # a person, or nobody in particular


def encode_events(changes: Iterable[Change], people: Collection[Viewed]) -> dict[Viewed, bytes]:
    """Some changes as JSON, as each viewer may hear them, and no more.

    What everybody is told in one way is written once.
    """
    public: list[bytes] = []
    apart: dict[Viewed, list[bytes]] = {}  # of whom something was told in another way
    for change in changes:
        if change.event is not None and change.state is not None:
            texts, otherwise = _written(change.state, change.event, people)
            for person in otherwise.keys() - apart.keys():
                apart[person] = list(public)
            for person, heard in apart.items():
                heard.extend(otherwise.get(person, texts))
            public += texts
        elif change.note is not None:
            note = encode(change.note)
            for heard in (public, *apart.values()):
                heard.append(note)
    whole = join_array(public)
    return {person: join_array(apart[person]) if person in apart else whole for person in people}


def _written(
    state: Round, event: Event, people: Collection[Viewed]
) -> tuple[list[bytes], dict[Viewed, list[bytes]]]:
    """One event as everybody is told it, and for those of these viewers who are told it in another way."""
    texts = [encode(each) for each in tell(state, event)]
    apart = told_apart(state, event).intersection(people)
    return texts, {one: [encode(each) for each in tell(state, event, Viewer(one))] for one in apart}


@dataclass(eq=False)
class Watcher:
    """One connection to a table: whose it is, where its frames go, and up to when it knows the table."""

    person: Viewed
    send: Callable[[bytes], None]  # must not wait; a connection that cannot keep up is its owner's to cut
    cut: Callable[[str], None] = lambda _: None  # ends the connection, with a reason
    knows: int = 0
    since: Seconds = 0.0  # when it came


class Done(NamedTuple):
    """A command that was done, for the connection that sent it."""

    watcher: Watcher
    id: str


class _Part(NamedTuple):
    value: object
    text: bytes  # with its key
    moment: int  # of the last change


@dataclass(slots=True)
class _Parts:
    """JSON under keys, and when each has changed."""

    known: dict[str, _Part] = field(default_factory=dict)
    moment: int = 0  # of the last change of any

    def note(self, values: Mapping[str, object], moment: int) -> None:
        """Notes values, and writes those that are others than before."""
        known = self.known
        for key, value in values.items():
            before = known.get(key)
            if before is None or (before.value is not value and before.value != value):
                known[key] = _Part(value, member(key, encode(value)), moment)
                self.moment = moment

    def since(self, moment: int) -> list[bytes]:
        """What has changed after a moment."""
        if self.moment <= moment:
            return []
        return [part.text for part in self.known.values() if part.moment > moment]


F = TypeVar("F")


@dataclass(slots=True)
class _Written:
    """What is made of some facts, as JSON, and when it has changed."""

    facts: object = None
    text: bytes = b""
    moment: int = 0

    def show(self, facts: F, moment: int, write: Callable[[F], bytes]) -> None:
        """Notes the facts; where they are written in the same way as before, nothing has changed."""
        if facts == self.facts:
            return
        self.facts = facts
        if (text := write(facts)) != self.text:
            self.text, self.moment = text, moment


@dataclass(slots=True)
class _Own:
    """What only one person may see."""

    values: _Parts = field(default_factory=_Parts)
    powers: _Written = field(default_factory=_Written)  # apart: they change whenever somebody else acts
    seats: _Written = field(default_factory=_Written)

    def since(self, moment: int) -> list[bytes]:
        """What has changed after a moment."""
        found = self.values.since(moment)
        if self.powers.moment > moment:
            found.append(self.powers.text)
        if self.seats.moment > moment:
            found.append(self.seats.text)
        return found


@dataclass(slots=True)
class Audience:
    """What the watchers of one table know of it. Everything is done in the table's turn."""

    moment: int = 0
    _table: _Parts = field(default_factory=_Parts)
    _state: _Parts = field(default_factory=_Parts)
    _seats: dict[int, _Written] = field(default_factory=dict)
    _own: dict[Viewed, _Own] = field(default_factory=dict)

    def whole(self, live: LiveState, watcher: Watcher) -> bytes:
        """The first frame of a connection: the whole table as its person may see it."""
        self._look(live, [watcher.person])
        watcher.knows = self.moment
        start = [b'"t":"view"', b'"rev":%d' % live.rev]
        return join_object(start + self._changes(0) + self._you(watcher.person, 0))

    def updates(
        self, live: LiveState, changes: Sequence[Change], watchers: Collection[Watcher], done: Done | None
    ) -> list[tuple[Watcher, bytes]]:
        """What has happened and what has changed, for each watcher who does not know it yet."""
        people = {each.person for each in watchers}
        self._look(live, people)
        self._forget(people)
        heard = encode_events(changes, people)
        public: dict[int, list[bytes]] = {}
        made: dict[tuple[int, bytes], bytes] = {}  # what many are sent, each with their own after it
        found: list[tuple[Watcher, bytes]] = []
        for watcher in watchers:
            knows, events = watcher.knows, heard[watcher.person]
            if knows not in public:
                public[knows] = self._changes(knows)
            own = self._you(watcher.person, knows)
            if done is not None and done.watcher is watcher:
                if not (public[knows] or own or changes):
                    found.append((watcher, done_alone(done.id, live.rev)))
                    continue
                own.append(member("done", encode(done.id)))
            if public[knows] or own or changes:
                start = made.get((knows, events))
                if start is None:
                    rest = (member("events", events), *public[knows])
                    start = made[knows, events] = b'{"t":"update","rev":%d,%b' % (live.rev, b",".join(rest))
                found.append((watcher, b"%b,%b}" % (start, b",".join(own)) if own else start + b"}"))
        for watcher in watchers:
            watcher.knows = self.moment
        return found

    def _look(self, live: LiveState, people: Collection[Viewed]) -> None:
        """Notes how the table is now, for everybody and for these people."""
        self.moment = now = self.moment + 1
        self._table.note({"table": table_frame(live)}, now)
        self._state.note(state_values(live), now)
        seats = seat_facts(live)
        for facts in seats:
            if facts.number not in self._seats:
                self._seats[facts.number] = _Written()
            self._seats[facts.number].show(facts, now, _write_seat)
        own_seats, powers = own_facts(seats), powers_of(live, people)
        for person in people:
            if person not in self._own:
                self._own[person] = _Own()
            own = self._own[person]
            own.values.note(field_values(own_part(live, person)), now)
            own.powers.show(powers[person], now, _write_powers)
            own.seats.show(own_seats.get(person or "", ()), now, self._write_own_seats)

    def _write_own_seats(self, seats: tuple[SeatFacts, ...]) -> bytes:
        """Somebody's own seats; one that others see in the same way is written already."""
        public = [self._seats[facts.number] for facts in seats]
        texts = [
            seat.text if facts == seat.facts else _write_seat(facts)
            for facts, seat in zip(seats, public, strict=True)
        ]
        return member("seats", join_array(texts))

    def _changes(self, moment: int) -> list[bytes]:
        """What everybody may see of what has changed after a moment."""
        found = self._table.since(moment)
        if state := self._state.since(moment):
            found.append(member("state", join_object(state)))
        if seats := [seat.text for seat in self._seats.values() if seat.moment > moment]:
            found.append(member("seats", join_array(seats)))
        return found

    def _you(self, person: Viewed, moment: int) -> list[bytes]:
        """What only one person may see of what has changed after a moment."""
        found = self._own[person].since(moment)
        return [member("you", join_object(found))] if found else []

    def _forget(self, people: Collection[Viewed]) -> None:
        """Keeps nothing of who watches no more."""
        for gone in self._own.keys() - people:
            del self._own[gone]


def done_alone(id_: str, rev: int) -> bytes:
    """The answer to a command that has changed nothing which its sender could see."""
    return encode(DoneFrame(id_, rev))


def _write_powers(powers: tuple[PowerFrame, ...]) -> bytes:
    return member("powers", encode(powers))


def _write_seat(facts: SeatFacts) -> bytes:
    return encode(seat_frame(facts))
