"""A whole evening at five tables at once, by the virtual clock, and then the books."""

from __future__ import annotations

from tests.table.evening import play_evening

ROUNDS = 25  # at each of five tables


def test_an_evening_ends_with_books_that_balance() -> None:
    evening = play_evening("an evening at five tables", ROUNDS)
    wanted = "comes gone stands instructs void frozen restart bot sits banks bets ready play fold draw"
    wanted += " deal_now nudge sit_out remove hand_over change"
    assert set(wanted.split()) <= set(evening.seen), evening.seen
    assert evening.rounds >= 5 * ROUNDS
    assert evening.settled > 4 * ROUNDS
