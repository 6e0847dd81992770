"""Two seats of one deal that draw: four cards each counted one by one, deals settled, all dealers there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.hands import value3
from pitboss.odds import Game, bank_price, optimal
from pitboss.odds import drawn_seat_ends as room
from pitboss.odds.bank import covered, seated
from pitboss.odds.counts import Dealing
from pitboss.odds.dealer_cases import DealerCase, every_dealer_case
from pitboss.odds.decisions import DRAW, FOLD, PLAY, Worth
from pitboss.odds.drawn_hand_pairs import DrawnPairs, DrawnSeat, Labels, four_places
from pitboss.odds.geometry import SUIT_ORDERS, Ints, rows
from pitboss.odds.not_priced import COUNTED_TOGETHER, OutOfReach, joint_reach
from pitboss.odds.plan import plan_of, plan_of_cards
from pitboss.odds.risk.covariance import seat_covariance, seat_parts
from pitboss.odds.seat_ends import seats_together
from pitboss.round import Table, open_table
from pitboss.round.settlement import Deal, Hand, settle
from pitboss.sheet import load_house
from tests.naive.hands import rank3
from tests.odds.bank.dealt import Bets, key

QUADS = list(combinations(range(52), 4))
SMALL: Bets = {"ante": 1000}
SIDE: Bets = {"ante": 1500, "pair_plus": 500}
ORDERS = range(len(SUIT_ORDERS))
DEALER_DRAWS = 'dealer.draw={when="below",below="pair",clause="NAPA-6",stands_clause="NAPA-6"}'
BY_SUIT = 'pays.pair_plus.lines.mini_royal_spades="300 to 1"'
SIX = (
    'pays.pair_plus.judged="six cards"',
    'pays.pair_plus.lines={royal_flush="200 to 1",four_of_a_kind="30 to 1",flush="6 to 1"}',
)
DEALERS = ("""pays.pair_plus.judged="dealer's hand\"""", "wager.pair_plus.fold.does=stays")
EIGHT_HIGH, PAIR = rank3(["8s", "3h", "2d"]), (1,)


def game_of(*sets: str) -> Game:
    return Game(open_table(load_house("napa-valley", ["player.draws=true", *sets])))


def made_of(deck: Sequence[int]) -> Ints:
    """The places of the sets of four that are made of some cards."""
    return np.flatnonzero(np.isin(np.array(QUADS), list(deck)).all(axis=1))


def by_lot(deck: Sequence[int], ends: int, rng: random.Random) -> Labels:
    """An end by lot for each set of some cards and each of them as the last; other sets have the first."""
    found = np.zeros((4, len(QUADS)), np.uint16)
    for place in made_of(deck).tolist():
        found[:, place] = [rng.randrange(ends) for _ in range(4)]
    return found


def one_by_one(deck: Sequence[int], out: Sequence[int], mine: Labels, theirs: Labels, ends: int) -> Ints:
    found = np.zeros((ends, ends), int)
    places = made_of(sorted({*deck} - {*out})).tolist()
    for one in places:
        for other in places:
            if not {*QUADS[one]} & {*QUADS[other]}:
                np.add.at(found, (np.repeat(mine[:, one], 4), np.tile(theirs[:, other], 4)), 1)
    return found


@pytest.mark.parametrize("twins", [True, False])
def test_pairs_of_four_cards_without_a_common_card_are_counted_one_by_one(twins: bool) -> None:
    rng, ends = random.Random(40), 4
    deck = rng.sample(range(52), 11)
    first = DrawnSeat(ends)
    seats = (first, first) if twins else (first, DrawnSeat(ends))
    pairs = DrawnPairs(*seats)
    mine, theirs = by_lot(deck, ends, rng), by_lot(deck, ends, rng)
    for out in (deck[:3], deck[1:5]):
        mine = mine.copy()
        mine[2, made_of(deck[2:9])] = 3  # some end otherwise than before
        pairs.take([(mine, None)] if twins else [(mine, None), (theirs, None)])
        used, others, found = pairs.count(out)
        assert {*used.tolist()} == {*others.tolist()} == {*range(ends)}
        whole = found[np.ix_(np.argsort(used), np.argsort(others))]
        expected = one_by_one(deck, out, mine, mine if twins else theirs, ends)
        assert (whole[1:, 1:] == expected[1:, 1:]).all()
        # The first end, which is the largest, has all that is left.
        free = 52 - len(out)
        avoiding = ~four_places().holds[list(out)].any(axis=0)
        for axis, labels in ((1, mine), (0, mine if twins else theirs)):
            sizes = np.bincount(labels[:, avoiding].ravel(), None, ends)
            assert (whole.sum(axis=axis) == sizes * 4 * comb(free - 4, 4)).all()


def draws_low(worth: Worth) -> Ints:
    """Fold less than eight high, stand on a pair or better, draw to the lowest card of the rest."""
    lowest = [value3(*parse_cards(text)) for text in ("8s 3h 2d", "2s 2h 3d")]
    value = rows().value[worth.counts.rows]
    chosen = np.select([value < lowest[0], value >= lowest[1]], [FOLD, PLAY], DRAW + 2)
    return np.broadcast_to(chosen[:, None], worth.sums.shape[:2])


def draws_beside(worth: Worth) -> Ints:
    """The same, but stand on every hand with a card of the up card's rank."""
    alike = (rows().cards[worth.counts.rows, None, :] >> 2) == (worth.counts.ups[None, :, -1:] >> 2)
    return np.where(alike.any(axis=-1), PLAY, draws_low(worth))


def settled(
    table: Table,
    dealer: Sequence[int],
    shown: Sequence[int],
    dealt: Sequence[tuple[Bets, Sequence[int]]],
    stake: int,
) -> tuple[int, ...]:
    """The nets of two seats and the cover left; each has three cards and the one that it may draw."""
    hands = []
    for number, (bets, (a, b, c, last)) in enumerate(dealt, start=1):
        hand = (a, b, c)
        if key(hand) >= PAIR or (shown and any(card >> 2 == shown[0] >> 2 for card in hand)):
            hands.append(Hand(number, number, bets, hand, "play"))
        elif key(hand) < EIGHT_HIGH:
            hands.append(Hand(number, number, bets, hand, "fold"))
        else:
            hands.append(Hand(number, number, bets, hand, "draw", min(hand), last))
    result = settle(table, Deal(tuple(dealer), hands, bank=stake))
    assert result.bank is not None
    return (*(seat.net for seat in result.seats), result.bank.cover_left)


@pytest.mark.parametrize(
    ("dealer", "shown", "deck", "sets", "stake"),
    [
        ("Qh 8c 3d", "", "Qs Kc 9h 9s 4d 2h 7c As", ["dealer.shows=0"], 2600),
        ("Qh 9c 3d", "9c", "Qs 9s 9d 8h 6s 5c 2h Kd", [], 3900),
        ("7h 5c 2d", "2d", "Qs 7s 5d 8h 2h 6c Ks 3c", [DEALER_DRAWS], 2400),
        ("Kh Tc 4d Td", "Kh", "Ks Ts 5d 8h 2h 6c Js Jd", [DEALER_DRAWS], 3500),
        ("As 8d 2c", "", "Ks Qs Ac Kc Qc 9s 3h Js", ["dealer.shows=0", BY_SUIT], 20000),
        ("9h 8h 4c 4h", "", "9d 8d 4d 7s 4s 9s Kd Jh", ["dealer.shows=0", DEALER_DRAWS, *DEALERS], 2500),
        ("9h 8h 7c", "8h", "Th Jh 6h 9d 9s 9c 8c Qh", SIX, 5000),
    ],
)
@pytest.mark.clause("NAPA-11")
def test_napa_11_against_one_dealers_cards_every_draw_of_a_few_cards_is_settled(
    dealer: str, shown: str, deck: str, sets: Sequence[str], stake: int
) -> None:
    game, out, cards = game_of(*sets), parse_cards(dealer), sorted(parse_cards(deck))
    up = parse_cards(shown)
    plan = plan_of_cards(game, draws_beside if game.dealing.shows else draws_low)
    seats = [room._Seat(game, bets, plan) for bets in (SIDE, SMALL)]
    others = np.ones(len(QUADS), bool)
    others[made_of(cards)] = False
    value = max(value3(*three) for three in combinations(out, 3))
    case = DealerCase(out[:3], up, value, out, 1)
    numbered = []
    for seat in seats:
        labels = seat.labels(case)[0].copy()
        labels[:, others] = len(seat.ends)  # one end more, which is that of all other cards
        numbered.append((labels, None))
    pairs = DrawnPairs(*(DrawnSeat(len(seat.ends) + 1) for seat in seats))
    pairs.take(numbered)
    mine, theirs, counts = pairs.count(out)
    found: Counter[tuple[int, ...]] = Counter()
    for a, b in np.argwhere(counts).tolist():
        one, other = int(mine[a]), int(theirs[b])
        if one < len(seats[0].ends) and other < len(seats[1].ends):
            deal = covered(game.table, (seats[0].ends[one], seats[1].ends[other]), stake)
            found[*deal.nets, deal.left] += int(counts[a, b])
    expected: Counter[tuple[int, ...]] = Counter()
    for four in combinations(cards, 4):
        for rest in combinations(sorted({*cards} - {*four}), 4):
            for first, second in product(range(4), repeat=2):
                dealt = [(SIDE, _last(four, first)), (SMALL, _last(rest, second))]
                expected[settled(game.table, out, up, dealt, stake)] += 1
    assert found == expected


def _last(cards: Sequence[int], place: int) -> list[int]:
    """The cards with one of them last."""
    return [*cards[:place], *cards[place + 1 :], cards[place]]


def test_ends_are_told_anew_only_where_they_change() -> None:
    """From dealer to dealer, up and down, a seat's ends are those that it has against each dealer alone."""
    game = game_of(DEALER_DRAWS, *SIX)
    plan = plan_of_cards(game, draws_beside)
    seat = room._Seat(game, SIDE, plan)
    cases = [
        *((("9h 8h 7c"), "8h", text) for text in ("9h 8h 7c", "9h 8h 7c 2s", "9h 8h 7c 9d", "9h 8h 7c Kh")),
        ("9h 8h 7c", "9h", "9h 8h 7c 3s"),
        ("Qh 8s 7c", "8s", "Qh 8s 7c 3s"),
    ]
    counted = DrawnSeat(len(seat.ends))
    for first, shown, cards in (*cases, *reversed(cases[:3])):
        out = parse_cards(cards)
        value = max(value3(*three) for three in combinations(out, 3))
        case = DealerCase(parse_cards(first), parse_cards(shown), value, out, 1)
        labels, moved = seat.labels(case)
        counted.take(labels, moved)
        alone, _ = room._Seat(game, SIDE, plan).labels(case)
        assert (labels == alone).all()
        assert (counted.labels[:, :-1] == alone).all()


@pytest.mark.parametrize(
    ("shows", "draws_below", "by_first"),
    [(1, 12, False), (2, 9, True), (0, 741, False)],
)
def test_every_dealer_is_there_as_often_as_dealt(shows: int, draws_below: int, by_first: bool) -> None:
    """Deals by the dealer's value and the ranks that show, and by how many cards are out."""
    found: Counter[tuple[object, ...]] = Counter()
    for case in every_dealer_case(Dealing(shows, 0, draws_below, True), ORDERS, by_first=by_first):
        assert {*case.shown} <= {*case.first} or not by_first
        ranks = tuple(sorted(card >> 2 for card in case.shown))
        found[case.value, ranks, len(case.out)] += case.ways
    expected: Counter[tuple[object, ...]] = Counter()
    for hand in combinations(range(52), 3) if draws_below < 741 else combinations(range(0, 52, 5), 3):
        value = value3(*hand)
        ups = [tuple(sorted(card >> 2 for card in up)) for up in combinations(hand, shows)]
        if value >= draws_below:
            for up in ups:
                expected[value, up, 3] += 41 if draws_below else 1
            continue
        for last in {*range(52)} - {*hand}:
            best = max(value3(*three) for three in combinations((*hand, last), 3))
            for up in ups:
                expected[best, up, 4] += 1
    if draws_below == 741:  # every dealer draws: all that can be, and none that cannot
        assert sum(found.values()) == comb(52, 3) * 49
        assert {*expected} <= {*found}
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("sets", "left"), [((), 24), ((BY_SUIT,), 6), (('pays.pair_plus.lines.mini_royal_red="300 to 1"',), 4)]
)
def test_only_orders_of_suits_that_change_no_pay_make_dealers_alike(sets: tuple[str, ...], left: int) -> None:
    game = game_of("dealer.shows=0", *sets)
    seat = room._Seat(game, SIDE, plan_of(game, optimal, SIDE))
    assert sum(seat.leaves(order) for order in ORDERS) == left


@pytest.mark.clause("NAPA-11")
def test_napa_11_all_deals_of_two_seats_that_draw() -> None:
    """Each seat ends as it does alone; they vary together as products say; the first is covered first."""
    game = game_of("dealer.shows=0")
    counted = seated(game, [SMALL, SMALL], together=COUNTED_TOGETHER)
    assert counted.ends is not None
    deals = sum(counted.ends.values())
    assert deals == comb(52, 3) * 4 * comb(49, 4) * 4 * comb(45, 4)
    for number, alone in enumerate(counted.alone):
        found: Counter[object] = Counter()
        for each, times in counted.ends.items():
            found[each[number],] += times
        assert found == {end: times * (deals // sum(alone.values())) for end, times in alone.items()}
    full, lone = counted.price(), seated(game, [SMALL])
    assert full.net is not None
    assert full.ev == 2 * lone.price().ev == -2 * game.price_bets(SMALL).ev
    shared = seat_covariance(seat_parts(game, SMALL, optimal))
    assert full.net.variance == 2 * (full.seats[0].full.variance + sum(map(sum, shared)))
    for stake in (1500, 3000):
        price = counted.price(stake)
        assert price.seats[0].ev == lone.price(stake).seats[0].ev
        assert price.net is not None
        assert price.ev == price.net.ev == -sum(side.ev for side in price.seats)
        assert max(map(abs, price.net.distribution)) == stake


def test_two_seats_that_draw_are_counted_where_minutes_are_given() -> None:
    game = game_of("dealer.shows=0")
    assert (
        joint_reach(game.dealing, [SMALL]) is joint_reach(game.dealing, [SMALL] * 2, COUNTED_TOGETHER) is None
    )
    at_once = joint_reach(game.dealing, [SMALL] * 2)
    assert at_once is not None
    assert at_once.values == {"reason": "seats_that_draw", "seats": 2, "most": 1}
    price = bank_price(game, [SMALL, SIDE])
    assert price.net is None
    assert price.refused is not None
    assert "within seconds" in price.refused
    with pytest.raises(OutOfReach, match="more than 2") as beyond:
        room.ends_together(game, [SMALL] * 3, optimal)
    assert beyond.value.values == {"reason": "seats_that_draw", "seats": 3, "most": 2}
    with pytest.raises(AssertionError, match="four cards"):
        seats_together(game, (SMALL, SMALL), optimal)
