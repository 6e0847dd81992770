"""Every action of many hands, counted outcome by outcome, equals what the price engine says, exactly."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text, parse_cards
from pitboss.odds import Game, advise, price_sheet
from pitboss.round import open_table
from pitboss.sheet import load
from tests.odds.counting import (
    ANY,
    PAIR,
    QUEEN_HIGH,
    Rules,
    all_evs,
    beside_a_draw,
    cards,
    dealer_outcomes,
    ladder,
    place_of,
    six_card_evs,
    strength,
    triples,
    up_to_suits,
)

# Every category with its lowest and highest hands, and the borders of the published strategies.
HANDS = (
    "As Ks Qs",  # mini royal
    "Kd Qd Jd",
    "Ah 2h 3h",  # the lowest straight flush
    "Ac Ad Ah",
    "2c 2d 2h",
    "Ac Kd Qh",
    "Ad 2c 3h",  # the lowest straight
    "Ah Kh Jh",
    "5s 3s 2s",  # the lowest flush
    "Ac As Kd",
    "9c 9d 2h",
    "2c 2d 3h",  # the lowest pair
    "Ad Kd Jc",  # the highest card hand
    "Ah 9c 2d",
    "Ah 8c 7h",
    "Kh 9c 2d",
    "Kc 8c 7d",
    "Qs 9h 2d",
    "Qs 6h 4d",  # the cut-off
    "Qs 6s 4d",
    "Qs 6h 3d",
    "Qd 3d 2c",  # the lowest queen
    "Jc Td 8h",
    "5c 3d 2h",  # the worst hand
)
CLASSIC = Rules(QUEEN_HIGH)
DRAW_GAME = Rules(ANY, PAIR, True)


def sampled(number: int, size: int, seed: str) -> list[tuple[int, ...]]:
    chance = random.Random(seed)
    return [tuple(chance.sample(range(52), size)) for _ in range(number)]


def hands(number: int, seed: str) -> list[str]:
    return [*HANDS, *(cards_text(hand) for hand in sampled(number, 3, seed))]


def test_the_naive_ladder_is_the_one_of_the_figures() -> None:
    assert len(ladder()) == 741
    assert place_of(QUEEN_HIGH) > 0
    assert len(up_to_suits()) == 1755
    assert sum(number for _, number in up_to_suits()) == 22_100


@pytest.mark.parametrize("house", ["atlantic-city", "rivers", "shine"])
def test_classic_houses(house: str) -> None:
    sheet = load(house)
    game = Game(open_table(sheet))
    for text in hands(40, house):
        assert advise(game, parse_cards(text)).actions == all_evs(sheet, CLASSIC, cards(text)), text


@pytest.mark.parametrize(
    ("house", "bets"),
    [
        ("atlantic-city", {"ante": 1000, "pair_plus": 2500}),
        ("rivers", {"ante": 700, "pair_plus": 1100, "progressive": 100}),
        ("shine", {"ante": 600, "pair_xxx": 1700}),
    ],
)
def test_classic_houses_with_side_wagers(house: str, bets: dict[str, int]) -> None:
    sheet = load(house)
    game = Game(open_table(sheet))
    for text in HANDS:
        found = advise(game, parse_cards(text), bets=bets).actions
        assert found == all_evs(sheet, CLASSIC, cards(text), wagers=bets), text


@pytest.mark.parametrize(
    ("house", "bets", "text"),
    [
        ("atlantic-city", {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 500}, "Qs 6h 4d"),
        ("rivers", {"ante": 1000, "six_card_bonus": 2500, "progressive": 100}, "As Ks Qs"),
        ("rivers", {"ante": 500, "six_card_bonus": 700}, "2c 2d 3h"),
        ("shine", {"ante": 500, "pair_xxx": 500, "super_6_bonus": 900}, "Jd Td 4d"),
    ],
)
def test_six_cards_beside_a_decision_every_dealer_hand_settled(
    house: str, bets: dict[str, int], text: str
) -> None:
    sheet = load(house)
    found = advise(Game(open_table(sheet)), parse_cards(text), bets=bets).actions
    assert found == six_card_evs(sheet, cards(text), bets)


@pytest.mark.parametrize("bets", [None, {"ante": 1000, "pair_plus": 600}])
def test_napa_valley_against_up_cards(bets: dict[str, int] | None) -> None:
    sheet = load("napa-valley")
    game = Game(open_table(sheet))
    chance = random.Random("napa")
    for text in HANDS:
        hand = cards(text)
        free = [card for card in range(52) if card not in hand]
        by_rank = [chance.choice([card for card in free if card >> 2 == rank]) for rank in range(13)]
        for up in [*by_rank[::3], *by_rank[9:]] if bets else free:
            found = advise(game, hand, [up], bets).actions
            assert found == all_evs(sheet, CLASSIC, hand, [up], bets), (text, up)


def test_pechanga_every_drawn_card_and_fourth_card() -> None:
    sheet = load("pechanga")
    game = Game(open_table(sheet))
    for text in hands(0, "pechanga"):
        assert advise(game, parse_cards(text)).actions == all_evs(sheet, DRAW_GAME, cards(text)), text


@pytest.mark.parametrize("text", ["As Ks Qs", "9c 9d 2h", "Ks Qs 4d", "Ad 3d 2c", "Jh 7d 2c"])
def test_pechanga_with_a_double_shot(text: str) -> None:
    sheet, bets = load("pechanga"), {"ante": 1000, "double_shot": 2000}
    found = advise(Game(open_table(sheet)), parse_cards(text), bets=bets).actions
    assert found == all_evs(sheet, DRAW_GAME, cards(text), wagers=bets)


@pytest.mark.parametrize("drawn", ["Qd", "7s", "2c"])
def test_sets_of_four_stand_for_every_order_of_the_dealers_cards(drawn: str) -> None:
    """The count behind a draw, once without the shortcut: three cards, then a fourth."""
    known = [*cards("Qh 7c 6c"), *parse_cards(drawn)]
    slow, fast = np.zeros(741, np.int64), np.zeros(741, np.int64)
    for some in dealer_outcomes(known, (), DRAW_GAME):
        slow += some.weight * np.bincount(some.strong, minlength=741)
    for _, strong, weight in beside_a_draw(known, DRAW_GAME):
        fast += np.bincount(strong, weight, 741).astype(np.int64)
    assert slow.tolist() == fast.tolist()
    assert slow.sum() == 17_296 * 45


def test_the_classic_game_over_all_407_million_deals() -> None:
    """Mean and distribution of Ante and Play, hand by hand against every dealer hand."""
    price = price_sheet(load("atlantic-city")).wagers["ante"]
    dealers = triples()
    theirs = strength(dealers[:, 0], dealers[:, 1], dealers[:, 2]).astype(np.int64)
    qualified = theirs >= place_of(QUEEN_HIGH)
    bonus = {3: 1, 4: 4, 5: 5}
    nets = np.zeros(12, np.int64)  # from -2 up
    for hand, number in up_to_suits():
        apart = ~np.isin(dealers, hand).any(axis=1)
        mine = int(strength(*hand))
        result = np.where(qualified, 2 * np.sign(mine - theirs), 1)[apart] + bonus.get(ladder()[mine][0], 0)
        played = np.bincount(result + 2, minlength=12)
        if (played * np.arange(-2, 10)).sum() >= -len(result):
            nets += number * played
        else:
            nets[1] += number * len(result)
    found = {Fraction(place - 2): count for place, count in enumerate(nets.tolist()) if count}
    assert found == price.distribution


def test_napa_valley_over_all_1221_million_deals() -> None:
    """The mean by up card, every hand against every dealer hand with each of its cards up."""
    price = price_sheet(load("napa-valley")).wagers["ante"]
    dealers = triples()
    theirs = strength(dealers[:, 0], dealers[:, 1], dealers[:, 2]).astype(np.int64)
    qualified = theirs >= place_of(QUEEN_HIGH)
    by_up = np.zeros(52, np.int64)
    for hand, number in up_to_suits():
        apart = ~np.isin(dealers, hand).any(axis=1)
        result = np.where(qualified, 2 * np.sign(int(strength(*hand)) - theirs), 1)[apart]
        played = np.bincount(dealers[apart].ravel(), np.repeat(result, 3), 52).astype(np.int64)
        best = np.maximum(played, -comb(48, 2))
        best[list(hand)] = 0
        by_up += number * best
    assert Fraction(int(by_up.sum()), 22_100 * 49 * 1128) == price.ev
    ranks = by_up.reshape(13, 4).sum(axis=1).tolist()
    found = {"23456789TJQKA"[n]: str(Fraction(x, 4 * comb(51, 3) * 1128)) for n, x in enumerate(ranks)}
    assert found == price.extras["by_up_card"]
