"""Draws beside up cards and six cards, hand by hand, and drawn A-K-Qs that are paid by their suit."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, NotPriced, advise, optimal, read_strategy, strategy
from pitboss.odds.counts import Dealing, Looks, counted, counts_of_one
from pitboss.odds.geometry import rows, up_sets
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.counting import cards, net
from tests.odds.prices import csv_text

SIX_FOLDS = 'wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'
QUEEN, PAIR_UP = 300, 406  # some qualifier, and from where on a dealer stands


@pytest.mark.parametrize("below", [0, PAIR_UP, 741], ids=["never", "below", "always"])
def test_draws_beside_each_up_card_add_up_to_the_draws_where_nothing_shows(below: int) -> None:
    """A dealer hand shows each of its cards once; categories of six cards only part what is counted."""
    blind, seeing = Dealing(0, QUEEN, below, True), Dealing(1, QUEEN, below, True)
    (whole,) = counted(blind)
    assert whole.drawn is not None
    for row in random.Random(str(blind)).sample(range(len(rows())), 2):
        expected = whole.drawn[row, 0, ..., 0].tolist()
        by_six = counts_of_one(blind, Looks(six=True), row, ())
        assert by_six.drawn is not None
        assert by_six.drawn[0, 0].sum(axis=-1).tolist() == expected
        total = np.zeros((3, 8, 6))
        for up in up_sets(1).tolist():
            if up[0] not in rows().cards[row]:
                one = counts_of_one(seeing, Looks(), row, up)
                assert one.drawn is not None
                total += one.drawn[0, 0, ..., 0].astype(float)
        assert (total / 3).tolist() == expected


@pytest.mark.parametrize("sets", [["dealer.shows=1"], ["dealer.shows=3"], [SIX_FOLDS]], ids=str)
def test_a_draw_beside_what_shows_is_not_counted_for_all_hands(sets: list[str]) -> None:
    """Its reason is one that a simulation answers; wagers that no decision touches keep their price."""
    game = Game(open_table(load_house("rivers", ["player.draws=true", *sets])))
    found = game.price_all()
    with pytest.raises(NotPriced) as refused:
        game.price("six_card_bonus" if SIX_FOLDS in sets else "ante")
    assert refused.value.code == "out_of_reach"
    assert refused.value.values["reason"] == "drawn_beside"
    assert refused.value.text in found.refused.values()
    assert found.wagers


SUITED = {
    "ante": 1000,
    "progressive": 100,
}  # A-K-Q of spades takes the meter, $1,000; others are paid 500 for 1


@pytest.fixture(scope="module")
def suited() -> Game:
    return Game(open_table(load_house("rivers", ["player.draws=true"])))


def test_the_strategy_tells_suits_apart_where_they_are_paid_for(suited: Game) -> None:
    price, entries = suited.price_bets(SUITED), list(strategy(suited, SUITED))
    assert sum(entry.multiplicity for entry in entries) == comb(52, 3)
    best = sum(entry.multiplicity * max(entry.worth.values()) for entry in entries)
    assert best * SUITED["ante"] / comb(52, 3) == price.ev
    by_hand = {cards_text(entry.hand): entry for entry in entries}
    assert by_hand["As Ks 4d"].worth["draw_3"] > by_hand["Ah Kh 4d"].worth["draw_3"]
    assert by_hand["As Ks Qs"].multiplicity == by_hand["Ad Kd Qd"].multiplicity == 1


def test_a_strategy_file_may_tell_suits_apart(suited: Game) -> None:
    wagers = suited.payoffs_of(SUITED)
    chosen = read_strategy(suited, csv_text(strategy(suited, SUITED)))
    assert suited.tally_of(SUITED, wagers, chosen).nets(wagers) == dict(
        suited.tally_of(SUITED, wagers, optimal).nets(wagers)
    )


def test_six_cards_and_a_draw_where_the_dealer_shows_everything() -> None:
    """Every drawn card is settled by itself: a bet on six cards goes by the cards as dealt (STD-7)."""
    sheet = load_house("rivers", ["player.draws=true", "dealer.shows=3", SIX_FOLDS])
    table, bets = open_table(sheet), {"ante": 1000, "six_card_bonus": 700, "progressive": 100}
    for hand, up in ((cards("9c 9d 2h"), cards("9s 2c As")), (cards("As Ks 4d"), cards("Js Ts 4c"))):
        found = advise(Game(table), hand, up, bets).actions
        free = [card for card in range(52) if card not in (*hand, *up)]
        for discard in hand:
            total = sum(net(table, bets, hand, "draw", up, (discard, drawn)) for drawn in free)
            assert found[f"draw:{cards_text([discard])}"] == Fraction(total, len(free) * bets["ante"])
        for action in ("fold", "play"):
            assert found[action] == Fraction(net(table, bets, hand, action, up), bets["ante"])
