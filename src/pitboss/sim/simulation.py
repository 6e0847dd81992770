"""A simulation in one call: a house, a bet and a strategy go in, figures with their intervals come out."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import Cents
from pitboss.odds.decisions import Chooser
from pitboss.odds.house_prices import House, game_of, plan_for
from pitboss.sim.question import Question, one_seat
from pitboss.sim.run import Pool, Progress, run_rounds
from pitboss.sim.run_figures import Figures, figures
from pitboss.sim.run_setup import setup


def simulate(
    house: House | Question,
    rounds: int,
    seed: int,
    *,
    bets: Mapping[str, Cents] | None = None,
    strategy: str | Chooser = "optimal",
    confidence: float = 0.95,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Plays so many rounds by chance, one seat alone or a whole `Question`, and tells what they come to.

    The bet is the smallest Ante unless it is given; the strategy is named as `price` does. The same seed
    gives the same rounds, on any machine.

    >>> from pitboss import price, simulate
    >>> mean = simulate("rivers", rounds=20_000, seed=1, bets={"ante": 1000}).target  # in cents
    >>> mean.low < 1000 * price("rivers").wagers["ante"].ev < mean.high
    True
    """
    made = setup(house if isinstance(house, Question) else _alone(house, bets, strategy))
    return figures(made, run_rounds(made, seed, rounds, pool=pool, progress=progress), confidence)


def _alone(house: House, bets: Mapping[str, Cents] | None, strategy: str | Chooser) -> Question:
    game = game_of(house)
    wagers = {"ante": game.table.min} if bets is None else bets
    plan = plan_for(game, strategy if "ante" in wagers else "always", wagers)
    return one_seat(game.table, wagers, plan, strategy if isinstance(strategy, str) else "plan")
