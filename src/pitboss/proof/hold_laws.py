"""The price of a wager at every meter: what the theoretical hold of many bets is reckoned with."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.money import MICRO, Cents
from pitboss.odds import Game, Price
from pitboss.round.table import Table


class Law(NamedTuple):
    """A wager's price as a function of the meter: `a + b·m` for the edge, `a + b·m + c·m²` for the variance.

    That is exact but for the cents to which a share of the meter is rounded down.
    """

    optimal: bool
    edge: tuple[Fraction, Fraction]
    variance: tuple[Fraction, Fraction, Fraction]


@lru_cache(maxsize=256)
def law_of(table: Table, wager: str, players: int) -> Law:
    """The price of a wager at every meter, from its exact price at one, or at three where it wins a share."""
    sheet = table.sheet
    game = Game(table, players)
    optimal = wager == "ante" or "ante" in game.outcomes(wager).wagers
    if not sheet.wins_meter(wager) or sheet.meter is None:
        price = game.price_apart(wager) if wager == "ante" else game.price(wager)
        return Law(optimal, (price.house_edge, Fraction(0)), (price.variance, Fraction(0), Fraction(0)))
    step = -(-sheet.meter.reset // 10_000) * 10_000  # of which any whole percent is whole cents
    meters = [step, 2 * step, 3 * step]
    prices = [Game(table, players, meter).price(wager) for meter in meters]
    _, slope, base = _through(step, prices, lambda price: price.house_edge)
    square, linear, free = _through(step, prices, lambda price: price.variance)
    return Law(optimal, (base, slope), (free, linear, square))


def _through(
    step: Cents, prices: list[Price], read: Callable[[Price], Fraction]
) -> tuple[Fraction, Fraction, Fraction]:
    """The parabola through a figure at one, two and three steps: its coefficients by micro-cents."""
    one, two, three = map(read, prices)
    square = (one - 2 * two + three) / 2  # by steps
    slope = two - one - 3 * square
    unit = step * MICRO
    return square / unit**2, slope / unit, one - slope - square
