"""Nobody plays in another's name: seats, decisions, the bank, and what a client may not say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.edge import Edge, Joined, Visitor

COMMANDS: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1},
    {"do": "stand", "seat": 1},
    {"do": "draft", "seat": 1, "wagers": {"ante": 1000}},
    {"do": "bets", "seat": 1, "wagers": {"ante": 1000}},
    {"do": "ready"},
    {"do": "fold", "seat": 1},
    {"do": "play", "seat": 1},
    {"do": "draw", "seat": 1, "discard": "4d"},
    {"do": "more_time"},
    {"do": "want_bank", "want": True},
    {"do": "take_bank", "stake": 100_000},
    {"do": "pass_bank"},
    {"do": "instruct", "instruction": "away fold"},
    {"do": "gesture", "gesture": "thanks"},
    {"do": "introduce"},
    {"do": "add_bot", "bot": "timid"},
    {"do": "remove_bot", "seat": 1},
]
FORGED: list[dict[str, Any]] = [
    {"player": "somebody"},
    {"person": "somebody"},
    {"by": "away optimal"},
    {"actor": "table:id1"},
    {"cards": ["As", "Ks", "Qs"]},
    {"deck": ["As"]},
    {"stack": 10**9},
    {"funds": 10**9},
    {"net": 5},
    {"profit": 5},
    {"pays": {"pair_plus": {"flush": 100}}},
]


def _two(edge: Edge) -> tuple[Visitor, Visitor, str]:
    ann, bob = edge.guest(), edge.guest()
    return ann, bob, ann.open()


@pytest.mark.parametrize("do", ["bets", "draft", "stand"])
def test_before_the_deal_anothers_seat_is_not_ones_own(edge: Edge, do: str) -> None:
    ann, bob, table = _two(edge)
    fields = {} if do == "stand" else {"wagers": {"ante": 1000}}
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).done("bets", seat=1, wagers={"ante": 500})
        b.sits(2)
        assert b.refused(do, seat=1, **fields) == "not_yours"
        assert b.refused("sit", seat=1) == "taken"
        assert b.refused(do, seat=3, **fields) == "not_yours"  # nor is nobody's
        assert a.seat(1)["spots"][0]["amount"] == 500


@pytest.mark.parametrize("do", ["play", "fold"])
def test_nobody_decides_for_anothers_seat(edge: Edge, do: str) -> None:
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        a.deals(1)
        b.deals(2)
        assert b.catch_up()["phase"] == "decisions"
        assert b.refused(do, seat=1) == "not_yours"
        assert b.refused("stand", seat=1) == "not_yours"
        a.done("play", seat=1)
        b.done("play", seat=2)
        assert a.catch_up()["phase"] == "settled"
        assert a.seat(1)["by"] == "player"


def test_nobody_draws_for_anothers_seat(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("pechanga")
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).deals(1)
        card = a.seat(1)["cards"][0]
        assert b.seat(1)["cards"] == ["??"] * 3
        assert b.refused("draw", seat=1, discard=card) in ("not_yours", "not_here")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each["do"]))
def test_a_spectator_sees_and_says_nothing(edge: Edge, command: dict[str, Any]) -> None:
    table = edge.guest().open()
    with edge.watch(table) as nobody:
        assert nobody.refused(**command) == "spectator"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each["do"]))
def test_money_cards_and_names_come_from_no_client(edge: Edge, command: dict[str, Any]) -> None:
    ann = edge.guest()
    table = ann.open("napa-valley")
    with ann.join(table) as a:
        for forged in FORGED:
            assert a.refused(**{**command, **forged}) == "message"


def test_a_refusal_says_which_field_is_wrong(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        answer = a.say("bets", id_="mine", seat=1, wagers={"ante": 1000}, stack=5)
        assert answer["id"] == "mine"
        assert "stack" in answer["text"]
        answer = a.say("bets", seat=1, wagers={"ante": "1000"})  # a number is a number
        assert "ante" in answer["text"]
        for wrong in (-1000, 0, 10.5, 10**13, None, True, [1000]):
            assert a.refused("bets", seat=1, wagers={"ante": wrong}) == "message"


def test_what_is_no_message_is_refused_and_the_connection_stays(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        for text in (
            "",
            "nonsense",
            "[]",
            "{}",
            "null",
            "7",
            '{"id":"\\ud800"}',
            '{"t":"cmd","do":"win"}',
            "[" * 3000,
        ):
            answer = a.send(text)
            assert (answer["t"], answer["code"], answer["id"]) == ("refused", "message", None)
        a.sits(1)


def test_a_decision_needs_its_phase_and_is_made_once(edge: Edge) -> None:
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).done("bets", seat=1, wagers={"ante": 1000})
        b.sits(2).done("bets", seat=2, wagers={"ante": 1000})
        assert a.refused("play", seat=1) == "phase"
        assert a.refused("fold", seat=1) == "phase"
        a.done("ready")
        b.done("ready")
        a.done("play", seat=1)
        held = edge.funds(ann)
        assert a.refused("play", seat=1) == "decided"
        assert a.refused("fold", seat=1) == "decided"
        b.done("fold", seat=2)
        assert a.refused("play", seat=1) == "no_round"
        assert edge.funds(ann) >= held
    edge.books_balance()


def test_bets_are_closed_once_the_cards_are_dealt(edge: Edge) -> None:
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).deals(1)
        b.sits(2)
        for wagers in ({"ante": 2000}, {"ante": 1000, "pair_plus": 500}, {}):
            assert a.refused("bets", seat=1, wagers=wagers) == "phase"
        assert b.refused("bets", seat=2, wagers={"ante": 1000}) == "phase"


def test_nobody_bets_more_than_is_in_hand(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open(low=500, high=1_000_000)
    with ann.join(table) as a:
        a.sits(1)
        assert edge.funds(ann) == 100_000
        assert a.refused("bets", seat=1, wagers={"ante": 50_100}) == "funds"  # as much is kept for Play
        a.done("bets", seat=1, wagers={"ante": 50_000})


def test_who_has_no_seat_and_is_no_host_seats_no_bots(edge: Edge) -> None:
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        assert b.refused("add_bot", bot="timid") == "not_host"
        a.done("add_bot", bot="timid")
        assert b.refused("remove_bot", seat=1) == "not_host"
        a.sits(2)
        assert a.refused("remove_bot", seat=2) == "bot"  # a person is no bot
        a.done("remove_bot", seat=1)


# The bank


def _bank(edge: Edge) -> tuple[Visitor, Visitor, str]:
    ann, bob = edge.guest(), edge.guest()
    return ann, bob, ann.open("napa-valley", low=500, high=50_000)


def _takes(a: Joined) -> None:
    a.sits(1).done("want_bank", want=True)
    assert a.view["bank"]["offered_to_you"]
    a.done("take_bank", stake=60_000)
    a.done("ready")


@pytest.mark.clause("NAPA-16")
def test_napa_16_a_bank_that_walks_away_pays_all_the_same(edge: Edge) -> None:
    ann, bob, table = _bank(edge)
    with bob.join(table) as b:
        with ann.join(table) as a:
            _takes(a)
            b.sits(2).deals(2)
            assert b.catch_up()["phase"] == "decisions"
        assert edge.funds(ann) == 40_000  # the stake stays on the table
        b.done("play", seat=2)
        view = b.catch_up()
        assert view["phase"] == "settled"
        assert view["bank"]["net"] == -b.seat(2)["net"]
        assert edge.funds(ann) == 100_000 + view["bank"]["net"]
    edge.books_balance()


@pytest.mark.clause("NAPA-16")
def test_napa_16_a_bank_cannot_take_its_stake_back_after_the_deal(edge: Edge) -> None:
    ann, bob, table = _bank(edge)
    with ann.join(table) as a, bob.join(table) as b:
        _takes(a)
        b.sits(2).deals(2)
        assert a.refused("take_bank", stake=100) == "not_offered"
        assert a.refused("take_bank", stake=0) == "message"
        a.done("stand")  # after this hand
        assert a.seat(1)["leaving"]
        assert edge.funds(ann) == 40_000
        b.done("fold", seat=2)
        assert a.seat(1)["status"] == "empty"
    edge.books_balance()


@pytest.mark.clause("NAPA-16")
def test_napa_16_nobody_takes_a_bank_that_is_offered_to_another(edge: Edge) -> None:
    ann, bob, table = _bank(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).done("want_bank", want=True)
        b.sits(2)
        assert b.refused("take_bank", stake=60_000) == "not_offered"
        b.done("pass_bank")  # what is not offered cannot be let go
        assert a.catch_up()["bank"]["offered_to_you"]


def test_a_person_is_known_by_who_is_signed_in_and_not_by_what_is_said(edge: Edge) -> None:
    """The same message from two people means two seats."""
    ann, bob, table = _two(edge)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        message = {"t": "cmd", "id": "same", "rev": b.catch_up()["rev"], "do": "bets", "seat": 2}
        text = json.dumps({**message, "wagers": {"ante": 700}})
        assert a.send(text)["code"] == "not_yours"
        assert b.send(text)["t"] == "done"
        assert (edge.funds(ann), edge.funds(bob)) == (100_000, 100_000 - 1400)
