"""What a viewer is told of the table beside the game: its terms, what is theirs to ask, and `next`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.messages.rounds import fact_words
from pitboss.round import open_table
from pitboss.round.facts import BankNetFact, BankOutFact
from pitboss.sheet import load_house
from pitboss.table.audience import encode, told_to
from pitboss.table.bots import BOTS
from pitboss.table.views import table_view
from tests.table.rig import CLOCK, HOUSES, Floor, stack

INVITE = "come in"


def _hosted(house: str = "rivers", **more: Any) -> Floor:
    """Ann's table: she has opened it and has not sat down."""
    floor = Floor(house, **more)
    floor.live.put(settings=replace(floor.live.settings, host="ann", invite=INVITE, private=True))
    floor.come("ann")
    return floor


def test_the_terms_of_a_table() -> None:
    floor = _hosted(table=open_table(load_house("rivers"), 1000, 20_000))
    view = floor.view(None)
    assert view["limits"] == {"low": 1000, "high": 20_000}
    waits = {"bets": 20, "decision": 25, "result": 6, "extension": 15, "extensions": 2, "bank_offer": 10}
    assert view["clock"] == waits
    assert (view["private"], view["spectators"]) == (True, True)
    assert Floor(clock=None).view(None)["clock"] is None


def test_the_invitation_is_for_the_host_and_people_with_a_seat() -> None:
    floor = _hosted()
    floor.sit("bob")
    floor.come("zoe")
    told = {who: (floor.view(who)["host"], floor.view(who)["invite"]) for who in ("ann", "bob", "zoe", None)}
    assert told == {"ann": (True, INVITE), "bob": (False, INVITE), "zoe": (False, None), None: (False, None)}
    for who in ("zoe", None):
        assert INVITE.encode() not in encode(table_view(floor.live.live, who))
    floor.stand("bob")
    assert floor.view("bob")["invite"] is None


def test_bots_are_offered_to_who_may_add_them() -> None:
    floor = _hosted()
    floor.sit("bob")
    floor.come("zoe")
    for who in ("ann", "bob"):
        assert [each["id"] for each in floor.view(who)["bots"]] == list(BOTS)
    assert len({each["label"] for each in floor.view("ann")["bots"]}) == len(BOTS)
    assert floor.view("zoe")["bots"] == floor.view(None)["bots"] == []


def test_what_one_has_asked_for() -> None:
    floor = Floor("napa-valley")
    floor.sit("ann", "bob")
    at_first = {"ready": False, "more_time_left": 2, "wants_bank": False, "instruction": "away rule"}
    assert floor.view("ann")["me"] == at_first
    assert floor.view(None)["me"] is None
    floor.live.want_bank("ann", True, floor.now)
    floor.live.pass_bank("ann", floor.now)
    floor.instruct("ann", "away fold")
    assert floor.view("ann")["me"] == at_first | {"wants_bank": True, "instruction": "away fold"}
    assert floor.view("bob")["me"] == at_first
    floor.bet("ann")
    floor.ready("ann")
    assert floor.view("ann")["me"]["ready"] is True
    assert [seat["ready"] for seat in floor.view(None)["seats"][:3]] == [True, False, False]
    floor.bet("bob")
    floor.ready("bob")
    assert floor.phase == "decisions"
    assert [seat["ready"] for seat in floor.view(None)["seats"][:3]] == [False, False, False]
    for left in (1, 0):
        floor.live.more_time("ann", floor.now)
        assert floor.view("ann")["me"]["more_time_left"] == left
    assert floor.view("bob")["me"]["more_time_left"] == 2


def test_without_a_clock_there_is_no_more_time() -> None:
    floor = Floor(clock=None)
    floor.sit("ann")
    assert floor.view("ann")["me"]["more_time_left"] == 0


@pytest.mark.clause("RIV-12")
def test_riv_12_the_meter_is_fair_from_a_value_that_falls_with_every_player() -> None:
    """spec/figures.md: J = 10080 - 175(n-1) dollars."""
    floor = Floor("rivers")
    people = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
    for players, person in enumerate(people, 1):
        assert floor.view(None)["meter"]["break_even"] == 100 * (10080 - 175 * (max(1, players - 1) - 1))
        floor.sit(person, first=players)
    assert floor.view(None)["meter"]["break_even"] == 100 * (10080 - 175 * 6)


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "rivers"])
def test_no_meter_no_fair_meter(house: str) -> None:
    assert Floor(house).live.break_evens == ()


@pytest.mark.clause("RIV-11")
def test_riv_11_lines_have_the_words_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, ["As Ks Qs", "2d 5h 9c"], "7c 4d 3s")
    floor = Floor("rivers")
    floor.sit("ann", "bob")
    bet = {"ante": 1000, "progressive": 100}
    floor.bet("ann", bet)
    floor.bet("bob", bet)
    floor.ready("ann", "bob")
    floor.play("ann")
    floor.play("bob", "fold")
    ann, bob = floor.view(None)["seats"][:2]
    assert [line["label"] for line in ann["lines"]] == ["Ante", "Play", "Ante Bonus", "Progressive"]
    assert [line["label"] for line in bob["lines"]] == ["Ante", "Progressive", "Envy"]
    assert [spot["line"] and spot["line"]["label"] for spot in bob["spots"]] == [
        "Ante",
        None,
        None,
        "Progressive",
    ]


@pytest.mark.clause("NAPA-11")
def test_napa_11_the_hint_is_for_ones_own_spots_and_the_bar_is_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, ["As Ks Qs", "2d 5h 9c"], "7c 4d 3s")
    floor = Floor("napa-valley")
    floor.sit("ann", "bob", "cat")

    def covers(person: str | None) -> list[list[str | None]]:
        return [[spot["cover"] for spot in seat["spots"]] for seat in floor.view(person)["seats"][:2]]

    assert covers("ann") == [[None, None], []]  # there is no bank yet
    floor.live.want_bank("cat", True, floor.now)
    floor.take_bank("cat")  # $500
    assert covers("ann") == [["full", "partial"], []]  # with the least bets: $5 on Pair Plus may win $1,000
    floor.bet("ann", {"ante": 1000, "pair_plus": 500})
    floor.bet("bob", {"ante": 1000})
    assert covers("ann") == [["full", "partial"], [None, None]]
    assert covers("bob") == [[None, None], ["none", "none"]]
    assert covers("cat") == covers(None) == [[None, None], [None, None]]
    assert {floor.view(each)["bank"]["covered"] for each in ("ann", "cat", None)} == {50_000}
    floor.ready("ann", "bob", "cat")
    floor.play("ann")
    floor.play("bob", "fold")
    # The bank does not qualify: Ante $10 wins, Play goes back; Pair Plus takes the $490 that are left.
    bank = floor.view(None)["bank"]
    assert (bank["covered"], bank["cover_left"], bank["exhausted_at"]) == (50_000, 0, 1)
    assert floor.view(None)["seats"][1]["lines"][0]["result"] == "returned"
    assert covers("ann")[0] == [None, None]
    changes = floor.changes()
    for person in ("ann", "cat", None):
        *_, out, net = told_to(changes, person)
        assert out == BankOutFact(1)  # told to everybody, in the terminal as on the page
        assert net == BankNetFact(-50_000, 50_000, 0)
        assert isinstance(out, BankOutFact)
        words = fact_words(floor.live.table.sheet, out)
        assert words == "The bank is exhausted at seat 1: what it does not cover goes back."


# The next round


@pytest.mark.parametrize("clock", [CLOCK, None])
def test_next_clears_the_paid_felt_and_shows_the_next_seal(clock: Any) -> None:
    floor = Floor("shine", clock)
    floor.dealt("ann", "bob")
    before = floor.view("ann")["fair"]["commitment"]
    assert floor.refused(floor.live.next, "ann", floor.now).code == "phase"
    floor.play("ann")
    floor.play("bob")
    assert floor.phase == "settled"
    floor.changes()
    floor.live.next("bob", floor.now)
    assert floor.told() == ["open_round"]
    view = floor.view("ann")
    assert (view["phase"], view["round"], view["deadline"]) == ("bets", 2, None)
    assert view["fair"]["commitment"] not in (None, before)
    floor.unchanged(floor.live.next, "ann", floor.now)  # it is open already
    floor.bet("ann")
    assert floor.view(None)["fair"] == view["fair"]
    floor.unchanged(floor.live.next, "ann", floor.now)


def test_next_is_for_people_with_a_seat_at_a_table_that_goes_on() -> None:
    floor = Floor()
    floor.sit("ann")
    floor.come("zoe")
    assert floor.refused(floor.live.next, "zoe", floor.now).code == "no_seat"
    assert floor.refused(floor.live.next, "nobody", floor.now).code == "not_here"
    floor.live.freeze(True, floor.now)
    assert floor.refused(floor.live.next, "ann", floor.now).code == "frozen"
    floor.live.freeze(False, floor.now)
    floor.close()
    assert floor.refused(floor.live.next, "ann", floor.now).code == "closing"
