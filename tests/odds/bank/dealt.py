"""Plain deals for the bank's tests: ranked by the naive evaluator, decided by hand, paid by settlement.

Nothing of `pitboss.odds` is used here. Cards are the numbers 4 * rank + suit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from pitboss.cards import card_text
from pitboss.round import Table, open_table
from pitboss.round.settlement import ActionId, Deal, Hand, PaidBank, pay_deal
from pitboss.sheet import load_house
from tests.naive.hands import category3, rank3

NAPA: Table = open_table(load_house("napa-valley"))
Bets = Mapping[str, int]
Key = tuple[int, ...]
Decide = Callable[[Sequence[int], int], ActionId]

QUEEN_HIGH: Key = (0, 12, 0, 0)
ANYTHING: Key = (0,)
# The lowest hand to play against each up card: the printed optimum for an Ante alone.
LOWEST: Mapping[str, Key] = {
    "Q": rank3(["Qs", "9h", "2d"]),
    "K": rank3(["Ks", "9h", "2d"]),
    "A": rank3(["As", "9h", "2d"]),
}


def key(cards: Sequence[int]) -> Key:
    return rank3([card_text(card) for card in cards])


def printed(cards: Sequence[int], up: int) -> ActionId:
    """The printed optimum for an Ante alone."""
    return "play" if key(cards) >= LOWEST.get(card_text(up)[0], ANYTHING) else "fold"


def queen_high(cards: Sequence[int], up: int) -> ActionId:
    """Play queen high or better, whatever shows."""
    return "play" if key(cards) >= QUEEN_HIGH else "fold"


class Paid(NamedTuple):
    """One settled deal: the seats' nets and the bank."""

    nets: tuple[int, ...]
    bank: PaidBank


def pay(
    dealer: Sequence[int],
    seats: Sequence[tuple[Bets, Sequence[int], ActionId]],
    stake: int,
    table: Table = NAPA,
) -> Paid:
    """Settles one deal."""
    hands = [
        Hand(number, number, wagers, (cards[0], cards[1], cards[2]), action)
        for number, (wagers, cards, action) in enumerate(seats, start=1)
    ]
    result = pay_deal(table, Deal(tuple(dealer), hands, bank=stake))
    assert result.bank is not None
    return Paid(tuple(seat.net for seat in result.seats), result.bank)


def sampled(seed: int, number: int, bets: Sequence[Bets], stake: int, decide: Decide) -> list[Paid]:
    """Deals of a seeded shuffle, each settled; the dealer's third card shows (NAPA-3)."""
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        dealer, *hands = np.reshape(rng.sample(range(52), 3 + 3 * len(bets)), (-1, 3)).tolist()
        seats = [(wagers, hand, decide(hand, dealer[2])) for wagers, hand in zip(bets, hands, strict=True)]
        found.append(pay(dealer, seats, stake))
    return found


class Totals(NamedTuple):
    """All deals of one seat: how often the bank has each net, and each cover left."""

    nets: Counter[int]
    left: Counter[int]


def hands_up_to_suits(hands: Sequence[tuple[int, ...]]) -> Counter[tuple[int, ...]]:
    """One hand of each class, and how many hands it stands for."""
    orders = list(permutations(range(4)))
    return Counter(
        min(tuple(sorted(card - card % 4 + suits[card % 4] for card in hand)) for suits in orders)
        for hand in hands
    )


def every_deal(wagers: Bets, stakes: Sequence[int]) -> dict[int, Totals]:
    """One seat under the printed strategy: each hand up to suits against every dealer's hand and up card.

    Deals that compare alike, by hands of one category that do alike, are settled once for all, with the
    cards of the first of them.
    """
    hands = list(combinations(range(52), 3))
    ladder = {each: place for place, each in enumerate(sorted({key(hand) for hand in hands}))}
    cards = np.array(hands)
    strength = np.array([ladder[key(hand)] for hand in hands])
    qualified = np.array([key(hand) >= QUEEN_HIGH for hand in hands])
    holds = [(cards == card).any(axis=1) for card in range(52)]
    lowest = [LOWEST.get(card_text(card)[0], ANYTHING) for card in range(52)]
    need = np.array([sum(each < low for each in ladder) for low in lowest])[cards]
    found = {stake: Totals(Counter(), Counter()) for stake in stakes}
    paid: dict[tuple[str, int, ActionId, int], PaidBank] = {}
    for hand, weight in hands_up_to_suits(hands).items():
        mine, category = ladder[key(hand)], category3([card_text(card) for card in hand])
        folding_ups = (mine < need).sum(axis=1)
        free = np.flatnonzero(~(holds[hand[0]] | holds[hand[1]] | holds[hand[2]]))
        group = (2 * (np.sign(mine - strength) + 1) + qualified)[free]
        folds = np.bincount(group, folding_ups[free], 6).astype(int)
        plays = 3 * np.bincount(group, None, 6) - folds
        for each in range(6):
            both: tuple[tuple[ActionId, int], ...] = (("fold", int(folds[each])), ("play", int(plays[each])))
            for action, number in both:
                for stake in stakes if number else ():
                    alike = (category, each, action, stake)
                    if alike not in paid:
                        dealer = cards[free[np.argmax(group == each)]].tolist()
                        paid[alike] = pay(dealer, [(wagers, hand, action)], stake).bank
                    found[stake].nets[paid[alike].net] += number * weight
                    found[stake].left[paid[alike].cover_left] += number * weight
    return found
