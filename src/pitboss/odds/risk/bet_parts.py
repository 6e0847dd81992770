"""A seat's bet in its parts, and how they move together: the main game, each side wager, envy.

Envy that other seats are paid for a hand is counted at the seat that holds it: with n seats that all make
the envy wager, the table as a whole pays the sum over its seats of their own nets and of n - 1 times the
envy of their hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.decisions import Chooser, from_value, worths
from pitboss.odds.risk.payoff_sums import combined, outcomes_of, total
from pitboss.odds.shared_counts import tally_shared
from pitboss.odds.sheet_price import Game
from pitboss.odds.showdowns import Told, counts_of
from pitboss.odds.tallies import Tally, tally
from pitboss.odds.undecided_bets import UNDECIDED, dealt_undecided
from pitboss.round.settlement import needs_six
from pitboss.sheet.payclass import HAND_CLASSES, ROYAL

ENVY: Final = "envy"
Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatParts:
    """The parts of a bet: payoffs of each, and how often each outcome class comes."""

    game: Game
    bets: Mapping[str, Cents]
    names: tuple[str, ...]
    pays: tuple[Payoffs, ...]
    whole: Payoffs  # all wagers together, without envy
    ends: Tally
    strategy: Chooser

    @property
    def decided(self) -> bool:
        """Whether there is something to decide."""
        return "ante" in self.bets

    def means(self) -> tuple[Fraction, ...]:
        """The mean of each part, in cents."""
        outcomes = outcomes_of(self.ends)
        return tuple(Fraction(total(self.ends, pays), outcomes) for pays in self.pays)

    def covariance(self) -> Matrix:
        """The covariance of the parts at one seat, in squared cents."""
        outcomes, means = outcomes_of(self.ends), self.means()
        exact = [combined(lambda nets: nets.astype(object), pays) for pays in self.pays]
        return tuple(
            tuple(
                Fraction(total(self.ends, combined(np.multiply, mine, theirs)), outcomes) - mean * other
                for theirs, other in zip(exact, means, strict=True)
            )
            for mine, mean in zip(exact, means, strict=True)
        )


def seat_parts(game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> SeatParts:
    """The parts of a bet that is played by a strategy."""
    whole = game.payoffs_of(bets)
    sides = [name for name in bets if name != "ante"]
    names, pays = [], []
    if "ante" in bets:
        beside = game.payoffs_of(bets, only=frozenset(sides))
        names.append("ante")
        pays.append(combined(np.subtract, whole, beside))
    for name in sides:
        names.append(name)
        pays.append(game.payoffs_of(bets, only=frozenset({name})))
    envy = game.sheet.envy
    if envy is not None and envy.wager in bets:
        names.append(ENVY)
        pays.append(_envy(game, whole, folded=envy.folded_holder_counts))
    return SeatParts(
        game, dict(bets), tuple(names), tuple(pays), whole, _ends(game, bets, whole, strategy), strategy
    )


def _ends(game: Game, bets: Mapping[str, Cents], whole: Payoffs, strategy: Chooser) -> Tally:
    if "ante" in bets:
        return game.tally_of(bets, whole, strategy)
    looks = game.looks(bets)
    if looks.beyond_six:
        return tally_shared(dealt_undecided(game, looks), looks, whole, from_value(0))
    six = needs_six(game.table, bets)
    counts = counts_of(UNDECIDED, Told(six=six))
    return tally(UNDECIDED, worths(UNDECIDED, counts, whole), from_value(0), whole.fold.shape[-1])


def _envy(game: Game, like: Payoffs, *, folded: bool) -> Payoffs:
    """What a hand pays each other seat as envy, by outcome class."""
    envy = np.array(game.table.book.envy, np.int64)
    fold = np.broadcast_to(envy[:, None] * folded, like.fold.shape)
    pat = np.broadcast_to(envy[:, None, None], like.pat.shape)
    drawn = None
    if like.drawn is not None:
        finals = np.broadcast_to(envy[: ROYAL + 1, None], (ROYAL + 1, 4)).copy()
        finals[-1] = envy[ROYAL:HAND_CLASSES]
        drawn = np.broadcast_to(finals[None, :, :, None, None], like.drawn.shape)
    raised = {name: pat.copy() for name in like.raised}
    return Payoffs(fold.copy(), pat.copy(), drawn, raised, like.raised_from)
