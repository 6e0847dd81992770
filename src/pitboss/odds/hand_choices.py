"""What a strategy did, hand by hand: against which up cards it folds, and what two others' envy is then."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import FOLD, Chooser, Worth
from pitboss.odds.envy import Envied
from pitboss.odds.geometry import Cards, Ints, rows

MOST_PAIRED: Final = 30_000  # hands with up cards beside which pairs of others' hands are counted


@dataclass(slots=True)
class Choices:
    """A strategy that remembers against which hands and up cards it folds, and against which it does not."""

    base: Chooser
    folds: list[Cards] = field(default_factory=list)
    stays: list[Cards] = field(default_factory=list)
    fold_weights: list[Ints] = field(default_factory=list)
    stay_weights: list[Ints] = field(default_factory=list)
    chosen: list[tuple[Ints, Ints]] = field(default_factory=list)  # rows, and what they do

    def done(self, dealing: Dealing) -> Ints:
        """The numbers of what rows do against up cards: (rows, ups)."""
        found = np.zeros((len(rows()), comb(52, dealing.shows)), np.int64)
        for some, does in self.chosen:
            found[some] = does
        return found

    def choose(self, worth: Worth) -> Ints:
        chosen = self.base(worth)
        self.chosen.append((worth.counts.rows, chosen))
        for folded, known, weights in (
            (True, self.folds, self.fold_weights),
            (False, self.stays, self.stay_weights),
        ):
            row, up = np.nonzero(worth.counts.seen & ((chosen == FOLD) == folded))
            mine = worth.counts.rows[row]
            known.append(np.concatenate([rows().cards[mine], worth.counts.ups[up]], axis=1))
            weights.append(worth.counts.times[row, up])
        return chosen

    def mean_of_two(self, dealing: Dealing, envied: Envied, *, lost: bool) -> Fraction | None:
        """The mean product of two others' envies, where they are earned; None: out of reach."""
        if envied.of_two is None:
            return None
        every = Fraction(*envied.of_two)
        if not lost:
            return every
        folds, stays = np.concatenate(self.folds), np.concatenate(self.stays)
        few, weights = min(
            ((folds, self.fold_weights), (stays, self.stay_weights)), key=lambda each: len(each[0])
        )
        if len(few) > MOST_PAIRED:
            return None
        products = envied.of_two_beside(few)
        if products is None:
            return None
        shows = dealing.shows
        space = comb(52, 3) * comb(49, shows) * comb(49 - shows, 3) * comb(46 - shows, 3)
        weight = np.concatenate(weights).tolist()
        part = sum((w * product for w, product in zip(weight, products, strict=True)), Fraction(0)) / space
        return every - part if few is folds else part
