"""The most that one round can cost a house: one seat with the largest bets, and a full table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.hands import Category
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.decisions import from_value, optimal
from pitboss.odds.sheet_price import Game
from pitboss.round.bets import Range, bets_on_all, least, most


@dataclass(frozen=True, slots=True)
class Exposure:
    """What the largest bets can win in one round, in cents."""

    bets: Mapping[str, Cents]  # the largest that the table takes at one seat
    by_wager: Mapping[str, Cents]  # the most that each pays by itself; `ante` is the main game
    seat: Cents  # the most that one seat wins with all of them
    table: Cents  # no deal costs a full table more

    def as_json(self) -> dict[str, Any]:
        """The part `exposure` of `pitboss par --json`."""
        return {
            "bets": dict(self.bets),
            "wagers": dict(self.by_wager),
            "seat": self.seat,
            "table": self.table,
        }


def exposure(game: Game) -> Exposure:
    """The exposure of a table at its limits, the meter as the game has it.

    That of a full table adds the best hands that can lie there together, each suited A-K-Q once; beside six
    cards it is a bound that no deal reaches.
    """
    bets = largest_bets(game)
    whole = game.payoffs_of(bets)
    sides = frozenset(bets) - {"ante"}
    by_wager = {
        name: int(_by_class(game, bets, game.payoffs_of(bets, only=frozenset({name}))).max())
        for name in sides
    }
    if "ante" in bets:
        beside = game.payoffs_of(bets, only=sides)
        drawn = None if whole.drawn is None or beside.drawn is None else whole.drawn - beside.drawn
        main = Payoffs(whole.fold - beside.fold, whole.pat - beside.pat, drawn)
        by_wager["ante"] = int(_by_class(game, bets, main).max())
    best = _by_class(game, bets, whole)
    seats = game.sheet.seats
    envy = np.array(game.table.book.envy) * (seats - 1) if _envied(game, bets) else 0
    costs = best + envy
    royals = sorted(costs[Category.MINI_ROYAL :].tolist(), reverse=True)
    other = int(costs[: Category.MINI_ROYAL].max())
    table = sum(max(royals[place], other) if place < len(royals) else other for place in range(seats))
    ordered = {name: by_wager[name] for name in game.sheet.wagers if name in by_wager}
    return Exposure(bets, ordered, int(best.max()), int(table))


def _envied(game: Game, bets: Mapping[str, Cents]) -> bool:
    return game.sheet.envy is not None and game.sheet.envy.wager in bets


def largest_bets(game: Game) -> dict[str, Cents]:
    """The largest bet on every wager, one after another as the sheet has them."""

    def largest(span: Range) -> Cents:
        return max(least(span), most(game.table.max if span.high is None else span.high, span))

    return bets_on_all(game.table, largest)


def _by_class(game: Game, bets: Mapping[str, Cents], pays: Payoffs) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The most that each final hand class can bring, over all results that can come."""
    played = game.tally_of(bets, game.payoffs_of(bets), from_value(0)) if "ante" in bets else None
    pat = pays.pat if played is None else np.where(played.pat > 0, pays.pat, pays.pat.min())
    found = pat.max(axis=(1, 2))
    if pays.drawn is not None:
        ends = game.tally_of(bets, game.payoffs_of(bets), optimal)
        drawn = np.where(ends.drawn > 0, pays.drawn_by_class, pays.drawn.min())
        found = np.maximum(found, drawn.max(axis=(0, 2, 3)))
    return found
