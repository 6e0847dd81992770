"""Tables as questions name them."""

from __future__ import annotations

from typing import Any

from pitboss.desk.question import Question, question
from pitboss.round.table import Table
from pitboss.sheet import houses, load_house


def table_values(table: Table) -> dict[str, Any]:
    """A house by its id, any other rules by what stands in them; and the limits of the table."""
    rules = table.sheet.id if is_printed(table) else table.sheet.rules
    return {"rules": rules, "low": table.min, "high": table.max}


def is_printed(table: Table) -> bool:
    """Whether a table plays by one of the printed sheets, unchanged."""
    return table.sheet.id in houses() and table.sheet == load_house(table.sheet.id)


def pays_question(table: Table) -> Question:
    """What the pay tables of a table are, with every chance."""
    return question("pays", **table_values(table))
