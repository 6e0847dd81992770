"""NAPA-10, NAPA-11: what a bank can win and lose at most. Some deal comes to it, and none goes beyond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import pytest

from pitboss.cards import FULL_DECK, parse_cards
from pitboss.hands import Category, category3, value3
from pitboss.odds import Game
from pitboss.odds.bank import seated
from pitboss.odds.decisions import from_value
from pitboss.round import open_table
from pitboss.round.bank import BankedSeat, BankRange, bank_range
from pitboss.round.settlement import ActionId, Deal, Hand, pay_deal
from pitboss.round.table import Table
from pitboss.sheet import load_house

NAPA = open_table(load_house("napa-valley"))
AMPLE = 10**9
Cards = tuple[int, ...]
Seats = tuple[BankedSeat, ...]


def banked(ante: int, pair_plus: int = 0, action: ActionId | None = None) -> BankedSeat:
    bets = {"ante": ante} | ({"pair_plus": pair_plus} if pair_plus else {})
    return BankedSeat(tuple(bets.items()), action)


@pytest.mark.clause("NAPA-9", "NAPA-10", "NAPA-11")
@pytest.mark.parametrize(
    ("stake", "seats", "up", "worst", "best"),
    [
        (AMPLE, [banked(1000)], "", -2000, 2000),  # Ante and Play, either way
        (1500, [banked(1000)], "", -1500, 1500),  # the bank wins and loses no more than it put up
        (AMPLE, [banked(1000, 500)], "", -102_000, 2500),  # 200 to 1 on $5
        (AMPLE, [banked(1000, 500)] * 5, "", -4 * 102_000 - 22_000, 12_500),  # four royal flushes
        (AMPLE, [banked(1000, 500)] * 5, "Qh", -3 * 102_000 - 2 * 22_000, 12_500),  # that of hearts is gone
        (AMPLE, [banked(1000, 500)] * 5, "Jh", -4 * 102_000 - 22_000, 12_500),  # it is no part of one
        (AMPLE, [banked(1000, 500, "fold")], "", 1500, 1500),  # nothing is left to win for it
        (AMPLE, [banked(1000, 500, "fold"), banked(2000)], "", 1500 - 4000, 1500 + 4000),
        (3000, [banked(1000, 500, "fold"), banked(2000)], "", 1500 - 1500, 3000),  # the fold uses cover, too
        (3000, [banked(2000), banked(1000, 500, "fold")], "", -3000, 3000),  # here it comes too late
        (AMPLE, [], "", 0, 0),
    ],
)
def test_napa_9_napa_10_napa_11_worst_and_best_by_hand(
    stake: int, seats: list[BankedSeat], up: str, worst: int, best: int
) -> None:
    assert bank_range(NAPA, stake, tuple(seats), parse_cards(up)) == BankRange(worst, best)


def test_where_the_house_banks_no_bank_wins_or_loses() -> None:
    rivers = open_table(load_house("rivers"))
    assert bank_range(rivers, AMPLE, (BankedSeat((("ante", 1000),)),)) == BankRange(0, 0)


@pytest.mark.clause("NAPA-11")
@pytest.mark.parametrize("bets", [{"ante": 1000}, {"ante": 3000, "pair_plus": 500}])
def test_napa_11_one_seat_reaches_both_ends_in_the_count_of_every_deal(bets: dict[str, int]) -> None:
    """Every deal of a seat that plays, counted by the odds: the ends of that distribution."""
    plays = seated(Game(NAPA), [bets], from_value(0))
    for stake in (1, 700, 1000, 5999, 6000, 20_000, 105_999, 106_000, AMPLE):
        net = plays.price(stake).net
        assert net is not None
        found = bank_range(NAPA, stake, (BankedSeat(tuple(bets.items()), "play"),))
        assert [*found] == [min(net.distribution), max(net.distribution)], stake


def _decided(chance: Random) -> ActionId:
    return "play" if chance.random() < 2 / 3 else "fold"


def _as_dealt(hands: Sequence[Cards], seats: Seats, actions: Sequence[ActionId]) -> list[Hand]:
    return [
        Hand(number, number, dict(seat.bets), (cards[0], cards[1], cards[2]), action)
        for number, (seat, cards, action) in enumerate(zip(seats, hands, actions, strict=True), start=1)
    ]


def _net(table: Table, stake: int, dealer: Cards, hands: list[Hand]) -> int:
    bank = pay_deal(table, Deal(dealer, hands, stake)).bank
    assert bank is not None
    return bank.net


def _rounds(number: int) -> Iterator[tuple[Random, Seats, int, Cards]]:
    """Random bets and decisions of one to seven seats, a stake that often runs out, and mostly an up card."""
    chance = Random("worst and best")
    for _ in range(number):
        seats = tuple(
            banked(
                100 * chance.randint(5, 60),
                chance.choice([0, 0, 500, 500, 100 * chance.randint(5, 50)]),
                chance.choice([None, None, "play", "fold"]),
            )
            for _ in range(chance.randint(1, 7))
        )
        stake = chance.choice([500, 3_000, 10_000, 50_000, 200_000, AMPLE])
        yield chance, seats, stake, tuple(chance.sample(FULL_DECK, chance.choice([0, 1, 1])))


@pytest.mark.clause("NAPA-10", "NAPA-11")
@pytest.mark.parametrize("collecting", ["true", "false"])
def test_napa_10_napa_11_no_deal_goes_beyond(collecting: str) -> None:
    """Random deals, half of them with the great hands that the ends are made of."""
    table = open_table(load_house("napa-valley", [f"bank.cover.collecting_uses_cover={collecting}"]))
    touched = 0
    for chance, seats, stake, up in _rounds(100):
        found = bank_range(table, stake, seats, up)
        for great in (False, True) * 4:
            dealer, hands = _dealt(chance, len(seats), up, great)
            actions: list[ActionId] = [seat.action or _decided(chance) for seat in seats]
            net = _net(table, stake, dealer, _as_dealt(hands, seats, actions))
            assert found.worst <= net <= found.best
            touched += net in found
    assert touched > 40


def _dealt(chance: Random, number: int, up: Cards, great: bool) -> tuple[Cards, list[Cards]]:
    rest = [card for card in FULL_DECK if card not in up]
    chance.shuffle(rest)
    taken: set[int] = set(up)
    hands: list[Cards] = []
    for _ in range(number):
        runs = [hand for hand in _straight_flushes() if taken.isdisjoint(hand)] if great else []
        hand = chance.choice(runs) if runs else tuple([card for card in rest if card not in taken][:3])
        taken |= set(hand)
        hands.append(hand)
    dealer = (*[card for card in rest if card not in taken][: 3 - len(up)], *up)
    return dealer, hands


@lru_cache(maxsize=1)
def _straight_flushes() -> list[Cards]:
    """The highest first: the royal flushes lead."""
    found = [hand for hand in combinations(FULL_DECK, 3) if category3(*hand) >= Category.STRAIGHT_FLUSH]
    return sorted(found, key=lambda hand: -value3(*hand))


@pytest.mark.clause("NAPA-9", "NAPA-11")
def test_napa_9_napa_11_some_deal_comes_to_the_worst_and_some_to_the_best() -> None:
    """Deals made for the purpose, no rule asked: royal flushes here or there, then the dealer's hand."""
    for _, seats, stake, up in _rounds(60):
        found = bank_range(NAPA, stake, seats, up)
        worst = min(_net(NAPA, stake, *deal) for deal in _lucky(seats, up))
        best = max(_net(NAPA, stake, *deal) for deal in _unlucky(seats, up))
        assert (worst, best) == found


def _lucky(seats: Seats, up: Cards) -> Iterator[tuple[Cards, list[Hand]]]:
    """Every choice of seats for the royal flushes, and the lowest dealer's hands that can qualify."""
    runs = [hand for hand in _straight_flushes() if not set(up) & set(hand)]
    royals = [hand for hand in runs if category3(*hand) is Category.MINI_ROYAL]
    number = min(len(royals), len(seats))
    for lucky in combinations(range(len(seats)), number):
        taken, hands = set(up), dict(zip(lucky, royals, strict=False))
        taken |= {card for hand in hands.values() for card in hand}
        for place in range(len(seats)):
            if place not in hands:
                hands[place] = next(hand for hand in runs if taken.isdisjoint(hand))
                taken |= set(hands[place])
        rest = [card for card in FULL_DECK if card not in taken]
        dealers = [(*more, *up) for more in combinations(rest, 3 - len(up))]
        pairs = [hand for hand in dealers if category3(*hand) is Category.PAIR]
        actions: list[ActionId] = [seat.action or "play" for seat in seats]
        yield pairs[0], _as_dealt([hands[place] for place in range(len(seats))], seats, actions)


def _unlucky(seats: Seats, up: Cards) -> Iterator[tuple[Cards, list[Hand]]]:
    """A pair or better for the dealer, and nothing for anybody."""
    dealer = next(
        (*more, *up)
        for more in combinations([card for card in reversed(FULL_DECK) if card not in up], 3 - len(up))
        if category3(*more, *up) >= Category.PAIR
    )
    rest = [card for card in FULL_DECK if card not in dealer]
    hands: list[Cards] = []
    for _ in seats:
        free = [card for card in rest if not any(card in hand for hand in hands)]
        hands.append(next(hand for hand in combinations(free, 3) if category3(*hand) is Category.HIGH_CARD))
    yield dealer, _as_dealt(hands, seats, [seat.action or "play" for seat in seats])
