"""A price: the exact distribution of a wager's net, and what is read off it; and those of a whole sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, Final

from pitboss.odds.notebook import html_table
from pitboss.odds.space import Space

COMBINED: Final = ("ev", "stdev", "win_frequency", "outcomes", "distribution")  # what is told of a whole bet


@dataclass(frozen=True, repr=False)
class Price:
    """The exact result of a wager, per unit of it.

    >>> from fractions import Fraction
    >>> coin = Price("coin", 2, {Fraction(-1): 1, Fraction(1): 1})
    >>> coin.ev, coin.stdev, coin.win_frequency
    (Fraction(0, 1), 1.0, Fraction(1, 2))
    """

    wager: str
    outcomes: int
    distribution: Mapping[Fraction, int]  # net in units -> outcomes, together all of them
    risked: Fraction = Fraction(1)  # what is bet in all on average, in units
    extras: Mapping[str, Any] = field(default_factory=dict)
    space: Space | None = None  # what the outcomes are; None where they are counted otherwise

    def __post_init__(self) -> None:
        size = self.outcomes if self.space is None else self.space.size
        if not sum(self.distribution.values()) == self.outcomes == size:
            raise AssertionError(f"{self.wager}: the distribution does not fill its sample space")

    @cached_property
    def ev(self) -> Fraction:
        """The mean net."""
        return sum((net * count for net, count in self.distribution.items()), Fraction(0)) / self.outcomes

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is bet."""
        return -self.ev / self.risked

    @cached_property
    def variance(self) -> Fraction:
        square = sum((net * net * count for net, count in self.distribution.items()), Fraction(0))
        return square / self.outcomes - self.ev**2

    @property
    def stdev(self) -> float:
        """The standard deviation of one round."""
        return sqrt(self.variance)

    @cached_property
    def win_frequency(self) -> Fraction:
        """How often the net is above zero."""
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.outcomes)

    def __repr__(self) -> str:
        return f"Price({self.wager!r}, ev={self.ev}, over {self.outcomes:,} outcomes)"

    def _repr_html_(self) -> str:
        """How a notebook shows it: the figures, and every net with its count."""
        figures = [
            ("EV", f"{self.ev} = {float(self.ev):+.6f}"),
            ("House edge", f"{float(self.house_edge):.4%}"),
            ("Element of risk", f"{float(self.element_of_risk):.4%}"),
            ("Standard deviation", f"{self.stdev:.6f}"),
            ("Net wins", f"{float(self.win_frequency):.4%}"),
        ]
        counts = [
            (net, f"{count:,}", f"{count / self.outcomes:.6%}") for net, count in self.distribution.items()
        ]
        return html_table(self.wager, ("", ""), figures) + html_table(
            f"{self.outcomes:,} outcomes", ("Net", "Count", "Chance"), counts
        )

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss odds --json`."""
        return {
            "ev": str(self.ev),
            "house_edge": float(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "stdev": self.stdev,
            "win_frequency": str(self.win_frequency),
            "outcomes": self.outcomes,
            "distribution": {str(net): count for net, count in self.distribution.items()},
            **self.extras,
        }


@dataclass(frozen=True, slots=True)
class SheetPrice:
    """Every wager of a sheet, priced; `combined` is the whole bet when one was asked for."""

    house: str
    wagers: Mapping[str, Price]
    combined: Price | None = None

    def _repr_html_(self) -> str:
        """How a notebook shows it: a row for each wager."""
        head = ("Wager", "House edge", "Element of risk", "Deviation", "Net wins", "Exact mean")
        rows = [
            (
                name,
                f"{float(price.house_edge):.4%}",
                f"{float(price.element_of_risk):.4%}",
                f"{price.stdev:.4f}",
                f"{float(price.win_frequency):.3%}",
                price.ev,
            )
            for name, price in self.wagers.items()
        ]
        whole = self.combined._repr_html_() if self.combined is not None else ""
        return html_table(self.house, head, rows) + whole

    def as_json(self) -> dict[str, Any]:
        """What `pitboss odds --json` prints."""
        found: dict[str, Any] = {
            "house": self.house,
            "wagers": {name: price.as_json() for name, price in self.wagers.items()},
        }
        if self.combined is not None:
            whole = self.combined.as_json()
            found["combined"] = {key: whole[key] for key in COMBINED}
        return found


def in_units(nets: Mapping[int, int], stake: int) -> dict[Fraction, int]:
    """A distribution of cents as one of units of a stake, worst first."""
    found: dict[Fraction, int] = {}
    for net, count in sorted(nets.items()):
        unit = Fraction(net, stake)
        found[unit] = found.get(unit, 0) + count
    return found
