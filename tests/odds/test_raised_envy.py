"""Envy where Play may be raised: plain counting of dealers and others, three ways to agree, and rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, advise, optimal, strategy
from pitboss.odds.geometry import all_hands
from pitboss.odds.plan import plan_of
from pitboss.round import open_table
from pitboss.sim import Question, SimSeat, figures, run_rounds, setup
from tests.naive.hands import rank3
from tests.odds.counting import all_threes, bits, cards, triples
from tests.odds.prices import check
from tests.odds.test_envy import game_of
from tests.odds.test_raises import sheet
from tests.round.test_raises import TIMES

ENVY = (
    'envy={{wager="blind",holder_must_bet=false,folded_holder_counts={folded},own="person",clause="ULT-1",'
    "lines={{{lines}}}}}"
)
RUNS = 'straight_flush="$10",mini_royal="$25",mini_royal_spades="$99"'
ALIKE = 'straight_flush="$10",mini_royal="$25"'
PAIRS = 'pair_or_better="$5"'
TWICE = 'pair="$1",three_of_a_kind="$20",straight_flush="$30",mini_royal="$50"'
BETS = {"ante": 500, "blind": 500}
HANDS = ("9s 9d 3h", "As Ks 7s", "Kc 8d 2h", "5s 4s 3s")


@cache
def envious(players: int, lines: str, folded: str = "true", shows: int = 0) -> Game:
    changes = ENVY.format(folded=folded, lines=lines), f"dealer.shows={shows}"
    return Game(open_table(sheet(*changes)), players)


def cents_of_runs(hand: tuple[int, ...]) -> int:
    """What `ALIKE` pays for a hand, by the naive evaluator."""
    key = rank3(cards_text(hand).split())
    return 0 if key[0] < 5 else 2500 if key == (5, 14) else 1000


def test_every_raise_keeps_the_envy_that_a_fold_loses() -> None:
    """Suited A-K-Qs pay their mean where hands are decided up to suits."""
    paid = [cents_of_runs(tuple(hand)) for hand in triples().tolist()]
    spades = [hand[0] % 4 == 3 for hand in triples().tolist()]
    # The suited A-K-Q of spades pays $99 in `RUNS`.
    royals = [9900 if spade else 2500 for cents, spade in zip(paid, spades, strict=True) if cents == 2500]
    mean = Fraction(sum(royals), 4)
    even = np.array([mean if cents == 2500 else Fraction(cents) for cents in paid], object)
    for shows, up in ((0, ""), (1, "6h")):
        known = [card for text in up.split() for card in cards(f"{text} 2c 3c")[:1]]
        for text in HANDS:
            hand, raises = cards(text), rank3(text.split())[0] > 0
            with_envy, without = (
                advise(envious(n, RUNS, shows=shows), hand, known, BETS).actions for n in (5, 1)
            )
            apart = all_threes().sets & bits([*hand, *known]) == 0
            more = 4 * Fraction(sum(even[apart].tolist()), int(apart.sum()) * 500)
            assert set(with_envy) == {"fold", "play"} | ({"play_2x", "play_3x"} if raises else set())
            assert with_envy == {name: ev + (more if name != "fold" else 0) for name, ev in without.items()}


@pytest.mark.parametrize(
    ("lines", "players", "shows"),
    [('mini_royal="$25"', 7, 0), (PAIRS, 2, 0), (TWICE, 4, 0), ('mini_royal="$25"', 3, 1)],
    ids=["royals", "pairs", "many", "an up card"],
)
def test_worths_of_all_hands_add_up_to_the_price(lines: str, players: int, shows: int) -> None:
    """Hand by hand by linearity, and beside every hand of the dealer's: the main game has the Blind in it."""
    game = envious(players, lines, shows=shows)
    bets = game.stakes_of("ante")
    price, worth, risked, deals = game.price("ante"), Fraction(0), Fraction(0), 0
    for entry in strategy(game, bets):
        deals += entry.multiplicity
        worth += entry.multiplicity * max(entry.worth.values())
        risked += entry.multiplicity * (2 + TIMES.get(entry.action, 0))
    assert price.ev == worth / deals
    assert price.risked == risked / deals
    assert (price.moments is None) == (players == 2)
    if price.moments is None:
        check(price)
    assert price.ev > envious(1, lines, shows=shows).price("ante").ev
    assert game.price_bets(bets).ev == bets["ante"] * price.ev


def test_a_hand_that_others_raise_is_envied_and_one_that_they_fold_is_not() -> None:
    """What others stay with, hand by hand, whether they raise or not."""
    for shows in (0, 1):
        game, alone = (envious(n, 'pair="$1",high_card="$3"', folded="false", shows=shows) for n in (3, 1))
        cents = deals = 0
        for entry in strategy(alone, BETS):
            deals += entry.multiplicity
            stays = "play" in entry.best or any(name.startswith("play_") for name in entry.best)
            cents += (
                stays * entry.multiplicity * {0: 300, 1: 100}.get(rank3(cards_text(entry.hand).split())[0], 0)
            )
        assert Fraction(*game.envied.total) == Fraction(cents, deals)


def test_envy_that_no_fold_loses_adds_its_mean() -> None:
    """At Rivers the Progressive stays: a raise on the Ante changes nothing of its envy."""
    raised = 'play.raises={times=[3], from="pair", clause="RIV-5"}'
    bets = {"ante": 500, "progressive": 100}
    for lines in ('mini_royal="$25"', TWICE):
        many, one = (game_of([raised, f"envy.lines={{{lines}}}"], n) for n in (4, 1))
        held = sum(many.table.book.envy[hand] for hand in all_hands().hand_class.tolist())
        assert many.price_bets(bets).ev == one.price_bets(bets).ev + 3 * Fraction(held, 22_100)
        assert many.price("ante").ev == one.price("ante").ev


@pytest.mark.parametrize(("lines", "players", "shows"), [(PAIRS, 2, 0), ('mini_royal="$25"', 3, 1)])
def test_rounds_with_envy_and_raises_are_as_the_price_says(lines: str, players: int, shows: int) -> None:
    game = envious(players, lines, shows=shows)
    price, seat = game.price_bets(BETS), SimSeat(BETS, plan_of(game, optimal, BETS), "optimal")
    made = setup(Question(game.table, (seat,) * players))
    simulated = figures(made, run_rounds(made, 11, 400_000), 0.999).seats
    for each in simulated:
        assert each.whole.mean.low < price.ev < each.whole.mean.high
        if price.moments is None or price.moments.variance is not None:
            assert each.whole.stdev.low < price.stdev < each.whole.stdev.high
