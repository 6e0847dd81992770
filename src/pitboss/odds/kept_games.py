"""The games that were asked about last, kept between questions: a game keeps what each outcome pays."""

from __future__ import annotations

from functools import lru_cache

from pitboss.money import Cents
from pitboss.odds.sheet_price import Game
from pitboss.round.table import Table


def kept_game(table: Table, players: int = 1, meter: Cents | None = None) -> Game:
    """The mathematics of a table at a number of players and a meter, the same one for the same question."""
    return _game(table, players, meter)


@lru_cache(maxsize=48)
def _game(table: Table, players: int, meter: Cents | None) -> Game:
    return Game(table, players, meter)
