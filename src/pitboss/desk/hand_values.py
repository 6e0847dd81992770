"""Hands weighed by the desk: what goes there, and what comes back, as the coach knows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.desk.question import Question, question
from pitboss.desk.tables import table_values
from pitboss.odds import NotPriced
from pitboss.odds.coach import Hand, Worth
from pitboss.round.table import Table


def worths_question(hands: Sequence[Hand], *, seconds: float | None = None) -> Question:
    """What each action of some hands is worth."""
    tables: dict[Table, int] = {}
    for hand in hands:
        tables.setdefault(hand.table, len(tables))
    told = [(tables[hand.table], hand.meter, hand.cards, hand.up, hand.wagers) for hand in hands]
    rules = [table_values(table) for table in tables]
    return question("worths", seconds=seconds, tables=rules, hands=told)


def worths_told(text: bytes) -> list[Worth | NotPriced]:
    """The answer: a worth for each hand, or why there is none."""
    return [_worth(each) for each in json.loads(text)]


def worth_told(text: bytes) -> Worth:
    """The answer for one hand; raises `NotPriced` where there is none."""
    (found,) = worths_told(text)
    if isinstance(found, NotPriced):
        raise found
    return found


def _worth(told: dict[str, Any]) -> Worth | NotPriced:
    if "why" in told:
        return NotPriced(told["why"])
    actions = {name: Fraction(ev) for name, ev in told["actions"].items()}
    return Worth(actions, tuple(told["best"]), told["ends"], tuple(told["left_out"]))
