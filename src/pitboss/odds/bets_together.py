"""Every bet of a sheet that decisions touch, tallied in one pass over the counts that they all need.

Where several cards show, or cards are drawn beside them, counting takes much longer than settling what was
counted: a pass for each wager would count the same outcomes as often as there are wagers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.bet_worths import told
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Counts
from pitboss.odds.deals_done import DealsDone
from pitboss.odds.decisions import worths
from pitboss.odds.showdowns import counts_to_sum
from pitboss.odds.tallies import Tally
from pitboss.odds.work import Progress

if TYPE_CHECKING:
    from pitboss.odds.game import Game


@dataclass(frozen=True, slots=True)
class Counting:
    """A bet under way: what its outcome classes pay, how often each has come, what the Ante alone does."""

    wagers: Mapping[str, Cents]
    pays: Payoffs
    tally: Tally
    done: DealsDone | None

    @property
    def six(self) -> bool:
        """Whether six cards settle a part of it."""
        return self.tally.fold.shape[-1] > 1

    @property
    def outcomes(self) -> int:
        """How many outcomes are in."""
        return int(self.tally.fold.sum()) + self.tally.staying

    def add(self, game: Game, counts: Counts) -> None:
        """Adds what the best play does with some hands against some up cards."""
        mine = counts if self.six or counts.six is None else replace(counts, six=None)
        for worth in worths(game.dealing, [mine], self.pays):
            chosen = worth.best()
            self.tally.add(game.dealing, worth, chosen)
            if self.done is not None:
                self.done.add(worth, chosen)


def tally_ahead(game: Game, bets: Iterable[Mapping[str, Cents]], progress: Progress | None = None) -> None:
    """Tallies bets that decisions touch, each under its best play; the game keeps what it comes to.

    Nothing is done where counts are kept or few: one after the other is as fast there.
    """
    shows = game.dealing.shows
    if game.sheet.play.raises is not None:  # which hands may raise is told hand by hand
        return
    if shows < 2 and not game.dealing.player_draws:
        return
    seen = shows == 3 and game.dealing.player_draws
    groups: dict[bool, list[Counting]] = {}
    for wagers in _unlike(game, bets):
        counting = _counting(game, wagers)
        # Beside a draw three up cards are each told with their six; else six cards are an axis of counts.
        if shows > 1 or counting.six:
            groups.setdefault(counting.six and not seen, []).append(counting)
    every = len(groups) * game.dealing.sample_space
    for number, group in enumerate(groups.values()):
        if len(group) == 1 and progress is None:
            continue
        for counts in _counts(game, group):
            for each in group:
                each.add(game, counts)
            if progress is not None:
                progress(number * game.dealing.sample_space + group[0].outcomes, every)
        for each in group:
            if each.outcomes:
                game.keep(each.wagers, each.tally, each.done)


def _unlike(game: Game, bets: Iterable[Mapping[str, Cents]]) -> Iterator[Mapping[str, Cents]]:
    """Each bet once; where a fold loses envy, the best play goes by more than the ends."""
    seen: set[frozenset[tuple[str, Cents]]] = set()
    for wagers in bets:
        key = frozenset(wagers.items())
        apart = game.envies_any(wagers) and (game.envy_is_lost or not game.dealing.player_draws)
        if key not in seen and not apart and not game.looks(wagers).beyond_six:
            seen.add(key)
            yield wagers


def _counting(game: Game, wagers: Mapping[str, Cents]) -> Counting:
    pays = game.payoffs_of(wagers)
    done = DealsDone(game.dealing) if game.tells_deals(wagers) else None
    return Counting(wagers, pays, Tally.empty(pays.fold.shape[-1]), done)


def _counts(game: Game, group: Iterable[Counting]) -> Iterable[Counts]:
    """The counts that all of these bets need; none where they are out of reach, as each price will say."""
    by = told(game, {name: stake for each in group for name, stake in each.wagers.items()})
    try:
        return counts_to_sum(game.dealing, by, alike=True)
    except NotPriced:
        return ()
