"""Knowledge that is too wide to count: deals are simulated, what the dealer may have is still counted.

Of each deal the player's hand, the hands seen and the signs are drawn by luck that the caller passes in. What
each action is worth is then summed over every hand that the dealer can have, so only the gain over the honest
decision varies from deal to deal; the honest mean itself is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt
from typing import Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import Cards, Doubles, Flags, Ints
from pitboss.odds.knowledge.honest_player import honest_play
from pitboss.odds.knowledge.information import Sign
from pitboss.odds.knowledge.measures import Measures
from pitboss.odds.knowledge.question import Known
from pitboss.odds.knowledge.result import Estimate, Knowledge
from pitboss.odds.knowledge.rules import Rule, RuleShape, RuleSums
from pitboss.odds.knowledge.single_deals import Deals, batch_size, deal_cards, deal_worths
from pitboss.odds.sheet_price import Game
from pitboss.odds.work import Progress

CONFIDENCE: Final = 1.959963984540054  # deviations to either side of a mean: 95 %
RARE: Final = 0.03  # high cards that are seen less often than this are taken with their neighbours


@dataclass(slots=True)
class _Sample:
    """What is added up over the deals."""

    count: int = 0
    gain: float = 0.0
    square: float = 0.0
    changes: int = 0

    def add(self, gains: Doubles) -> None:
        """Adds the gains of some deals."""
        self.count += len(gains)
        self.gain += float(gains.sum())
        self.square += float((gains**2).sum())
        self.changes += int((gains > 0).sum())

    def gain_estimate(self, units: float) -> Estimate:
        """The mean gain with its interval."""
        mean = self.gain / self.count
        deviation = sqrt(max(0.0, self.square / self.count - mean**2))
        return Estimate(mean * units, CONFIDENCE * deviation / sqrt(self.count) * units)

    def changes_estimate(self) -> Estimate:
        """How often the decision changed, with its interval."""
        share = self.changes / self.count
        return Estimate(share, CONFIDENCE * sqrt(share * (1 - share) / self.count))


@dataclass(frozen=True, slots=True)
class _HighCards:
    """High cards at other seats, told from the fewest to the most that are usual among so many cards."""

    least: int
    most: int
    high: Flags  # whether a rank is high

    @classmethod
    def of(cls, seats: int, high_ranks: str) -> _HighCards:
        """The usual numbers are those that are not rare."""
        cards, high = 3 * seats, 4 * len(high_ranks)
        ways = [comb(high, number) * comb(52 - high, cards - number) for number in range(cards + 1)]
        usual = [number for number, each in enumerate(ways) if each >= RARE * comb(52, cards)]
        return cls(min(usual), max(usual), np.array([rank in high_ranks for rank in RANKS]))

    def signs(self) -> list[Sign]:
        """What a rule goes by."""
        return [Sign(high=number) for number in range(self.least, self.most + 1)]

    def keys(self, seats: Cards) -> Ints:
        """The number of the sign of each deal."""
        return np.clip(self.high[seats >> 2].sum(axis=1), self.least, self.most) - self.least


@dataclass(slots=True)
class _Trial:
    """A rule by high cards: fitted to the first half of the deals and tried on the second."""

    high: _HighCards
    fitted: RuleSums
    tried: RuleSums
    honest: float = 0.0  # what the honest action brings where the rule is tried
    best: float = 0.0  # and the best one
    deals: int = 0

    @classmethod
    def of(cls, dealing: Dealing, known: Known, high_ranks: str, shape: RuleShape) -> _Trial | None:
        """Nothing yet; None where there is more to go by than other seats."""
        if dealing.shows or known.hole or known.edges:
            return None
        high = _HighCards.of(known.seats, high_ranks)
        fitted, tried = (RuleSums(high.signs(), shape) for _ in range(2))
        return cls(high, fitted, tried)

    def add(self, batch: Deals, means: Doubles, mine: Doubles, draw: Ints, fits: bool) -> None:
        """Adds deals to one of the halves."""
        keys = self.high.keys(batch.seats)
        (self.fitted if fits else self.tried).add_deals(batch.rows, keys, means, draw)
        if not fits:
            self.honest += float(mine.sum())
            self.best += float(means.max(axis=0).sum())
            self.deals += len(batch.rows)

    def rule(self, honest: Fraction, units: float) -> Rule | None:
        """The rule with what it wins and gives up on the deals that it was not fitted to, if it wins any."""
        lines = self.fitted.lines()
        each, total = units / self.deals, float(self.tried.total(lines))
        if total <= self.honest:
            return None
        return Rule(lines, float(honest) + (total - self.honest) * each, (self.best - total) * each)


def sample_knowledge(
    game: Game,
    wagers: Mapping[str, Cents],
    measures: Measures,
    known: Known,
    high_ranks: str,
    deals: int,
    luck: np.random.Generator,
    progress: Progress | None = None,
) -> Knowledge:
    """The answer to any question, from so many deals."""
    honest = honest_play(game, wagers, measures, progress)
    sample, units = _Sample(), Fraction(measures.unit, wagers["ante"])
    trial = _Trial.of(game.dealing, known, high_ranks, measures.rule_shape)
    step, done = min(batch_size(known), deals // 2), 0  # a rule is tried on the second half
    while done < deals:
        batch = deal_cards(game.dealing, known, min(step, deals - done), luck, by_suit=measures.by_suit)
        worths = deal_worths(game.dealing, measures, known, batch)
        means = worths.sums / worths.outcomes
        mine = means[honest.actions(batch), np.arange(len(batch.rows))]
        sample.add(means.max(axis=0) - mine)
        if trial is not None:
            trial.add(batch, means, mine, honest.draw[batch.rows], fits=done < deals // 2)
        done += len(batch.rows)
        if progress is not None:
            progress(done, deals)
    gain = sample.gain_estimate(float(units))
    return Knowledge(
        house=game.sheet.id,
        known=known,
        honest=honest.ev,
        ev=Estimate(float(honest.ev) + gain.mean, gain.margin),
        gain=gain,
        changes=sample.changes_estimate(),
        rule=None if trial is None else trial.rule(honest.ev, float(units)),
        deals=deals,
    )
