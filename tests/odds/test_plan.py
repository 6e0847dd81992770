"""Plans: what a strategy does, for hands of any suits in any order, one by one and in arrays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pitboss.cards import card_text, cards_text, parse_cards
from pitboss.hands import value3
from pitboss.odds import (
    Game,
    NotPriced,
    advise,
    from_value,
    optimal,
    plan_from_value,
    plan_of,
    plan_of_cards,
    read_strategy,
)
from pitboss.odds import strategy as strategy_of
from pitboss.sim import exact_seat
from tests.odds.prices import csv_text, game_of

HANDS = 60
SPADES_PAY = ['pays.double_shot.drawn.mini_royal_spades="500 to 1"']


def dealt(game: Game, seed: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    rng = random.Random(seed)
    decks = [rng.sample(range(52), 3 + game.dealing.shows) for _ in range(HANDS)]
    return [(tuple(deck[:3]), tuple(deck[3:])) for deck in decks]


@pytest.mark.parametrize(
    ("house", "bets", "sets"),
    [
        ("pechanga", {"ante": 1000, "double_shot": 2000}, []),
        ("napa-valley", {"ante": 1000}, []),
        ("shine", {"ante": 500}, []),
        ("rivers", {"ante": 1000}, ["dealer.shows=2"]),
        ("rivers", {"ante": 1000}, ["dealer.shows=3"]),
        ("shine", {"ante": 1000}, ["dealer.shows=3", 'dealer.draw.when="always"']),
    ],
)
def test_the_best_plan_does_what_advice_says(house: str, bets: dict[str, int], sets: list[str]) -> None:
    game = game_of(house, sets)
    plan = plan_of(game, optimal, bets)
    deals = dealt(game, house)
    numbers = plan.numbers(
        np.array([hand for hand, _ in deals]), np.array([up for _, up in deals]).reshape(HANDS, -1)
    )
    for (hand, up), number in zip(deals, numbers.tolist(), strict=True):
        choice = plan.choice(hand, up)
        said = f"draw:{card_text(choice.discard)}" if choice.discard is not None else choice.action
        assert said in advise(game, hand, up, bets).best
        assert number == (2 + hand.index(choice.discard) if choice.discard is not None else said == "play")


def test_where_a_drawn_royal_pays_by_its_suit_a_plan_goes_by_the_suit() -> None:
    game, bets = game_of("pechanga", SPADES_PAY), {"ante": 1000, "double_shot": 2000}
    plan = plan_of(game, optimal, bets)
    assert plan.by_suit
    done = set()
    for suit in "cdhs":
        for text in (
            f"A{suit} K{suit} Jd",
            f"Jc A{suit} Q{suit}",
            f"9h Q{suit} K{suit}",
            f"K{suit} Kc Q{suit}",
        ):
            hand = parse_cards(text)
            if len(set(hand)) == 3:
                choice = plan.choice(hand)
                said = f"draw:{card_text(choice.discard)}" if choice.discard is not None else choice.action
                assert said in advise(game, hand, (), bets).best, text
                done.add((suit == "s", said.partition(":")[0]))
    assert {(True, "draw"), (False, "play")} <= done
    assert exact_seat(game, bets, plan.choose).whole_mean == game.price_bets(bets).ev
    with pytest.raises(NotPriced, match="goes by the suit"):
        game.price("ante", plan.choose)


def test_a_plan_prices_as_the_strategy_that_it_was_made_of() -> None:
    for house, strategy in (
        ("pechanga", optimal),
        ("napa-valley", optimal),
        ("napa-valley", from_value(380)),
    ):
        game = game_of(house)
        plan = plan_of(game, strategy, {"ante": 1000})
        assert game.price("ante", plan.choose).ev == game.price("ante", strategy).ev


def test_a_plan_from_a_file_is_the_plan_that_was_written() -> None:
    game = game_of("pechanga")
    plan = plan_of_cards(game, read_strategy(game, csv_text(strategy_of(game))))
    best = plan_of(game, optimal, {"ante": 1000})
    assert plan.digest == best.digest
    assert plan.digest != plan_from_value(0).digest


def test_a_cut_off_looks_at_no_up_card() -> None:
    plan = plan_of_cards(game_of("napa-valley"), from_value(300))
    assert plan.shows == 0
    rng = random.Random("cut-off")
    for _ in range(HANDS):
        a, b, c = rng.sample(range(52), 3)
        action = plan.choice((a, b, c)).action
        assert (action == "play") == (value3(a, b, c) >= 300), cards_text((a, b, c))
