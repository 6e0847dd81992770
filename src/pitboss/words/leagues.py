"""How a league adds its evenings up, in sentences."""

from __future__ import annotations

from typing import Final

RULES: Final = {
    "entered_minus_place_plus_one": (
        "An evening gives as many points as people have entered, and one less for each place further down."
    ),
    "shared_place": "Who have equally many points share the place.",
}


def rule_text(key: str) -> str:
    """The sentence of a rule; nothing for one that has none."""
    return RULES.get(key, "")
