"""What several houses say alike, said once: a test is named after all of them, a case after its house's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from pitboss.round import Decide, legal_actions

from .tables import (
    BORDERS,
    DEALERS,
    NOT_QUALIFIED,
    QUEEN_HIGH,
    Read,
    Story,
    lost,
    play_out,
    play_to,
    pushed,
    returned,
    seat,
    table_of,
    won,
)


def ante_and_play(house: str, cards: str, dealer: str = QUEEN_HIGH) -> Story:
    """One seat with $10 on the Ante that stays in."""
    return play_out(house, {1: seat(cards, "play", ante=1000)}, dealer)


# Fold or Play

DECISION = [
    pytest.param("atlantic-city", "AC-4", marks=pytest.mark.clause("AC-4"), id="AC-4"),
    pytest.param("napa-valley", "NAPA-5", marks=pytest.mark.clause("NAPA-5"), id="NAPA-5"),
    pytest.param("shine", "SHINE-3", marks=pytest.mark.clause("SHINE-3"), id="SHINE-3"),
    pytest.param("rivers", "RIV-4", marks=pytest.mark.clause("RIV-4"), id="RIV-4"),
]


@pytest.mark.parametrize(("house", "clause"), DECISION)
def test_ac_4_napa_5_shine_3_riv_4_play_equals_the_ante_and_nobody_draws(house: str, clause: str) -> None:
    story = play_to("decisions", house, {1: seat("9s 9h 2d", ante=1500)})
    options = [(action.id, action.cost) for action in legal_actions(story.state, 1)]
    assert options == [("fold", 0), ("play", 1500)]
    draw = story.refusal(Decide(1, "ann", "draw", "2d"))
    assert (draw.code, draw.clause) == ("no_draw", clause)
    assert ante_and_play(house, "9s 9h 2d").line("play").stake == 1000


# The showdown

UNQUALIFIED = [
    pytest.param("atlantic-city", pushed("play", 1000, "AC-5"), marks=pytest.mark.clause("AC-5"), id="AC-5"),
    pytest.param(
        "napa-valley", returned("play", 1000, "NAPA-6"), marks=pytest.mark.clause("NAPA-6"), id="NAPA-6"
    ),
    pytest.param("shine", pushed("play", 1000, "SHINE-4"), marks=pytest.mark.clause("SHINE-4"), id="SHINE-4"),
    pytest.param("rivers", pushed("play", 1000, "RIV-5"), marks=pytest.mark.clause("RIV-5"), id="RIV-5"),
]


@pytest.mark.parametrize(("house", "play"), UNQUALIFIED)
@pytest.mark.parametrize("cards", ["Ks 8h 2d", "Js 9h 4s", "7s 4h 2d", "As Ks Qs"])
def test_ac_5_napa_6_shine_4_riv_5_a_dealer_who_does_not_qualify_pays_the_ante_whatever_the_hand(
    cards: str, house: str, play: Read
) -> None:
    lines = ante_and_play(house, cards, NOT_QUALIFIED).lines()
    assert lines[:2] == [won("ante", 1000, 1000, "1 to 1", play.clause), play]


@pytest.mark.parametrize(("house", "play"), UNQUALIFIED)
def test_ac_5_napa_6_shine_4_riv_5_the_line_of_the_dealer_is_queen_high(house: str, play: Read) -> None:
    assert ante_and_play(house, "Ks 8h 2s", "Jc Tc 8d").result("play") == play.result
    assert ante_and_play(house, "Ks 8h 2s", "Qc 3c 2d").result("play") == "win"


SHOWDOWN = [
    pytest.param("atlantic-city", "AC-6", marks=pytest.mark.clause("AC-6"), id="AC-6"),
    pytest.param("napa-valley", "NAPA-7", marks=pytest.mark.clause("NAPA-7"), id="NAPA-7"),
    pytest.param("shine", "SHINE-5", marks=pytest.mark.clause("SHINE-5"), id="SHINE-5"),
    pytest.param("rivers", "RIV-5", marks=pytest.mark.clause("RIV-5"), id="RIV-5"),
]


@pytest.mark.parametrize(("house", "clause"), SHOWDOWN)
def test_ac_6_napa_7_shine_5_riv_5_a_better_hand_is_paid_1_to_1_on_ante_and_play(
    house: str, clause: str
) -> None:
    both = [won(wager, 1000, 1000, "1 to 1", clause) for wager in ("ante", "play")]
    assert ante_and_play(house, "Qs 9h 5d").lines() == both


@pytest.mark.parametrize(("house", "clause"), SHOWDOWN)
def test_ac_6_napa_7_shine_5_riv_5_an_equal_hand_pushes_ante_and_play(house: str, clause: str) -> None:
    both = [pushed("ante", 1000, clause), pushed("play", 1000, clause)]
    assert ante_and_play(house, "Qs 9h 4s").lines() == both


@pytest.mark.parametrize(("house", "clause"), SHOWDOWN)
def test_ac_6_napa_7_shine_5_riv_5_a_worse_hand_loses_ante_and_play(house: str, clause: str) -> None:
    both = [lost("ante", 1000, clause), lost("play", 1000, clause)]
    assert ante_and_play(house, "Qs 9h 3d").lines() == both


# The Ante Bonus


@dataclass(frozen=True)
class Bonus:
    """The Ante Bonus of a house: how often the Ante it is figured on when Play is twice the Ante."""

    house: str
    clause: str
    side: str  # a wager that may stand without an Ante
    times: int


ANTE_BONUS = [
    pytest.param(Bonus("atlantic-city", "AC-7", "pair_plus", 1), marks=pytest.mark.clause("AC-7"), id="AC-7"),
    pytest.param(Bonus("shine", "SHINE-6", "pair_xxx", 2), marks=pytest.mark.clause("SHINE-6"), id="SHINE-6"),
    pytest.param(Bonus("rivers", "RIV-6", "pair_plus", 1), marks=pytest.mark.clause("RIV-6"), id="RIV-6"),
]


@pytest.mark.parametrize("bonus", ANTE_BONUS)
@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks Qs", 5),  # the mini royal has no line here
        ("Ks Qs Js", 5),
        ("3s 2s As", 5),
        ("As Ah Ad", 4),
        ("2s 2h 2d", 4),
        ("As Kh Qd", 1),
        ("3s 2h Ad", 1),
    ],
)
def test_ac_7_shine_6_riv_6_the_ante_bonus_whatever_the_dealer_holds(
    cards: str, odds: int, dealer: str, bonus: Bonus
) -> None:
    line = ante_and_play(bonus.house, cards, dealer).line("ante_bonus")
    assert line == won("ante_bonus", 0, 1000 * odds, f"{odds} to 1", bonus.clause)


@pytest.mark.parametrize("bonus", ANTE_BONUS)
@pytest.mark.parametrize("cards", [*BORDERS["flush"], *BORDERS["pair"], *BORDERS["high_card"]])
def test_ac_7_shine_6_riv_6_no_ante_bonus_below_a_straight(cards: str, bonus: Bonus) -> None:
    assert ante_and_play(bonus.house, cards).ids() == ["ante", "play"]


@pytest.mark.parametrize("bonus", ANTE_BONUS)
def test_ac_7_shine_6_riv_6_no_ante_bonus_unless_play_was_bet(bonus: Bonus) -> None:
    folded = play_out(bonus.house, {1: seat("As Ah Ad", "fold", ante=1000)})
    no_ante = play_out(bonus.house, {1: seat("As Ah Ad", None, {bonus.side: 1000})})
    assert (folded.ids(), no_ante.ids()) == (["ante"], [bonus.side])


@pytest.mark.parametrize("bonus", ANTE_BONUS)
def test_ac_7_shine_6_riv_6_the_wager_that_the_ante_bonus_is_figured_on(bonus: Bonus) -> None:
    double = table_of(bonus.house, "play.times=2")  # to tell the two wagers apart
    story = play_out(double, {1: seat("As Ah Ad", "play", ante=1000)})
    assert story.line("ante_bonus").profit == bonus.times * 4000


# Pair Plus, at Shine called Pair XXX


@dataclass(frozen=True)
class Pairs:
    """A wager on the player's own three cards: what it stands beside, and what a mini royal pays."""

    house: str
    clause: str
    wager: str
    royal: int
    beside: Mapping[str, int]

    def line(self, cards: str, dealer: str) -> Read:
        plan = seat(cards, "play" if self.beside else None, {**self.beside, self.wager: 500})
        return play_out(self.house, {1: plan}, dealer).line(self.wager)


PAIR_PLUS = [
    pytest.param(
        Pairs("atlantic-city", "AC-8", "pair_plus", 50, {}), marks=pytest.mark.clause("AC-8"), id="AC-8"
    ),
    pytest.param(
        Pairs("napa-valley", "NAPA-9", "pair_plus", 200, {"ante": 500}),
        marks=pytest.mark.clause("NAPA-9"),
        id="NAPA-9",
    ),
    pytest.param(  # at Shine and at Rivers the mini royal has no line of its own
        Pairs("shine", "SHINE-7", "pair_xxx", 40, {}), marks=pytest.mark.clause("SHINE-7"), id="SHINE-7"
    ),
    pytest.param(
        Pairs("rivers", "RIV-7", "pair_plus", 40, {}), marks=pytest.mark.clause("RIV-7"), id="RIV-7"
    ),
]


@pytest.mark.parametrize("pairs", PAIR_PLUS)
@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks Qs", None),
        ("Ah Kh Qh", None),
        ("Ad Kd Qd", None),
        ("Ks Qs Js", 40),
        ("3s 2s As", 40),
        ("As Ah Ad", 30),
        ("2s 2h 2d", 30),
        ("As Kh Qd", 6),  # ace, king and queen not suited are a straight
        ("As Ks Qh", 6),
        ("3s 2h Ad", 6),
        ("As Ks Js", 3),
        ("5s 3s 2s", 3),
        ("As Ah Kd", 1),
        ("2s 2h 3d", 1),
    ],
)
def test_ac_8_napa_9_shine_7_riv_7_pair_plus_whatever_the_dealer_holds(
    cards: str, odds: int | None, dealer: str, pairs: Pairs
) -> None:
    pays = pairs.royal if odds is None else odds
    assert pairs.line(cards, dealer) == won(pairs.wager, 500, 500 * pays, f"{pays} to 1", pairs.clause)


@pytest.mark.parametrize("pairs", PAIR_PLUS)
@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("cards", BORDERS["high_card"])
def test_ac_8_napa_9_shine_7_riv_7_pair_plus_below_a_pair_loses(
    cards: str, dealer: str, pairs: Pairs
) -> None:
    assert pairs.line(cards, dealer) == lost(pairs.wager, 500, pairs.clause)


# The Six Card Bonus, at Shine called Super 6


@dataclass(frozen=True)
class Six:
    """A wager on the best five of six cards: what it stands beside, and what a flush pays."""

    house: str
    clause: str
    wager: str
    flush: int
    beside: Mapping[str, int]

    def lines(self, cards: str, dealer: str) -> list[Read]:
        """Its lines after Play and after a fold."""
        bet = {**self.beside, self.wager: 500}
        plans = seat(cards, "play", bet), seat(cards, "fold", bet)
        return [play_out(self.house, {1: plan}, dealer).line(self.wager) for plan in plans]


SIX_CARDS = [
    pytest.param(
        Six("atlantic-city", "AC-10", "six_card_bonus", 15, {"ante": 500, "pair_plus": 500}),
        marks=pytest.mark.clause("AC-10"),
        id="AC-10",
    ),
    pytest.param(
        Six("shine", "SHINE-8", "super_6_bonus", 15, {"ante": 1000}),
        marks=pytest.mark.clause("SHINE-8"),
        id="SHINE-8",
    ),
    pytest.param(
        Six("rivers", "RIV-8", "six_card_bonus", 20, {"ante": 500}),
        marks=pytest.mark.clause("RIV-8"),
        id="RIV-8",
    ),
]


@pytest.mark.parametrize("six", SIX_CARDS)
@pytest.mark.parametrize(
    ("cards", "dealer", "odds"),
    [
        ("As Ks Qs", "Js Ts 4d", 1000),
        ("As Ts 2d", "Ks Qs Js", 1000),
        ("Ks Qs Js", "Ts 9s 2d", 200),
        ("As 2s 3s", "4s 5s Kd", 200),
        ("9s 9h 2c", "9d 9c Kh", 50),
        ("9s 9h 2c", "9d 2h Kc", 25),
        ("9s 9h 9d", "8s 8h 8d", 25),
        ("As 9s 4s", "Ks 2s 3d", None),
        ("As Kh Qd", "Jc Ts 2h", 10),
        ("As 2h 3d", "4c 5s Kh", 10),
        ("9s 9h 2c", "9d Kh 4s", 5),
        ("Ks 4h 2d", "9s 9h 9d", 5),
    ],
)
def test_ac_10_shine_8_riv_8_the_six_card_bonus(cards: str, dealer: str, odds: int | None, six: Six) -> None:
    pays = six.flush if odds is None else odds
    line = won(six.wager, 500, 500 * pays, f"{pays} to 1", six.clause)
    assert six.lines(cards, dealer) == [line, line]


@pytest.mark.parametrize("six", SIX_CARDS)
@pytest.mark.parametrize(
    ("cards", "dealer"), [("9s 9h 2c", "2d Kh Ks"), ("9s 9h Ac", "Kd Qh 4s"), ("Ks As 2h", "3d 4c Qh")]
)
def test_ac_10_shine_8_riv_8_the_six_card_bonus_below_three_of_a_kind_loses(
    cards: str, dealer: str, six: Six
) -> None:
    line = lost(six.wager, 500, six.clause)
    assert six.lines(cards, dealer) == [line, line]
