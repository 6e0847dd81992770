"""Figures of a PAR sheet: exact fractions until they are printed, roots and bands to thirty digits.

>>> from fractions import Fraction
>>> fixed(Fraction(-402, 5525), 6), percent(Fraction(402, 5525))
('-0.072760', '7.2760 %')
>>> chance(Fraction(1, 3 * 10**9))
'3.333333e-10'
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

_DIGITS: Final = Context(prec=40)

# How many standard deviations hold this share of a normal distribution, half of the rest on either side.
Z: Final[Mapping[int, Decimal]] = {90: Decimal("1.644854"), 95: Decimal("1.959964"), 99: Decimal("2.575829")}


def root(square: Fraction) -> Decimal:
    """The square root of an exact number."""
    return _DIGITS.sqrt(as_decimal(square))


def volatility_index(variance: Fraction) -> Decimal:
    """z at 90 % confidence times the standard deviation."""
    return _DIGITS.multiply(Z[90], root(variance))


def as_decimal(number: Fraction) -> Decimal:
    """A fraction to forty digits."""
    return _DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))


def fixed(number: Fraction | Decimal, places: int) -> str:
    """A number with so many decimals, rounded once, from its exact value."""
    scaled = round(Fraction(number) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"


def percent(number: Fraction | Decimal, places: int = 4) -> str:
    """A share in percent."""
    return f"{fixed(Fraction(number) * 100, places)} %"


def chance(number: Fraction) -> str:
    """A probability with ten decimals, or as a power of ten where that would leave few digits."""
    if 0 < abs(number) < Fraction(1, 10**6):
        return f"{as_decimal(number):.6e}"
    return fixed(number, 10)
