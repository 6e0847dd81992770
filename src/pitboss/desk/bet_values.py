"""Bets priced by the desk before any card is dealt: what goes there, and what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.desk.question import Question, question
from pitboss.desk.tables import table_values
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.house_prices import kept_game
from pitboss.round.table import Table


class Bet(NamedTuple):
    """All that a seat bets in a round, and the meter as it stands for it (None: not bet on)."""

    table: Table
    meter: Cents | None
    wagers: tuple[tuple[str, Cents], ...]


def means_question(bets: Sequence[Bet], *, seconds: float | None = None) -> Question:
    """What some bets bring on average with the best decisions."""
    tables: dict[Table, int] = {}
    for bet in bets:
        tables.setdefault(bet.table, len(tables))
    asked = [(tables[bet.table], bet.meter, bet.wagers) for bet in bets]
    return question("means", seconds=seconds, tables=[table_values(each) for each in tables], bets=asked)


def means_answer(tables: Sequence[Table], values: Mapping[str, Any]) -> list[str | None]:
    """Reckons the answer, in a worker: cents as fractions; null where a bet has no exact price."""
    return [_mean(tables[number], meter, dict(wagers)) for number, meter, wagers in values["bets"]]


def _mean(table: Table, meter: Cents | None, wagers: Mapping[str, Cents]) -> str | None:
    try:
        return str(kept_game(table, meter=meter).price_bets(wagers).ev)
    except NotPriced:
        return None


def means_told(text: bytes) -> list[Fraction | None]:
    """The answer: mean net of each bet in cents."""
    return [None if each is None else Fraction(each) for each in json.loads(text)]
