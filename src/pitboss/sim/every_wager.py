"""A bet with everything that a sheet offers."""

from __future__ import annotations

from pitboss.money import Cents
from pitboss.round.bets import check_wagers, least, wager_range
from pitboss.round.table import Table

_ANTE: Cents = 1000


def every_wager(table: Table) -> dict[str, Cents]:
    """Every wager of a sheet, each of $10 or as near to it as the table takes.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> every_wager(open_table(load_house("rivers")))
    {'ante': 1000, 'pair_plus': 1000, 'six_card_bonus': 1000, 'progressive': 100}
    """
    found: dict[str, Cents] = {}
    for name, wager in table.sheet.wagers.items():
        if wager.fixed is not None:
            found[name] = wager.fixed.cents
            continue
        span = wager_range(table, wager, found)
        wanted = max(_ANTE, least(span))
        wanted -= wanted % span.step
        found[name] = wanted if span.high is None else min(wanted, span.high // span.step * span.step)
    check_wagers(table, found)
    return found
