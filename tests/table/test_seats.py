"""Seats: who may sit where, who keeps a seat and how long."""

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
from tests.table.rig import CLOCK, HOUSES, PEOPLE, Floor
from tests.table.test_table_runner import at_a_table


@pytest.mark.clause("STD-9")
def test_std_9_seats_are_numbered_from_one_to_seven() -> None:
    floor = Floor()
    floor.come("ann")
    for seat in (0, 8, -1):
        refusal = floor.refused(floor.live.sit, "ann", seat, 0.0)
        assert (refusal.code, refusal.clause) == ("no_seat", "STD-9")
    floor.live.sit("ann", 7, 0.0)
    assert floor.seats() == {7: "ann"}


def test_nobody_sits_on_anothers_seat_or_twice_on_one() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    assert "Ann" in floor.refused(floor.live.sit, "bob", 1, 0.0).text
    assert "yours" in floor.refused(floor.live.sit, "ann", 1, 0.0).text


@pytest.mark.parametrize("call", ["sit", "stand", "ready", "bet", "draft", "instruct", "more_time"])
def test_a_stranger_comes_to_the_table_first(call: str) -> None:
    floor = Floor("napa-valley")
    live = floor.live
    live.tick(0.0)
    calls = {
        "sit": lambda: live.sit("ann", 1, 0.0),
        "stand": lambda: live.stand("ann", None, 0.0),
        "ready": lambda: live.ready("ann", 0.0),
        "bet": lambda: live.bet("ann", "c", 1, {"ante": 1000}, "", 0.0),
        "draft": lambda: live.draft("ann", 1, {"ante": 1000}),
        "instruct": lambda: live.instruct("ann", "away fold"),
        "more_time": lambda: live.more_time("ann", 0.0),
    }
    assert floor.refused(calls[call]).code == "not_here"


@pytest.mark.parametrize("house", HOUSES)
def test_one_person_takes_as_many_seats_as_the_sheet_allows(house: str) -> None:
    floor = Floor(house)
    floor.come("ann")
    most = {"napa-valley": 3}.get(house, 7)  # NAPA-14; STD-9
    for seat in range(1, most + 1):
        floor.live.sit("ann", seat, 0.0)
    assert floor.seats() == dict.fromkeys(range(1, most + 1), "ann")
    if most < 7:
        refusal = floor.refused(floor.live.sit, "ann", most + 1, 0.0)
        assert (refusal.code, refusal.clause) == ("hands", "NAPA-14")


@pytest.mark.clause("NAPA-14")
def test_napa_14_seats_of_one_person_are_side_by_side() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=3)
    for seat in (1, 5, 7):
        refusal = floor.refused(floor.live.sit, "ann", seat, 0.0)
        assert (refusal.code, refusal.clause) == ("not_consecutive", "NAPA-14")
    floor.live.sit("ann", 2, 0.0)
    floor.live.sit("ann", 4, 0.0)
    assert floor.seats() == {2: "ann", 3: "ann", 4: "ann"}


@pytest.mark.clause("NAPA-14")
def test_napa_14_the_last_seat_is_not_beside_the_first() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=7)
    assert floor.refused(floor.live.sit, "ann", 1, 0.0).clause == "NAPA-14"


@pytest.mark.clause("NAPA-14")
def test_napa_14_nobody_gives_up_the_seat_in_the_middle() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", first=2)
    for seat in (3, 4):
        floor.live.sit("ann", seat, 0.0)
    assert floor.refused(floor.stand, "ann", 3).clause == "NAPA-14"
    floor.stand("ann", 4)
    floor.stand("ann", 2)
    assert floor.seats() == {3: "ann"}


def test_elsewhere_seats_of_one_person_may_be_apart() -> None:
    floor = Floor("shine")
    floor.sit("ann", first=1)
    floor.live.sit("ann", 7, 0.0)
    floor.live.sit("ann", 4, 0.0)
    floor.stand("ann", 4)
    assert floor.seats() == {1: "ann", 7: "ann"}


def test_a_seat_that_is_not_ones_own_is_not_given_up() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    assert floor.refused(floor.stand, "ann", 2).code == "not_yours"
    assert floor.refused(floor.stand, "ann", 5).code == "not_yours"


def test_who_stands_before_the_deal_without_a_bet_is_gone_at_once() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("bob")
    floor.stand("ann")
    assert floor.seats() == {2: "bob"}
    assert "ann" in floor.live.seating.people  # as an onlooker


def test_who_stands_with_a_bet_leaves_after_the_hand() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.stand("ann")
    assert floor.live.seating.people["ann"].leaving
    floor.bet("bob")
    floor.ready("ann", "bob")
    floor.play("ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    floor.play("bob")
    assert floor.phase == "settled"
    assert floor.seats() == {2: "bob"}


def test_who_gives_up_one_of_two_seats_with_a_bet_keeps_the_other() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.live.sit("ann", 2, 0.0)
    floor.deal("ann")
    floor.stand("ann", 2)
    floor.play("ann", seat=1)
    floor.play("ann", seat=2)
    assert floor.seats() == {1: "ann"}


def test_who_sits_down_again_does_not_leave_after_all() -> None:
    floor = Floor()
    floor.dealt("ann")
    floor.stand("ann")
    floor.live.sit("ann", 2, floor.now)
    floor.play("ann", seat=1)
    assert floor.seats() == {1: "ann", 2: "ann"}


@pytest.mark.parametrize("house", HOUSES)
def test_a_void_round_ends_the_hand_for_who_is_leaving(house: str) -> None:
    floor = Floor(house)
    floor.dealt("ann", "bob")
    floor.stand("ann")
    floor.void()
    assert floor.seats() == {2: "bob"}


def test_who_is_gone_keeps_the_seat_and_finds_everything_again() -> None:
    floor = Floor()
    floor.dealt("ann", "bob")
    floor.instruct("ann", "away fold")
    before = floor.live.seating.people["ann"]
    cards = floor.state.seat(1)
    floor.gone("ann")
    assert not floor.live.seating.people["ann"].here
    assert floor.told()[-1] == "away"
    floor.wait(5)
    floor.come("ann")
    assert floor.told() == ["back"]
    assert floor.live.seating.people["ann"] == before
    assert floor.state.seat(1) == cards
    floor.play("ann")
    assert floor.decided(1) == ("play", "player")


def test_who_is_gone_without_a_seat_is_forgotten() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("bob")
    floor.gone("bob")
    floor.gone("cat")
    assert set(floor.live.seating.people) == {"ann"}


def _round(floor: Floor, person: str) -> None:
    """A round that one person plays, and the pause after it."""
    floor.bet(person)
    floor.wait(CLOCK.bets)
    floor.wait(CLOCK.decision)
    assert floor.phase == "settled"
    floor.wait(CLOCK.result)


@pytest.mark.parametrize("gone", [False, True])
def test_a_seat_is_held_for_three_rounds_without_a_bet(gone: bool) -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    if gone:
        floor.gone("bob")
    for _ in range(2):
        _round(floor, "ann")
        assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}
    assert ("bob" in floor.live.seating.people) is not gone


def test_a_bet_starts_the_count_anew() -> None:
    floor = Floor()
    floor.sit("ann", "bob")
    for _ in range(2):
        _round(floor, "ann")
    _round(floor, "bob")
    for _ in range(2):
        _round(floor, "ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}


def test_a_round_that_was_dealt_before_one_sat_down_does_not_count() -> None:
    floor = Floor()
    floor.dealt("ann")
    floor.come("bob")
    floor.live.sit("bob", 2, floor.now)
    floor.wait(CLOCK.decision + CLOCK.result)
    for _ in range(2):
        _round(floor, "ann")
    assert floor.seats() == {1: "ann", 2: "bob"}
    _round(floor, "ann")
    assert floor.seats() == {1: "ann"}


def test_without_a_clock_a_seat_is_held_for_ever() -> None:
    floor = Floor(clock=None)
    floor.sit("ann", "bob")
    for _ in range(5):
        floor.bet("ann")
        floor.ready("ann", "bob")
        floor.play("ann")
    assert floor.seats() == {1: "ann", 2: "bob"}


def test_seven_people_fill_the_table() -> None:
    floor = Floor()
    floor.sit(*PEOPLE)
    refusal = floor.refused(floor.live.add_bot, "timid", 0.0)
    assert (refusal.code, refusal.clause) == ("full", "STD-9")


# People as the table shows them: names that are told apart, pictures, and gestures that pass by
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
