"""A meter that several seats are paid from in one round, against plain counting of who held what before."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.odds import Game, NotPriced
from pitboss.odds.hand_table import all_hands
from pitboss.round import open_table
from pitboss.round.settlement import Deal, Hand, settle
from pitboss.sheet import load_house
from tests.odds.counting import all_threes, cards, triples
from tests.odds.prices import check

METER = 5_000_000  # cents
TENTH = 'pays.progressive.lines.mini_royal="10 % of the meter"'
HALF = 'pays.progressive.lines.straight_flush="50 % of the meter"'
NO_ENVY = 'envy.lines={mini_royal_spades="$0.01"}'


def game_of(sets: Sequence[str], players: int, seat: int | None = None) -> Game:
    return Game(open_table(load_house("rivers", list(sets))), players, METER, seat)


def paid(sets: Sequence[str], hands: Sequence[tuple[int, ...]], dealer: str = "2c 3d 7h") -> int:
    """What settlement pays the last of these seats on the Progressive; the others were paid before."""
    table = open_table(load_house("rivers", list(sets)))
    seats = [
        Hand(place, place, {"pair_plus": 500, "progressive": 100}, (hand[0], hand[1], hand[2]))
        for place, hand in enumerate(hands, 1)
    ]
    result = settle(table, Deal(tuple(cards(dealer)), seats, meter=METER * 10**6))
    return next(line.profit for line in result.seats[-1].lines if line.id == "progressive")


def test_one_hand_alone_is_never_paid_twice() -> None:
    """At Rivers no two seats can take from the meter, so no seat is better than another."""
    prices = [game_of([], 7, seat).price("progressive") for seat in (None, 1, 7)]
    assert prices[0].distribution == prices[1].distribution == prices[2].distribution
    assert prices[0].notes == ()


@pytest.mark.parametrize("seat", [1, 2])
def test_the_second_seat_finds_what_the_first_has_left(seat: int) -> None:
    """Two seats: the other hand is any of 18,424, and every one of the four royals is looked at."""
    royals = triples()[all_hands().hand_class >= 6].tolist()
    sets = [TENTH, NO_ENVY]
    total = Fraction(0)
    for own in royals:
        others = [other for other in royals if not {*own} & {*other}]
        before = [paid(sets, [other, own]) if seat == 2 else paid(sets, [own]) for other in others]
        total += Fraction(sum(before) + (comb(49, 3) - len(others)) * paid(sets, [own]), comb(49, 3))
    alone = game_of(sets, 1)
    fixed = sum(net * n for net, n in alone.own_nets("progressive")) - sum(
        paid(sets, [own]) for own in royals
    )
    envy = Fraction(1, 22_100)  # a cent for the royal of spades
    price = game_of(sets, 2, seat).price("progressive")
    check(price)
    assert price.ev * 100 == (fixed + total) / 22_100 + envy


def test_the_third_seat_beside_every_pair_of_hands_before_it() -> None:
    """A straight flush takes half, the royal of spades all: what two seats took before, in their order."""
    sets, reset = [HALF, NO_ENVY], 100_000
    kinds = all_hands().hand_class
    places = np.flatnonzero((kinds == 5) | (kinds == 9)).tolist()
    takers = {int(all_threes().sets[place]): int(kinds[place]) for place in places}
    assert len(takers) == 45

    def takes(kind: int, meter: int) -> tuple[int, int]:
        """What is taken, and what stands then."""
        return (meter, reset) if kind == 9 else (meter // 2, max(meter - meter // 2, reset))

    total = 0
    for own, kind in takers.items():
        apart = [each for each in takers if not each & own]
        untouched = comb(49, 3) * comb(46, 3)
        for first in apart:
            after_one = takes(takers[first], METER)[1]
            left = [each for each in apart if not each & first]
            alone = 2 * (comb(46, 3) - len(left))  # the first or the second of the two
            total += alone * takes(kind, after_one)[0]
            total += sum(takes(kind, takes(takers[each], after_one)[1])[0] for each in left)
            untouched -= alone + len(left)
        total += untouched * takes(kind, METER)[0]
    rest = 3 * 500 + 52 * 60 + 720 * 6  # other pays, for 1
    envy = 2 * Fraction(1, 22_100)
    expected = Fraction(total, 22_100 * comb(49, 3) * comb(46, 3)) + Fraction(rest * 100, 22_100) - 100 + envy
    prices = [game_of(sets, 3, seat).price("progressive") for seat in (1, 2, 3, None)]
    assert prices[2].ev * 100 == expected
    assert prices[0].ev > prices[1].ev > prices[2].ev
    assert prices[3].ev == sum((each.ev for each in prices[:3]), Fraction(0)) / 3
    assert prices[3].notes == ("others_bet", "average_seat")
    assert game_of(sets, 3, 3).mean_cents("progressive") == expected


def test_a_share_that_too_many_hands_take_is_refused_and_the_rest_is_priced() -> None:
    """Pairs that win a share, at a full table: one wager is told why, all others have their price."""
    game = game_of(['pays.progressive.lines.pair="1 % of the meter"'], 7)
    with pytest.raises(NotPriced, match="more hands than can be counted"):
        game.price("progressive")
    priced = game.price_all()
    assert list(priced.wagers) == ["ante", "pair_plus", "six_card_bonus"]
    assert list(priced.refused) == ["progressive"]
    assert priced.wagers["ante"].ev == Fraction(-686689, 20358520)
    assert "refused" in priced.as_json()
    with pytest.raises(NotPriced, match="seat"):
        game_of([], 2, 3)
