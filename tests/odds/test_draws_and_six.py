"""Draws and six cards beside up cards, row by row: what is told apart adds up to what is not, and what plain
counting finds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import cards_text
from pitboss.hands import kind6, value3
from pitboss.odds import Game, advise, optimal, read_strategy, strategy
from pitboss.odds.counts import Counts, Dealing, counted
from pitboss.odds.drawn_hands import count_drawn_row
from pitboss.odds.geometry import family_of, orbits, rows, up_sets
from pitboss.odds.kept_cards import beside_one_up_card
from pitboss.odds.player_draws import beside_up_cards
from pitboss.odds.strategies import COLUMNS, written
from pitboss.odds.upcards import kept_up_tables
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.counting import (
    MINI_ROYAL,
    NEVER,
    QUEEN_HIGH,
    Array,
    Rules,
    all_evs,
    cards,
    ladder,
    naive_key,
    net,
)

SIX_FOLDS = 'wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'
QUEEN, PAIR_UP = 300, 406  # some qualifier, and from where on a dealer stands


@pytest.mark.parametrize("shows", [1, 2])
@pytest.mark.parametrize("below", [0, PAIR_UP, 741], ids=["never", "below", "always"])
def test_every_draw_beside_up_cards_adds_up_to_the_draws_where_nothing_shows(shows: int, below: int) -> None:
    """A dealer hand shows one or two of its cards in three ways."""
    dealing = Dealing(0, QUEEN, below, True)
    (blind,) = counted(dealing)
    tables = kept_up_tables(shows, below)
    assert blind.drawn is not None
    for row in random.Random(str(dealing)).sample(range(len(rows())), 6):
        alike = orbits(shows, int(family_of()[row]))
        free = ~np.isin(up_sets(shows)[alike.first], rows().cards[row]).any(axis=1)
        ups = up_sets(shows)[alike.first[free]]
        (found,) = beside_up_cards(tables, np.array([row]), ups, QUEEN, 45 if below else 1)
        together = np.einsum("u,udfv->dfv", alike.size[free], found)
        assert together.tolist() == (3 * blind.drawn[row, 0, ..., 0]).tolist()


@pytest.mark.parametrize(("lowest", "below"), [(QUEEN, 0), (QUEEN, PAIR_UP), (0, 741)])
def test_draws_that_keep_the_same_cards_are_counted_together_as_they_are_one_by_one(
    lowest: int, below: int
) -> None:
    """All rows against all up cards add up to the draws where nothing shows; some rows are counted anew."""
    dealing = Dealing(1, lowest, below, True)
    tables, fourths = kept_up_tables(1, below), 45 if below else 1
    found = beside_one_up_card(tables, lowest, fourths)
    free = ~(rows().cards[:, None] == up_sets(1)).any(axis=2)
    (blind,) = counted(dealing._replace(shows=0))
    assert blind.drawn is not None
    assert (np.einsum("ru,rudfv->rdfv", free.astype(float), found) == 3 * blind.drawn[:, 0, ..., 0]).all()
    some = np.array(random.Random(str(dealing)).sample(range(len(rows())), 15))
    apart = beside_up_cards(tables, some, up_sets(1), lowest, fourths)
    assert (found[some] == apart)[free[some]].all()


@pytest.mark.parametrize("shows", [0, 1, 2, 3])
@pytest.mark.parametrize("below", [0, PAIR_UP, 741], ids=["never", "below", "always"])
def test_six_cards_only_part_what_is_counted_without_them(shows: int, below: int) -> None:
    """A row's counts by the category of six cards add up to its counts where nothing shows, pat and drawn."""
    dealing = Dealing(shows, QUEEN, below, True)
    (blind,) = counted(dealing._replace(shows=0))
    assert blind.drawn is not None
    for row in random.Random(str(dealing)).sample(range(len(rows())), 2):
        found = count_drawn_row(dealing, True, row)
        assert found.drawn is not None
        times = found.times[0] // rows().weight[row]
        ways = comb(3, shows)
        pat, drawn = (
            np.tensordot(times, part[0], axes=1).sum(axis=-1).tolist() for part in (found.pat, found.drawn)
        )
        assert pat == (ways * blind.pat[row, 0, :, 0]).tolist()
        assert drawn == (ways * blind.drawn[row, 0, ..., 0]).tolist()
        if shows < 3:
            _check_sixes(found, row, dealing)


def _check_sixes(found: Counts, row: int, dealing: Dealing) -> None:
    """Each category of six cards has as many outcomes, whatever is drawn, as dealer hands that make it."""
    hand = rows().cards[row].tolist()
    place = int(np.flatnonzero(found.times[0])[-1])
    up = found.ups[place].tolist()
    free = [card for card in range(52) if card not in (*hand, *up)]
    made = Counter(int(kind6((*hand, *up, *rest))) for rest in combinations(free, 3 - len(up)))
    assert found.drawn is not None
    drawn = found.drawn[0, place].sum(axis=(1, 2))  # (3 discards, sixes)
    for six in range(12):
        number = made[six] * (46 * 45 if dealing.dealer_draws else 46)
        assert drawn[:, six].tolist() == [number] * 3


@pytest.mark.parametrize("below", [0, PAIR_UP, 741], ids=["never", "below", "always"])
def test_a_draw_against_a_dealer_hand_that_shows(below: int) -> None:
    """Every card drawn with every fourth card, for some hands against some dealer hands."""
    chance, dealing = random.Random(below), Dealing(3, QUEEN, below, True)
    for row in chance.sample(range(len(rows())), 2):
        found = count_drawn_row(dealing, True, row)
        hand = rows().cards[row].tolist()
        assert found.drawn is not None
        assert found.six is not None
        for place in chance.sample(np.flatnonzero(found.times[0]).tolist(), 2):
            dealer = found.ups[place].tolist()
            assert found.six[0, place] == kind6((*hand, *dealer))
            assert found.drawn[0, place, ..., 0].tolist() == _one_by_one(hand, dealer, below).tolist()


def _one_by_one(hand: list[int], dealer: list[int], below: int) -> Array:
    counts = np.zeros((3, 8, 6), np.int64)
    free = [card for card in range(52) if card not in (*hand, *dealer)]
    stands = value3(*dealer) >= below
    for drawn in free:
        fourths = [card for card in free if card != drawn] if below else [drawn]
        for fourth in fourths:
            cards = dealer if stands else [*dealer, fourth]
            theirs = max(naive_key(three) for three in combinations(cards, 3))
            for discard in range(3):
                mine = naive_key([*hand[:discard], *hand[discard + 1 :], drawn])
                end = 3 * (theirs >= ladder()[QUEEN]) + 1 + (mine > theirs) - (mine < theirs)
                kind = {MINI_ROYAL: 7, (4, 14): 5}.get(mine, mine[0] + (mine[0] == 5))
                counts[discard, kind, end] += 1
    return counts


SUITED = {
    "ante": 1000,
    "progressive": 100,
}  # A-K-Q of spades takes the meter, $1,000; others are paid 500 for 1


@pytest.fixture(scope="module")
def suited() -> Game:
    return Game(open_table(load_house("rivers", ["player.draws=true"])))


@pytest.mark.parametrize("hand", ["As Ks 4d", "Ah Kh 4d", "Ad Qd Qs", "Ks Qs 2s", "Qc 6h 4d"])
def test_a_drawn_royal_is_paid_by_its_suit(suited: Game, hand: str) -> None:
    found = advise(suited, cards(hand), bets=SUITED).actions
    assert found == all_evs(suited.sheet, Rules(QUEEN_HIGH, NEVER, True), cards(hand), wagers=SUITED)


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
    rows_of = [[*COLUMNS], *(list(row) for some in written(suited, SUITED) for row in some)]
    chosen = read_strategy(suited, "\n".join(",".join(row) for row in rows_of))
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
