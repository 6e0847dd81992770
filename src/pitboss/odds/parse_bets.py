"""Bets and strategies as people write them: `ante=1000,pair_plus=500`, `mimic`, `Q-6-4`."""

from __future__ import annotations

import re

from pitboss.errors import Refusal
from pitboss.hands import parse_hand
from pitboss.money import Cents, NotMoney, parse_money
from pitboss.odds.decisions import Chooser, from_value, optimal
from pitboss.sheet.model import Sheet


def bets_of(text: str) -> dict[str, Cents]:
    """`ante=1000,pair_plus=500` as wagers in cents; an amount with the sign is in dollars.

    >>> bets_of("ante=1000, pair_plus=$5")
    {'ante': 1000, 'pair_plus': 500}
    """
    found: dict[str, Cents] = {}
    for part in re.split(r",(?!\d{3}\b)", text):  # and not the comma of $1,000
        name, equals, amount = part.strip().partition("=")
        cents = _cents(amount) if equals and name not in found else None
        if cents is None:
            raise Refusal(
                "bets", f"{text[:60]!r}: write cents, like ante=1000,pair_plus=500, or ante=10$", None, "bets"
            )
        found[name] = cents
    return found


def _cents(amount: str) -> Cents | None:
    try:
        return parse_money(amount)
    except NotMoney:
        return None


def strategy_called(sheet: Sheet, name: str) -> Chooser | None:
    """A strategy by its name: optimal, always, mimic, or a cut-off hand; None for any other text."""
    if name == "optimal":
        return optimal
    if name == "always":
        return from_value(0)
    value = sheet.dealer.qualifier.value if name == "mimic" else parse_hand(name)
    return None if value is None else from_value(value)
