"""The worth of knowledge: counted where it can be, simulated with intervals where it cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.knowledge.counted import Progress, count_knowledge
from pitboss.odds.knowledge.hand_worths import measures_of
from pitboss.odds.knowledge.one_seat import count_one_seat, is_countable
from pitboss.odds.knowledge.question import Known, NotKnowable, check_known, high_ranks
from pitboss.odds.knowledge.result import Knowledge
from pitboss.odds.knowledge.sampled import sample_knowledge
from pitboss.odds.sheet_price import Game
from pitboss.odds.strategy import decided_wagers

DEALS: Final = 200_000  # that are simulated where nobody draws
DEALS_WITH_DRAWS: Final = 10_000  # and where somebody does: each takes longer
LEAST_DEALS, MOST_DEALS = 100, 10**9


def is_counted(dealing: Dealing, known: Known) -> bool:
    """Whether a question is answered by counting, so that it needs no luck."""
    return not known.seats or is_countable(dealing, known)


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
    wagers = decided_wagers(game, bets)
    draws = game.dealing.player_draws or game.dealing.dealer_draws
    number = (DEALS_WITH_DRAWS if draws else DEALS) if deals is None else deals
    if not LEAST_DEALS <= number <= MOST_DEALS:
        raise NotKnowable(f"Simulate from {LEAST_DEALS:,} to {MOST_DEALS:,} deals")
    measures = measures_of(game.dealing, game.payoffs_of(wagers))
    house, ante, high = game.sheet.id, wagers["ante"], high_ranks(game.sheet)
    together = [known for known in questions if not known.seats]
    counted = iter(count_knowledge(house, game.dealing, measures, ante, together, progress))
    found = []
    for known in questions:
        if not known.seats:
            found.append(next(counted))
        elif is_countable(game.dealing, known):
            found.append(count_one_seat(house, game.dealing, measures, ante, known, high, progress))
        elif luck is None:
            raise NotKnowable("This is too much to count and is simulated: pass the luck for it")
        else:
            found.append(sample_knowledge(game, wagers, measures, known, high, number, luck, progress))
    return found
