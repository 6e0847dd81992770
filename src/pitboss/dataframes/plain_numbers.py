"""Exact numbers as plain columns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def exact(name: str, number: Fraction | int | None) -> dict[str, Any]:
    """An exact number as three columns: a float, and the numerator and denominator that it is rounded from.

    >>> exact("ev", Fraction(-402, 5525))
    {'ev': -0.07276018099547511, 'ev_numerator': -402, 'ev_denominator': 5525}
    """
    if number is None:
        return {name: None, f"{name}_numerator": None, f"{name}_denominator": None}
    return {
        name: float(number),
        f"{name}_numerator": number.numerator,
        f"{name}_denominator": number.denominator,
    }


def share(count: int, outcomes: int) -> dict[str, Any]:
    """A count out of all outcomes, and its chance: the three columns of everything that is counted."""
    return {"count": count, "outcomes": outcomes, "probability": count / outcomes if outcomes else 0.0}
