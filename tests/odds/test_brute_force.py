"""Every action of many hands, counted outcome by outcome, equals what the price engine says, exactly.

Sheets that no house deals are made by overrides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from pitboss.cards import cards_text, parse_cards
from pitboss.cli.options import find_sheet
from pitboss.odds import Game, advise, price_sheet
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.counting import (
    ALWAYS,
    ANY,
    NEVER,
    PAIR,
    QUEEN_HIGH,
    Array,
    Rules,
    Three,
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

TWO_UP = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'
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
    *("Ah 9c 2d", "Ah 8c 7h", "Kh 9c 2d", "Kc 8c 7d", "Qs 9h 2d"),
    "Qs 6h 4d",  # the cut-off
    *("Qs 6s 4d", "Qs 6h 3d"),
    "Qd 3d 2c",  # the lowest queen
    "Jc Td 8h",
    "5c 3d 2h",  # the worst hand
)
# At the draw game other hands are close calls: to fold or to draw, and which card to throw away.
CLOSE_DRAWS = (
    *("Qc 9d 6h", "Qc 9d 4h", "Qc Td 2h", "9c 7d 3h", "9c 7d 2h", "Kc 3d 2h", "Kc Qd Td", "Kc Td 6d"),
    *("Kc Td 5d", "Ac Qd 7c", "Ac 9d 7d", "Jc 9d 8c", "Tc 6c 5d", "Tc 5d 4c", "5c 3d 2c"),
    "Qh Jh Th",  # a straight flush one card from a mini royal
    "7c 7d 7s",
)
FEW = (
    "Ah Kh Qh",
    "4s 3s 2s",
    "8c 8d 8h",
    "Qc Jd Th",
    "Kd 7d 2d",
    "Jc Js 5d",
    "Qs 6h 4d",
    "Jd 9c 3c",
    "5c 3d 2h",
)
TWO = ("Jc Js 5d", "Qs 6h 4d")
# Every category, pairs to keep or to break, and a drawn mini royal (PEC-12 to PEC-14).
DOUBLE_SHOTS = ("As Ks Qs", "Ks Qs 4d", "Ad 3d 2c", "Jh 7d 2c", "Ks Kd Qd", *HANDS[1:12:2])
CLASSIC = Rules(QUEEN_HIGH)
DRAW_GAME = Rules(ANY, PAIR, True)
PLAYER_DRAWS = Rules(QUEEN_HIGH, NEVER, True)
EVERY = 52  # up cards beside a hand: all of them


def draws_below(category: str) -> str:
    return f'dealer.draw={{when="below",below="{category}",clause="RIV-5",stands_clause="RIV-5"}}'


def some(seed: str, number: int = 40) -> tuple[str, ...]:
    """The borders, and hands by chance."""
    chance = random.Random(seed)
    return (*HANDS, *(cards_text(chance.sample(range(52), 3)) for _ in range(number)))


class Case(NamedTuple):
    """A sheet, what the naive count must be told of it, and what is asked."""

    house: str
    sets: Sequence[str]
    rules: Rules
    hands: Sequence[str] = FEW
    ups: int = 1  # sets of up cards beside each hand, where any show
    bets: Mapping[str, int] | None = None

    def ups_of(self, hand: Three, shows: int) -> Iterator[list[int]]:
        """A pair and, with three, a straight flush are among them."""
        free = [card for card in range(52) if card not in hand]
        if self.ups == EVERY or not shows:
            yield from ([card] for card in free) if shows else [[]]
            return
        chance = random.Random(str(self.sets) + cards_text(hand))
        for _ in range(self.ups):
            yield sorted(chance.sample(free, shows))
        if shows > 1:
            first = next(card for card in free if card + 1 in free and card >> 2 == (card + 1) >> 2)
            yield sorted([first, first + 1, *(c for c in free if c not in (first, first + 1))][:shows])
        if shows == 3:
            yield next([c, c + 4, c + 8] for c in free if c + 4 in free and c + 8 in free)


CASES = [
    *(Case(house, (), CLASSIC, some(house)) for house in ("atlantic-city", "rivers", "shine")),
    Case("atlantic-city", (), CLASSIC, HANDS, bets={"ante": 1000, "pair_plus": 2500}),
    Case("rivers", (), CLASSIC, HANDS, bets={"ante": 700, "pair_plus": 1100, "progressive": 100}),
    Case("shine", (), CLASSIC, HANDS, bets={"ante": 600, "pair_xxx": 1700}),
    Case("napa-valley", (), CLASSIC, some("napa-valley"), EVERY),
    Case("napa-valley", (), CLASSIC, HANDS, EVERY, {"ante": 1000, "pair_plus": 600}),
    Case("pechanga", (), DRAW_GAME, (*some("pechanga"), *CLOSE_DRAWS)),
    Case("pechanga", (), DRAW_GAME, DOUBLE_SHOTS, bets={"ante": 1000, "double_shot": 2000}),
    Case("pechanga", (), DRAW_GAME, DOUBLE_SHOTS, bets={"ante": 700, "double_shot": 300}),
    # Other qualifiers, draws and multiples
    Case("rivers", ['dealer.qualifier.hand="jack high"'], Rules((0, 11, 0, 0))),
    Case("rivers", ['dealer.qualifier.hand="king high"'], Rules((0, 13, 0, 0))),
    Case("rivers", ['dealer.qualifier.hand="pair"'], Rules(PAIR)),
    Case("rivers", ['dealer.qualifier.hand="Q-6-4"'], Rules((0, 12, 6, 4))),
    Case("rivers", [ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS), FEW[::2]),
    Case(TWO_UP, ["dealer.shows=0"], Rules(ANY, ALWAYS), FEW[::2]),
    Case("rivers", [draws_below("flush")], Rules(QUEEN_HIGH, (2,)), FEW[::2]),
    Case(
        "rivers",
        [draws_below("straight"), 'dealer.qualifier.hand="king high"'],
        Rules((0, 13, 0, 0), (3,)),
        FEW[::2],
    ),
    Case("atlantic-city", ["play.times=2"], CLASSIC),
    Case("atlantic-city", ['play.times="1/2"'], CLASSIC),
    Case("shine", ["play.times=3", 'showdown.equal.ante="lose"'], CLASSIC),
    # Players who draw
    Case("rivers", ["player.draws=true"], PLAYER_DRAWS, FEW[::2]),
    Case("shine", ["player.draws=true", 'dealer.qualifier.hand="pair"'], Rules(PAIR, NEVER, True), FEW[::2]),
    Case(
        "rivers",
        ["player.draws=true", ALWAYS_DRAWS],
        Rules(QUEEN_HIGH, ALWAYS, True),
        ("Ah Kh 4h", "Qs 6h 4d"),
    ),
    Case(
        "pechanga", ['dealer.draw.below="three_of_a_kind"'], Rules(ANY, (4,), True), ("Ah Kh 4h", "Qs 6h 4d")
    ),
    # Cards that show
    Case("rivers", ["dealer.shows=1"], CLASSIC, FEW, 6),
    Case("rivers", ["dealer.shows=2"], CLASSIC, TWO),
    Case("rivers", ["dealer.shows=1", ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS), FEW, 6),
    Case("napa-valley", ["dealer.shows=2", 'dealer.qualifier.hand="jack high"'], Rules((0, 11, 0, 0)), TWO),
    Case("rivers", ["dealer.shows=1", draws_below("pair")], Rules(QUEEN_HIGH, PAIR), FEW, 6),
    Case("rivers", ["dealer.shows=2", draws_below("flush")], Rules(QUEEN_HIGH, (2,)), TWO),
    Case(TWO_UP, [], Rules(ANY, ALWAYS), TWO),
    Case(TWO_UP, [], Rules(ANY, ALWAYS), ("Jc Js 5d", "Kd 7d 2d"), bets={"ante": 700, "lucky_three": 500}),
    Case("rivers", ["dealer.shows=3"], CLASSIC, TWO),
    Case("rivers", ["dealer.shows=3", ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS), TWO),
    Case("rivers", ["dealer.shows=3", draws_below("pair")], Rules(QUEEN_HIGH, PAIR), TWO),
    # Players who draw beside up cards
    Case("rivers", ["player.draws=true", "dealer.shows=1"], PLAYER_DRAWS, FEW[::2], 3),
    Case(
        "shine",
        ["player.draws=true", "dealer.shows=1", 'dealer.qualifier.hand="pair"'],
        Rules(PAIR, NEVER, True),
        FEW[::2],
        2,
    ),
    Case("pechanga", ["dealer.shows=1"], DRAW_GAME, FEW[::2], 2),
    Case("pechanga", ["dealer.shows=1"], DRAW_GAME, TWO, 2, {"ante": 1000, "double_shot": 2000}),
    Case(
        "rivers",
        ["player.draws=true", "dealer.shows=1", ALWAYS_DRAWS],
        Rules(QUEEN_HIGH, ALWAYS, True),
        FEW[::2],
    ),
    Case("rivers", ["player.draws=true", "dealer.shows=2"], PLAYER_DRAWS, FEW[::2]),
    Case("pechanga", ["dealer.shows=2"], DRAW_GAME, FEW[::2]),
    Case("pechanga", ["dealer.shows=3"], DRAW_GAME, FEW[::2]),
    # A drawn A-K-Q of spades takes the meter, $1,000; others are paid 500 for 1
    Case(
        "rivers",
        ["player.draws=true"],
        PLAYER_DRAWS,
        ("As Ks 4d", "Ah Kh 4d", "Ad Qd Qs", "Ks Qs 2s", "Qc 6h 4d"),
        bets={"ante": 1000, "progressive": 100},
    ),
]


def named(case: Case) -> str:
    return f"{Path(case.house).stem} {' '.join(case.sets)} {'+'.join(case.bets or {})}"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_action_is_worth_what_plain_counting_says(case: Case) -> None:
    sheet = find_sheet(case.house, case.sets)
    game = Game(open_table(sheet))
    for text in case.hands:
        hand = cards(text)
        for up in case.ups_of(hand, game.dealing.shows):
            found = advise(game, hand, up, case.bets).actions
            assert len(found) == (5 if case.rules.player_draws else 2)
            assert found == all_evs(sheet, case.rules, hand, up, case.bets), (text, cards_text(up))


def test_the_naive_ladder_is_the_one_of_the_figures() -> None:
    assert len(ladder()) == 741
    assert place_of(QUEEN_HIGH) > 0
    assert len(up_to_suits()) == 1755
    assert sum(number for _, number in up_to_suits()) == 22_100


@pytest.mark.parametrize("known", ["Qh 7c 6c", "Qh 7c 6c Qd", "Qh 7c 6c 7s", "As Ks Qs 2c"])
def test_sets_of_four_stand_for_every_order_of_the_dealers_cards(known: str) -> None:
    """The count behind the draw game, once without the shortcut: three cards, then a fourth."""
    dead = parse_cards(known)
    slow = one_by_one(dead, (), DRAW_GAME).by_strength(len(dead))
    fast = dealer_outcomes(dead, (), DRAW_GAME).by_strength(len(dead))
    assert slow.tolist() == fast.tolist()
    assert slow.sum() == comb(52 - len(dead), 3) * (49 - len(dead))


def classic_nets(hand: Three) -> tuple[Array, Array]:
    """Which dealer hands are apart from a hand, and what Play and Ante win against them, in Antes."""
    dealers = triples()
    theirs = strength(*dealers.T).astype(np.int64)
    apart = np.asarray(~np.isin(dealers, hand).any(axis=1))
    won = 2 * np.sign(int(strength(*hand)) - theirs)
    return apart, np.where(theirs >= place_of(QUEEN_HIGH), won, 1)[apart]


def ante_bonus(hand: Three) -> int:
    return {3: 1, 4: 4, 5: 5}.get(ladder()[int(strength(*hand))][0], 0)


def test_the_classic_game_over_all_407_million_deals() -> None:
    """Mean and distribution of Ante and Play, hand by hand against every dealer hand."""
    nets = np.zeros(12, np.int64)  # from -2 up
    for hand, number in up_to_suits():
        result = classic_nets(hand)[1] + ante_bonus(hand)
        played = np.bincount(result + 2, minlength=12)
        if (played * np.arange(-2, 10)).sum() >= -len(result):
            nets += number * played
        else:
            nets[1] += number * len(result)
    found = {Fraction(place - 2): count for place, count in enumerate(nets.tolist()) if count}
    assert found == price_sheet(load_house("atlantic-city")).wagers["ante"].distribution


def test_napa_valley_over_all_1221_million_deals() -> None:
    """The mean by up card, every hand against every dealer hand with each of its cards up."""
    price = price_sheet(load_house("napa-valley")).wagers["ante"]
    by_up = np.zeros(52, np.int64)
    for hand, number in up_to_suits():
        apart, result = classic_nets(hand)
        played = np.bincount(triples()[apart].ravel(), np.repeat(result, 3), 52).astype(np.int64)
        best = np.maximum(played, -comb(48, 2))
        best[list(hand)] = 0
        by_up += number * best
    assert Fraction(int(by_up.sum()), 22_100 * 49 * 1128) == price.ev
    ranks = by_up.reshape(13, 4).sum(axis=1).tolist()
    found = {"23456789TJQKA"[n]: Fraction(x, 4 * comb(51, 3) * 1128) for n, x in enumerate(ranks)}
    assert found == price.extras["by_up_card"]


def test_a_player_who_sees_everything() -> None:
    """Three up cards leave nothing to chance: each deal by itself is folded or played."""
    two, price = (
        Game(open_table(load_house("atlantic-city", [f"dealer.shows={n}"]))).price("ante") for n in (2, 3)
    )
    total = 0
    for hand, number in up_to_suits():
        total += number * int(np.maximum(classic_nets(hand)[1] + ante_bonus(hand), -1).sum())
    assert price.ev == Fraction(total, 22_100 * comb(49, 3)) > two.ev
