"""What a strategy does, deal by deal, gathered while it is priced: no second pass over hands is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import ACTIONS, FOLD, PLAY, Worth
from pitboss.odds.geometry import Ints, rows

SEVERAL: Final = 13  # stands for no up card, or several, among the ranks of one


@dataclass(frozen=True, slots=True)
class DealsDone:
    """In how many deals each row takes each action, and which values play against each rank of up card.

    A deal is a hand with the up cards that show.
    """

    dealing: Dealing
    counts: Ints = field(default_factory=lambda: np.zeros((len(rows()), len(ACTIONS)), np.int64))
    lowest_played: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, VALUES))
    highest_folded: Ints = field(default_factory=lambda: np.full(SEVERAL + 1, -1))
    by_rank: Ints = field(
        default_factory=lambda: np.zeros((SEVERAL + 1, 2), np.int64)
    )  # that fold, that play

    def add(self, worth: Worth, chosen: Ints) -> None:
        """Adds what some hands do against some up cards."""
        counts, ups, dealing = worth.counts, worth.counts.ups, self.dealing
        # Where up cards are told by how the showdown ends, the outcomes say how many of them these are.
        each = dealing.outcomes_per_hand // dealing.draw_cards
        deals = counts.times * (counts.pat.sum(axis=(2, 3)).astype(np.int64) // each)
        for action in range(len(ACTIONS)):
            self.counts[counts.rows, action] += np.where(chosen == action, deals, 0).sum(axis=1)
        value = rows().value[counts.rows, None]
        rank = ups[:, 0] >> 2 if ups.shape[1] == 1 else np.full(len(ups), SEVERAL)
        played = np.where(counts.seen & (chosen == PLAY), value, VALUES).min(axis=0)
        folded = np.where(counts.seen & (chosen == FOLD), value, -1).max(axis=0)
        np.minimum.at(self.lowest_played, rank, played)
        np.maximum.at(self.highest_folded, rank, folded)
        for action in (FOLD, PLAY):
            np.add.at(self.by_rank[:, action], rank, np.where(chosen == action, deals, 0).sum(axis=0))
