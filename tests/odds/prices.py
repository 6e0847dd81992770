"""Games to price, and what every price must be."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction

import pytest

from pitboss.odds import Game, Price, Strategy
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.text import write_rows


def game_of(house: str, sets: Sequence[str] = ()) -> Game:
    return Game(open_table(load_house(house, sets)))


def check(price: Price) -> None:
    """The distribution fills its sample space, and every other figure is read off it."""
    assert sum(price.distribution.values()) == price.outcomes
    assert all(number > 0 for number in price.distribution.values())
    assert list(price.distribution) == sorted(price.distribution)
    mean = sum((net * number for net, number in price.distribution.items()), Fraction(0)) / price.outcomes
    assert price.ev == mean == -price.house_edge
    square = sum((net**2 * number for net, number in price.distribution.items()), Fraction(0))
    assert price.variance == square / price.outcomes - mean**2
    assert price.stdev == pytest.approx(float(price.variance) ** 0.5, rel=1e-12)
    wins = sum(number for net, number in price.distribution.items() if net > 0)
    assert price.win_frequency == Fraction(wins, price.outcomes)
    assert price.element_of_risk == price.house_edge / price.risked


def csv_text(found: Strategy) -> str:
    """What `pitboss strategy --csv` writes."""
    out = io.StringIO()
    for some in found.csv():
        write_rows(out, some)
    return out.getvalue()
