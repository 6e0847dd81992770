"""Up cards that are told up to suits stand for all of them, and lists made of arrays say what entries say."""

from __future__ import annotations

import csv
import io
import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, advise, strategy
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.counts import Looks, against_every_hand, dealing_of, deals_of
from pitboss.odds.geometry import families, orbits, rows, up_sets
from pitboss.odds.strategies import deals_by_action, decisions
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.counting import (
    ALWAYS,
    NEVER,
    PAIR,
    QUEEN_HIGH,
    Key,
    Rules,
    dealer_outcomes,
    ends,
    strength,
)
from tests.odds.prices import csv_text

DRAWS = {
    NEVER: "",
    ALWAYS: 'dealer.draw={when="always",clause="RIV-5"}',
    PAIR: 'dealer.draw={when="below",below="pair",clause="RIV-5",stands_clause="RIV-5"}',
}


def game_of(shows: int, draws: Key = NEVER) -> Game:
    sets = [f"dealer.shows={shows}", *filter(None, [DRAWS[draws]])]
    return Game(open_table(load_house("rivers", sets)))


@pytest.mark.parametrize("shows", [1, 2, 3])
def test_up_cards_up_to_suits_stand_for_every_deal(shows: int) -> None:
    found = 0
    for number, family in enumerate(families()):
        alike = orbits(shows, number)
        assert alike.size.sum() == comb(52, shows)
        found += int((deals_of(family.rows, up_sets(shows)[alike.first]) * alike.size).sum())
    assert found == comb(52, 3) * comb(49, shows)
    assert sum(len(family.rows) for family in families()) == len(rows())


def test_an_orbit_is_what_orders_of_suits_make_of_its_first_set() -> None:
    chance = random.Random("orbits")
    for _ in range(20):
        number = chance.randrange(len(families()))
        hand = rows().cards[int(chance.choice(families()[number].rows.tolist()))].tolist()
        up = sorted(chance.sample(range(52), 2))
        place = up_sets(2).tolist().index(up)
        alike = orbits(2, number)
        made = set()
        for a, b, c, d in np.array(np.meshgrid(*[range(4)] * 4)).reshape(4, -1).T.tolist():
            if len({a, b, c, d}) == 4:
                moved = {card: 4 * (card // 4) + (a, b, c, d)[card % 4] for card in (*hand, *up)}
                if {moved[card] for card in hand} == {*hand}:
                    made.add(tuple(sorted(moved[card] for card in up)))
        assert alike.size[alike.of[place]] == len(made)
        assert tuple(up_sets(2)[alike.first[alike.of[place]]].tolist()) == min(made)


@pytest.mark.parametrize("draws", [NEVER, ALWAYS, PAIR], ids=["never", "always", "below"])
def test_a_row_against_dealer_hands_that_show(draws: Key) -> None:
    """Some of the dealer hands of some rows, with every fourth card."""
    chance, rules = random.Random(str(draws)), Rules(QUEEN_HIGH, draws)
    dealing = dealing_of(game_of(3, draws).sheet)
    for row in range(7, len(rows()), 401):
        a, b, c = hand = rows().cards[row].tolist()
        pat = against_every_hand(dealing, Looks(), row)[..., 0]
        for place in chance.sample(np.flatnonzero(pat.sum(axis=0)).tolist(), 3):
            dealer = dealer_outcomes(hand, up_sets(3)[place].tolist(), rules)
            found = ends(dealer.by_strength(3), int(strength(a, b, c)), rules)
            assert pat[:, place].tolist() == found


def test_what_is_written_is_what_the_entries_say() -> None:
    game = Game(open_table(load_house("pechanga")))
    wagers = {"ante": exact_stake(game.table, "ante")}
    entries = list(strategy(game))
    table = csv.DictReader(io.StringIO(csv_text(strategy(game))))
    for entry, row in zip(entries, table, strict=True):
        assert (row["hand"], row["up"], row["action"]) == (cards_text(entry.hand), "", entry.action)
        worth = {name: Fraction(row[f"ev_{name}"]) for name in entry.worth}
        assert (int(row["multiplicity"]), worth) == (entry.multiplicity, entry.worth)
    totals = deals_by_action(game, wagers)
    assert sum(totals.values()) == comb(52, 3)
    for action, number in totals.items():
        assert sum(entry.multiplicity for entry in entries if entry.action == action) == number


@pytest.mark.parametrize("shows", [2, 3])
def test_the_list_is_best_cards_first_where_several_cards_show(shows: int) -> None:
    some = next(decisions(game_of(shows), {"ante": 100}))
    assert (some.row[1:] >= some.row[:-1]).all()
    hand = some.row == some.row[0]
    assert some.deals[hand].sum() == 4 * comb(49, shows)  # three aces
    for place in np.flatnonzero(hand)[:: 400 if shows == 3 else 40].tolist():
        up = up_sets(shows)[some.up[place]].tolist()
        worth = advise(game_of(shows), rows().cards[some.row[0]].tolist(), up).actions
        assert [Fraction(total, some.per) for total in some.sums[place].tolist()] == list(worth.values())
