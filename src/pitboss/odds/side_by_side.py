"""Several houses side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.dataframes import Rows, Tabular
from pitboss.money import Cents
from pitboss.odds.decisions import Chooser
from pitboss.odds.house_game import House, price
from pitboss.odds.prices import SheetPrice
from pitboss.odds.row_kinds import PriceRow


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
