"""Many rounds, fast: any sheet, bets and plans, dealt by chance, with every figure in its interval.

>>> from pitboss.odds import Game, optimal
>>> from pitboss.odds.plan import plan_of
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> from pitboss.sim import in_process, one_seat, setup, run_rounds
>>> table, bets = open_table(load_house("napa-valley")), {"ante": 1000}
>>> made = setup(one_seat(table, bets, plan_of(Game(table), optimal, bets)))
>>> run_rounds(made, seed=1, rounds=1000, pool=in_process(made, "numpy")).rounds
1000
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.sim.confirmation import Confirmation, confirm, confirm_run, exact_control, exact_seat
    from pitboss.sim.engine import best_engine
    from pitboss.sim.question import Question, Session, SimSeat, one_seat
    from pitboss.sim.run import in_process, run_rounds, simulate
    from pitboss.sim.run_figures import Figures, figures
    from pitboss.sim.run_setup import Setup, setup
    from pitboss.sim.totals import NotARun, Totals

__all__ = [
    "Confirmation",
    "Figures",
    "NotARun",
    "Question",
    "Session",
    "Setup",
    "SimSeat",
    "Totals",
    "best_engine",
    "confirm",
    "confirm_run",
    "exact_control",
    "exact_seat",
    "figures",
    "in_process",
    "one_seat",
    "run_rounds",
    "setup",
    "simulate",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
