"""People as the table shows them: names that are told apart, pictures, and gestures that pass by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.ledger import Store, open_store
from pitboss.messages.tables import GESTURES as WORDS
from pitboss.messages.tables import note_words
from pitboss.round import Refusal
from pitboss.table.answers import Asking
from pitboss.table.audience import Watcher
from pitboss.table.live_state import GESTURES, MOST, SPAN, Pace
from pitboss.table.messages import Introduce
from pitboss.table.seating import Seating
from pitboss.table.settings import remembered, seating_text, settings_text
from pitboss.table.table_runner import Room
from pitboss.table.views import table_view
from tests.ledger.books import rows_of
from tests.table.test_table_runner import at_a_table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = open_store(tmp_path / "house.db")
    yield found
    found.close()


def test_two_of_one_name_are_told_apart_for_as_long_as_both_are_there() -> None:
    seating = Seating().come("a", "Ann").come("b", "Ann").come("c", "4nn").come("d", "Bob")
    assert [each.name for each in seating.people.values()] == ["Ann", "Ann (2)", "4nn (3)", "Bob"]
    assert seating.come("b", "Ann").people["b"].name == "Ann (2)"
    assert seating.go("a").come("b", "Ann").people["b"].name == "Ann"
    bots = seating.come("bot 1", "mimic bot", "mimic").come("bot 2", "mimic bot", "mimic")
    assert [each.name for each in bots.people.values() if each.bot] == ["mimic bot", "mimic bot"]


def test_a_name_and_a_picture_are_part_of_the_view_and_are_kept(store: Store) -> None:
    async def evening(room: Room, sent: list[bytes]) -> None:
        await room.do(Introduce("ann", "Queen Ann", "cat"))
        await room.do(Introduce("bob", "Queen Ann", "dog"))
        await room.do(Introduce("bob", "Queen Ann", "fish"))  # a picture alone is no news
        seats = table_view(room.live, None).seats
        assert [(seat.name, seat.avatar, seat.person) for seat in seats[:3]] == [
            ("Queen Ann", "cat", "ann"),
            ("Queen Ann (2)", "fish", "bob"),
            (None, None, None),
        ]
        news = [event for frame in sent for event in json.loads(frame).get("events", [])]
        assert news == [
            {"k": "renamed", "was": "ann", "name": "Queen Ann", "seats": [1]},
            {"k": "renamed", "was": "bob", "name": "Queen Ann (2)", "seats": [2]},
        ]
        live = room.live
        text = seating_text(live.seating, live.turn, 1)
        assert remembered(settings_text(live.settings), text).seating.people["bob"].avatar == "fish"
        with pytest.raises(Refusal, match="Come to the table first"):
            await room.do(Introduce("eve", "Eve", "cat"))

    at_a_table(store, evening)


def test_a_gesture_is_seen_by_everybody_takes_no_turn_and_leaves_nothing(store: Store) -> None:
    async def evening(room: Room, sent: list[bytes]) -> None:
        heard: list[bytes] = []
        watcher = Watcher("bob", heard.append)
        room.watch(watcher)
        room.watch(Watcher(None, heard.append))
        before, rows, rev = room.live, rows_of(store), room.live.rev
        asking = Asking(room, "bob", None, lambda *_: None, watcher)
        async with room._turn:  # somebody's bet is being stored
            message = {"t": "cmd", "id": "g", "rev": 0, "do": "gesture", "gesture": "nice_hand"}
            assert await asking.answer(json.dumps(message)) is None
        note = {"k": "gesture", "seat": 2, "name": "bob", "person": "bob", "gesture": "nice_hand"}
        frames = [json.loads(each) for each in (sent[-1], *heard[-2:])]
        assert [(each["rev"], each["events"]) for each in frames] == [(rev, [note])] * 3
        assert sorted(each.get("done", "") for each in frames) == ["", "", "g"]
        assert room.live is before
        assert rows_of(store) == rows

    at_a_table(store, evening)


def test_gestures_are_made_from_a_seat_by_their_keys_and_not_too_often(store: Store) -> None:
    async def evening(room: Room, sent: list[bytes]) -> None:
        async def says(person: str | None, gesture: str) -> tuple[str, str]:
            asking = Asking(room, person, None, lambda *_: None)
            message = {"t": "cmd", "id": "g", "rev": 0, "do": "gesture", "gesture": gesture}
            answer = await asking.answer(json.dumps(message))
            return str(getattr(answer, "t", "")), str(getattr(answer, "code", ""))

        await room.come("eve", "Eve")
        assert await says("eve", "thanks") == ("refused", "no_seat")
        assert await says(None, "thanks") == ("refused", "spectator")
        assert await says("ann", "rude") == ("refused", "message")
        many = len(sent)
        assert [await says("ann", "thanks") for _ in range(MOST)] == [("done", "")] * MOST
        assert await says("ann", "thanks") == ("refused", "rate")
        assert await says("bob", "thanks") == ("done", "")
        assert len(sent) == many + MOST + 1

    at_a_table(store, evening)


def test_the_next_gesture_is_free_when_the_first_is_long_enough_ago() -> None:
    pace = Pace()
    for second in range(MOST):
        pace.count("ann", float(second))
    with pytest.raises(Refusal) as fault:
        pace.count("ann", 3.0)
    assert fault.value.values == {"again": SPAN * 1000}
    assert fault.value.text == "That were many gestures: the next one in 12 seconds"
    pace.count("bob", 3.0)
    pace.count("ann", SPAN)
    for person in range(100):
        pace.count(f"somebody {person}", SPAN)
    pace.count("ann", 3 * SPAN)
    assert len(pace._made) == 1  # nobody is remembered who has been quiet


def test_gestures_have_words() -> None:
    assert set(WORDS) == set(GESTURES)
    note = {"name": "ann", "seat": 1, "person": "x", "gesture": "cheers"}
    assert note_words("gesture", note, False) == "Ann: Cheers!"
    assert note_words("gesture", note | {"gesture": "not known here"}, True) == "You: …"
