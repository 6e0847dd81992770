"""Plays that are raised by choice, and a wager on the winning hand: Ultimate Three Card Poker.

A second, naive settlement is worked from the clauses of its sheet; tests are named after them.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.messages.rules import hand_sentences
from pitboss.round import (
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    SettleRound,
    apply,
    evolve,
    legal_actions,
    open_round,
    open_table,
    step,
)
from pitboss.round.adjudicate import rule
from pitboss.round.bank import largest_payout
from pitboss.round.document import dump_event, parse_event
from pitboss.round.table import RAISES
from pitboss.sheet import SheetRefused, load_sheet
from pitboss.sheet.reader import MOST_RAISE
from tests.naive.hands import DECK, category3, rank3

ROOT = Path(__file__).parents[2]
FILE = "examples/catalogue/ultimate.toml"
TIMES = {"play": 1, "play_2x": 2, "play_3x": 3}
BLIND = {"mini_royal": 100, "straight_flush": 8, "three_of_a_kind": 6, "straight": 1.5, "flush": 1}

Lines = list[tuple[str, int, str, int]]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents name the sheet by its path from here."""
    monkeypatch.chdir(ROOT)


def naive(ante: int, hand: list[str], action: str, dealer: list[str]) -> Lines:
    """The lines of a seat by ULT-3 to ULT-7, in whole cents."""
    if action == "fold":
        return [("ante", ante, "lose", -ante), ("blind", ante, "lose", -ante)]
    mine, theirs = rank3(hand), rank3(dealer)
    sign = (mine > theirs) - (mine < theirs)
    word = {1: "win", 0: "push", -1: "lose"}
    plays = theirs >= (0, 12, 3, 2)  # queen high or better
    played = TIMES[action] * ante
    blind = sign if sign < 1 else BLIND.get(category3(hand), 0)
    return [
        ("ante", ante, word[sign] if plays else "push", sign * ante if plays else 0),
        ("play", played, word[sign], sign * played),
        ("blind", ante, "lose" if blind < 0 else "win" if blind else "push", int(blind * ante)),
    ]


def settled(seats: list[dict[str, Any]], dealer: list[str]) -> dict[str, Any]:
    line = json.dumps({"sheet": FILE, "dealer": dealer, "seats": seats})
    answer, _ = rule(line.encode(), 1)
    return answer


def test_ult_3_to_7_random_rounds_are_settled_as_a_naive_settlement_has_them() -> None:
    luck = random.Random(7)
    seen: set[tuple[str, str, str]] = set()
    for _ in range(250):
        cards = luck.sample(DECK, 12)
        hands, dealer = [cards[:3], cards[3:6], cards[6:9]], cards[9:]
        seats, expected = [], []
        for number, hand in enumerate(hands, 1):
            allowed = ["fold", "play"] + (["play_2x", "play_3x"] if rank3(hand)[0] else [])
            ante, action = 1000 * luck.randint(1, 9), luck.choice(allowed)
            wagers = {"ante": ante, "blind": ante}
            seats.append({"seat": number, "wagers": wagers, "cards": hand, "action": action})
            expected.append(naive(ante, hand, action, dealer))
        found = [
            [(line["id"], line["stake"], line["result"], line["profit"]) for line in seat["lines"]]
            for seat in settled(seats, dealer)["seats"]
        ]
        assert found == expected, (hands, dealer)
        seen |= {
            (str(seat["action"]), name, result)
            for seat, lines in zip(seats, found, strict=True)
            for name, _, result, _ in lines
        }
    assert {("play_3x", "play", "win"), ("play_2x", "play", "lose"), ("play", "blind", "push")} <= seen


@pytest.mark.parametrize(
    ("cards", "action", "path", "clause", "message"),
    [
        (
            ["9s", "5d", "3h"],
            "play_2x",
            "seats[0].action",
            "ULT-4",
            "Play is raised only with pair or better",
        ),
        (["9s", "9d", "3h"], "play_4x", "seats[0].action", "ULT-3", "fold, play, play_2x or play_3x"),
    ],
)
def test_ult_4_a_raise_that_is_not_open_is_refused(
    cards: list[str], action: str, path: str, clause: str, message: str
) -> None:
    seat = {"seat": 1, "wagers": {"ante": 1000, "blind": 1000}, "cards": cards, "action": action}
    error = settled([seat], ["Jh", "7c", "2d"])["error"]
    assert (error["path"], error["clause"]) == (path, clause)
    assert message in error["message"]


@pytest.mark.parametrize("wagers", [{"ante": 1000}, {"ante": 1000, "blind": 500}, {"blind": 1000}])
def test_ult_1_the_blind_is_the_ante(wagers: dict[str, int]) -> None:
    seat = {"seat": 1, "wagers": wagers, "cards": ["9s", "9d", "3h"], "action": "play"}
    assert settled([seat], ["Jh", "7c", "2d"])["error"]["clause"] == "ULT-1"


def test_a_house_without_raises_knows_no_raise() -> None:
    line = {"house": "shine", "dealer": ["Jh", "7c", "2d"]}
    seat = {"seat": 1, "wagers": {"ante": 1000}, "cards": ["9s", "9d", "3h"], "action": "play_2x"}
    answer, _ = rule(json.dumps({**line, "seats": [seat]}).encode(), 1)
    assert answer["error"]["message"] == 'action must be fold or play, not "play_2x"'
    state = dealt("9s 9d 3h", "Jh 7c 2d", "shine", {"ante": 1000})
    with pytest.raises(Refusal, match="At 3 Card Shine Play is not 2 times the Ante"):
        step(state, Decide(1, "ann", "play_2x"))


# ---------------------------------------------------------------- through the engine


def dealt(hand: str, dealer: str, house: str = FILE, bet: dict[str, int] | None = None) -> Round:
    """A round after the deal, with $10 on Ante and Blind."""
    cards = [card for two in zip(hand.split(), dealer.split(), strict=True) for card in two]
    deck = (*cards, *(card for card in CARD_TEXTS if card not in cards))
    state = step(open_round(open_table(house)), PlaceBets(1, "ann", bet or {"ante": 1000, "blind": 1000}))
    return step(step(state, DealCards(deck)), EndDeal())


def test_a_pair_may_choose_among_three_plays_and_less_has_one() -> None:
    actions = legal_actions(dealt("9s 9d 3h", "Jh 7c 2d"), 1)
    assert [(each.text, each.cost, each.key, each.clause) for each in actions] == [
        ("fold", 0, "f", "ULT-3"),
        ("play", 1000, "p", "ULT-3"),
        ("play_2x", 2000, "2", "ULT-4"),
        ("play_3x", 3000, "3", "ULT-4"),
    ]
    assert [each.text for each in legal_actions(dealt("9s 8d 3h", "Jh 7c 2d"), 1)] == ["fold", "play"]


def test_a_round_with_a_raise_is_kept_and_told_again() -> None:
    state = dealt("9s 9d 3h", "Jh 7c 2d")
    assert state.seats[0].reserved(state.table) == 3000  # what the least Play asks for
    (decided,) = apply(state, Decide(1, "ann", "play_3x"))
    assert parse_event(dump_event(decided)) == decided
    state = evolve(state, decided)
    assert state.seats[0].reserved(state.table) == 5000
    state = step(step(state, RevealDealer()), SettleRound())
    paid = state.paid(1)
    assert paid is not None
    lines = [(line.id, line.stake, line.profit) for line in paid.lines]
    assert lines == [("ante", 1000, 0), ("play", 3000, 3000), ("blind", 1000, 0)]


def test_the_largest_payout_has_the_largest_play() -> None:
    table = open_table(load_sheet(FILE), low=100, high=100)
    # Of each of 7 seats: 2 for the Ante, 6 for Play three times the Ante, 101 for the Blind, in dollars.
    assert largest_payout(table) == 7 * (200 + 600 + 10100)


def test_the_card_tells_the_raises() -> None:
    sentence = "With pair or better you may make Play 2 or 3 x the Ante instead (ULT-4)."
    assert sentence in hand_sentences(load_sheet(FILE))
    free = load_sheet(FILE, ["play.raises.from="])
    assert "You may make Play 2 or 3 x the Ante instead (ULT-4)." in hand_sentences(free)


# ---------------------------------------------------------------- what a sheet may say


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("play.raises.times=[3, 2]", "whole numbers from 2 to 10, each above the one before"),
        ("play.raises.times=[1, 2]", "whole numbers from 2 to 10"),
        ("play.raises.times=[11]", "whole numbers from 2 to 10"),
        ("play.raises.times=[]", "a list of whole numbers from 2 to 10"),
        ("play.raises.times=2", "a list of whole numbers from 2 to 10"),
        ("play.raises.from=twos", "is not a hand"),
        ("wager.blind.fold.does=stays", "a folded hand does not win, and is not beaten either"),
        ("wager.blind.needs=", "without an Ante no hand wins"),
        ("wager.blind.max=", "a part of the main game has one amount"),
    ],
)
def test_a_raise_or_a_blind_that_cannot_be_is_a_fault(change: str, message: str) -> None:
    with pytest.raises(SheetRefused, match=r"play\.raises|wager\.blind") as refused:
        load_sheet(FILE, [change])
    assert message in str(refused.value)


def test_every_multiple_that_a_sheet_may_have_is_an_action() -> None:
    assert list(RAISES.values()) == list(range(2, MOST_RAISE + 1))


def test_multiples_may_be_any_that_rise() -> None:
    sheet = load_sheet(FILE, ["play.raises.times=[2, 4, 10]"])
    assert sheet.play.raises is not None
    assert all(low < high for low, high in pairwise(sheet.play.raises.times))
    assert sheet.hash != load_sheet(FILE).hash
