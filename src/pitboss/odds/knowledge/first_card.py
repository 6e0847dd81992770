"""The back of one's own first card, seen before the bet: no decision changes, but whether to bet at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, cast

import numpy as np

from pitboss.dataframes import Rows, Tabular, exact
from pitboss.money import Cents
from pitboss.odds.decisions import exact as exact_numbers
from pitboss.odds.geometry import rows
from pitboss.odds.knowledge.question import Edges, class_by_rank
from pitboss.odds.knowledge.wagers_beside import mean_beside
from pitboss.odds.row_kinds import ClassRow
from pitboss.odds.sheet_price import Game
from pitboss.odds.strategy_table import decided_wagers


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
    for chunk in game.worths(wagers, by_hands=True):
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
