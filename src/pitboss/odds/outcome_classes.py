"""Outcome classes: the outcomes of a bet that are settled alike, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.money import Cents
from pitboss.odds.geometry import rows
from pitboss.odds.other_hands import Company
from pitboss.odds.tallies import Tally
from pitboss.round.settlement import ActionId
from pitboss.sheet.pays import HAND_CLASSES, pay_class


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
