"""What has ended is forgotten at once, without a search for garbage: refusals, connections, visitors."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.round import Refusal
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Tick
from pitboss.web.server import GARBAGE
from tests.web.edge import Edge
from tests.web.test_door import House


@contextmanager
def no_search() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Mark:
    """Something that a call at the table has in its hands."""


def test_a_refusal_keeps_nothing_of_the_table(edge: Edge) -> None:
    """A refusal with its traceback knew every state on the way to it, in a circle, one for each message."""
    ann = edge.guest()
    room = edge.room(ann.open())
    known: list[weakref.ref[Mark]] = []

    def refuses(live: LiveState, do: Callable[[], LiveState]) -> None:
        mark = Mark()
        known.append(weakref.ref(mark))
        raise Refusal("phase", "Not now", None)

    async def asked() -> None:
        for _ in range(3):
            with pytest.raises(Refusal, match="Not now"):
                await room.do(Tick(), around=refuses)

    with no_search():
        edge.call(asked)
        assert len(known) == 3
        assert [each() for each in known] == [None] * 3  # gone by themselves


def test_a_connection_without_a_request_is_forgotten() -> None:
    house = House()
    with no_search():
        wire = house.comes()
        found: weakref.ref[Any] = weakref.ref(wire.protocol)
        wire.protocol.connection_lost(None)
        wire.protocol = None  # as a real one does
        house.clock.passes(1_000)
        assert found() is None


def test_what_nobody_can_reach_is_looked_for_before_it_is_much() -> None:
    """Objects between two looks at everything: with 100 bytes for each, some 25 MB."""
    first, second, third = GARBAGE
    assert first * second * third <= 250_000


def test_a_table_forgets_who_has_left(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("shine")
    room = edge.room(table)
    seats = room.live.table.sheet.seats
    with ann.join(table) as a:
        a.sits(1).deals(1)
        for _ in range(4 * seats):
            with edge.guest().join(table):
                pass
        assert ann.id in room.live.stacks
        assert len(room.live.stacks) <= 1 + 2 * seats + 1
        assert a.seat(1)["stack"] == edge.funds(ann)
        a.done("play", seat=1)
    assert room.live.seating.people.keys() <= {ann.id}
