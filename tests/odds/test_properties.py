"""Laws that every price obeys, whatever the sheet."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import card_text
from pitboss.cli.options import find_sheet
from pitboss.odds import Game, advise, from_value, price_sheet, strategy
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.odds.counting import triples
from tests.odds.prices import check, game_of

TWO_UP = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'


THREE = {
    "straight_flush": (5, 48),
    "three_of_a_kind": (4, 52),
    "straight": (1, 720),
}
PAIR_PLUS = {
    "straight_flush": (40, 48),
    "three_of_a_kind": (30, 52),
    "straight": (6, 720),
    "flush": (3, 1096),
}
SIX = {
    "royal_flush": (1000, 188),
    "straight_flush": (200, 1656),
    "four_of_a_kind": (50, 14664),
    "full_house": (25, 165984),
    "flush": (20, 205792),
    "straight": (10, 361620),
    "three_of_a_kind": (5, 732160),
}
RAISES = [
    *(("ante", "ante_bonus", key, *line, 22100) for key, line in THREE.items()),
    *(("pair_plus", "pair_plus", key, *line, 22100) for key, line in PAIR_PLUS.items()),
    ("pair_plus", "pair_plus", "pair", 1, 3744, 22100),
    *(("six_card_bonus", "six_card_bonus", key, *line, 20358520) for key, line in SIX.items()),
]


@pytest.mark.parametrize(("wager", "pays", "line", "odds", "number", "of"), RAISES)
def test_a_line_that_pays_one_more_adds_its_probability(
    wager: str, pays: str, line: str, odds: int, number: int, of: int
) -> None:
    before = game_of("rivers").price(wager)
    after = game_of("rivers", [f'pays.{pays}.lines.{line}="{odds + 1} to 1"']).price(wager)
    assert after.ev - before.ev == Fraction(number, of)
    assert after.outcomes == before.outcomes


@pytest.mark.parametrize(("line", "number"), [("mini_royal", 3), ("straight_flush", 44), ("straight", 720)])
def test_a_progressive_line_that_pays_one_more(line: str, number: int) -> None:
    odds = {"mini_royal": 500, "straight_flush": 70, "straight": 6}[line]
    raised = [f'pays.progressive.lines.{line}="{odds + 1} for 1"']
    difference = game_of("rivers", raised).price("progressive").ev - game_of("rivers").price("progressive").ev
    assert difference == Fraction(number, 22100)


@pytest.mark.parametrize("line", ["mini_royal", "straight_flush", "three_of_a_kind", "straight"])
@pytest.mark.parametrize("column", ["pat", "drawn"])
def test_better_pays_never_hurt_who_decides(column: str, line: str) -> None:
    before = game_of("pechanga").price("ante").ev
    assert game_of("pechanga", [f'pays.play_bonus.{column}.{line}="25 to 1"']).price("ante").ev > before


@pytest.mark.parametrize("house", [*houses(), TWO_UP], ids=lambda house: Path(house).stem)
def test_distributions_fill_their_space(house: str) -> None:
    for price in price_sheet(find_sheet(house)).wagers.values():
        check(price)
    for lowest in (0, 100, 740) if house != TWO_UP else ():
        check(game_of(house).price("ante", from_value(lowest)))


def test_the_distribution_with_envy_fills_its_space() -> None:
    check(Game(open_table(load_house("rivers")), players=2).price("progressive"))


BETS = [
    ("atlantic-city", {"ante": 1000, "pair_plus": 1500}),
    ("rivers", {"ante": 1000, "pair_plus": 500, "progressive": 100}),
    ("rivers", {"pair_plus": 500, "progressive": 100}),
    ("napa-valley", {"ante": 1000, "pair_plus": 1000}),
    ("pechanga", {"ante": 1000, "double_shot": 2000}),
]


@pytest.mark.parametrize(("house", "bets"), BETS)
def test_whole_bets(house: str, bets: dict[str, int]) -> None:
    """A bet is worth the sum of its parts, unless one decision serves both and they want different ones."""
    game = game_of(house)
    whole = game.price_bets(bets)
    check(whole)
    alone = sum((amount * game.price(name).ev for name, amount in bets.items()), Fraction(0))
    assert whole.ev == alone if house != "pechanga" else whole.ev > alone


def test_a_six_card_bet_is_the_sum_of_its_parts() -> None:
    game = game_of("rivers")
    bets = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700, "progressive": 100}
    whole = game.price_bets(bets)
    check(whole)
    assert whole.ev == sum((amount * game.price(name).ev for name, amount in bets.items()), Fraction(0))
    without_ante = {"pair_plus": 500, "six_card_bonus": 700}
    check(game.price_bets(without_ante))
    assert game.price_bets(without_ante).ev == sum(
        (amount * game.price(name).ev for name, amount in without_ante.items()), Fraction(0)
    )


def test_seeing_more_of_a_dealer_who_draws_is_never_worse() -> None:
    """Up to two cards; that three are better still is told where they are counted out."""
    none, one, two = (
        game_of("rivers", [ALWAYS_DRAWS, f"dealer.shows={n}"]).price("ante").ev for n in range(3)
    )
    assert none <= one < two


@pytest.mark.parametrize("house", houses())
def test_no_cut_off_beats_the_optimum(house: str) -> None:
    game = game_of(house)
    best = game.price("ante").ev
    step = 60 if house in ("napa-valley", "pechanga") else 12
    cut_offs = [game.price("ante", from_value(lowest)).ev for lowest in range(0, 741, step)]
    assert max(cut_offs) <= best


@pytest.mark.parametrize(
    ("house", "sets"),
    [
        ("atlantic-city", []),
        ("rivers", [ALWAYS_DRAWS]),
        ("rivers", ["player.draws=true"]),
        ("shine", ["play.times=2"]),
        ("napa-valley", []),
        ("pechanga", []),
    ],
)
def test_the_strategy_adds_up_to_the_price(house: str, sets: list[str]) -> None:
    game = game_of(house, sets)
    price = game.price("ante")
    deals = 0
    total = Fraction(0)
    seen = set()
    for entry in strategy(game):
        best = max(entry.worth.values())
        assert {name for name, ev in entry.worth.items() if ev == best} == {*entry.best}
        assert list(entry.hand) == sorted(entry.hand, key=lambda card: -(card >> 2))
        deals += entry.multiplicity
        total += entry.multiplicity * best
        seen.add((frozenset(entry.hand), entry.up))
    assert deals == len(triples()) * 49**game.dealing.shows
    assert total / deals == price.ev
    assert len(seen) == (63_193 if game.dealing.shows else 1755)


def test_the_strategy_for_a_bet_adds_up_to_the_bets_price() -> None:
    game, bets = game_of("pechanga"), {"ante": 1000, "double_shot": 1000}
    total = sum((each.multiplicity * max(each.worth.values()) for each in strategy(game, bets)), Fraction(0))
    assert total / 22100 == game.price_bets(bets).ev / 1000


def test_advice_is_the_entry_of_the_strategy() -> None:
    game = game_of("pechanga")
    chance = random.Random("entries")
    for entry in chance.sample(list(strategy(game)), 30):
        advice = advise(game, entry.hand)
        names = ["fold", "play", *(f"draw:{card_text(card)}" for card in entry.hand)]
        assert [advice.actions[name] for name in names] == list(entry.worth.values())
