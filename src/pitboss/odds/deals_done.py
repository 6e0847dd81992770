"""What a strategy does, deal by deal, gathered while it is priced: no second pass over hands is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import ACTIONS, FOLD, PLAY, RAISE, RAISE_NUMBER, Worth
from pitboss.odds.geometry import Ints, rows
from pitboss.round.table import RaiseId

SEVERAL: Final = 13  # stands for no up card, or several, among the ranks of one


@dataclass(frozen=True, slots=True)
class RaisedValues:
    """In how many deals each row raises Play to one multiple, and which values do, or may and do not.

    The values are those against each rank of up card.
    """

    counts: Ints = field(default_factory=lambda: np.zeros(len(rows()), np.int64))
    lowest: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, VALUES))
    highest: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))
    highest_left: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))


@dataclass(frozen=True, slots=True)
class DealsDone:
    """In how many deals each row takes each action, and which values play against each rank of up card.

    A deal is a hand with the up cards that show. Of the deals that play, some raise.
    """

    dealing: Dealing
    counts: Ints = field(default_factory=lambda: np.zeros((len(rows()), len(ACTIONS)), np.int64))
    lowest_played: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, VALUES))
    highest_folded: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))
    by_rank: Ints = field(
        default_factory=lambda: np.zeros((SEVERAL + 1, 2), np.int64)
    )  # that fold, that play
    raised: dict[RaiseId, RaisedValues] = field(default_factory=dict)

    def add(self, worth: Worth, chosen: Ints) -> None:
        """Adds what some hands do against some up cards."""
        counts, ups, dealing = worth.counts, worth.counts.ups, self.dealing
        value = rows().value[counts.rows, None]
        rank = ups[:, 0] >> 2 if ups.shape[1] == 1 else np.full(len(ups), SEVERAL)
        # Where up cards are told by how the showdown ends, the outcomes say how many of them these are.
        each = dealing.outcomes_per_hand // dealing.draw_cards
        deals = counts.times * (counts.pat.sum(axis=(2, 3)).astype(np.int64) // each)
        self._add_raises(worth, chosen, deals, value, rank)
        chosen = np.where(chosen >= RAISE, PLAY, chosen)  # a raise plays too
        for action in range(len(ACTIONS)):
            self.counts[counts.rows, action] += np.where(chosen == action, deals, 0).sum(axis=1)
        played = np.where(counts.seen & (chosen == PLAY), value, VALUES).min(axis=0)
        folded = np.where(counts.seen & (chosen == FOLD), value, -1).max(axis=0)
        np.minimum.at(self.lowest_played, rank, played)
        np.maximum.at(self.highest_folded, rank, folded)
        for action in (FOLD, PLAY):
            np.add.at(self.by_rank[:, action], rank, np.where(chosen == action, deals, 0).sum(axis=0))

    def _add_raises(self, worth: Worth, chosen: Ints, deals: Ints, value: Ints, rank: Ints) -> None:
        """Adds which of the hands that may raise do so."""
        if worth.may_raise is None:
            return
        may = worth.counts.seen & worth.may_raise[:, None]
        for name in worth.raised:
            known = self.raised.setdefault(name, RaisedValues())
            takes = chosen == RAISE_NUMBER[name]
            known.counts[worth.counts.rows] += np.where(takes, deals, 0).sum(axis=1)
            np.minimum.at(known.lowest, rank, np.where(may & takes, value, VALUES).min(axis=0))
            np.maximum.at(known.highest, rank, np.where(may & takes, value, -1).max(axis=0))
            np.maximum.at(known.highest_left, rank, np.where(may & ~takes, value, -1).max(axis=0))
