"""What the actions of a bet are worth, and what comes of a strategy: the counts that its tables call for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Counts
from pitboss.odds.decisions import Chooser, Worth, optimal, worths
from pitboss.odds.geometry import Ints
from pitboss.odds.linear_envy import worths_with_envy
from pitboss.odds.shared_counts import count_one_shared, count_shared, tally_shared
from pitboss.odds.showdowns import NOTHING, Told, counts_of, counts_of_one, counts_to_sum
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.tallies import Tally, Watcher, tally
from pitboss.round.settlement import needs_six

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def weighed_wagers(game: Game, wagers: Mapping[str, Cents]) -> Mapping[str, Cents]:
    """A bet without what no decision can touch and no count of decisions tells.

    Colours go by suits, which no decision does. Where players draw, a bet on the dealer's hand stays whatever
    is done, and wins alike often.
    """
    leaves = {"colours", "dealer's hand"} if game.dealing.player_draws else {"colours"}
    left = {name for name, judged in game.table.book.shared.items() if judged in leaves}
    return {name: stake for name, stake in wagers.items() if name not in left}


def told(game: Game, wagers: Mapping[str, Cents]) -> Told:
    """What dealer hands must be told by to settle these wagers."""
    return Told(six=needs_six(game.table, wagers))


def worths_of(
    game: Game,
    wagers: Mapping[str, Cents],
    pays: Payoffs | None = None,
    by_hands: bool = False,
    hands: Ints | None = None,
) -> Iterator[Worth]:
    """What each action is worth for these wagers, a chunk at a time: every hand against some up cards.

    With `by_hands` it may also be some hands against all up cards; `hands` leaves other rows out where two
    cards show.
    """
    decided = weighed_wagers(game, wagers)
    looks, by = game.looks(decided), told(game, decided)
    counts: Iterable[Counts]
    if looks.beyond_six:
        counts = count_shared(game.dealing, looks)
    elif by != NOTHING and game.dealing.shows > 1 and not by_hands:
        raise NotPriced("A bet settled by six cards is listed hand by hand where several cards show")
    else:
        counts = counts_of(game.dealing, by, hands)
    return _with_envy(game, wagers, worths(game.dealing, counts, pays or game.payoffs_of(decided)))


def worth_of_one(
    game: Game, wagers: Mapping[str, Cents], row: int, up: tuple[int, ...], suit: int | None = None
) -> Worth:
    """What each action is worth for one row against one set of up cards; of a hand that can draw an A-K-Q
    which is paid by its suit, for this suit."""
    decided = weighed_wagers(game, wagers)
    looks = game.looks(decided)
    if looks.beyond_six:
        one = count_one_shared(game.dealing, looks, row, up)
    else:
        one = counts_of_one(game.dealing, told(game, decided), row, up)
    return next(_with_envy(game, wagers, worths(game.dealing, [one], game.payoffs_of(decided), suit)))


def _with_envy(game: Game, wagers: Iterable[str], found: Iterator[Worth]) -> Iterator[Worth]:
    """The same with the envy that a fold would lose."""
    if not _loses_envy(game, wagers):
        return found
    return worths_with_envy(found, game.envied, game.players - 1)


def _loses_envy(game: Game, wagers: Iterable[str]) -> bool:
    return game.envies_any(wagers) and game.envy_is_lost


def tally_bet(
    game: Game,
    wagers: Mapping[str, Cents],
    pays: Payoffs,
    strategy: Chooser,
    watch: Watcher | None = None,
) -> Tally:
    """How often a bet ends in each outcome class, under a strategy that goes by these payoffs."""
    looks = game.looks(wagers)
    if looks.beyond_six:
        return tally_shared(
            game.dealing,
            looks,
            pays,
            strategy,
            alike=strategy is optimal and not _loses_envy(game, wagers) and game.sheet.play.raises is None,
            weigh=lambda found: _with_envy(game, wagers, found),
            watch=watch,
        )
    sixes = SIXES if needs_six(game.table, wagers) else 1
    # The best action goes by the ends alone, not by the cards that show, unless these cost envy.
    alike = strategy is optimal and not game.envies_any(wagers) and game.sheet.play.raises is None
    counts = counts_to_sum(game.dealing, told(game, wagers), alike=alike)
    found = _with_envy(game, wagers, worths(game.dealing, counts, pays))
    return tally(game.dealing, found, strategy, sixes, watch)
