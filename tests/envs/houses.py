"""The houses that every environment is tried with, a made-up one, and one where Play may be raised."""

from __future__ import annotations

from pathlib import Path

from pitboss.sheet import houses

EXAMPLES = Path(__file__).parents[2] / "examples"
TWO_UP = str(EXAMPLES / "two-up.toml")
ULTIMATE = str(EXAMPLES / "catalogue" / "ultimate.toml")
HOUSES = (*houses(), TWO_UP, ULTIMATE)
NAMES = {house: house.rpartition("/")[2].removesuffix(".toml") for house in HOUSES}
# Bets on colours, and on the dealer's hand.
FARTHER = tuple(str(EXAMPLES / "catalogue" / name) for name in ("prime.toml", "teen-patti-pro.toml"))


def name_of(house: str) -> str:
    """How a house is called in the names of tests."""
    return NAMES[house]
