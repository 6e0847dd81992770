"""Every bet of a sheet that decisions touch, tallied in one pass over the counts that they all need.

Where several cards show, or cards are drawn beside them, counting takes much longer than settling what was
counted: a pass for each wager would count the same outcomes as often as there are wagers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.money import Cents
from pitboss.odds.bet_worths import told
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Counts
from pitboss.odds.deals_done import DealsDone
from pitboss.odds.decisions import Tally, worths
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.showdowns import counts_to_sum
from pitboss.odds.whole_bets import counted_together
from pitboss.odds.work import Progress

if TYPE_CHECKING:
    from pitboss.odds.sheet_price import Game


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
        return int(self.tally.fold.sum() + self.tally.pat.sum() + self.tally.drawn.sum())

    def add(self, game: Game, counts: Counts) -> None:
        """Adds what the best play does with some hands against some up cards."""
        mine = counts if self.six or counts.six is None else replace(counts, six=None)
        for worth in worths(game.dealing, [mine], self.pays):
            chosen = worth.best()
            self.tally.add(game.dealing, worth, chosen)
            if self.done is not None:
                self.done.add(worth, chosen)


def tally_ahead(
    game: Game, whole: Mapping[str, Cents] | None, progress: Progress | None = None, *, main: bool = True
) -> None:
    """Tallies each wager that decisions touch, and a whole bet, under its best play; the game keeps it.

    The main game is left out where it is priced under another strategy. Nothing is done where counts are kept
    or few: one after the other is as fast there.
    """
    shows = game.dealing.shows
    if shows < 2 and not game.dealing.player_draws:
        return
    seen = shows == 3 and game.dealing.player_draws
    groups: dict[bool, list[Counting]] = {}
    for wagers in _bets(game, whole, main=main):
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


def _bets(game: Game, whole: Mapping[str, Cents] | None, *, main: bool) -> Iterator[Mapping[str, Cents]]:
    """The bets as they are priced; what others' hands pay too is priced in another way."""
    decided = [name for name in game.sheet.wagers if name == "ante" or game.depends_on_decisions(name)]
    decided = [name for name in decided if main or name != "ante"]
    asked: list[Mapping[str, Cents]] = [game.stakes_of(name) for name in decided if not game.envies(name)]
    if whole and "ante" in whole and not game.envies_any(whole):
        asked.append(counted_together(game, whole))
    seen: set[frozenset[tuple[str, Cents]]] = set()
    for wagers in asked:
        key = frozenset(wagers.items())
        if key not in seen and not game.looks(wagers).beyond_six and not game.envies_any(wagers):
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
