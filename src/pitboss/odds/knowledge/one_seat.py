"""The cards of one other seat, counted over every deal: alone, beside a dealer's card or sorted backs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import all_hands, rows
from pitboss.odds.knowledge.counted import Measures, Totals, best_action, best_discard
from pitboss.odds.knowledge.question import Knowledge, Known, RuleSums, information_of
from pitboss.odds.knowledge.seat_sets import sets_where_nobody_draws
from pitboss.odds.knowledge.seat_sets_drawn import are_counted_exactly, sets_where_cards_are_drawn
from pitboss.odds.work import Progress


def is_countable(dealing: Dealing, measures: Measures, known: Known) -> bool:
    """Whether another seat's hand is counted here.

    Where nobody draws, at most one card of the dealer's may be known beside it; where somebody does, nothing.
    """
    seen = dealing.shows + known.hole
    if known.seats != 1:
        return False
    if dealing.player_draws or dealing.dealer_draws:
        return not (seen or known.edges) and are_counted_exactly(dealing, measures)
    return seen == 0 or (seen == 1 and not known.backs)


def count_one_seat(
    house: str,
    dealing: Dealing,
    measures: Measures,
    ante: Cents,
    known: Known,
    high_ranks: str,
    progress: Progress | None = None,
    hands: Sequence[int] | None = None,
) -> Knowledge:
    """The answer to a question with one other seat; `hands` are the rows to count, if not all."""
    information = information_of(dealing.shows, known)
    if dealing.player_draws or dealing.dealer_draws:
        every = sets_where_cards_are_drawn(dealing, measures, hands)
    else:
        every = sets_where_nobody_draws(dealing, measures, information, dealing.shows + known.hole, hands)
    high = sum((all_hands().cards >> 2 == RANKS.index(rank)).sum(axis=1) for rank in high_ranks)
    signs = [sign._replace(high=count) for sign in information.signs for count in range(4)]
    rule = RuleSums(signs, measures.rule_shape)
    totals = Totals()
    for found in every:
        public = found.sums.sum(axis=2)
        if not dealing.shows:
            public = np.broadcast_to(public.sum(axis=1, keepdims=True), public.shape)
        honest, best = best_action(public), best_action(found.sums)
        top = np.take_along_axis(found.sums, best[None], axis=0)[0]
        mine = np.take_along_axis(found.sums, honest[None, :, None], axis=0)[0]
        totals.honest += found.weight * int(mine.sum())
        totals.net += found.weight * int(top.sum())
        totals.changes += found.weight * int(found.outcomes[mine < top].sum())
        totals.outcomes += found.weight * int(found.outcomes.sum())
        keys = (4 * information.keys[:, None] + high[found.hands]).ravel()
        draw = best_discard(public[:, 0])
        rule.add(found.row, found.weight, keys, found.sums.reshape(len(found.sums), -1), draw)
        if progress is not None:
            progress(found.row + 1, len(rows()))
    return totals.knowledge(house, known, Fraction(measures.unit, ante), rule)
