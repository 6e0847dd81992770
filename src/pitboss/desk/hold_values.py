"""The price of a wager for the hold of a house: what goes to the desk, and what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.desk.question import Question, question
from pitboss.desk.tables import table_values
from pitboss.odds import NotPriced
from pitboss.proof.hold_laws import Law, law_of
from pitboss.round.table import Table


def law_question(table: Table, wager: str, players: int) -> Question:
    """What a wager costs at every meter."""
    return question("hold_law", **table_values(table), wager=wager, players=players)


def law_answer(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Reckons the answer, in a worker: fractions as text; or why there is no price."""
    try:
        law = law_of(table, values["wager"], values["players"])
    except NotPriced as why:
        return {"unpriced": str(why)}
    edge, variance = ([str(each) for each in part] for part in law[1:])
    return {"optimal": law.optimal, "edge": edge, "variance": variance}


def law_told(text: bytes) -> Law:
    """The answer; it raises `NotPriced` where there is no price."""
    said = json.loads(text)
    if "unpriced" in said:
        raise NotPriced(said["unpriced"])
    base, slope = map(Fraction, said["edge"])
    free, linear, square = map(Fraction, said["variance"])
    return Law(said["optimal"], (base, slope), (free, linear, square))
