"""The most that one round can cost a house: one seat with the largest bets, and a full table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands import Kind
from pitboss.money import Cents
from pitboss.odds.bet_worths import tally_bet
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.decisions import DRAW, Worth, from_value
from pitboss.odds.geometry import Flags, Ints, rows
from pitboss.odds.risk.payoff_sums import combined
from pitboss.odds.sheet_price import Game
from pitboss.odds.tallies import Tally
from pitboss.odds.whole_bets import counted_together
from pitboss.round.bets import Range, bets_on_all, least, most
from pitboss.sheet.payclass import HAND_CLASSES, ROYAL


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

    That of a full table adds the best hands that can lie there together, each suited A-K-Q once. Beside six
    cards, and with bets that are not counted together with a draw, it is a bound that no deal reaches.
    """
    every = largest_bets(game)
    game = Game(game.table, meter=game.meter)  # envy, which comes from other seats, is added for the table
    bets = counted_together(game, every)
    by_wager = {name: max(net for net, _ in game.own_nets(name, every[name])) for name in every.keys() - bets}
    apart = sum(by_wager.values())
    whole, ends = game.payoffs_of(bets), _ends_within_reach(game, bets)
    sides = frozenset(bets) - {"ante"}
    for name in sides:
        by_wager[name] = int(_by_class(ends, game.payoffs_of(bets, only=frozenset({name}))).max())
    if "ante" in bets:
        main = combined(np.subtract, whole, game.payoffs_of(bets, only=sides))
        by_wager["ante"] = int(_by_class(ends, main).max())
    best = _by_class(ends, whole) + apart
    seats = game.sheet.seats
    envy = np.array(game.table.book.envy) * (seats - 1) if _envied(game, bets) else 0
    costs = best + envy
    table = _together(costs, seats)
    ordered = {name: by_wager[name] for name in game.sheet.wagers if name in by_wager}
    return Exposure(every, ordered, int(best.max()), int(table))


def _together(costs: Ints, seats: int) -> Cents:
    """The most that so many hands cost together: each suited A-K-Q once, or three aces and one of them."""
    royals = sorted(costs[ROYAL:].tolist(), reverse=True)
    other = int(np.delete(costs[:ROYAL], Kind.THREE_ACES).max())

    def beside(scarce: Sequence[Cents]) -> Cents:
        dealt = sorted((max(each, other) for each in scarce), reverse=True)[:seats]
        return sum(dealt) + other * (seats - len(dealt))

    return max(beside(royals), beside([int(costs[Kind.THREE_ACES]), royals[0]]))


def _envied(game: Game, bets: Mapping[str, Cents]) -> bool:
    return game.sheet.envy is not None and game.sheet.envy.wager in bets


def largest_bets(game: Game) -> dict[str, Cents]:
    """The largest bet on every wager, one after another as the sheet has them."""

    def largest(span: Range) -> Cents:
        return max(least(span), most(game.table.max if span.high is None else span.high, span))

    return bets_on_all(game.table, largest)


class _Ends(NamedTuple):
    """Which outcome classes can come, whatever players decide."""

    pat: Flags | None  # as in `Payoffs`; None: all, where nothing is decided
    drawn: Flags  # by the hand class at the end


def _ends_within_reach(game: Game, bets: Mapping[str, Cents]) -> _Ends:
    """What comes of playing every hand, and of every draw with every hand, in one pass over all deals."""
    pays = game.payoffs_of(bets)
    drawn = Tally.empty(pays.fold.shape[-1])

    def draw(worth: Worth, chosen: Ints) -> None:
        for action in range(DRAW, DRAW + 3):
            drawn.add(game.dealing, worth, np.full_like(chosen, action))

    if "ante" not in bets:
        return _Ends(None, drawn.drawn > 0)
    watch = None if pays.drawn is None else draw
    played = tally_bet(game, bets, pays, from_value(0), watch)
    return _Ends(played.pat > 0, drawn.drawn > 0)


def _by_class(ends: _Ends, pays: Payoffs) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The most that each final hand class can bring, over all results that can come."""
    pat = pays.pat if ends.pat is None else np.where(ends.pat, pays.pat, pays.pat.min())
    found = pat.max(axis=(1, 2))
    may = np.isin(np.arange(HAND_CLASSES), rows().hand_class[rows().value >= pays.raised_from])
    for raised in pays.raised.values():
        found = np.where(may, np.maximum(found, raised.max(axis=(1, 2))), found)
    if pays.drawn is not None:
        drawn = np.where(ends.drawn, pays.drawn_by_class, pays.drawn.min())
        found = np.maximum(found, drawn.max(axis=(0, 2, 3)))
    return found
