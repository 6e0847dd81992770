"""The houses that every environment is tried with, and a made-up one from its file."""

from __future__ import annotations

from pathlib import Path

from pitboss.sheet import houses

EXAMPLES = Path(__file__).parents[2] / "examples"
TWO_UP = str(EXAMPLES / "two-up.toml")
HOUSES = (*houses(), TWO_UP)
NAMES = {house: house.rpartition("/")[2].removesuffix(".toml") for house in HOUSES}
# Bets on colours, and on the dealer's hand.
FARTHER = tuple(str(EXAMPLES / "catalogue" / name) for name in ("prime.toml", "teen-patti-pro.toml"))


def name_of(house: str) -> str:
    """How a house is called in the names of tests."""
    return NAMES[house]
