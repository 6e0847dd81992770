"""Views as bytes, for all viewers of a table at once: what is the same for everybody is built only once.

The bytes of a viewer are exactly those of `table_view` for that viewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from pitboss.floor.frames import (
    BankFrame,
    EventsFrame,
    SeatFrame,
    TableView,
    actions_of,
    bank_frame,
    events_frame,
    seat_frame,
    table_view,
    told_to,
)
from pitboss.floor.held import Change, Note
from pitboss.floor.live import LiveTable
from pitboss.round import Action
from pitboss.round.view import Told

Viewed = str | None  # a person, or nobody in particular


@cache
def _writer(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def encode(frame: TableView | EventsFrame) -> bytes:
    """One frame as JSON."""
    return _writer(TableView if isinstance(frame, TableView) else EventsFrame).dump_json(frame)


def encode_views(live: LiveTable, people: Iterable[Viewed]) -> dict[Viewed, bytes]:
    """The view of each of these viewers."""
    public = table_view(live, None)
    seats = [_writer(SeatFrame).dump_json(each) for each in public.seats]
    head, middle, tail = _around(public)
    found: dict[Viewed, bytes] = {}
    for person in people:
        own = _own_seats(live, person)
        if person is None or not own:
            parts, actions, bank = seats, b"[]", bank_frame(live, person)
        else:
            parts = [
                _writer(SeatFrame).dump_json(seat_frame(live, number, person)) if number in own else part
                for number, part in enumerate(seats, 1)
            ]
            actions = _writer(tuple[Action, ...]).dump_json(actions_of(live, person))
            bank = bank_frame(live, person)
        told = _writer(BankFrame | None).dump_json(bank)
        found[person] = b"".join((head, b",".join(parts), middle, actions, b',"bank":', told, tail))
    return found


def _own_seats(live: LiveTable, person: Viewed) -> set[int]:
    """The seats that look different to a person than to others."""
    if person is None:
        return set()
    sitter = live.seating.people.get(person)
    own = set(sitter.seats) if sitter else set()
    state = live.state
    return own | {seat.number for seat in state.seats if seat.player == person} if state else own


def _around(public: TableView) -> tuple[bytes, bytes, bytes]:
    """The parts of a view before the seats, between them and the actions, and after the bank."""
    whole = encode(public)
    first = whole.index(b'"seats":[') + len(b'"seats":[')
    bank_end = whole.rindex(b',"meter":')
    return whole[:first], b'],"actions":', whole[bank_end:]


def encode_events(changes: list[Change], people: Iterable[Viewed]) -> dict[Viewed, bytes]:
    """What has happened, as each of these viewers may hear it; who hears the same gets the same bytes."""
    found: dict[Viewed, bytes] = {}
    heard: list[tuple[list[Told | Note], bytes]] = []
    for person in people:
        told = told_to(changes, person)
        frame = next((frame for other, frame in heard if other == told), None)
        if frame is None:
            frame = encode(events_frame(changes, person))
            heard.append((told, frame))
        found[person] = frame
    return found
