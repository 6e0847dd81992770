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

ACTS: Final = 3  # fold, play, and draw with the discard that is best for somebody who knows nothing


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line: hands from a value on are played, those below it drawn to from another, the rest folded.

    Values are those of `hands`: 0 is every hand, 741 none.
    """

    sign: Sign
    plays_from: int
    draws_from: int  # no less than `plays_from` where nobody draws

    def as_json(self) -> dict[str, Any]:
        """The line with its hands by rank."""
        found: dict[str, Any] = {
            key: value for key, value in self.sign._asdict().items() if value not in _EMPTY
        }
        found["plays_from"] = hand_from(self.plays_from)
        if self.draws_from < self.plays_from:
            found["draws_from"] = hand_from(self.draws_from)
        return found


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
    """What folding, playing and drawing bring for each sign and each value of the hand."""

    def __init__(self, signs: Sequence[Sign], draws: bool) -> None:
        self.signs = tuple(signs)
        self.acts = ACTS if draws else 2
        self.sums = np.zeros((self.acts, len(signs), VALUES))

    def add(self, row: int, weight: int, keys: Ints, worths: Doubles, draw: int) -> None:
        """Adds a row: `worths` has the sums of each action by set, `keys` the sign of each set.

        A rule draws as somebody does who knows nothing: by one action, `draw`.
        """
        value = int(rows().value[row])
        for act in range(self.acts):
            mine = worths[(FOLD, PLAY, draw)[act]]
            self.sums[act, :, value] += weight * np.bincount(keys, mine, len(self.signs))

    def add_deals(self, hands: Ints, keys: Ints, means: Doubles, draw: Ints) -> None:
        """Adds single deals: the row and the sign of each, what each action is worth, and how it draws."""
        place = keys * VALUES + rows().value[hands]
        for act in range(self.acts):
            mine = means[draw, np.arange(len(hands))] if act == 2 else means[act]
            self.sums[act] += np.bincount(place, mine, self.sums[act].size).reshape(self.sums[act].shape)

    def lines(self) -> tuple[RuleLine, ...]:
        """The best line for each sign that occurs."""
        found = []
        for number, sign in enumerate(self.signs):
            if self.sums[:, number].any():
                found.append(RuleLine(sign, *_best_cuts(self.sums[:, number])))
        return tuple(found)

    def total(self, lines: Sequence[RuleLine]) -> float:
        """What these lines bring in all."""
        number = {sign: place for place, sign in enumerate(self.signs)}
        whole = 0.0
        for line in lines:
            mine = self.sums[:, number[line.sign]]
            low = min(line.draws_from, line.plays_from)
            whole += mine[FOLD, :low].sum() + mine[PLAY, line.plays_from :].sum()
            if self.acts > 2:
                whole += mine[2, low : line.plays_from].sum()
        return float(whole)


def _best_cuts(sums: Doubles) -> tuple[int, int]:
    """From which value on to play, and from which to draw: the lowest of equally good ones."""
    before = np.concatenate([np.zeros((len(sums), 1)), np.cumsum(sums, axis=1)], axis=1)  # below each value
    playing = before[PLAY, -1] - before[PLAY]
    if len(sums) == 2:
        cut = _named(sums, int(np.argmax(before[FOLD] + playing)))
        return cut, cut
    # Drawing from b to below a: fold below b, and of all b up to a the best one.
    gain = before[FOLD] - before[2]
    best = np.maximum.accumulate(gain)
    play_cut = int(np.argmax(best + before[2] + playing))
    draw_cut = int(np.argmax(gain[: play_cut + 1]))
    return _named(sums, play_cut), _named(sums, draw_cut)


def _named(sums: Doubles, cut: int) -> int:
    """The same cut by the lowest hand above it that occurs: every hand, or none, where there is no other."""
    occurs = np.flatnonzero(sums.any(axis=0))
    above = occurs[occurs >= cut]
    if not above.size:
        return VALUES
    return 0 if above[0] == occurs[0] else int(above[0])
