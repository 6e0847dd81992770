"""The sixth house of examples/two-up.toml: checked, played through the engine, settled by the adjudicator.

Tests are named after its clauses. All amounts are worked by hand from them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.round import (
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    SettleRound,
    Viewer,
    apply,
    away_decision,
    dump_round,
    evolve,
    legal_actions,
    load_round,
    open_round,
    open_table,
    parse_round,
    step,
    tell,
    view,
)
from pitboss.round.adjudicate import rule
from pitboss.round.facts import UpFact
from pitboss.sheet import check_file, find_clause, load_sheet

ROOT = Path(__file__).parents[1]
FILE = ROOT / "examples" / "two-up.toml"

Line = tuple[str, int, str, int, str | None, str]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents name the sheet by its path from here."""
    monkeypatch.chdir(ROOT)


# ---------------------------------------------------------------- the file


def test_the_file_has_no_fault_and_no_warning() -> None:
    assert check_file(FILE).faults == ()


def test_every_cited_clause_is_the_files_own_or_common() -> None:
    sheet = load_sheet("examples/two-up.toml")
    assert list(sheet.clauses) == [f"TWO-{number}" for number in range(1, 12)]
    assert find_clause(sheet, "STD-11") is not None


# ---------------------------------------------------------------- through the engine


def deck(*hands: str) -> tuple[str, ...]:
    """A deck that deals these hands, the dealer's four cards last: one card at a time, dealer last."""
    *seats, dealer = (hand.split() for hand in hands)
    n = len(seats)
    dealt = [hand[card] for card in range(3) for hand in (*seats, dealer)]
    rest = [text for text in CARD_TEXTS if not any(text in hand for hand in (*seats, dealer))]
    return (*dealt, *rest[:n], dealer[3], *rest[n:])


def dealt(*hands: str) -> Round:
    """A round after the deal: each hand with $10 on the Ante and $5 on the Lucky Three."""
    state = open_round(open_table(load_sheet("examples/two-up.toml")))
    for seat, _ in enumerate(hands[:-1], 1):
        state = step(state, PlaceBets(seat, f"p{seat}", {"ante": 1000, "lucky_three": 500}))
    return step(step(state, DealCards(deck(*hands))), EndDeal())


def test_two_3_the_dealers_last_two_cards_show_before_the_decisions() -> None:
    state = dealt("Jh Ts 9d", "Kc Kd 4s 5h")
    assert view(state).dealer.cards == ("??", "Kd", "4s")
    state = open_round(state.table)
    for command in (PlaceBets(1, "p1", {"ante": 1000}), DealCards(deck("Jh Ts 9d", "Kc Kd 4s 5h"))):
        state = step(state, command)
    assert view(state).dealer.cards == ("??", "??", "??")
    (ended,) = apply(state, EndDeal())
    assert tell(evolve(state, ended), ended, Viewer("p1")) == (UpFact(("Kd", "4s"), "TWO-3"),)


def test_two_6_a_player_looks_at_once_and_folds_or_plays() -> None:
    state = open_round(open_table(load_sheet("examples/two-up.toml")))
    state = step(state, PlaceBets(1, "p1", {"ante": 1000}))
    state = step(state, DealCards(deck("Jh Ts 9d", "Kc Kd 4s 5h")))
    assert view(state, Viewer("p1")).seats[0].hand.cards == ("Jh", "Ts", "9d")
    assert view(state, Viewer("p2")).seats[0].hand.cards == ("??", "??", "??")
    state = step(state, EndDeal())
    assert [(action.id, action.cost) for action in legal_actions(state, 1)] == [("fold", 0), ("play", 1000)]


def test_a_whole_round_is_played_kept_and_read_back() -> None:
    state = open_round(open_table(load_sheet("examples/two-up.toml")), "r1")
    events = []
    for command in (
        PlaceBets(1, "ann", {"ante": 1000, "lucky_three": 500}),
        PlaceBets(2, "bob", {"ante": 2000, "lucky_three": 500}),
        PlaceBets(4, "cem", {"ante": 500}),
        DealCards(deck("Jh Ts 9d", "6h 6d 2c", "Ah 7d 4c", "9c 8h 3s 9h")),
        EndDeal(),
        Decide(1, "ann", "play"),
        Decide(2, "bob", "play"),
        Decide(4, "cem", "fold"),
        RevealDealer(),
        SettleRound(),
    ):
        for event in apply(state, command):
            state = evolve(state, event)
            events.append(event)
    # The fourth card gives the dealer a pair of nines. Ann's straight is better, Bob's sixes are not.
    dealer = view(state).dealer
    assert (dealer.hand, dealer.plays, dealer.qualifies) == ("pair", ("9c", "8h", "9h"), True)
    # Ann: Ante 10, Play 2 x 10, bonus 2 x 10, straight $30. Bob: -20 -20, and $8 for his $5. Cem: his Ante.
    nets = {seat.n: seat.hand.net for seat in view(state).seats}
    assert nets == {1: 1000 + 2000 + 2000 + 3000, 2: -2000 - 2000 + 300, 4: -500}
    assert load_round(parse_round(dump_round(state, events)))[0] == state


@pytest.mark.parametrize(
    ("cards", "action"),
    [("As 4d 2c", "play"), ("Ks Qd Tc", "fold"), ("2s 2d 3c", "play"), ("5s 3d 2c", "fold")],
)
def test_two_10_away_plays_ace_high_and_better(cards: str, action: str) -> None:
    assert away_decision(dealt(cards, "Kh 9d 8s 7h"), 1).action == action


def test_two_11_the_notice_is_shown_at_the_table() -> None:
    assert view(dealt("As 4d 2c", "Kh 9d 8s 7h")).notices == (
        "Two-Up is an example. No real house deals it.",
    )


def test_two_2_bets_are_placed_before_the_deal() -> None:
    with pytest.raises(Refusal, match="before the deal") as refused:
        step(dealt("As 4d 2c", "Kh 9d 8s 7h"), PlaceBets(2, "p2", {"ante": 1000}))
    assert refused.value.clause == "TWO-2"


# ---------------------------------------------------------------- through the adjudicator


def ruled(dealer: str, *seats: dict[str, Any]) -> dict[str, Any]:
    document = {"sheet": "examples/two-up.toml", "dealer": dealer.split(), "seats": list(seats)}
    answer, accepted = rule(json.dumps(document).encode(), 1)
    assert accepted == ("error" not in answer)
    return answer


BOTH = {"ante": 1000, "lucky_three": 500}
ANTE = {"ante": 1000}


def seat(cards: str, wagers: dict[str, int] = BOTH, action: str = "play", number: int = 1) -> dict[str, Any]:
    return {"seat": number, "wagers": wagers, "cards": cards.split(), "action": action}


def lines(answer: dict[str, Any]) -> list[Line]:
    """Id, stake, result, profit, pays and clause of each line of the first seat."""
    keys = ("id", "stake", "result", "profit", "pays", "clause")
    return [tuple(line[key] for key in keys) for line in answer["seats"][0]["lines"]]


def test_a_settlement_in_full() -> None:
    assert ruled("Kc Kd 4s 5h", seat("Jh Ts 9d")) == {
        "house": "two-up",
        "void": None,
        "dealer": {"hand": "pair", "plays": ["Kc", "Kd", "5h"], "qualifies": True},
        "seats": [
            {
                "seat": 1,
                "hand": "straight",
                "net": 8000,
                "lines": [
                    {"id": "ante", "stake": 1000, "result": "win", "profit": 1000, "returned": 0,
                     "pays": "1 to 1", "clause": "TWO-7"},
                    {"id": "play", "stake": 1000, "result": "win", "profit": 2000, "returned": 0,
                     "pays": "2 to 1", "clause": "TWO-7"},
                    {"id": "ante_bonus", "stake": 0, "result": "win", "profit": 2000, "returned": 0,
                     "pays": "2 to 1", "clause": "TWO-8"},
                    {"id": "lucky_three", "stake": 500, "result": "win", "profit": 3000, "returned": 0,
                     "pays": "$30 plus the stake", "clause": "TWO-9"},
                ],
            }
        ],
        "bank": None,
        "meter": None,
    }  # fmt: skip


def test_two_7_a_better_an_equal_and_a_worse_hand() -> None:
    # The dealer plays K-Q-9 of K-Q-9-2 in mixed suits.
    assert lines(ruled("Kc Qd 9s 2h", seat("Kd Qs Tc", ANTE))) == [
        ("ante", 1000, "win", 1000, "1 to 1", "TWO-7"),
        ("play", 1000, "win", 2000, "2 to 1", "TWO-7"),
    ]
    assert lines(ruled("Kc Qd 9s 2h", seat("Kd Qs 9c", ANTE))) == [
        ("ante", 1000, "push", 0, None, "TWO-7"),
        ("play", 1000, "push", 0, None, "TWO-7"),
    ]
    assert lines(ruled("Kc Qd 9s 2h", seat("Kd Qs 8c", ANTE))) == [
        ("ante", 1000, "lose", -1000, None, "TWO-7"),
        ("play", 1000, "lose", -1000, None, "TWO-7"),
    ]


def test_two_4_the_best_three_of_four() -> None:
    # Three hearts with the fourth card: a flush, which the two of spades is not part of.
    dealer = ruled("Kh 2s 9h 4h", seat("As Ad 3c"))["dealer"]
    assert dealer == {"hand": "flush", "plays": ["Kh", "9h", "4h"], "qualifies": True}
    # A fourth card that does not help leaves the first three.
    dealer = ruled("Kh Ks 9h 4d", seat("As Ad 3c"))["dealer"]
    assert dealer == {"hand": "pair", "plays": ["Kh", "Ks", "9h"], "qualifies": True}


def test_two_4_the_fourth_card_is_never_left_out() -> None:
    error = ruled("Kh Ks Kd", seat("As Ad 3c"))["error"]
    assert (error["path"], error["clause"]) == ("dealer", "TWO-4")


def test_two_5_nine_high_plays() -> None:
    answer = ruled("9c 7d 4s 2h", seat("8d 6s 3c", ANTE))
    assert answer["dealer"] == {"hand": "high_card", "plays": ["9c", "7d", "4s"], "qualifies": True}
    assert answer["seats"][0]["net"] == -2000
    assert ruled("9c 7d 4s 2h", seat("Td 6s 3c", ANTE))["seats"][0]["net"] == 3000


# On $10 and $5. The dealer holds three kings, so the Ante and Play lose unless the hand is a straight flush.
@pytest.mark.parametrize(
    ("cards", "bonus", "lucky"),
    [
        ("As Qs Js", None, (1500, "$15 plus the stake")),
        ("9s 8d 7c", (2000, "2 to 1"), (3000, "$30 plus the stake")),
        ("9s 9d 9c", (8000, "8 to 1"), (15000, "$150 plus the stake")),
        ("9s 8s 7s", (10000, "10 to 1"), (25000, "$250 plus the stake")),
        ("4s 3s 2s", (10000, "10 to 1"), (25000, "$250 plus the stake")),
        ("9s 9d 7c", None, (300, "$8 for the stake")),
        ("As Qd Jc", None, (-500, None)),
    ],
)
def test_two_8_and_two_9_by_hand(
    cards: str, bonus: tuple[int, str] | None, lucky: tuple[int, str | None]
) -> None:
    paid = {name: (profit, pays) for name, _, _, profit, pays, _ in lines(ruled("Kh Kd Kc 2h", seat(cards)))}
    assert paid.get("ante_bonus") == bonus
    assert paid["lucky_three"] == lucky


def test_two_8_a_suited_ace_king_queen_is_a_straight_flush_here() -> None:
    paid = lines(ruled("9h 9d 4c 2h", seat("As Ks Qs")))
    assert ("ante_bonus", 0, "win", 10000, "10 to 1", "TWO-8") in paid
    assert ("lucky_three", 500, "win", 25000, "$250 plus the stake", "TWO-9") in paid


def test_two_6_and_two_9_a_fold_loses_the_ante_and_leaves_the_lucky_three() -> None:
    assert lines(ruled("Kh Kd Kc 2h", seat("9s 8d 7c", action="fold"))) == [
        ("ante", 1000, "lose", -1000, None, "TWO-6"),
        ("lucky_three", 500, "win", 3000, "$30 plus the stake", "TWO-9"),
    ]


@pytest.mark.parametrize(
    ("number", "wagers", "clause"),
    [
        (7, {"ante": 1000}, "TWO-1"),
        (1, {"ante": 20100}, "TWO-1"),
        (1, {"ante": 1050}, "TWO-1"),
        (1, {"ante": 400}, "TWO-1"),
        (1, {"ante": 1000, "pair_plus": 500}, "TWO-2"),
        (1, {"ante": 1000, "lucky_three": 600}, "TWO-9"),
    ],
)
def test_two_1_two_2_and_two_9_bets_that_are_refused(
    number: int, wagers: dict[str, int], clause: str
) -> None:
    assert ruled("Kh Kd Kc 2h", seat("9s 8d 7c", wagers, number=number))["error"]["clause"] == clause


def test_two_2_an_ante_is_required() -> None:
    only_lucky = {"seat": 1, "wagers": {"lucky_three": 500}, "cards": ["9s", "8d", "7c"]}
    assert ruled("Kh Kd Kc 2h", only_lucky)["error"]["clause"] in ("TWO-2", "TWO-9")
