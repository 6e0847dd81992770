"""Hands and up cards up to suits, and drawn A-K-Qs that are paid by their suit."""

from __future__ import annotations

import csv
import io
import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.odds import Game, NotPriced, advise, optimal, read_strategy, strategy
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.counts import (
    Dealing,
    Looks,
    against_every_hand,
    counted,
    counts_of_one,
    dealing_of,
    deals_of,
)
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
    cards,
    dealer_outcomes,
    ends,
    net,
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
