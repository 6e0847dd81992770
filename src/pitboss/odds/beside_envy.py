"""Whole bets with envy: one's own hand, the dealer's and those of all other players, counted together.

What others can hold depends on one's own cards and the dealer's only by the suits in which these leave an
A-K-Q. So deals are counted by end, six-card category and set of such suits; the other players' hands come
from the 46 cards that are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from pitboss.hands import Category
from pitboss.money import Cents
from pitboss.odds.counts import Dealing, NotPriced
from pitboss.odds.dealer_hands import QUEENS
from pitboss.odds.decisions import Chooser, tally, worths
from pitboss.odds.geometry import Ints
from pitboss.odds.payoffs import Payoffs
from pitboss.odds.progressive import Hand, envy_distribution
from pitboss.odds.showdowns import SUIT_SETS, Told, counts_of

OUT: Final = 6  # one's own cards and the dealer's
_SIZES: Final = [[suits for suits in range(SUIT_SETS) if suits.bit_count() == size] for size in range(5)]


def nets_with_envy(
    dealing: Dealing, envied: Mapping[Hand, Cents], players: int, pays: Payoffs, choose: Chooser
) -> dict[Cents, int]:
    """How many deals have each net of a bet, others' hands counted; `pays` leaves the envy out."""
    envy = _envy_by_suits(envied, players)
    if dealing.dealer_draws or dealing.player_draws:
        raise NotPriced(
            "A whole bet with envy is priced only where nobody draws: cards drawn are not others'"
        )
    told = Told(six=pays.fold.shape[-1] > 1, royals=True)
    wide = Payoffs(np.repeat(pays.fold, SUIT_SETS, axis=-1), np.repeat(pays.pat, SUIT_SETS, axis=-1), None)
    ends = tally(dealing, worths(dealing, counts_of(dealing, told), wide), choose, told.width)
    found: dict[Cents, int] = {}
    for counts, nets in ((_evened(ends.fold), wide.fold), (_evened(ends.pat), wide.pat)):
        hit = np.nonzero(counts)
        for number, net, last in zip(counts[hit].tolist(), nets[hit].tolist(), hit[-1].tolist(), strict=True):
            for cents, others in envy[last % SUIT_SETS].items():
                found[net + cents] = found.get(net + cents, 0) + number * others
    return dict(sorted(found.items()))


def _envy_by_suits(envied: Mapping[Hand, Cents], players: int) -> list[Mapping[Cents, int]]:
    """For each set of suits that leave nobody an A-K-Q: how many deals to the others bring each envy."""
    if any(min(hand) < QUEENS or len({card & 3 for card in hand}) > 1 for hand in envied):
        raise NotPriced(
            f"A bet with envy is priced for suited A-K-Qs only: {len(envied)} envied hands are too many"
        )
    suit_of = {hand: min(hand) & 3 for hand in envied}
    return [
        envy_distribution(
            {hand: cents for hand, cents in envied.items() if not suits >> suit_of[hand] & 1}, players, OUT
        )
        for suits in range(SUIT_SETS)
    ]


def _evened(counts: Ints) -> Ints:
    """Counts by hand class and, last, by set of suits: of all hands, not of one hand for each row.

    A row stands for hands in every suit, so sets of as many suits come alike often. Suited A-K-Qs stand for
    themselves.
    """
    found = counts.reshape(*counts.shape[:-1], -1, SUIT_SETS).copy()
    rest = found[: Category.MINI_ROYAL]
    for sets in _SIZES:
        share, over = np.divmod(rest[..., sets].sum(axis=-1, keepdims=True), len(sets))
        if over.any():
            raise AssertionError("the suits of a row are not alike")
        rest[..., sets] = share
    return found.reshape(counts.shape)
