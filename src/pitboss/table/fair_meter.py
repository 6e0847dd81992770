"""From which meter on a bet on it is fair, for any number of players: worked out once for a sheet."""

from __future__ import annotations

from functools import lru_cache

from pitboss.money import Cents
from pitboss.round.table import Table


@lru_cache(maxsize=64)
def break_evens(table: Table) -> tuple[Cents, ...]:
    """The smallest meter at which the wager that wins it loses nothing, with one player and with more.

    Empty where no wager wins a meter. It takes a third of a second, so it is asked for when a table opens.
    """
    from pitboss.odds import Game

    sheet = table.sheet
    if sheet.meter is None:
        return ()
    wager = next((name for name in sheet.wagers if sheet.wins_meter(name)), None)
    if wager is None:
        return ()
    return tuple(Game(table, players).break_even_meter(wager) for players in range(1, sheet.seats + 1))
