"""Single deals: what each action is worth, summed over all that the dealer can then have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.batch import categories6
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW
from pitboss.odds.geometry import CATEGORY, WIDTH, Cards, Doubles, Ints, others_of_three, rows, values_of
from pitboss.odds.knowledge.fourth_cards import fourths
from pitboss.odds.knowledge.question import Known, class_by_rank
from pitboss.odds.knowledge.single_hands import NET, Measures, versus_of
from pitboss.odds.suit_orders import known_by, up_number

CELLS: Final = 1 << 20  # dealer's hands of all deals that are worked on together
BINS: Final = WIDTH + 1  # values, and one place for a card that the dealer holds


@dataclass(frozen=True, slots=True)
class Deals:
    """Some deals: the player's row, other seats' cards, and the rest in an order by chance."""

    rows: Ints  # (deals,)
    seats: Cards  # (deals, 3 a seat)
    rest: Cards  # (deals, cards): the dealer's three first, those that show before those that do not
    up: Cards  # (deals, shows)


@dataclass(frozen=True, slots=True)
class DealWorths:
    """Whole numbers, as doubles: sums by action, and over how many outcomes."""

    sums: Doubles  # (actions, deals)
    outcomes: Doubles  # (deals,)


def batch_size(known: Known) -> int:
    """How many deals are worked on together, so that memory stays flat."""
    return max(1, CELLS // comb(49 - 3 * known.seats, 3))


def deal_cards(dealing: Dealing, known: Known, deals: int, luck: np.random.Generator) -> Deals:
    """Deals by chance, each as likely as any other: hands up to suits, the other cards shuffled."""
    ends = np.cumsum(rows().weight)
    hands = np.searchsorted(ends, luck.integers(int(ends[-1]), size=deals), side="right")
    cards = luck.permuted(others_of_three()[hands], axis=1)
    seats, rest = cards[:, : 3 * known.seats], cards[:, 3 * known.seats :]
    return Deals(hands, seats, rest, rest[:, : dealing.shows])


def deal_worths(dealing: Dealing, measures: Measures, known: Known, deals: Deals) -> DealWorths:
    """What each action is worth in each deal for somebody who knows what is asked."""
    theirs, ways = _possible(dealing.shows + known.hole, known, deals)
    if dealing.player_draws or dealing.dealer_draws:
        found = [
            _with_draws(dealing, measures, known, deals, each, theirs, ways) for each in range(len(ways))
        ]
        return DealWorths(
            np.stack([sums for sums, _ in found], axis=1), np.array([each for _, each in found])
        )
    hand = rows().hand_class[deals.rows][:, None]
    value = values_of(*np.moveaxis(theirs, -1, 0))
    versus = versus_of(rows().value[deals.rows][:, None], value, dealing.qualifies_from)
    six = _six(deals, theirs) if measures.six else 0
    play = (ways * measures.pat[NET, hand, versus, six]).sum(axis=1)
    fold = (ways * measures.fold[NET, hand, six]).sum(axis=1)
    return DealWorths(np.stack([fold, play]).astype(np.float64), ways.sum(axis=1).astype(np.float64))


def _possible(seen: int, known: Known, deals: Deals) -> tuple[Cards, Ints]:
    """The hands that the dealer can have: (deals, hands, 3), those seen first; and in how many ways each."""
    open_cards = deals.rest[:, seen:]
    chosen = _choices(open_cards.shape[1], 3 - seen)
    free = open_cards[:, chosen]
    held = np.broadcast_to(deals.rest[:, None, :seen], (*free.shape[:2], seen))
    return np.concatenate([held, free], axis=2), _ways(known, deals.rest[:, seen : seen + known.backs], free)


def _ways(known: Known, backs: Cards, free: Cards) -> Ints:
    """In how many ways the hidden cards of each hand can show the backs that are seen."""
    if not known.backs:
        return np.ones(free.shape[:2], np.int64)
    classes = np.array(class_by_rank(known.edges))
    told, theirs = np.sort(classes[backs >> 2], axis=1), classes[free >> 2]
    found = np.zeros(free.shape[:2], np.int64)
    for places in combinations(range(free.shape[2]), known.backs):
        found += (np.sort(theirs[:, :, places], axis=2) == told[:, None]).all(axis=2)
    return found


@lru_cache(maxsize=8)
def _choices(cards: int, size: int) -> Ints:
    """Every choice of so many places: (choices, size)."""
    return np.array(list(combinations(range(cards), size)), np.int64).reshape(comb(cards, size), size)


def _six(deals: Deals, theirs: Cards) -> Ints:
    mine = np.broadcast_to(rows().cards[deals.rows][:, None], theirs.shape)
    return categories6(np.concatenate([mine, theirs], axis=2)).astype(np.int64)


def _with_draws(
    dealing: Dealing, measures: Measures, known: Known, deals: Deals, number: int, theirs: Cards, ways: Ints
) -> tuple[Doubles, float]:
    """One deal with cards still to be drawn: the dealer's fourth and the player's."""
    seen, row = dealing.shows + known.hole, int(deals.rows[number])
    live = deals.rest[number, seen:]  # what may come, if it is not the dealer's
    below, total = _below(dealing, live, theirs[number], ways[number], 3 - seen)
    mine = np.arange(len(live))
    if known.next_card:  # the card after the dealer's three is the next one; its class is told
        classes = np.array(class_by_rank(known.edges))[live >> 2]
        mine = np.flatnonzero(classes == classes[3 - seen])
    hand, value = int(rows().hand_class[row]), int(rows().value[row])
    pat = np.broadcast_to(measures.pat[NET, hand, :, 0], (len(mine), 6))
    sums = [
        float(measures.fold[NET, hand, 0] * total[mine].sum()),
        _showdowns(dealing, below[mine], total[mine], np.full(len(mine), value), pat),
    ]
    if dealing.player_draws and measures.drawn is not None:
        cards = rows().cards[row]
        for discard in range(3):
            first, second = np.delete(cards, discard)
            values = values_of(first, second, live[mine])
            nets = measures.drawn[NET, hand, CATEGORY[values]]
            sums.append(_showdowns(dealing, below[mine], total[mine], values.astype(np.int64), nets))
    return np.array(sums[: DRAW + 3]), float(total[mine].sum())


def _below(dealing: Dealing, live: Cards, theirs: Cards, ways: Ints, free: int) -> tuple[Doubles, Doubles]:
    """For each card that a player may draw, how many outcomes of the dealer are below each value, and in all.

    Neither the dealer's hand nor the fourth card is the card drawn; a hand that stands goes with any fourth.
    """
    found = fourths(dealing.draws_below).best[live][:, up_number(3)[known_by(theirs)]]
    best = np.minimum(found, BINS - 1).astype(np.int64)
    weights = np.broadcast_to(ways, best.shape).ravel()
    place = np.arange(len(live))[:, None] * BINS
    fourth = np.bincount((place + best).ravel(), weights, len(live) * BINS).reshape(-1, BINS)
    left = fourth.sum(axis=0)[None] - fourth
    where = np.full(52, -1)
    where[live] = np.arange(len(live))
    for card in theirs[:, 3 - free :].T:
        held = np.bincount((where[card] * BINS + best).ravel(), weights, len(live) * BINS)
        left = left - held.reshape(-1, BINS)
    left = left[:, : WIDTH - 1]
    below = np.concatenate([np.zeros((len(live), 1)), np.cumsum(left, axis=1)], axis=1)
    return below, below[:, -1]


def _showdowns(dealing: Dealing, below: Doubles, total: Doubles, values: Ints, nets: Ints) -> float:
    """Final hands of these values, one for each card drawn, against all that the dealer can have."""
    card = np.arange(len(values))
    under, up_to, unqualified = below[card, values], below[card, values + 1], below[:, dealing.qualifies_from]
    low, mid = np.minimum(under, unqualified), np.minimum(up_to, unqualified)
    high, top = np.maximum(under, unqualified), np.maximum(up_to, unqualified)
    ends = (unqualified - mid, mid - low, low, total - top, top - high, high - unqualified)
    return float(sum((end * nets[:, result]).sum() for result, end in enumerate(ends)))
