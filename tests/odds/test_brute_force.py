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
from pitboss.sheet import load_house
from tests.odds.counting import (
    ANY,
    PAIR,
    QUEEN_HIGH,
    Rules,
    all_evs,
    cards,
    dealer_outcomes,
    ladder,
    one_by_one,
    place_of,
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
# At the draw game other hands are close calls: to fold or to draw, and which card to throw away.
CLOSE_DRAWS = (
    "Qc 9d 6h",
    "Qc 9d 4h",
    "Qc Td 2h",
    "9c 7d 3h",
    "9c 7d 2h",
    "Kc 3d 2h",
    "Kc Qd Td",
    "Kc Td 6d",
    "Kc Td 5d",
    "Ac Qd 7c",
    "Ac 9d 7d",
    "Jc 9d 8c",
    "Tc 6c 5d",
    "Tc 5d 4c",
    "5c 3d 2c",
    "Qh Jh Th",  # a straight flush one card from a mini royal
    "7c 7d 7s",
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
    sheet = load_house(house)
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
    sheet = load_house(house)
    game = Game(open_table(sheet))
    for text in HANDS:
        found = advise(game, parse_cards(text), bets=bets).actions
        assert found == all_evs(sheet, CLASSIC, cards(text), wagers=bets), text


@pytest.mark.parametrize("bets", [None, {"ante": 1000, "pair_plus": 600}], ids=["ante", "pair plus"])
def test_napa_valley_against_every_up_card(bets: dict[str, int] | None) -> None:
    sheet = load_house("napa-valley")
    game = Game(open_table(sheet))
    for text in HANDS if bets else hands(40, "napa-valley"):
        hand = cards(text)
        for up in sorted({*range(52)} - {*hand}):
            found = advise(game, hand, [up], bets).actions
            assert found == all_evs(sheet, CLASSIC, hand, [up], bets), (text, up)


def test_pechanga_every_drawn_card_and_fourth_card() -> None:
    sheet = load_house("pechanga")
    game = Game(open_table(sheet))
    for text in [*hands(40, "pechanga"), *CLOSE_DRAWS]:
        found = advise(game, parse_cards(text)).actions
        assert len(found) == 5
        assert found == all_evs(sheet, DRAW_GAME, cards(text)), text


def test_pechanga_with_a_double_shot() -> None:
    """Every category, pairs to keep or to break, and a drawn mini royal are among them (PEC-12 to PEC-14)."""
    sheet = load_house("pechanga")
    game = Game(open_table(sheet))
    for text in ("As Ks Qs", "Ks Qs 4d", "Ad 3d 2c", "Jh 7d 2c", "Ks Kd Qd", *HANDS[1:12:2]):
        for bets in ({"ante": 1000, "double_shot": 2000}, {"ante": 700, "double_shot": 300}):
            found = advise(game, parse_cards(text), bets=bets).actions
            assert found == all_evs(sheet, DRAW_GAME, cards(text), wagers=bets), (text, bets)


@pytest.mark.parametrize("known", ["Qh 7c 6c", "Qh 7c 6c Qd", "Qh 7c 6c 7s", "As Ks Qs 2c"])
def test_sets_of_four_stand_for_every_order_of_the_dealers_cards(known: str) -> None:
    """The count behind the draw game, once without the shortcut: three cards, then a fourth."""
    dead = parse_cards(known)
    slow = one_by_one(dead, (), DRAW_GAME).by_strength(len(dead))
    fast = dealer_outcomes(dead, (), DRAW_GAME).by_strength(len(dead))
    assert slow.tolist() == fast.tolist()
    assert slow.sum() == comb(52 - len(dead), 3) * (49 - len(dead))


def test_the_classic_game_over_all_407_million_deals() -> None:
    """Mean and distribution of Ante and Play, hand by hand against every dealer hand."""
    price = price_sheet(load_house("atlantic-city")).wagers["ante"]
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
    price = price_sheet(load_house("napa-valley")).wagers["ante"]
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
