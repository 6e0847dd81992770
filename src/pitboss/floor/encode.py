"""Views as bytes, for all viewers of a table at once: what is the same for everybody is built only once.

The bytes of a viewer are exactly those of `table_view` for that viewer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from pitboss.floor.frames import events_frame, own_part, table_view, told_to
from pitboss.floor.live_state import Change, LiveState, Note
from pitboss.floor.seat_frames import seat_facts, seat_frame
from pitboss.floor.view_types import EventsFrame, OwnPart, SeatFrame, TableView
from pitboss.round.facts import Fact

Viewed = str | None  # a person, or nobody in particular


@cache
def _writer(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def encode(frame: TableView | EventsFrame) -> bytes:
    """One frame as JSON."""
    return _writer(TableView if isinstance(frame, TableView) else EventsFrame).dump_json(frame)


@dataclass(slots=True)
class Written:
    """What was last written of one table: a part that is the same is not written again."""

    seats: dict[tuple[int, bool], tuple[object, bytes]] = field(default_factory=dict)  # and whether one's own
    own: dict[Viewed, tuple[OwnPart, bytes]] = field(default_factory=dict)

    def seat(self, live: LiveState, number: int, person: Viewed, *, own: bool) -> bytes:
        """A seat as its own person sees it, or as everybody else does."""
        viewer = person if own else None
        facts, place = seat_facts(live, number, viewer), (number, own)
        known = self.seats.get(place)
        if known is None or known[0] != facts:
            known = facts, _writer(SeatFrame).dump_json(seat_frame(live, number, viewer))
            self.seats[place] = known
        return known[1]

    def own_part(self, live: LiveState, person: Viewed) -> bytes:
        """The fields that each viewer gets for themselves, without braces."""
        part = own_part(live, person)
        known = self.own.get(person)
        if known is None or known[0] != part:
            known = part, _writer(OwnPart).dump_json(part)[1:-1]
            self.own[person] = known
        return known[1]

    def forget(self, people: Collection[Viewed]) -> None:
        """Keeps nothing of who is not among these."""
        for gone in self.own.keys() - set(people):
            del self.own[gone]


def encode_views(
    live: LiveState, people: Collection[Viewed], before: Written | None = None
) -> dict[Viewed, bytes]:
    """The view of each of these viewers; `before` is what was last written for all of them."""
    written = Written() if before is None else before
    numbers = range(1, live.table.sheet.seats + 1)
    seats = [written.seat(live, number, None, own=False) for number in numbers]
    head, tail = _around(table_view(live, None, seats=False))
    found: dict[Viewed, bytes] = {}
    for person in people:
        parts = seats
        if own := _own_seats(live, person):
            parts = seats.copy()
            for number in own:
                parts[number - 1] = written.seat(live, number, person, own=True)
        found[person] = b"".join(
            (head, b",".join(parts), b"],", written.own_part(live, person), tail),
        )
    written.forget(people)
    return found


def _own_seats(live: LiveState, person: Viewed) -> set[int]:
    """The seats that look different to a person than to others."""
    if person is None:
        return set()
    sitter = live.seating.people.get(person)
    own = set(sitter.seats) if sitter else set()
    state = live.state
    return own | {seat.number for seat in state.seats if seat.player == person} if state else own


def _around(public: TableView) -> tuple[bytes, bytes]:
    """The parts of a view before the seats, and after what each viewer gets for themselves."""
    whole = encode(public)
    first = whole.index(b'"seats":[') + len(b'"seats":[')
    return whole[:first], whole[whole.rindex(b',"meter":') :]


def encode_events(changes: list[Change], people: Iterable[Viewed]) -> dict[Viewed, bytes]:
    """What has happened, as each of these viewers may hear it; who hears the same gets the same bytes."""
    found: dict[Viewed, bytes] = {}
    heard: list[tuple[list[Fact | Note], bytes]] = []
    for person in people:
        told = told_to(changes, person)
        frame = next((frame for other, frame in heard if other == told), None)
        if frame is None:
            frame = encode(events_frame(changes, person))
            heard.append((told, frame))
        found[person] = frame
    return found
