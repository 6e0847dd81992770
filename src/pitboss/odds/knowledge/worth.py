"""The worth of knowledge: counted where it can be, simulated with intervals where it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any, Final, cast

import numpy as np

from pitboss.dataframes import Rows, Tabular, exact
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import exact as exact_numbers
from pitboss.odds.game import Game
from pitboss.odds.geometry import rows
from pitboss.odds.knowledge.counted import count_knowledge, measures_of
from pitboss.odds.knowledge.question import (
    Edges,
    Knowledge,
    Known,
    NotKnowable,
    check_known,
    class_by_rank,
    high_ranks,
)
from pitboss.odds.knowledge.sampled import sample_knowledge
from pitboss.odds.row_kinds import ClassRow
from pitboss.odds.strategies import decided_wagers
from pitboss.odds.work import Progress


def mean_beside(game: Game, wagers: Mapping[str, Cents]) -> Fraction:
    """What those wagers of a bet bring on average, in cents, that are not weighed with its decisions."""
    whole, weighed = Fraction(0), game.weighed(wagers)
    for name, stake in wagers.items():
        if name not in weighed:
            nets = game.own_nets(name, stake)
            whole += Fraction(sum(net * number for net, number in nets), sum(number for _, number in nets))
    return whole


DEALS: Final = 200_000  # that are simulated where nobody draws
DEALS_WITH_DRAWS: Final = 10_000  # and where somebody does: each takes longer
LEAST_DEALS, MOST_DEALS = 100, 10**9


def _goes_by_dealer(dealing: Dealing, known: Known) -> bool:
    """Whether other seats tell nothing more: none is seen, or the dealer's hand is known and nobody draws."""
    draws = dealing.player_draws or dealing.dealer_draws
    return not known.seats or (dealing.shows + known.hole == 3 and not draws)


def worth_of_knowledge(
    game: Game,
    known: Known,
    bets: Mapping[str, Cents] | None = None,
    luck: np.random.Generator | None = None,
    deals: int | None = None,
    progress: Progress | None = None,
) -> Knowledge:
    """What one piece of knowledge is worth, per Ante, with perfect use; `luck` for what is simulated.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> game, luck = Game(open_table(load_house("rivers"))), np.random.Generator(np.random.Philox(1))
    >>> seven = worth_of_knowledge(game, Known(seats=6), luck=luck, deals=1000)
    >>> seven.exact, seven.honest, 0 < seven.gain.mean < 0.03
    (False, Fraction(-686689, 20358520), True)
    """
    return worths_of_knowledge(game, [known], bets, luck, deals, progress)[0]


def worths_of_knowledge(
    game: Game,
    questions: Sequence[Known],
    bets: Mapping[str, Cents] | None = None,
    luck: np.random.Generator | None = None,
    deals: int | None = None,
    progress: Progress | None = None,
) -> list[Knowledge]:
    """The same for several questions, in their order; those about the dealer's cards are counted together."""
    for known in questions:
        check_known(game.sheet, known)
    whole = decided_wagers(game, bets)
    wagers = game.weighed(whole)
    draws = game.dealing.player_draws or game.dealing.dealer_draws
    number = (DEALS_WITH_DRAWS if draws else DEALS) if deals is None else deals
    if not LEAST_DEALS <= number <= MOST_DEALS:
        raise NotKnowable(f"Simulate from {LEAST_DEALS:,} to {MOST_DEALS:,} deals")
    measures = measures_of(game.dealing, game.payoffs_of(wagers), by_dealer=game.looks(wagers).dealer)
    for known in questions:
        if luck is None and not _goes_by_dealer(game.dealing, known):
            raise NotKnowable("What other seats' cards tell is simulated: pass the luck for it")
    house, ante, high = game.sheet.id, wagers["ante"], high_ranks(game.sheet)
    together = [replace(known, seats=0) for known in questions if _goes_by_dealer(game.dealing, known)]
    counted = iter(count_knowledge(house, game.dealing, measures, ante, together, progress))
    found = []
    for known in questions:
        if _goes_by_dealer(game.dealing, known):
            found.append(replace(next(counted), known=known))
        elif luck is not None:
            found.append(sample_knowledge(game, wagers, measures, known, high, number, luck, progress))
    if wagers.keys() == whole.keys():
        return found
    more = mean_beside(game, whole) / ante
    return [each.with_more(more) for each in found]


@dataclass(frozen=True, slots=True)
class ClassMean:
    """A class of ranks: how often the first card is of it, and the mean of a bet that is then made."""

    ranks: str
    chance: Fraction
    ev: Fraction


@dataclass(frozen=True, slots=True)
class FirstCard(Tabular[ClassRow]):
    """What it is worth, per Ante, to know the class of one's first card before the bet."""

    house: str
    honest: Fraction
    classes: tuple[ClassMean, ...]

    @property
    def ev(self) -> Fraction:
        """The mean of a deal for somebody who bets only where that is favourable, and else sits out."""
        return sum((each.chance * max(each.ev, Fraction(0)) for each in self.classes), Fraction(0))

    def rows(self) -> Rows[ClassRow]:
        """One row for each class of ranks."""
        return Rows(
            ClassRow,
            (
                cast(
                    ClassRow,
                    {"house": self.house, "ranks": each.ranks}
                    | exact("chance", each.chance)
                    | exact("ev", each.ev),
                )
                for each in self.classes
            ),
        )

    def as_json(self) -> dict[str, Any]:
        """What `pitboss knowledge --first --json` prints."""
        told = [
            {"ranks": each.ranks, "chance": str(each.chance), "ev": str(each.ev)} for each in self.classes
        ]
        return {"house": self.house, "honest_ev": str(self.honest), "ev": str(self.ev), "classes": told}


def worth_of_first_card(game: Game, edges: Edges, bets: Mapping[str, Cents] | None = None) -> FirstCard:
    """The mean of a bet by the class of the first card, with best play.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> found = worth_of_first_card(Game(open_table(load_house("rivers"))), ("A", "23456789TJQK"))
    >>> [(each.ranks, each.ev > 0) for each in found.classes], found.ev > 0
    ([('A', True), ('23456789TJQK', False)], True)
    """
    wagers = decided_wagers(game, bets)
    classes = np.array(class_by_rank(edges))[rows().cards >> 2]
    held = [
        (classes == number).sum(axis=1).tolist() for number in range(len(edges))
    ]  # of a row's three cards
    sums, outcomes = [0] * len(edges), [0] * len(edges)
    deals = comb(52, 3) * comb(49, game.dealing.shows)
    for chunk in game.worths(wagers):
        times = chunk.counts.times
        worth = np.einsum("ru,ru->r", times, exact_numbers(chunk.taken(chunk.best()), deals))
        for row, total, number in zip(
            chunk.counts.rows.tolist(), worth.tolist(), times.sum(axis=1).tolist(), strict=True
        ):
            for place, each in enumerate(held):
                sums[place] += each[row] * total
                outcomes[place] += each[row] * number * chunk.outcomes
    whole, ante = sum(outcomes), wagers["ante"]
    more = mean_beside(game, wagers) / ante
    return FirstCard(
        house=game.sheet.id,
        honest=Fraction(sum(sums), whole * ante) + more,
        classes=tuple(
            ClassMean(ranks, Fraction(number, whole), Fraction(total, number * ante) + more)
            for ranks, total, number in zip(edges, sums, outcomes, strict=True)
        ),
    )
