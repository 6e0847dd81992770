"""Single deals: what each action is worth, summed over all that the dealer can then have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import Final

import numpy as np

from pitboss.batch import kinds6
from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import SUITS, WIDTH, Cards, Doubles, Ints, others_of_three, rows, values_of
from pitboss.odds.knowledge.fourth_cards import fourths
from pitboss.odds.knowledge.measures import NET, Measures, versus_of
from pitboss.odds.knowledge.question import Known, class_by_rank
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
    suits: Ints | None = None  # (deals,) of a mini royal that is drawn, where it is paid by its suit


@dataclass(frozen=True, slots=True)
class DealWorths:
    """Whole numbers, as doubles: sums by action, and over how many outcomes."""

    sums: Doubles  # (actions, deals)
    outcomes: Doubles  # (deals,)


def batch_size(known: Known) -> int:
    """How many deals are worked on together, so that memory stays flat."""
    return max(1, CELLS // comb(49 - 3 * known.seats, 3))


def deal_cards(
    dealing: Dealing, known: Known, deals: int, luck: np.random.Generator, *, by_suit: bool = False
) -> Deals:
    """Deals by chance, each as likely as any other: hands up to suits, the other cards shuffled.

    With `by_suit`, the suit that stands for the one of a mini royal which may be drawn is by chance too.
    """
    ends = np.cumsum(rows().weight)
    hands = np.searchsorted(ends, luck.integers(int(ends[-1]), size=deals), side="right")
    cards = luck.permuted(others_of_three()[hands], axis=1)
    seats, rest = cards[:, : 3 * known.seats], cards[:, 3 * known.seats :]
    suits = luck.integers(SUITS, size=deals) if by_suit else None
    return Deals(hands, seats, rest, rest[:, : dealing.shows], suits)


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
    mine = rows().value[deals.rows][:, None]
    versus = versus_of(mine, value, dealing.qualifies_from)
    six = measures.place(mine, value, _six(deals, theirs) if measures.six else 0)
    play = (ways * measures.pat[NET, hand, versus, six]).sum(axis=1)
    fold = (ways * measures.fold[NET, hand, six]).sum(axis=1)
    may = mine[:, 0] >= measures.raised_from
    raised = [
        np.where(may, (ways * each[NET, hand, versus, six]).sum(axis=1), play) for each in measures.raised
    ]
    sums = np.stack([fold, play, *raised]).astype(np.float64)
    return DealWorths(sums, ways.sum(axis=1).astype(np.float64))


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
    """The category of six cards in each deal, with each hand that the dealer can have."""
    mine = np.broadcast_to(rows().cards[deals.rows][:, None], theirs.shape)
    return kinds6(np.concatenate([mine, theirs], axis=2)).astype(np.int64)


def _with_draws(
    dealing: Dealing, measures: Measures, known: Known, deals: Deals, number: int, theirs: Cards, ways: Ints
) -> tuple[Doubles, float]:
    """One deal with cards still to be drawn: the dealer's fourth and the player's."""
    seen, row = dealing.shows + known.hole, int(deals.rows[number])
    live = deals.rest[number, seen:]  # what may come, if it is not the dealer's
    six = np.zeros(theirs.shape[1], np.int64)
    if measures.six:
        six = _six(Deals(deals.rows[[number]], *[deals.rest[:0]] * 3), theirs[[number]])[0]
    kinds, kind = np.unique(six, return_inverse=True)
    below = _below(dealing, live, theirs[number], ways[number], 3 - seen, kind)
    mine = np.arange(len(live))
    if known.next_card:  # the card after the dealer's three is the next one; its class is told
        classes = np.array(class_by_rank(known.edges))[live >> 2]
        mine = np.flatnonzero(classes == classes[3 - seen])
    value = int(rows().value[row])

    def worth(cards: Ints, value: int, nets: Ints) -> float:
        """A hand of this value, beside each of these cards, against all that the dealer can have."""
        under = below[:, cards].sum(axis=1)
        steps = measures.steps(dealing, value, nets)
        return float(sum(adds[NET, kinds] @ under[:, cut] for cut, adds in steps))

    sums = [worth(mine, value, nets) for nets in measures.plays(row)]
    if dealing.player_draws and measures.drawn is not None:
        suit = 0 if deals.suits is None else int(deals.suits[number])
        for discard in range(3):
            first, second = np.delete(rows().cards[row], discard)
            values = values_of(first, second, live[mine])
            each = np.unique(values).tolist()
            some = [(mine[values == end], end, measures.drawn_to(row, end, suit)) for end in each]
            sums.append(sum(worth(*end) for end in some))
    return np.array(sums), float(below[:, mine, -1].sum())


def _below(dealing: Dealing, live: Cards, theirs: Cards, ways: Ints, free: int, kind: Ints) -> Doubles:
    """For each card that a player may draw, how many outcomes of the dealer are below each value.

    They are told by the kind of each hand: (kinds, cards, values). Neither the dealer's hand nor the fourth
    card is the card drawn; a hand that stands goes with any fourth.
    """
    found = fourths(dealing.draws_below).best[live][:, up_number(3)[known_by(theirs)]]
    best = np.minimum(found, BINS - 1).astype(np.int64) + kind * (len(live) * BINS)
    shape = (int(kind.max()) + 1, len(live), BINS)
    weights = np.broadcast_to(ways, best.shape).ravel()

    def counted(place: Ints) -> Doubles:
        found = np.bincount((place * BINS + best).ravel(), weights, prod(shape))
        return found.reshape(shape).astype(np.float64)

    fourth = counted(np.arange(len(live))[:, None])
    left = fourth.sum(axis=1, keepdims=True) - fourth
    where = np.full(52, -1)
    where[live] = np.arange(len(live))
    for card in theirs[:, 3 - free :].T:
        left = left - counted(where[card])
    left = left[..., : WIDTH - 1]
    return np.concatenate([np.zeros((*shape[:2], 1)), np.cumsum(left, axis=2)], axis=2)
