"""The worth of knowledge: counted where it can be, simulated with intervals where it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.bet_worths import weighed_wagers
from pitboss.odds.counts import Dealing
from pitboss.odds.knowledge.counted import count_knowledge
from pitboss.odds.knowledge.measures import measures_of
from pitboss.odds.knowledge.one_seat import count_one_seat, is_countable
from pitboss.odds.knowledge.question import Known, NotKnowable, check_known, high_ranks
from pitboss.odds.knowledge.result import Knowledge
from pitboss.odds.knowledge.sampled import sample_knowledge
from pitboss.odds.knowledge.wagers_beside import mean_beside
from pitboss.odds.sheet_price import Game
from pitboss.odds.strategy_table import decided_wagers
from pitboss.odds.work import Progress

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
    wagers = weighed_wagers(game, whole)
    draws = game.dealing.player_draws or game.dealing.dealer_draws
    number = (DEALS_WITH_DRAWS if draws else DEALS) if deals is None else deals
    if not LEAST_DEALS <= number <= MOST_DEALS:
        raise NotKnowable(f"Simulate from {LEAST_DEALS:,} to {MOST_DEALS:,} deals")
    measures = measures_of(game.dealing, game.payoffs_of(wagers), by_dealer=game.looks(wagers).dealer)
    for known in questions:
        counts = _goes_by_dealer(game.dealing, known) or is_countable(game.dealing, measures, known)
        if luck is None and not counts:
            raise NotKnowable("This is too much to count and is simulated: pass the luck for it")
    house, ante, high = game.sheet.id, wagers["ante"], high_ranks(game.sheet)
    together = [replace(known, seats=0) for known in questions if _goes_by_dealer(game.dealing, known)]
    counted = iter(count_knowledge(house, game.dealing, measures, ante, together, progress))
    found = []
    for known in questions:
        if _goes_by_dealer(game.dealing, known):
            found.append(replace(next(counted), known=known))
        elif is_countable(game.dealing, measures, known):
            found.append(count_one_seat(house, game.dealing, measures, ante, known, high, progress))
        elif luck is not None:
            found.append(sample_knowledge(game, wagers, measures, known, high, number, luck, progress))
    if wagers.keys() == whole.keys():
        return found
    more = mean_beside(game, whole) / ante
    return [each.with_more(more) for each in found]
