"""A bank's round priced by the desk: what goes there, and what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.desk.question import Question, question
from pitboss.desk.tables import table_values
from pitboss.odds import NotPriced
from pitboss.odds.bank_round import BankRound, BankWorth, bank_worth
from pitboss.round.table import Table


def bank_question(asked: BankRound, *, seconds: float | None = None) -> Question:
    """What a round is worth to its bank."""
    return question(
        "bank_price", seconds=seconds, **table_values(asked.table), stake=asked.stake, seats=asked.seats
    )


def bank_answer(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Reckons the answer, in a worker."""
    seats = tuple(tuple((name, cents) for name, cents in seat) for seat in values["seats"])
    try:
        worth = bank_worth(BankRound(table, values["stake"], seats))
    except NotPriced as fault:
        return {"why": fault.text}
    means = {"full": worth.full, "ev": worth.ev, "short": worth.short, "win_frequency": worth.win_frequency}
    told = {name: None if mean is None else str(mean) for name, mean in means.items()}
    return {"cover": worth.cover, "stdev": worth.stdev, **told}


def bank_told(text: bytes) -> BankWorth:
    """The answer as it was reckoned; raises `NotPriced` where there is none."""
    told = json.loads(text)
    if "why" in told:
        raise NotPriced(told["why"])
    means = {name: _mean(told[name]) for name in ("ev", "short", "win_frequency")}
    return BankWorth(told["cover"], Fraction(told["full"]), stdev=told["stdev"], **means)


def _mean(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
