"""Bankrolls and offers in words: what a coupon is called, when to get up."""

from __future__ import annotations

from typing import Final

from pitboss.money import Cents, dollars

_COUPONS: Final = {
    "match_play": "Match play",
    "free_bet": "Free bet",
    "first_loss": "First loss insured",
}


def coupon_label(kind: str) -> str:
    """What a coupon is called."""
    return _COUPONS[kind]


def quitting_words(rounds: int, win: Cents | None, loss: Cents | None) -> str:
    """When to get up after some rounds: so far ahead or so far behind; None is never so.

    >>> quitting_words(1, 4000, None)
    'After 1 round get up $40 or more ahead.'
    """
    after = f"After {rounds:,} round{'' if rounds == 1 else 's'}"
    if win == 0 and loss == 0:
        return f"{after} get up."
    parts = []
    if win is not None:
        parts.append("unless behind" if win == 0 else f"{dollars(win)} or more ahead")
    if loss is not None:
        parts.append(f"{dollars(loss)} or more behind")
    return f"{after} get up {' or '.join(parts)}." if parts else f"{after} play on."
