"""Two seats of one deal: pairs of hands counted one by one, marginals, and deals that were settled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Chooser, Game, from_value, optimal
from pitboss.odds import bank as room
from pitboss.odds.bank import BankRound, Seated, bank_worth, covered, seated
from pitboss.odds.decisions import FOLD, PLAY, Worth
from pitboss.odds.geometry import Ints, disjoint_pairs, rows
from pitboss.odds.not_priced import OutOfReach
from pitboss.round import open_table
from pitboss.round.settlement import ActionId
from pitboss.sheet import load_house
from tests.odds.bank.dealt import NAPA, Bets, Decide, key, pay, printed, queen_high, sampled

GAME = Game(NAPA)
SMALL: Bets = {"ante": 1000}
LARGE: Bets = {"ante": 2500}
SIDE: Bets = {"ante": 1500, "pair_plus": 500}
HANDS = list(combinations(range(52), 3))
SEATED_DEALS = 22100 * 3 * 18424 * 15180
DEALER_DRAWS = 'dealer.draw={when="below",below="pair",clause="NAPA-6",stands_clause="NAPA-6"}'


@lru_cache(maxsize=1)
def antes() -> Seated:
    """Two Antes, counted once for all tests."""
    return seated(GAME, [SMALL, LARGE])


@lru_cache(maxsize=1)
def queens() -> Seated:
    """A side bet at the first seat, and queen high or better at both."""
    return seated(GAME, [SIDE, SMALL], from_value(NAPA.sheet.dealer.qualifier.value))


def by_suit(worth: Worth) -> Ints:
    """Play where a card of the hand is of the up card's suit: a strategy that no hand's value gives away."""
    alike = (rows().cards[:, None, :] & 3) == (worth.counts.ups[None] & 3)
    return np.where(alike.any(axis=-1), PLAY, FOLD)


def same_suit(cards: Sequence[int], up: int) -> ActionId:
    return "play" if any(card % 4 == up % 4 for card in cards) else "fold"


STRATEGIES: Mapping[Decide, Chooser] = {
    printed: optimal,
    queen_high: from_value(NAPA.sheet.dealer.qualifier.value),
    same_suit: Chooser(by_suit),
}


def few_cards(cards: Sequence[int]) -> list[int]:
    """The places of the hands that are made of some cards."""
    return [place for place, hand in enumerate(HANDS) if set(hand) <= set(cards)]


def test_pairs_of_hands_without_a_common_card_are_counted_one_by_one() -> None:
    rng = random.Random(20)
    deck = rng.sample(range(52), 11)
    mine, theirs = np.full(len(HANDS), 4), np.full(len(HANDS), 3)
    places = few_cards(deck)
    for place in places:
        mine[place], theirs[place] = rng.randrange(5), rng.randrange(4)  # some cannot be dealt
    expected = np.zeros((5, 4), int)
    for a in places:
        for b in places:
            expected[mine[a], theirs[b]] += not set(HANDS[a]) & set(HANDS[b])
    assert (disjoint_pairs(mine, theirs, 4, 3) == expected[:4, :3]).all()
    alike = disjoint_pairs(mine, mine, 4, 4)
    assert (alike == alike.T).all()


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("counted", [antes, queens])
def test_each_seat_of_two_ends_as_it_does_alone(
    seat: int,
    counted: Callable[[], Seated],
) -> None:
    both = counted()
    assert both.ends is not None
    found: Counter[object] = Counter()
    for ends, number in both.ends.items():
        found[ends[seat],] += number
    assert found == {end: number * 15180 for end, number in both.alone[seat].items()}
    assert sum(both.ends.values()) == SEATED_DEALS


@pytest.mark.parametrize(
    ("dealer", "deck", "shows", "decide", "bets"),
    [
        ("Qh 8c 3d", "Qs Qd Kc 9h 9s 2d 2h 3c Jc As", 1, printed, (SMALL, LARGE)),
        ("Kc Qc 4d", "Ks 8h 2d Qd 9s 3s Ac 4c 5h 6d", 1, same_suit, (SIDE, SMALL)),
        ("Kc Qc 4h", "Ks Kd 9h 2d Qh 9s 2s Ac 4c 4d", 1, printed, (LARGE, SMALL)),
        ("Jc 9c 4h", "Jd 9d 4d 4s 5d 6d Qd Kd Ad 2c", 1, queen_high, (SIDE, SIDE)),
        ("Ac Kc Qc", "Ad Kd Qd Ah Kh Qh 3c 3d 3h 8s", 1, queen_high, (SIDE, SMALL)),
        ("7c 7d 2h", "Qs 6h 4d Qd 6c 3s As Ks 7h 7s", 0, queen_high, (SMALL, SIDE)),
        ("Ts 9s 2h", "Qs 6h 4d Qd 6c 3s As Ks Td 9h", 2, queen_high, (SIDE, LARGE)),
    ],
)
@pytest.mark.clause("NAPA-11")
def test_napa_11_against_one_dealers_hand_every_deal_of_a_few_cards_is_settled(
    dealer: str, deck: str, shows: int, decide: Decide, bets: tuple[Bets, Bets]
) -> None:
    table = open_table(load_house("napa-valley", [f"dealer.shows={shows}"]))
    game, hers = Game(table), parse_cards(dealer)
    strategy = STRATEGIES[decide]
    first, second = (room._Seat.of(game, each, strategy) for each in bets)
    others = np.ones(len(HANDS), bool)
    cards = {*parse_cards(deck)}
    others[few_cards(sorted(cards))] = False
    stakes = (2700, 20000)
    found: Counter[tuple[int, ...]] = Counter()
    for (left, right), ways in room._labels(game, hers, (first, second)).items():
        mine, theirs = np.frombuffer(left, np.uint32).copy(), np.frombuffer(right, np.uint32).copy()
        mine[others], theirs[others] = len(first.ends), len(second.ends)
        pairs = disjoint_pairs(mine, theirs, len(first.ends), len(second.ends))
        for a, b in np.argwhere(pairs).tolist():
            for stake in stakes:
                deal = covered(table, (first.ends[a], second.ends[b]), stake)
                found[stake, *deal.nets, deal.left] += ways * int(pairs[a, b])
    expected: Counter[tuple[int, ...]] = Counter()
    for ups in combinations(hers, shows):
        does = {hand: decide(hand, ups[-1] if ups else 0) for hand in combinations(sorted(cards), 3)}
        for one, did in does.items():
            for two in combinations(sorted(cards - {*one}), 3):
                for stake in stakes:
                    paid = pay(hers, [(bets[0], one, did), (bets[1], two, does[two])], stake, table)
                    expected[stake, *paid.nets, paid.bank.cover_left] += 1
    assert found == expected


@pytest.mark.parametrize(
    ("counted", "bets", "decide", "stake"),
    [
        (antes, (SMALL, LARGE), printed, 4000),
        (queens, (SIDE, SMALL), queen_high, 3500),
    ],
)
@pytest.mark.clause("NAPA-11")
def test_napa_11_settled_deals_fall_where_the_counts_say(
    counted: Callable[[], Seated], bets: tuple[Bets, Bets], decide: Decide, stake: int
) -> None:
    price = counted().price(stake)
    assert price.net is not None
    assert price.cover is not None
    assert price.cover.left is not None
    deals = sampled(20260, 20000, bets, stake, decide)
    sides = [[deal.nets[seat] for deal in deals] for seat in (0, 1)]
    for seat, nets in enumerate(sides):
        error = np.std(nets) / sqrt(len(deals))
        assert abs(np.mean(nets) - float(price.seats[seat].ev)) < 4 * error
    for drawn, exact in (
        (Counter(deal.bank.net for deal in deals), price.net.distribution),
        (Counter(deal.bank.cover_left for deal in deals), price.cover.left),
    ):
        assert set(drawn) <= set(exact)
        for value, number in exact.items():
            chance = number / price.net.outcomes
            assert abs(drawn[int(value)] - chance * len(deals)) < 4 * sqrt(chance * len(deals)) + 1


def test_two_seats_with_full_cover_have_the_sum_of_both() -> None:
    for counted, strategy in ((antes(), optimal), (queens(), None)):
        full, ample = counted.price(), counted.price(counted.enough + 1)
        assert full.net == ample.net
        assert full.net is not None
        assert full.ev == full.net.ev == -sum((side.full.ev for side in full.seats), Fraction(0))
        if strategy is not None:
            assert full.ev == -sum((GAME.price_bets(bets).ev for bets in counted.bets), Fraction(0))
        # Both lose to the same dealer more often than two seats of different deals would.
        apart = sum((side.full.variance for side in full.seats), Fraction(0))
        assert full.net.variance > apart


@pytest.mark.clause("NAPA-11")
def test_napa_11_seats_are_covered_in_their_order() -> None:
    counted = antes()
    for stake in (1000, 2000, 3500, 6000):
        price, lone = counted.price(stake), seated(GAME, [SMALL]).price(stake)
        # The first seat does not notice the second.
        assert price.seats[0].ev == lone.seats[0].ev
        assert price.seats[0].unpaid == lone.seats[0].unpaid
        assert price.net is not None
        assert max(map(abs, price.net.distribution)) <= stake
        assert price.ev == price.net.ev == -sum((side.ev for side in price.seats), Fraction(0))
    # Less cover, more that stays undone.
    undone = [counted.price(stake).uncovered for stake in (1000, 2000, 3500, 6000, 7000)]
    assert undone == sorted(undone, reverse=True)
    assert undone[-1] == 0


def test_a_royal_flush_paid_by_its_suit_is_counted_for_every_dealers_hand() -> None:
    text = 'pays.pair_plus.lines.mini_royal_spades="300 to 1"'
    game = Game(open_table(load_house("napa-valley", [text])))
    assert not room._Seat.of(game, SIDE, optimal).suits_alike
    assert room._Seat.of(game, SMALL, optimal).suits_alike
    every = room._dealers(up_to_suits=False)
    assert [hand for hand, _ in every] == HANDS
    stands_for: Counter[tuple[int, ...]] = Counter()
    for hand, weight in room._dealers(up_to_suits=True):
        stands_for[key(hand)] += weight
    assert stands_for == Counter(key(hand) for hand in HANDS)


@pytest.mark.clause("NAPA-11")
def test_napa_11_the_round_of_two_seats_is_priced_by_their_joint_count() -> None:
    """With a stake that can run out; where it cannot, the means of the seats add up at once."""
    bets = (tuple(SMALL.items()), tuple(LARGE.items()))
    price = antes().price(5000)
    assert price.net is not None
    assert price.cover is not None
    found = bank_worth(BankRound(NAPA, 5000, bets))
    assert (found.cover, found.ev, found.full) == ("limited", price.ev, antes().price().ev)
    assert (found.short, found.win_frequency) == (price.cover.short, price.net.win_frequency)
    assert bank_worth(BankRound(NAPA, 7000, bets)).ev == antes().price(7000).ev == found.full


SIX_LINES = (
    'pays.pair_plus.lines={royal_flush="200 to 1",straight_flush="40 to 1",four_of_a_kind="30 to 1",'
    'full_house="9 to 1",flush="6 to 1",straight="3 to 1",three_of_a_kind="2 to 1"}'
)
COLOURS = 'pays.pair_plus.lines={six_of_one_colour="20 to 1",three_of_one_colour="2 to 1"}'
STAYS = "wager.pair_plus.fold.does=stays"


@pytest.mark.parametrize(
    ("judged", "sets"),
    [
        ("six cards", (SIX_LINES,)),
        ("dealer's hand", ()),
        ("beaten hand", (STAYS,)),
        ("equal hands", ('pays.pair_plus.lines={high_card_or_better="60 to 1"}',)),
        ("colours", (COLOURS, STAYS)),
    ],
)
def test_wagers_that_look_at_the_dealers_cards_end_as_they_are_settled(
    judged: str, sets: tuple[str, ...]
) -> None:
    changed = [f'pays.pair_plus.judged="{judged}"', "dealer.shows=0", *sets]
    game = Game(open_table(load_house("napa-valley", changed)))
    plays, chance = from_value(NAPA.sheet.dealer.qualifier.value), random.Random("six cards")
    seats = [room._Seat.of(game, bets, plays) for bets in (SIDE, SMALL)]
    assert seats[0].suits_alike == (judged != "colours")
    won = 0
    for number in range(150):
        dealer, *hands = (tuple(cards) for cards in np.reshape(chance.sample(range(52), 9), (3, 3)).tolist())
        if number % 10 == 0:  # equal hands are rare
            dealer, hands[0] = (10, 33, 44), (11, 34, 45)
            hands[1] = (4, 9, 51)
        decided = [(bets, hand, queen_high(hand, 0)) for bets, hand in zip((SIDE, SMALL), hands, strict=True)]
        paid = pay(dealer, decided, 10**9, game.table)
        (labels,) = room._labels(game, dealer, seats)
        for seat, label, hand, net in zip(seats, labels, hands, paid.nets, strict=True):
            a, b, c = sorted(hand)
            end = seat.ends[np.frombuffer(label, np.uint32)[HANDS.index((a, b, c))]]
            assert sum(line.profit for line in end) == net
            won += any(line.id == "pair_plus" and line.profit > 0 for line in end)
    assert won
    assert seated(game, [SIDE]).price().ev == -game.price_bets(SIDE).ev


@pytest.mark.parametrize(
    ("sets", "seats", "reason", "most"),
    [
        ((), 3, "seats_together", 2),
        (("player.draws=true", "dealer.shows=0"), 2, "seats_that_draw", 1),
        ((DEALER_DRAWS,), 2, "seats_that_draw", 1),
    ],
)
def test_three_seats_and_two_that_draw_have_means_and_no_distribution(
    sets: Sequence[str], seats: int, reason: str, most: int
) -> None:
    game = Game(open_table(load_house("napa-valley", sets)))
    counted = seated(game, [SMALL] * seats)
    price = counted.price()
    assert price.ev == -seats * game.price_bets(SMALL).ev
    assert price.net is None
    assert price.refused
    ample = counted.price(counted.enough + 1)
    assert ample.ev == price.ev
    assert ample.cover is not None
    assert ample.cover.short == 0
    with pytest.raises(OutOfReach, match=f"at most {most} seat") as refused:
        counted.price(counted.enough - 1)
    stake = {"stake": counted.enough - 1, "enough": counted.enough}
    assert refused.value.values == {"reason": reason, "seats": seats, "most": most, **stake}
