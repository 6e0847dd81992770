"""What somebody does who knows nothing more: the decision of every hand against all that everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.money import Cents
from pitboss.odds.dealer_hands import up_places
from pitboss.odds.decisions import DRAW, RAISE_NUMBER
from pitboss.odds.geometry import SUITS, Doubles, Ints, rows
from pitboss.odds.knowledge.counted import best_action, by_set
from pitboss.odds.knowledge.measures import NET, Measures
from pitboss.odds.knowledge.single_deals import Deals
from pitboss.odds.knowledge.single_hands import HandWorths, hand_worths
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import family_of, known_by, orbits, up_number
from pitboss.odds.work import Progress


@dataclass(frozen=True, slots=True)
class Honest:
    """The honest player: the exact mean per Ante, and the action of each row against each set of up cards."""

    ev: Fraction
    action: Ints  # (suits of a mini royal that is drawn, rows, sets of up cards)
    draw: Ints  # (rows,) the best of the actions that draw

    def actions(self, deals: Deals) -> Ints:
        """What is done in each deal."""
        suits = np.zeros(len(deals.rows), np.int64) if deals.suits is None else deals.suits
        shows = deals.up.shape[1]
        ups = up_number(shows)[known_by(deals.up)] if shows else np.zeros_like(suits)
        found: Ints = self.action[suits, deals.rows, ups]
        return found


class _Decided(NamedTuple):
    """Some rows against every set of up cards: what is done, and what it brings."""

    rows: Ints
    suit: int | None
    best: Ints  # (rows, sets of up cards)
    mean: Fraction  # cents: the share of these rows in the mean
    draws: Doubles | None  # (rows, 3) what each discard is worth whatever shows


def honest_play(
    game: Game, wagers: Mapping[str, Cents], measures: Measures, progress: Progress | None = None
) -> Honest:
    """Best play without any knowledge: from the exact price of the sheet, or hand by hand."""
    shows = game.dealing.shows
    quick = shows < 2 and not measures.by_suit and measures.fold.shape[-1] == 1
    action = np.zeros((SUITS if measures.by_suit else 1, len(rows()), comb(52, shows)), np.int8)
    drawing, mean = np.zeros((len(rows()), 3)), Fraction(0)
    for some in _priced(game, wagers) if quick else _by_hand(game, measures, progress):
        action[slice(None) if some.suit is None else some.suit, some.rows] = some.best
        mean += some.mean
        if some.draws is not None:
            drawing[some.rows] += some.draws
    return Honest(mean / wagers["ante"], action, DRAW + drawing.argmax(axis=1))


def _priced(game: Game, wagers: Mapping[str, Cents]) -> Iterator[_Decided]:
    """All rows, as the price of the sheet has them, where one card shows at most."""
    shows = game.dealing.shows
    for chunk in game.worths(wagers):
        best = chunk.best()
        weight = np.where(chunk.counts.seen, rows().weight[chunk.counts.rows, None], 0)
        total = sum((weight.astype(object) * chunk.taken(best)).ravel().tolist())
        drawn = chunk.sums[..., DRAW:]
        draws = (weight[..., None] * drawn).sum(axis=1) if drawn.shape[-1] else None
        for place, name in enumerate(chunk.raised):
            best[best == RAISE_NUMBER[name]] = DRAW + place
        share = Fraction(total, chunk.outcomes * comb(52, 3) * comb(49, shows))
        yield _Decided(chunk.counts.rows, None, best, share, draws)


def _by_hand(game: Game, measures: Measures, progress: Progress | None) -> Iterator[_Decided]:
    """A row after the other, and each suit of a mini royal that it may draw."""
    dealing = game.dealing
    for worths in hand_worths(dealing, measures, [0] * 13, up_to_suits=True):
        of, public = _public(dealing.shows, worths)
        total = worths.weight * int(public.max(axis=0).sum()) * measures.unit
        draws = public[DRAW:].sum(axis=1)[None] * worths.weight if dealing.player_draws else None
        best = best_action(public)[of][None]
        share = Fraction(total, dealing.sample_space)
        yield _Decided(np.array([worths.row]), worths.suit, best, share, draws)
        if progress is not None:
            progress(worths.row + 1, len(rows()))


def _public(shows: int, worths: HandWorths) -> tuple[Ints, Doubles]:
    """To which set that everybody tells apart up cards belong; and what each action is worth in each."""
    of, sets = _sets(shows, int(family_of()[worths.row]))
    mine, size = sets[:, worths.places], int(of.max()) + 1
    return of, np.stack([by_set(mine, worth, size) for worth in worths.sums[NET].sum(axis=1)])


@lru_cache(maxsize=16)
def _sets(shows: int, family: int) -> tuple[Ints, Ints]:
    """For a family of rows: the set of all up cards, and those that each of the dealer's hands can show."""
    of = orbits(shows, family).of if shows else np.zeros(1, np.int64)
    return of, of[up_places(shows)[:, orbits(3, family).first]]
