"""The bank's account in the terminal's words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.messages.rounds import account_words, ahead_words, offer_words, price_words
from pitboss.round.bank import CoveredSeat, CoveredWager, WagerEnd

NAMES = {2: "Ann", 5: "you"}


def test_what_can_come_of_a_round() -> None:
    ante, side = CoveredWager("ante", "Ante", 1000), CoveredWager("pair_plus", "Pair Plus", 500)
    row = CoveredSeat(2, (ante, side), 50_000, 2500, 102_000, "partial", None, None)
    assert [*ahead_words((row,), NAMES.__getitem__, -50_000, 2500)] == [
        "Your stake covers clockwise, seat 2 first.",
        "Seat 2 (Ann): Ante $10 and Pair Plus $5. You can win $25 and lose $500; covered in part.",
        "At worst the bank's round is −$500, at best +$25.",
    ]
    assert [*ahead_words((), NAMES.__getitem__, 0, 0)] == ["Nobody has bet against your bank yet."]


@pytest.mark.clause("NAPA-11")
def test_napa_11_the_breakdown_says_what_was_not_covered() -> None:
    wagers = (
        CoveredWager("ante", "Ante", 1000, WagerEnd("win", 1000, 0, 0, 500)),
        CoveredWager("pair_plus", "Pair Plus", 500, WagerEnd("win", 500, 0, 19_500, 0)),
    )
    row = CoveredSeat(2, wagers, None, None, 102_000, "partial", -1500, 0)
    (told,) = account_words((row,), NAMES.__getitem__)
    assert told == (
        "Seat 2 (Ann): Ante $10 is paid $10 and Pair Plus $5 is paid $5, $195 not covered. "
        "For the bank −$15; cover left $0."
    )


def test_the_price_says_what_it_assumes() -> None:
    full = price_words("full", Fraction(1802, 100), Fraction(1802, 100), 1)
    assert (
        full
        == "On average the round is worth +$0.1802 to you, with full cover, when every seat plays its best."
    )
    assert "with this stake" in price_words("limited", Fraction(-1), Fraction(1), 2)
    many = "There is no exact price for 3 seats when the stake can run out; with full cover it is +$0.5400."
    assert price_words("limited", None, Fraction(54), 3) == many
    assert offer_words(50_000, 102_000) == "It takes $500 or more; the bets on the table can ask for $1,020."
    assert offer_words(50_000, 0) == "It takes $500 or more; nobody has bet yet."
