"""A meter that several seats are paid from in one round, against plain counting of who held what before."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import pytest

from pitboss.odds import Game, NotPriced
from pitboss.odds.geometry import all_hands
from pitboss.odds.not_priced import OutOfReach
from pitboss.round import open_table
from pitboss.round.settlement import Deal, Hand, settle
from pitboss.sheet import load_house
from pitboss.sheet.pays import ROYAL
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
    assert prices[0].moments == prices[1].moments == prices[2].moments
    assert prices[0].notes == ()


@pytest.mark.parametrize("seat", [1, 2])
def test_the_second_seat_finds_what_the_first_has_left(seat: int) -> None:
    """Two seats: the other hand is any of 18,424, and every one of the four royals is looked at."""
    royals = triples()[all_hands().hand_class >= ROYAL].tolist()
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


def test_without_a_seat_the_price_is_the_mean_of_both() -> None:
    """A straight flush takes half, the royal of spades all."""
    first, second, both = (game_of([HALF, NO_ENVY], 2, seat).price("progressive") for seat in (1, 2, None))
    assert first.ev > second.ev
    assert both.ev == (first.ev + second.ev) / 2
    assert both.notes == ("others_bet", "average_seat")
    check(both)


@pytest.mark.parametrize("seat", [None, 2, 3])
def test_two_seats_that_are_paid_before_are_out_of_reach(seat: int | None) -> None:
    with pytest.raises(OutOfReach) as refused:
        game_of([HALF], 3, seat).price("progressive")
    assert refused.value.reason == "shared_meter"
    first, alone = game_of([HALF, NO_ENVY], 3, 1), game_of([HALF, NO_ENVY], 1)
    envy = Fraction(2, 22_100)  # a cent for the royal of spades
    assert first.price("progressive").ev * 100 == alone.price("progressive").ev * 100 + envy


def test_a_share_that_pairs_take() -> None:
    """A pair takes 1 %: the first seat meets a whole meter, the second what that one has left."""
    sets = ['pays.progressive.lines.pair="1 % of the meter"', NO_ENVY]
    prices = [game_of(sets, 2, seat).price("progressive") for seat in (1, 2)]
    for price in prices:
        check(price)
    share, envy = METER // 100, Fraction(1, 22_100)
    rest = METER + 3 * 50_000 + 44 * 7_000 + 52 * 6_000 + 720 * 600
    first = Fraction(3744 * share + rest, 22_100) - 100 + envy
    assert prices[0].ev * 100 == first
    # The second seat's pair beside a pair, or its royal beside a pair: the one before it has taken 1 %.
    hands, sets_of_cards = all_hands().hand_class, all_threes().sets
    paired = sets_of_cards[hands == 1]
    pairs = sum(int((paired & each == 0).sum()) for each in paired.tolist())
    (royal,) = sets_of_cards[hands == ROYAL + 3].tolist()
    beside_royal = int((paired & royal == 0).sum())
    lost = pairs * (share - (METER - share) // 100) + beside_royal * share  # of a pair's share, of the meter
    lost += beside_royal * (share - 100_000 // 100)  # a pair after the royal: 1 % of the reset
    assert prices[1].ev * 100 == first - Fraction(lost, 22_100 * comb(49, 3))
    game = game_of(sets, 2)
    assert game.price("progressive").ev * 100 == game.mean_cents("progressive")
    with pytest.raises(NotPriced, match="seat"):
        game_of([], 2, 3)
