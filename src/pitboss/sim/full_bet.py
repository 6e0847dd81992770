"""A bet with everything that a sheet offers."""

from __future__ import annotations

from pitboss.money import Cents
from pitboss.round.bets import Range, bets_on_all, check_wagers, least, most
from pitboss.round.table import Table

_NEAR: Cents = 1000


def every_wager(table: Table) -> dict[str, Cents]:
    """Every wager of a sheet, each of $10 or as near to it as the table takes.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> every_wager(open_table(load_house("rivers")))
    {'ante': 1000, 'pair_plus': 1000, 'six_card_bonus': 1000, 'progressive': 100}
    """

    def near(span: Range) -> Cents:
        wanted = max(_NEAR, least(span))
        return most(wanted if span.high is None else min(wanted, span.high), span)

    found = bets_on_all(table, near)
    check_wagers(table, found)
    return found
