"""Three seats of one deal: triples of hands counted one by one, by pairs beside a hand, and settled."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game, from_value, optimal
from pitboss.odds import seat_ends as room
from pitboss.odds.bank import covered, seated
from pitboss.odds.geometry import Ints, all_hands, disjoint_pairs
from pitboss.odds.hand_triples import disjoint_triples
from pitboss.odds.not_priced import COUNTED_TOGETHER, OutOfReach, joint_reach
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.odds.bank.dealt import NAPA, Bets, pay, queen_high

GAME = Game(NAPA)
SMALL: Bets = {"ante": 1000}
SIDE: Bets = {"ante": 1500, "pair_plus": 500}
QUEEN = from_value(NAPA.sheet.dealer.qualifier.value)
HANDS = list(combinations(range(52), 3))


def dealt_from(deck: list[int], ends: int, rng: random.Random) -> Ints:
    """Ends by lot for the hands of some cards; the others are not dealt."""
    cards = set(deck)
    return np.array([rng.randrange(ends) if set(hand) <= cards else ends for hand in HANDS])


@pytest.mark.parametrize(
    ("size", "ends"), [(9, (3, 2, 2)), (10, (2, 3, 4)), (11, (1, 3, 2)), (11, (1, 1, 1)), (12, (4, 4, 4))]
)
def test_triples_of_hands_without_a_common_card_are_counted_one_by_one(
    size: int, ends: tuple[int, int, int]
) -> None:
    rng = random.Random(size)
    deck = rng.sample(range(52), size)
    labels = [dealt_from(deck, number, rng) for number in ends]
    if ends == (4, 4, 4):
        labels = [labels[0]] * 3  # seats with the same bets
    places = [
        (place, sum(1 << card for card in HANDS[place])) for place in np.flatnonzero(labels[0] < ends[0])
    ]
    expected = np.zeros(ends, int)
    for a, mine in places:
        clear = [(place, cards) for place, cards in places if not mine & cards]
        for (b, one), (c, other) in product(clear, clear):
            if not one & other:
                expected[labels[0][a], labels[1][b], labels[2][c]] += 1
    assert (disjoint_triples(labels, ends) == expected).all()


@pytest.mark.parametrize("dealer", ["Qh 8c 3d", "9c 9d 2h"])
def test_a_whole_deck_is_counted_as_pairs_beside_each_hand_of_a_rare_end(dealer: str) -> None:
    """Equal hands are few: with each of them as the first seat's, the pairs of the other two are counted."""
    hers, hands = parse_cards(dealer), all_hands()
    seats = [room._Seat.of(GAME, bets, optimal) for bets in (SMALL, SIDE)]
    small, side = (np.frombuffer(each, np.uint32) for each in next(iter(room._labels(GAME, hers, seats))))
    used, found = room._count((small, side, side), (seats[0], seats[1], seats[1]))
    assert found.sum() == comb(49, 3) * comb(46, 3) * comb(43, 3)
    sizes = [(int((small == end).sum()), place) for place, end in enumerate(used[0])]
    _, rare = min(sizes)
    expected = np.zeros_like(found[rare])
    ends = len(seats[1].ends)
    for place in np.flatnonzero(small == used[0][rare]):
        beside = side.copy()
        beside[hands.holds[hands.cards[place]].any(axis=0)] = ends
        expected += disjoint_pairs(beside, beside, ends, ends)[np.ix_(used[1], used[2])]
    assert (found[rare] == expected).all()
    assert expected.sum() > 0


@pytest.mark.parametrize(
    ("dealer", "deck", "bets"),
    [
        ("Qh 8c 3d", "Qs Qd Kc 9h 9s 2d 2h 3c Jc", (SMALL, SIDE, SMALL)),
        ("Jc 9c 4h", "Jd 9d 4d 4s 5d 6d Qd Kd Ad", (SIDE, SIDE, SIDE)),
    ],
)
@pytest.mark.clause("NAPA-11")
def test_napa_11_three_seats_against_one_dealers_hand_are_covered_as_they_are_settled(
    dealer: str, deck: str, bets: tuple[Bets, Bets, Bets]
) -> None:
    hers, cards, stake = parse_cards(dealer), {*parse_cards(deck)}, 4200
    by_bets = {str(each): room._Seat.of(GAME, each, QUEEN) for each in bets}
    seats = [by_bets[str(each)] for each in bets]
    few = np.array([set(hand) <= cards for hand in HANDS])
    found: Counter[tuple[int, ...]] = Counter()
    for labels, ways in room._labels(GAME, hers, seats).items():
        cut = {label: np.where(few, np.frombuffer(label, np.uint32), 0) for label in labels}
        for label, seat in zip(labels, seats, strict=True):
            cut[label][~few] = len(seat.ends)
        used, counts = room._count([cut[label] for label in labels], seats)
        for place in np.argwhere(counts).tolist():
            ends = tuple(
                seat.ends[used[i][end]] for i, (seat, end) in enumerate(zip(seats, place, strict=True))
            )
            deal = covered(NAPA, ends, stake)
            found[*deal.nets, deal.left] += ways * int(counts[tuple(place)])
    expected: Counter[tuple[int, ...]] = Counter()
    for one in combinations(sorted(cards), 3):
        for two in combinations(sorted(cards - {*one}), 3):
            hands = (one, two, tuple(sorted(cards - {*one, *two})))
            decided = [(bet, hand, queen_high(hand, 0)) for bet, hand in zip(bets, hands, strict=True)]
            paid = pay(hers, decided, stake, NAPA)
            expected[*paid.nets, paid.bank.cover_left] += 3  # whichever card is up
    assert found == expected


def test_three_seats_are_counted_when_asked_for_and_four_never() -> None:
    at_once = joint_reach(GAME.dealing, [SMALL] * 3)
    assert at_once is not None
    assert at_once.values == {"reason": "seats_together", "seats": 3, "most": 2}
    assert joint_reach(GAME.dealing, [SMALL] * 3, COUNTED_TOGETHER) is None
    many = joint_reach(GAME.dealing, [SMALL] * 4, COUNTED_TOGETHER)
    assert many is not None
    assert many.values == {"reason": "seats_together", "seats": 4, "most": 3}
    with pytest.raises(OutOfReach, match="at most 2 seats"):
        seated(GAME, [SMALL] * 3).price(3000)
    with pytest.raises(OutOfReach, match="at most 3 seats"):
        seated(GAME, [SMALL] * 4, together=3).price(3000)


def test_fourth_cards_of_a_dealer_who_draws_are_those_that_three_seats_leave() -> None:
    draws = 'dealer.draw={when="below",below="pair",clause="NAPA-6",stands_clause="NAPA-6"}'
    game = Game(open_table(load_house("napa-valley", ["dealer.shows=0", draws])))
    stand = four = 0
    for cards, weight in room._dealers(game, 3, up_to_suits=True):
        if len(cards) == 3:
            stand += weight * comb(49, 3) * comb(46, 3) * comb(43, 3)
        else:
            four += weight * len(room._first_three(game, cards)) * comb(48, 3) * comb(45, 3) * comb(42, 3)
    assert stand + four == comb(52, 3) * 49 * comb(48, 3) * comb(45, 3) * comb(42, 3)
