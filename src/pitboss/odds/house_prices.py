"""A house by its name, path or sheet: its game, its prices, a plan for it, and several side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.dataframes import Rows, Tabular
from pitboss.errors import NotPriced
from pitboss.hands import HAND_FORMS
from pitboss.money import Cents
from pitboss.odds.decisions import EVERY_ACTION, RAISE, Chooser, Worth, optimal
from pitboss.odds.game import Game
from pitboss.odds.geometry import Ints
from pitboss.odds.parse_bets import strategy_called
from pitboss.odds.plan import Plan, plan_of, plan_of_cards
from pitboss.odds.prices import SheetPrice
from pitboss.odds.row_kinds import PriceRow
from pitboss.round.table import Table, open_table
from pitboss.sheet.model import Sheet
from pitboss.text import all_of

# --- A house however it is named, and what is asked of it most: its price, and a plan to play it by.

House = str | Path | Sheet | Table | Game  # an id, the path of a sheet file, or what was made of one
KEPT = 8  # games: each keeps its counts


def price_sheet(
    sheet: Sheet,
    strategy: Chooser = optimal,
    bets: Mapping[str, Cents] | None = None,
    players: int = 1,
    meter: Cents | None = None,
) -> SheetPrice:
    """Prices every wager that a sheet offers, exactly.

    >>> from pitboss.sheet import load_house
    >>> price_sheet(load_house("rivers")).wagers["pair_plus"].ev
    Fraction(-402, 5525)
    """
    return _priced(Game(open_table(sheet), players, meter), strategy, bets)


def game_of(house: House) -> Game:
    """The game of a house at its usual limits, with one player; one that was asked for before has its counts.

    >>> from pitboss.odds import game_of
    >>> game_of("rivers") is game_of("rivers"), game_of("rivers").players
    (True, 1)
    """
    if isinstance(house, Game):
        return house
    return _game(house if isinstance(house, Table) else open_table(house))


@lru_cache(maxsize=KEPT)
def _game(table: Table) -> Game:
    return Game(table)


def price(
    house: House, strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> SheetPrice:
    """The exact price of every wager of a house, and of a whole bet if one is given, in cents.

    A strategy is `optimal`, `always`, `mimic`, the lowest hand that plays, or a function of your own: it
    takes a `Worth` (some hands, and what each action is worth with them) and gives an array of action
    numbers, a row for each hand and a column for each set of up cards; else it gets a TypeError. For more
    players or another meter give a `Game`.

    >>> from pitboss import price
    >>> price("rivers").wagers["ante"].ev
    Fraction(-686689, 20358520)
    >>> f"{float(price('rivers', 'Q-6-4').wagers['ante'].house_edge):.4%}"
    '3.3730%'
    """
    game = game_of(house)
    return _priced(game, _chooser(game, strategy), bets)


def _priced(game: Game, strategy: Chooser, bets: Mapping[str, Cents] | None) -> SheetPrice:
    """Raises `NotPriced` where no wager has a price."""
    found = game.price_all(strategy, bets)
    if not found.wagers:
        raise NotPriced(next(iter(found.refused.values())))
    return found


def plan_for(
    house: House, strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> Plan:
    """What to do with any hand of a house, looked up at once: by a strategy, for a bet (the Ante alone).

    >>> from pitboss import parse_cards, plan_for
    >>> plan = plan_for("rivers")
    >>> plan.choice(parse_cards("Qs 6h 4d")).action, plan.choice(parse_cards("Qs 6h 3d")).action
    ('play', 'fold')
    """
    game = game_of(house)
    chooser = _chooser(game, strategy)
    if isinstance(strategy, str) and chooser is not optimal:
        return plan_of_cards(game, chooser)
    return plan_of(game, chooser, game.stakes_of("ante") if bets is None else bets)


def _chooser(game: Game, strategy: str | Chooser) -> Chooser:
    if not isinstance(strategy, str):
        return strategy if strategy is optimal else _checked(strategy)
    known = strategy_called(game.sheet, strategy)
    if known is None:
        raise NotPriced(f"The strategy {strategy!r} is not known: optimal, always, mimic, or {HAND_FORMS}")
    return known


def _checked(strategy: Chooser) -> Chooser:
    """A strategy of somebody's own, which is refused where it gives no action of these hands."""

    def choose(worth: Worth) -> Ints:
        shape, actions = worth.sums.shape[:2], worth.names
        numbers = {EVERY_ACTION.index(name): name for name in actions}
        given = np.asarray(strategy(worth))
        if given.dtype.kind in "iu" and given.shape in ((), shape):
            chosen = np.broadcast_to(given.astype(np.int64), shape)
            may = True if worth.may_raise is None else worth.may_raise[:, None] | (chosen < RAISE)
            if np.all(np.isin(chosen, list(numbers)) & may):
                return chosen
        listed = all_of(f"{number} ({name})" for number, name in numbers.items())
        raise TypeError(
            "A strategy of your own takes a Worth and gives whole numbers of actions, in an array of shape"
            f" {shape} here: hands by sets of up cards. The actions are {listed}, and raises only where"
            " worth.may_raise says so"
        )

    return choose


# --- Several houses side by side.


@dataclass(frozen=True, slots=True)
class Comparison(Tabular[PriceRow]):
    """The prices of some houses, in the order in which they were named."""

    houses: tuple[SheetPrice, ...]

    def rows(self) -> Rows[PriceRow]:
        """One row for each wager of each house."""
        return Rows(PriceRow, (row for each in self.houses for row in each.rows()))

    def _repr_html_(self) -> str:
        """How a notebook shows it: a table for each house."""
        return "".join(each._repr_html_() for each in self.houses)

    def as_json(self) -> dict[str, Any]:
        """The prices as `pitboss odds --compare --json` prints them."""
        return {"houses": [each.as_json() for each in self.houses]}


def compare(
    houses: Iterable[House], strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> Comparison:
    """The exact prices of several houses, each as `price` gives it.

    >>> from pitboss import compare
    >>> [row["house"] for row in compare(["shine", "rivers"]).rows() if row["wager"] == "ante"]
    ['shine', 'rivers']
    """
    return Comparison(tuple(price(each, strategy, bets) for each in houses))


def kept_game(table: Table, players: int = 1, meter: Cents | None = None) -> Game:
    """The mathematics of a table at a number of players and a meter, the same one for the same question."""
    return _kept(table, players, meter)


@lru_cache(maxsize=48)
def _kept(table: Table, players: int, meter: Cents | None) -> Game:
    return Game(table, players, meter)
