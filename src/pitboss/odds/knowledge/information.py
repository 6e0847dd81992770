"""Which of the dealer's hands a player can tell apart: sets of hands, and what a rule would go by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS
from pitboss.odds.geometry import Ints
from pitboss.odds.hand_table import all_hands
from pitboss.odds.knowledge.question import Known, class_by_rank
from pitboss.odds.suit_orders import families, orbits, renamed


class Sign(NamedTuple):
    """What a rule goes by: the dealer's cards, the next card, high cards at other seats."""

    ranks: str = ""  # of the dealer's cards that are known; of two the higher, or the pair
    backs: tuple[str, ...] = ()  # the classes of the dealer's cards whose backs are known
    next_card: str = ""  # the class of the next card
    high: int | None = None  # high cards among those of other seats
    qualifies: bool | None = None  # where all three are known and nothing is drawn
    result: str = ""  # then: how the dealer's hand compares


@dataclass(frozen=True, slots=True)
class Information:
    """The sets that can be told apart. A dealer's hand is in one set for each way its cards can be known."""

    sets: Ints  # (ways, hands)
    ups: Ints  # (ways, hands) the set that everybody can tell: the cards that show
    size: int  # how many sets there are
    publics: int  # how many of the public ones
    keys: Ints  # (sets,) the number of the sign of each set
    signs: tuple[Sign, ...]
    whole: bool  # whether the dealer's three cards are known
    first: Ints  # (sets,) the number of a hand in each


def information_of(shows: int, known: Known, family: int | None = None) -> Information:
    """The sets of a question about the dealer's cards; other seats and the next card are left aside.

    To a family of rows, hands and sets that an order of suits turns into each other are one.
    """
    hands = np.arange(len(all_hands().cards)) if family is None else orbits(3, family).first
    orders = (0,) if family is None else families()[family].orders
    cards = all_hands().cards[hands]
    classes = np.array(class_by_rank(known.edges))[cards >> 2]
    seen, sets, ups, signs = shows + known.hole, [], [], []
    for up, more, backs in _ways(shows, known):
        held = cards[:, sorted((*up, *more))]
        told = np.sort(classes[:, backs], axis=1)
        sets.append(_up_to_suits(held, orders) * 14 ** len(backs) + _number(told, 14))
        ups.append(_up_to_suits(cards[:, up], orders))
        signs.append(_number(_rank_sign(held >> 2), 27) * 14 ** len(backs) + _number(told, 14))
    _, first, numbers = np.unique(np.stack(sets), return_index=True, return_inverse=True)
    public, which = np.unique(np.stack(ups), return_inverse=True)
    told_by, keys = np.unique(np.stack(signs).ravel()[first], return_inverse=True)
    whole = seen == 3
    return Information(
        sets=numbers.reshape(len(sets), -1),
        ups=which.reshape(len(sets), -1),
        size=len(first),
        publics=len(public),
        keys=keys,
        signs=() if whole else tuple(_sign(int(each), seen, known) for each in told_by),
        whole=whole,
        first=hands[first % len(hands)],
    )


def _up_to_suits(cards: Ints, orders: Sequence[int]) -> Ints:
    """A number for each set of cards, the same for those that one of the orders of suits turns into it."""
    return np.min([_number(np.sort(renamed(cards, order), axis=1), 53) for order in orders], axis=0)


def _ways(shows: int, known: Known) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Which of the three cards show, which are seen, and of which the back is known."""
    for up in combinations(range(3), shows):
        hidden = [place for place in range(3) if place not in up]
        for more in combinations(hidden, known.hole):
            left = [place for place in hidden if place not in more]
            for backs in combinations(left, known.backs):
                yield list(up), list(more), list(backs)


def _number(columns: Ints, base: int) -> Ints:
    """Columns of small numbers as one number, none of them 0."""
    found = np.zeros(len(columns), np.int64)
    for column in columns.T:
        found = found * base + column + 1
    return found


def _rank_sign(ranks: Ints) -> Ints:
    """What a rule goes by of the ranks that are known: of two the higher, or 13 and the rank of a pair."""
    if ranks.shape[1] != 2:
        return ranks
    pair = ranks[:, 0] == ranks[:, 1]
    return (ranks.max(axis=1) + 13 * pair)[:, None]


def _sign(number: int, seen: int, known: Known) -> Sign:
    backs = []
    for _ in range(known.backs):
        number, told = divmod(number, 14)
        backs.append(known.edges[told - 1])
    ranks = ""
    if seen:
        rank = number - 1
        ranks = 2 * RANKS[rank - 13] if rank >= 13 else RANKS[rank]
    return Sign(ranks, tuple(reversed(backs)))


def whole_signs() -> tuple[Sign, ...]:
    """The signs where the whole hand of the dealer is known, in the order of showdown results."""
    return tuple(
        Sign(qualifies=qualifies, result=result)
        for qualifies in (False, True)
        for result in ("higher", "equal", "lower")
    )
