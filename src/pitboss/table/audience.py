"""Who watches a table, and what each of them is sent: the whole table first, then only what has changed.

The table is kept in parts, each as JSON with the moment of its last change. What is the same for everyone is
made and written once for all; what only one person may see is kept under that person and goes to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Raw

from pitboss.round import Viewer, tell
from pitboss.round.facts import Fact, told_apart
from pitboss.table.live_state import Change, LiveState, Noted
from pitboss.table.messages import DoneFrame
from pitboss.table.settings import Seconds
from pitboss.table.view_types import field_values
from pitboss.table.views import seat_frame, state_frame, table_frame, you_frame

_ENCODER: Final = msgspec.json.Encoder()  # of dataclasses, in half the time of Pydantic's writer


def encode(value: object) -> bytes:
    """A frame, or a part of one, as JSON."""
    return _ENCODER.encode(value)


Viewed = str | None  # a person, or nobody in particular


def told_to(changes: Collection[Change], person: Viewed) -> list[Fact | Noted]:
    """What one viewer is told of some changes, and no more."""
    found: list[Fact | Noted] = []
    for change in changes:
        if change.event is not None and change.state is not None:
            found += tell(change.state, change.event, Viewer(person))
        elif change.note is not None:
            found.append(change.note)
    return found


def encode_events(changes: Collection[Change], people: Collection[Viewed]) -> dict[Viewed, bytes]:
    """The same as JSON for each of these viewers; what is the same for many is written once."""
    apart: set[Viewed] = set()
    for change in changes:
        if change.event is not None and change.state is not None:
            apart |= told_apart(change.state, change.event).intersection(people)
    public = _ENCODER.encode(told_to(changes, None))
    return {each: _ENCODER.encode(told_to(changes, each)) if each in apart else public for each in people}


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


Key = TypeVar("Key", str, int)


class _Parts(Generic[Key]):
    """Parts of what is shown under their keys: each as a value, as JSON, and when it has last changed."""

    def __init__(self) -> None:
        self.known: dict[Key, tuple[object, Raw, int]] = {}

    def note(self, values: Mapping[Key, object], moment: int) -> None:
        """Notes values, and writes those that are others than before."""
        for key, value in values.items():
            before = self.known.get(key)
            if before is None or before[0] != value:
                self.known[key] = (value, Raw(_ENCODER.encode(value)), moment)

    def since(self, moment: int) -> dict[Key, Raw]:
        """What has changed after a moment."""
        return {key: text for key, (_, text, at) in self.known.items() if at > moment}


@dataclass(slots=True)
class Audience:
    """What the watchers of one table know of it. Everything is done in the table's turn."""

    moment: int = 0
    _table: _Parts[str] = field(default_factory=_Parts)
    _state: _Parts[str] = field(default_factory=_Parts)
    _seats: _Parts[int] = field(default_factory=_Parts)
    _own: dict[Viewed, _Parts[str]] = field(default_factory=dict)

    def whole(self, live: LiveState, watcher: Watcher) -> bytes:
        """The first frame of a connection: the whole table as its person may see it."""
        self._look(live, [watcher.person])
        watcher.knows = self.moment
        return _ENCODER.encode({"t": "view", "rev": live.rev, **self._changes(watcher.person, 0)})

    def updates(
        self, live: LiveState, changes: Sequence[Change], watchers: Collection[Watcher], done: Done | None
    ) -> list[tuple[Watcher, bytes]]:
        """What has happened and what has changed, for each watcher who does not know it yet."""
        people = {each.person for each in watchers}
        self._look(live, people)
        for gone in self._own.keys() - people:
            del self._own[gone]
        events = encode_events(changes, people)
        found: list[tuple[Watcher, bytes]] = []
        for watcher in watchers:
            changed = self._changes(watcher.person, watcher.knows)
            watcher.knows = self.moment
            answered = done.id if done is not None and done.watcher is watcher else None
            if changed or changes:
                frame = {"t": "update", "rev": live.rev, "events": Raw(events[watcher.person])} | changed
                if answered is not None:
                    frame["done"] = answered
                found.append((watcher, _ENCODER.encode(frame)))
            elif answered is not None:
                found.append((watcher, done_alone(answered, live.rev)))
        return found

    def _look(self, live: LiveState, people: Collection[Viewed]) -> None:
        """Notes how the table is now, for everyone and for these people."""
        self.moment = now = self.moment + 1
        self._table.note({"table": table_frame(live)}, now)
        self._state.note(field_values(state_frame(live)), now)
        numbers = range(1, live.table.sheet.seats + 1)
        self._seats.note({number: seat_frame(live, number) for number in numbers}, now)
        for person in people:
            own = self._own.setdefault(person, _Parts())
            own.note(field_values(you_frame(live, person)), now)

    def _changes(self, person: Viewed, moment: int) -> dict[str, Any]:
        """What a viewer may see of what has changed after a moment."""
        seats = list(self._seats.since(moment).values())
        parts = {"state": self._state.since(moment), "seats": seats, "you": self._own[person].since(moment)}
        return {**self._table.since(moment), **{name: part for name, part in parts.items() if part}}


def done_alone(id_: str, rev: int) -> bytes:
    """The answer to a command that has changed nothing which its sender could see."""
    return encode(DoneFrame(id_, rev))
