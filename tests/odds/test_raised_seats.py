"""How seats end that may raise Play: deals of a few cards settled plainly, three ways to one covariance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import cards_text, parse_cards
from pitboss.odds import Game, optimal
from pitboss.odds import bank as room
from pitboss.odds.decisions import FOLD, PLAY, RAISE_NUMBER, Worth
from pitboss.odds.geometry import Ints, disjoint_pairs, rows
from pitboss.odds.plan import plan_of
from pitboss.odds.risk.table_swings import table_risk
from pitboss.round import open_table
from pitboss.sim import Question, SimSeat, figures, run_rounds, setup
from tests.naive.hands import rank3
from tests.odds.test_raises import BETS, sheet
from tests.round.test_raises import naive

SMALL, LARGE = BETS, {"ante": 2500, "blind": 2500}
HANDS = list(combinations(range(52), 3))
NUMBER: dict[str, int] = dict([("fold", FOLD), ("play", PLAY), *RAISE_NUMBER.items()])
WORTHS: dict[tuple[int, ...], tuple[int, ...]] = {hand: rank3(cards_text(hand).split()) for hand in HANDS}


def ruled(hand: Sequence[int], ups: Sequence[int]) -> str:
    """A rule that knows every action: better hands are raised higher, and high up cards make it wary."""
    category, high, *_ = WORTHS[tuple(sorted(hand))]
    if category:
        return "play" if category == 1 and ups and high <= ups[0] // 4 + 2 else f"play_{2 + (category > 1)}x"
    return "play" if high >= max([12, *(up // 4 + 2 for up in ups)]) else "fold"


def by_rule(worth: Worth) -> Ints:
    """The same for many hands and up cards."""
    return np.array(
        [
            [NUMBER[ruled(hand, ups)] for ups in worth.counts.ups.tolist()]
            for hand in rows().cards[worth.counts.rows].tolist()
        ]
    )


@cache
def game_of(shows: int) -> Game:
    return Game(open_table(sheet(f"dealer.shows={shows}")))


def net(lines: Sequence[tuple[str, int, str, int]]) -> int:
    return sum(profit for _, _, _, profit in lines)


@pytest.mark.parametrize(
    ("dealer", "deck", "shows"),
    [
        ("Qh 8c 3d", "Qs Qd Kc 9h 9s 2d 2h 3c Jc As", 1),
        ("Kc Qc 4h", "Ks Kd 9h 2d Qh 9s 2s Ac 4c 4d", 1),
        ("Ac Kc Qc", "Ad Kd Qd Ah Kh Qh 3c 3d 3h 8s", 1),
        ("7c 7d 2h", "Qs 6h 4d Qd 6c 3s As Ks 7h 7s", 0),
        ("Jc 9c 4h", "Jd 9d 4d 4s 5d 6d Qd Kd Ad 2c", 0),
    ],
)
def test_ult_3_to_7_against_one_dealers_hand_every_deal_of_a_few_cards_is_settled(
    dealer: str, deck: str, shows: int
) -> None:
    game, hers, cards = game_of(shows), parse_cards(dealer), sorted(parse_cards(deck))
    seats = [room._Seat.of(game, bets, by_rule) for bets in (SMALL, LARGE)]
    few = np.array([{*hand} <= {*cards} for hand in HANDS])
    found: Counter[tuple[int, int]] = Counter()
    for labels, ways in room._labels(game, hers, seats).items():
        mine, theirs = (
            np.where(few, np.frombuffer(label, np.uint32), len(seat.ends))
            for label, seat in zip(labels, seats, strict=True)
        )
        pairs = disjoint_pairs(mine, theirs, len(seats[0].ends), len(seats[1].ends))
        for a, b in np.argwhere(pairs).tolist():
            nets = [
                sum(line.profit for line in seat.ends[end]) for seat, end in zip(seats, (a, b), strict=True)
            ]
            found[nets[0], nets[1]] += ways * int(pairs[a, b])
    expected: Counter[tuple[int, int]] = Counter()
    shown = cards_text(hers).split()
    for ups in combinations(hers, shows):
        paid = {
            hand: [
                net(naive(bets["ante"], cards_text(hand).split(), ruled(hand, ups), shown))
                for bets in (SMALL, LARGE)
            ]
            for hand in combinations(cards, 3)
        }
        for one, (small, _) in paid.items():
            for other, (_, large) in paid.items():
                expected[small, large] += not {*one} & {*other}
    assert found == +expected


def test_two_seats_that_raise_have_the_covariance_of_their_sums_and_end_each_as_alone() -> None:
    count_two_that_raise(shows=0)


def count_two_that_raise(shows: int) -> int:
    """Ends counted together, products summed by hands, and rounds that were dealt."""
    game = game_of(shows)
    together = room.two_seats(game, [BETS, BETS], optimal)
    for seat in (0, 1):
        marginal: Counter[object] = Counter()
        for ends, number in together.items():
            marginal[ends[seat],] += number
        deals = 15180  # of the other seat's hand
        assert marginal == {end: deals * n for end, n in room.one_seat(game, BETS, optimal).items()}
    nets = Counter[tuple[int, ...]]()
    for ends, number in together.items():
        nets[tuple(sum(line.profit for line in end) for end in ends)] += number
    space = sum(nets.values())
    mean = Fraction(sum(mine * number for (mine, _), number in nets.items()), space)
    product = Fraction(sum(mine * theirs * number for (mine, theirs), number in nets.items()), space)
    assert mean == game.price_bets(BETS).ev
    assert product - mean**2 == sum(map(sum, table_risk(game, BETS).across), Fraction(0))
    one = SimSeat(BETS, plan_of(game, optimal, BETS), "optimal")
    made = setup(Question(game.table, (one, one)))
    table = figures(made, run_rounds(made, 3, 400_000), 0.999).table
    assert table is not None
    squares = sum((mine + theirs) ** 2 * number for (mine, theirs), number in nets.items())
    assert table.stdev.low < float(Fraction(squares, space) - (2 * mean) ** 2) ** 0.5 < table.stdev.high
    return space
