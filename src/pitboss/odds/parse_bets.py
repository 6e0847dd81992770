"""Bets and strategies as people write them: `ante=1000,pair_plus=500`, `mimic`, `Q-6-4`."""

from __future__ import annotations

from pitboss.money import Cents
from pitboss.odds.decisions import Chooser, from_value, optimal
from pitboss.round.refusal import Refusal
from pitboss.sheet.hand_names import parse_hand
from pitboss.sheet.model import Sheet

MOST_DIGITS = 12  # of an amount


def bets_of(text: str) -> dict[str, Cents]:
    """`ante=1000,pair_plus=500` as wagers in cents.

    >>> bets_of("ante=1000, pair_plus=500")
    {'ante': 1000, 'pair_plus': 500}
    """
    found: dict[str, Cents] = {}
    for part in text.split(","):
        name, equals, amount = part.strip().partition("=")
        sound = equals and amount.isdecimal() and amount.isascii() and len(amount) <= MOST_DIGITS
        if not sound or name in found:
            raise Refusal("bets", f"{text[:60]!r}: write cents, like ante=1000,pair_plus=500", None, "bets")
        found[name] = int(amount)
    return found


def strategy_called(sheet: Sheet, name: str) -> Chooser | None:
    """A strategy by its name: optimal, always, mimic, or a cut-off hand; None for any other text."""
    if name == "optimal":
        return optimal
    if name == "always":
        return from_value(0)
    value = sheet.dealer.qualifier.value if name == "mimic" else parse_hand(name)
    return None if value is None else from_value(value)
