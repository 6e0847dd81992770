"""How a league adds its evenings up, in sentences."""

from __future__ import annotations

from typing import Final

RULES: Final = {
    "entered_minus_place_plus_one": (
        "An evening gives its winner as many points as people have entered, and one less for each place"
        " further down."
    ),
    "points_wins_best": (
        "More points come first, then more evenings won, then the better best place; who are still equal"
        " share the place."
    ),
}


def rule_text(key: str) -> str:
    """The sentence of a rule; nothing for one that has none."""
    return RULES.get(key, "")
