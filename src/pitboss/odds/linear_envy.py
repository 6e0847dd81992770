"""Envy by linearity: its mean goes by one's own hand and what shows, whatever others hold together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd

import numpy as np

from pitboss.odds.decisions import FOLD, Chooser, Worth, exact
from pitboss.odds.envy import Envied
from pitboss.odds.geometry import Ints


def worths_with_envy(found: Iterator[Worth], envied: Envied, others: int) -> Iterator[Worth]:
    """The worth of every action where a fold loses the envy: all others are worth its mean more.

    What others hold is not known when a hand is decided, so the mean goes by one's own hand and what shows.
    """
    for worth in found:
        share = gcd(envied.ways, worth.outcomes)
        scale, times = envied.ways // share, others * (worth.outcomes // share)
        more = exact(envied.sums(worth.counts.rows, worth.counts.ups), 2 * times) * times
        sums = _scaled(worth.sums, scale, more)
        sums[..., 1:] += more[..., None]
        raised = {name: _scaled(each, scale, more) + more for name, each in worth.raised.items()}
        yield Worth(worth.counts, sums, worth.outcomes * scale, worth.suit, raised, worth.may_raise)


def _scaled(sums: Ints, scale: int, more: Ints) -> Ints:
    """Sums on a scale, to which `more` can be added."""
    found = exact(sums, 2 * scale) * scale
    return found.astype(object) if more.dtype == object else found


@dataclass(slots=True)
class LinearEnvy:
    """A strategy whose mean envy is added up hand by hand, where a fold loses it."""

    base: Chooser
    envied: Envied
    total: int = 0

    def choose(self, worth: Worth) -> Ints:
        chosen = self.base(worth)
        sums = self.envied.sums(worth.counts.rows, worth.counts.ups).astype(object)
        deals = np.where(chosen != FOLD, worth.counts.times, 0).astype(object)
        self.total += int((sums * deals).sum())
        return chosen

    def mean(self) -> Fraction:
        """What one other's envy brings on average."""
        return Fraction(self.total, comb(52, 3) * comb(49, self.envied.dealing.shows) * self.envied.ways)
