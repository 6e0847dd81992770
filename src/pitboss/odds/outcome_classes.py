"""Outcome classes: the outcomes of a bet that are settled alike, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.hands import Kind
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import UNDECIDED, Dealing, Looks
from pitboss.odds.dealer_hands import with_a_fourth
from pitboss.odds.decisions import from_value
from pitboss.odds.geometry import KIND, Ints, all_hands, rows
from pitboss.odds.other_hands import Company
from pitboss.odds.results import VERSUS
from pitboss.odds.six_card_counts import six_counts
from pitboss.odds.space import Space
from pitboss.odds.tallies import Tally, tally_of_counts
from pitboss.round.settlement import ActionId
from pitboss.sheet.pays import HAND_CLASSES, ROYAL, Judged, pay_class, shared_class, shared_classes


class OutcomeClass(NamedTuple):
    """Outcomes that are settled alike, and how many they are."""

    action: ActionId | None
    versus: int  # the showdown result, as in the paybook
    paid_as: int  # the pay class
    six: int  # the shared class: the category of the six cards as dealt, and what else a bet looks at
    number: int
    envy: Cents = 0


class Outcomes(NamedTuple):
    """The outcome classes behind a wager's price, and the wagers that are on the felt in them."""

    wagers: Mapping[str, Cents]
    classes: tuple[OutcomeClass, ...]
    others: Fraction = Fraction(0)  # what others' hands add to the mean in cents, where no class tells it

    @property
    def number(self) -> int:
        """How many outcomes the classes have together."""
        return sum(each.number for each in self.classes)


def classes_of(ends: Tally, shared: Sequence[int]) -> Iterator[OutcomeClass]:
    """The outcome classes of a tally that have outcomes; its last axis goes by these shared classes."""
    for (hand, place), number in np.ndenumerate(ends.fold):
        if number:
            yield OutcomeClass("fold", 0, hand, shared[place], int(number))
    for (hand, versus, place), number in np.ndenumerate(ends.pat):
        if number:
            yield OutcomeClass("play", versus, hand, shared[place], int(number))
    for name, raised in ends.raised.items():
        for (hand, versus, place), number in np.ndenumerate(raised):
            if number:
                yield OutcomeClass(name, versus, hand, shared[place], int(number))
    for (first, final, versus, place), number in np.ndenumerate(ends.drawn):
        if number:
            yield OutcomeClass("draw", versus, pay_class(final, first), shared[place], int(number))


def with_company(joint: Company) -> tuple[OutcomeClass, ...]:
    """The classes of a wager that no decision touches, by one's own hand and the envy of all others."""
    found: dict[tuple[int, Cents], int] = {}
    for (hand, cents), number in joint.items():
        key = hand, sum(cents)
        found[key] = found.get(key, 0) + number
    return tuple(OutcomeClass(None, 0, hand, 0, n, cents) for (hand, cents), n in found.items() if n)


def hand_counts() -> list[int]:
    """How many of the 22,100 hands are in each hand class."""
    hands = rows()
    counts = np.bincount(hands.hand_class, weights=hands.weight, minlength=HAND_CLASSES)
    return [int(number) for number in counts]


# --- Tables that no decision touches, by themselves.


def alone(judged: Judged, dealing: Dealing) -> tuple[Space, tuple[OutcomeClass, ...]]:
    """The sample space of a table that no decision touches, and its outcome classes."""
    match judged:
        case "three cards":
            return Space("hands"), _classes((hand, 0, number) for hand, number in enumerate(hand_counts()))
        case "six cards":
            return Space("six"), _classes((0, six, number) for six, number in enumerate(six_counts()))
        case "dealer's hand":
            space = Space("drawing dealer" if dealing.dealer_draws else "hands")
            counts = enumerate(_dealer_kinds(dealing.draws_below))
            return space, _classes((0, shared_class(dealer=each), number) for each, number in counts)
        case "colours":
            space = Space("deals", UNDECIDED)
            return space, _classes((0, shared_class(colours=each), n) for each, n in enumerate(_by_colours()))
    dealt = UNDECIDED._replace(draws_below=dealing.draws_below)
    places, ends = shared_classes({judged}), _both_hands(dealt)
    met = ((hand, places[place], int(ends[hand, place])) for hand, place in np.argwhere(ends).tolist())
    return Space("deals", dealt), _classes(met)


def _classes(outcomes: Iterable[tuple[int, int, int]]) -> tuple[OutcomeClass, ...]:
    """Pay class, shared class and number of outcomes as outcome classes."""
    return tuple(OutcomeClass(None, 0, *each) for each in outcomes)


def _by_colours() -> tuple[int, ...]:
    """How many deals have mixed colours, one in the player's three cards, and one in all six."""
    mine, every = 2 * comb(26, 3), comb(49, 3)
    both = mine * comb(23, 3)
    return (comb(52, 3) - mine) * every, mine * every - both, both


@lru_cache(maxsize=2)
def _both_hands(dealing: Dealing) -> Ints:
    """How many deals have each hand class and each class of the dealer's."""
    looks = Looks(dealer=True)
    fold = np.zeros((HAND_CLASSES, looks.width), np.int64)
    nothing = Payoffs(fold, np.repeat(fold[:, None], VERSUS, axis=1), None)
    return tally_of_counts(dealing, looks, nothing, from_value(0)).pat.sum(axis=1)


def _dealer_kinds(draws_below: int) -> list[int]:
    """How many dealer hands are of each kind; of one that draws, with each of 49 fourth cards."""
    if not draws_below:
        counts = hand_counts()
        return [*counts[:ROYAL], sum(counts[ROYAL:])]
    found = np.zeros(len(Kind), np.int64)
    every, best = all_hands(), with_a_fourth()
    for fourth in range(52):
        free = every.held >> fourth & 1 == 0
        plays = np.where(every.value >= draws_below, every.value, best[fourth])[free]
        found += np.bincount(KIND[plays], minlength=len(Kind))
    return [int(number) for number in found]
