"""The houses that every environment is tried with, and a made-up one from its file."""

from __future__ import annotations

from pathlib import Path

from pitboss.sheet import houses

TWO_UP = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
HOUSES = (*houses(), TWO_UP)
NAMES = {house: house.rpartition("/")[2].removesuffix(".toml") for house in HOUSES}


def name_of(house: str) -> str:
    """How a house is called in the names of tests."""
    return NAMES[house]
