"""Sheets that no house deals, made by overrides: the engine prices them as plain counting does."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.cli.options import find_sheet
from pitboss.odds import Game, NotPriced, advise, price_sheet
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.counting import (
    ALWAYS,
    ANY,
    NEVER,
    PAIR,
    QUEEN_HIGH,
    Rules,
    all_evs,
    cards,
    ladder,
    place_of,
    six_card_evs,
    strength,
    triples,
    up_to_suits,
)

TWO_UP = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
HANDS = (
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
LOST = 'wager.progressive.fold={does="lose",clause="RIV-9"}'
HIGH_CARD = 'pays.progressive.lines.high_card="3 for 10"'
ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'


def draws_below(category: str) -> str:
    return f'dealer.draw={{when="below",below="{category}",clause="RIV-5",stands_clause="RIV-5"}}'


def up_cards(hand: tuple[int, ...], shows: int, number: int, seed: str) -> list[list[int]]:
    """Some sets of up cards beside a hand; a pair and, with three, a straight flush are among them."""
    chance = random.Random(seed + cards_text(hand))
    free = [card for card in range(52) if card not in hand]
    found = [sorted(chance.sample(free, shows)) for _ in range(number)]
    if shows > 1:
        first = next(card for card in free if card + 1 in free and card >> 2 == (card + 1) >> 2)
        found.append(sorted([first, first + 1, *(c for c in free if c not in (first, first + 1))][:shows]))
    if shows == 3:
        found.append(next([c, c + 4, c + 8] for c in free if c + 4 in free and c + 8 in free))
    return found


NOTHING_SHOWS = [
    ("rivers", ['dealer.qualifier.hand="jack high"'], Rules((0, 11, 0, 0))),
    ("rivers", ['dealer.qualifier.hand="king high"'], Rules((0, 13, 0, 0))),
    ("rivers", ['dealer.qualifier.hand="pair"'], Rules(PAIR)),
    ("rivers", ['dealer.qualifier.hand="Q-6-4"'], Rules((0, 12, 6, 4))),
    ("rivers", [ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS)),
    (TWO_UP, ["dealer.shows=0"], Rules(ANY, ALWAYS)),
    ("rivers", [draws_below("flush")], Rules(QUEEN_HIGH, (2,))),
    ("rivers", [draws_below("straight"), 'dealer.qualifier.hand="king high"'], Rules((0, 13, 0, 0), (3,))),
    ("atlantic-city", ["play.times=2"], Rules(QUEEN_HIGH)),
    ("atlantic-city", ['play.times="1/2"'], Rules(QUEEN_HIGH)),
    ("shine", ["play.times=3", 'showdown.equal.ante="lose"'], Rules(QUEEN_HIGH)),
]


@pytest.mark.parametrize(("house", "sets", "rules"), NOTHING_SHOWS, ids=str)
def test_other_qualifiers_draws_and_multiples(house: str, sets: list[str], rules: Rules) -> None:
    sheet = find_sheet(house, sets)
    game = Game(open_table(sheet))
    for text in HANDS if rules.draws_below == NEVER else HANDS[::2]:
        assert advise(game, cards(text)).actions == all_evs(sheet, rules, cards(text)), text


PLAYER_DRAWS = [
    ("rivers", ["player.draws=true"], Rules(QUEEN_HIGH, NEVER, True)),
    ("shine", ["player.draws=true", 'dealer.qualifier.hand="pair"'], Rules(PAIR, NEVER, True)),
    ("rivers", ["player.draws=true", ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS, True)),
    ("pechanga", ['dealer.draw.below="three_of_a_kind"'], Rules(ANY, (4,), True)),
]


@pytest.mark.parametrize(("house", "sets", "rules"), PLAYER_DRAWS, ids=str)
def test_players_who_draw(house: str, sets: list[str], rules: Rules) -> None:
    sheet = find_sheet(house, sets)
    game = Game(open_table(sheet))
    for text in HANDS[::2] if rules.draws_below == NEVER else ("Ah Kh 4h", "Qs 6h 4d"):
        assert advise(game, cards(text)).actions == all_evs(sheet, rules, cards(text)), text


CARDS_SHOW = [
    ("rivers", ["dealer.shows=1"], Rules(QUEEN_HIGH), 1),
    ("rivers", ["dealer.shows=2"], Rules(QUEEN_HIGH), 2),
    ("rivers", ["dealer.shows=1", ALWAYS_DRAWS], Rules(QUEEN_HIGH, ALWAYS), 1),
    ("napa-valley", ["dealer.shows=2", 'dealer.qualifier.hand="jack high"'], Rules((0, 11, 0, 0)), 2),
    ("rivers", ["dealer.shows=1", draws_below("pair")], Rules(QUEEN_HIGH, PAIR), 1),
    ("rivers", ["dealer.shows=2", draws_below("flush")], Rules(QUEEN_HIGH, (2,)), 2),
    (TWO_UP, [], Rules(ANY, ALWAYS), 2),
]


@pytest.mark.parametrize(
    ("house", "sets", "rules", "shows"),
    CARDS_SHOW,
    ids=lambda each: Path(each).stem if each == TWO_UP else None,
)
def test_cards_that_show(house: str, sets: list[str], rules: Rules, shows: int) -> None:
    sheet = find_sheet(house, sets)
    game = Game(open_table(sheet))
    for text in HANDS if shows < 2 else ("Jc Js 5d", "Qs 6h 4d"):
        hand = cards(text)
        for up in up_cards(hand, shows, 6 if shows == 1 else 1, str(sets)):
            found = advise(game, hand, up).actions
            assert found == all_evs(sheet, rules, hand, up), (text, cards_text(up))


@pytest.mark.parametrize(
    "sets", [[], [ALWAYS_DRAWS], [draws_below("pair")]], ids=["never", "always", "below"]
)
def test_all_three_cards_show(sets: list[str]) -> None:
    sheet = load_house("rivers", ["dealer.shows=3", *sets])
    game = Game(open_table(sheet))
    rules = Rules(QUEEN_HIGH, ALWAYS if sets == [ALWAYS_DRAWS] else PAIR if sets else NEVER)
    for text, up in (("Qs 6h 4d", [0, 1, 50]), ("Jc Js 5d", [0, 5, 10])):
        found = advise(game, cards(text), up).actions
        assert found == all_evs(sheet, rules, cards(text), up), (text, up)


def test_two_up_with_its_side_wager() -> None:
    sheet, bets = find_sheet(TWO_UP), {"ante": 700, "lucky_three": 500}
    for text in ("Jc Js 5d", "Kd 7d 2d"):
        found = advise(Game(open_table(sheet)), cards(text), [48, 9], bets).actions
        assert found == all_evs(sheet, Rules(ANY, ALWAYS), cards(text), [48, 9], bets)


@pytest.mark.parametrize("text", ["Qs 6h 3d", "9d 8d 2d"])
def test_a_six_card_wager_that_a_fold_loses(text: str) -> None:
    sheet = load_house("rivers", ['wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'])
    bets = {"ante": 500, "six_card_bonus": 2000}
    found = advise(Game(open_table(sheet)), cards(text), bets=bets)
    assert found.actions == six_card_evs(sheet, cards(text), bets)
    assert found.actions["fold"] == -5


def test_a_player_who_sees_everything() -> None:
    """Three up cards leave nothing to chance: each deal by itself is folded or played."""
    two = Game(open_table(load_house("atlantic-city", ["dealer.shows=2"]))).price("ante")
    price = Game(open_table(load_house("atlantic-city", ["dealer.shows=3"]))).price("ante")
    dealers = triples()
    theirs = strength(dealers[:, 0], dealers[:, 1], dealers[:, 2]).astype(np.int64)
    qualified = theirs >= place_of(QUEEN_HIGH)
    bonus = {3: 1, 4: 4, 5: 5}
    total = 0
    for hand, number in up_to_suits():
        apart = ~np.isin(dealers, hand).any(axis=1)
        mine = int(strength(*hand))
        result = np.where(qualified, 2 * np.sign(mine - theirs), 1)[apart] + bonus.get(ladder()[mine][0], 0)
        total += number * int(np.maximum(result, -1).sum())
    assert price.ev == Fraction(total, 22_100 * comb(49, 3)) > two.ev


@pytest.mark.parametrize("house", ["atlantic-city", "rivers"])
def test_a_half_cent_is_not_lost(house: str) -> None:
    """Odds with fractions are priced exactly, on a stake that they do not round."""
    plain = price_sheet(load_house(house)).wagers["pair_plus"].ev
    odd = price_sheet(load_house(house, ['pays.pair_plus.lines.pair="7 to 6"'])).wagers["pair_plus"].ev
    assert odd - plain == Fraction(3744, 22100) / 6


def test_a_fixed_stake_is_priced_beside_the_smallest_ante() -> None:
    """A $1 wager that pays a high card 3 for 10, and that a fold loses: 30 cents for who plays on.

    Beside $5 some hands are played for them that would be folded beside $6, where 4 to 3 is whole dollars.
    """
    sheet = load_house("rivers", [LOST, 'pays.ante_bonus.lines.straight="4 to 3"', HIGH_CARD])
    dealers = triples()
    theirs = strength(*dealers.T).astype(np.int64)
    qualified = theirs >= place_of(QUEEN_HIGH)
    # Pair and flush have no line; the meter of $1,000 is paid for spades. Stakes are kept.
    paid = {1: 0, 2: 0, 3: 600, 4: 6000, 5: 7000}
    total, played = 0, {500: 0, 600: 0}
    for hand, number in up_to_suits():
        mine = int(strength(*hand))
        category = ladder()[mine][0]
        if category:
            total += number * (paid[category] - 100)
            continue
        apart = ~np.isin(dealers, hand).any(axis=1)
        result = Fraction(int(np.where(qualified, 2 * np.sign(mine - theirs), 1)[apart].sum()), comb(49, 3))
        for ante, count in played.items():
            played[ante] = count + number * (result * ante + 30 > -ante)
        total += number * (-70 if result * 500 + 30 > -500 else -100)
    total += 3 * (50_000 - 7000) + (100_000 - 7000)
    assert played[500] > played[600]
    price = Game(open_table(sheet)).price("progressive")
    assert price.ev == Fraction(total, 22_100 * 100)
    assert price.stakes == {"ante": 500, "progressive": 100}


def test_advice_that_is_not_priced_says_why() -> None:
    game = Game(open_table(load_house("rivers", ["dealer.shows=1", "player.draws=true"])))
    with pytest.raises(NotPriced, match="must be given"):
        advise(game, cards("Qs 6h 4d"))
    with pytest.raises(NotPriced, match="three different cards"):
        advise(game, cards("Qs 6h 4d"), cards("Qs 6h 4d")[:1])
    with pytest.raises(NotPriced, match="three different cards"):
        advise(game, [1, 2], [0])


def test_equally_good_actions_are_all_named() -> None:
    """Where a lost Play bet is pushed, losing at the showdown costs just what a fold costs."""
    game = Game(open_table(load_house("rivers", ["dealer.shows=3", 'showdown.worse.play="push"'])))
    advice = advise(game, cards("Qs 6h 4d"), [0, 1, 50])
    assert advice.best == ("fold", "play")
    assert advice.as_json()["best"] == "fold|play"
