"""A rule to keep in mind: for each sign, from which hand on to play, and from which to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.hands import CATEGORY_OF_VALUE, VALUES, Category
from pitboss.odds.decisions import FOLD, PLAY
from pitboss.odds.geometry import Doubles, Ints, rows
from pitboss.odds.knowledge.information import Sign


@dataclass(frozen=True, slots=True)
class RuleShape:
    """What a rule goes through as hands get better: fold, play; a draw between them, or a raise above."""

    draws: bool = False  # with the discard that is best for somebody who knows nothing
    raises: bool = False  # to the most that the house takes
    raised_from: int = 0  # the least value of a hand that may

    def actions(self, draw: int, last: int) -> tuple[int, ...]:
        """The numbers of its actions; the largest raise is the last of all."""
        return (FOLD, *([draw] if self.draws else []), PLAY, *([last] if self.raises else []))


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line: hands from a value on are played, those below it drawn to from another, the rest folded.

    Where Play may be raised it is raised from a third one on.

    Values are those of `hands`: 0 is every hand, 741 none.
    """

    sign: Sign
    plays_from: int
    draws_from: int  # no less than `plays_from` where nobody draws
    raises_from: int | None = None  # None where nobody raises

    def as_json(self) -> dict[str, Any]:
        """The line with its hands by rank."""
        found: dict[str, Any] = {
            key: value for key, value in self.sign._asdict().items() if value not in _EMPTY
        }
        found["plays_from"] = hand_from(self.plays_from)
        if self.draws_from < self.plays_from:
            found["draws_from"] = hand_from(self.draws_from)
        if self.raises_from is not None:
            found["raises_from"] = hand_from(self.raises_from)
        return found

    @property
    def cuts(self) -> tuple[int, int]:
        """Where the second action begins, and the last one."""
        if self.raises_from is not None:
            return min(self.plays_from, self.raises_from), self.raises_from
        return min(self.draws_from, self.plays_from), self.plays_from


_EMPTY: Final = ("", (), None)
_SUITED: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.MINI_ROYAL)


@dataclass(frozen=True, slots=True)
class Rule:
    """The best rule of this shape, what it wins per Ante and what it gives up against perfect use."""

    lines: tuple[RuleLine, ...]
    ev: Fraction | float
    cost: Fraction | float

    def as_json(self) -> dict[str, Any]:
        """The rule as the answer has it; exact figures are fractions in text."""
        ev, cost = (str(each) if isinstance(each, Fraction) else each for each in (self.ev, self.cost))
        return {"ev": ev, "cost": cost, "lines": [line.as_json() for line in self.lines]}


def hand_from(value: int) -> str | None:
    """The hand of a value by its ranks, `any` for every hand, None for no hand.

    >>> hand_from(0), hand_from(120), hand_from(500), hand_from(741)
    ('any', 'Q-6-4', 'T-8-7 suited', None)
    """
    if value in (0, VALUES):
        return None if value else "any"
    place = int(np.argmax(rows().value == value))
    suited = " suited" if CATEGORY_OF_VALUE[value] in _SUITED else ""
    return "-".join(RANKS[card >> 2] for card in rows().cards[place].tolist()) + suited


class RuleSums:
    """What each action of a rule brings for each sign and each value of the hand."""

    def __init__(self, signs: Sequence[Sign], shape: RuleShape) -> None:
        self.signs = tuple(signs)
        self.shape = shape
        self.sums = np.zeros((len(shape.actions(0, 0)), len(signs), VALUES))

    def add(self, row: int, weight: int, keys: Ints, worths: Doubles, draw: int) -> None:
        """Adds a row: `worths` has the sums of each action by set, `keys` the sign of each set.

        A rule draws as somebody does who knows nothing: by one action, `draw`.
        """
        value = int(rows().value[row])
        for act, action in enumerate(self.shape.actions(draw, len(worths) - 1)):
            self.sums[act, :, value] += weight * np.bincount(keys, worths[action], len(self.signs))

    def add_deals(self, hands: Ints, keys: Ints, means: Doubles, draw: Ints) -> None:
        """Adds single deals: the row and the sign of each, what each action is worth, and how it draws."""
        place = keys * VALUES + rows().value[hands]
        for act, action in enumerate(self.shape.actions(-1, len(means) - 1)):
            mine = means[draw, np.arange(len(hands))] if action < 0 else means[action]
            self.sums[act] += np.bincount(place, mine, self.sums[act].size).reshape(self.sums[act].shape)

    def lines(self) -> tuple[RuleLine, ...]:
        """The best line for each sign that occurs."""
        found = []
        for number, sign in enumerate(self.signs):
            if self.sums[:, number].any():
                found.append(self._line(sign, self.sums[:, number]))
        return tuple(found)

    def _line(self, sign: Sign, sums: Doubles) -> RuleLine:
        low, high = _best_cuts(sums)
        if self.shape.raises:  # below the least hand that may raise it is the same to play
            high = _named(sums, max(high, self.shape.raised_from)) if high < VALUES else high
            return RuleLine(sign, low, low, high)
        return RuleLine(sign, high, low)

    def total(self, lines: Sequence[RuleLine]) -> Fraction:
        """What these lines bring in all, which may be more than a double holds exactly."""
        number = {sign: place for place, sign in enumerate(self.signs)}
        parts: list[float] = []
        for line in lines:
            mine = self.sums[:, number[line.sign]]
            low, high = line.cuts
            parts += [*mine[0, :low], *mine[-1, high:]]
            if len(mine) > 2:
                parts += mine[1, low:high].tolist()
        return sum(map(Fraction, parts), Fraction(0))


def _best_cuts(sums: Doubles) -> tuple[int, int]:
    """From which value on the second action is taken, and the last one: the lowest of equally good ones."""
    before = np.concatenate([np.zeros((len(sums), 1)), np.cumsum(sums, axis=1)], axis=1)  # below each value
    last = before[-1, -1] - before[-1]
    if len(sums) == 2:
        cut = _named(sums, int(np.argmax(before[0] + last)))
        return cut, cut
    # The second from b to below a: fold below b, and of all b up to a the best one.
    gain = before[0] - before[1]
    best = np.maximum.accumulate(gain)
    high = int(np.argmax(best + before[1] + last))
    low = int(np.argmax(gain[: high + 1]))
    return _named(sums, low), _named(sums, high)


def _named(sums: Doubles, cut: int) -> int:
    """The same cut by the lowest hand above it that occurs: every hand, or none, where there is no other."""
    occurs = np.flatnonzero(sums.any(axis=0))
    above = occurs[occurs >= cut]
    if not above.size:
        return VALUES
    return 0 if above[0] == occurs[0] else int(above[0])
