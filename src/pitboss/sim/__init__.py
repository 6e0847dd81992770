"""Many rounds, fast: any sheet, bets and plans, dealt by chance, with every figure in its interval.

>>> from pitboss.odds import Game, optimal
>>> from pitboss.odds.plan import plan_of
>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> table, bets = open_table(load_house("napa-valley")), {"ante": 1000}
>>> made = setup(one_seat(table, bets, plan_of(Game(table), optimal, bets)))
>>> simulate(made, seed=1, rounds=1000, pool=in_process(made, "numpy")).rounds
1000
"""

from pitboss.sim.confirm import Confirmation, confirm, confirm_run
from pitboss.sim.engines import best_engine
from pitboss.sim.exact import exact_control, exact_seat
from pitboss.sim.figures import Figures, figures
from pitboss.sim.question import Question, Session, SimSeat, at_seats, one_seat
from pitboss.sim.run import in_process, simulate
from pitboss.sim.setup import Setup, setup
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
    "at_seats",
    "best_engine",
    "confirm",
    "confirm_run",
    "exact_control",
    "exact_seat",
    "figures",
    "in_process",
    "one_seat",
    "setup",
    "simulate",
]
