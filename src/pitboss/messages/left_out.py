"""Which wagers of a bet are not in what its actions are worth."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.text import all_of


def left_out_words(labels: Sequence[str]) -> str:
    """Bets on which no decision has a bearing.

    >>> left_out_words(["Colours", "Dealer's Pair"])
    "Without Colours and Dealer's Pair: no decision touches what they are worth."
    """
    worth = "that is worth" if len(labels) == 1 else "they are worth"
    return f"Without {all_of(labels)}: no decision touches what {worth}."
