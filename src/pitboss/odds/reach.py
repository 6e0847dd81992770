"""What is out of exact reach, and why: said before any work is done, so that a simulation can answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pitboss.money import Cents, dollars
from pitboss.odds.counts import Dealing, NotPriced

COUNTED_TOGETHER: Final = 2  # seats whose ends are counted together

# Seats that share a dealer's hand and a deck: too many of them, or too many cards that each can draw.
Reason = Literal["seats_together", "seats_that_draw"]


class OutOfReach(NotPriced):
    """A figure that is not counted exactly though it exists; `reason` says why, for programs."""

    def __init__(self, reason: Reason, text: str, values: Mapping[str, int | str] | None = None) -> None:
        super().__init__(text)
        self.code = "out_of_reach"
        self.reason = reason
        self.values = {"reason": reason, **(values or {})}


def joint_reach(dealing: Dealing, seats: Sequence[Mapping[str, Cents]]) -> OutOfReach | None:
    """Why the ends of these seats are not counted together; None where they are."""
    number = len(seats)
    if number > COUNTED_TOGETHER:
        text = (
            f"No distribution for {number} seats: they share the dealer's hand and the deck, and only "
            f"{COUNTED_TOGETHER} are counted together"
        )
        return OutOfReach("seats_together", text, {"seats": number, "most": COUNTED_TOGETHER})
    if number > 1 and dealing.player_draws and any("ante" in bets for bets in seats):
        text = "Two seats that draw are not counted together: each draws a card that the other cannot have"
        return OutOfReach("seats_that_draw", text, {"seats": number})
    return None


def stake_reach(why: OutOfReach, seats: int, stake: Cents, enough: Cents) -> OutOfReach:
    """Why a bank's stake that can run out is not priced against seats that are not counted together."""
    text = (
        f"{seats} seats are too many to count together, and {dollars(stake)} can run out: give at most "
        f"{COUNTED_TOGETHER} seats, or a stake above {dollars(enough)}"
    )
    if why.reason == "seats_that_draw":
        text = f"{why.text}, and {dollars(stake)} can run out: give a stake above {dollars(enough)}"
    return OutOfReach(why.reason, text, {**why.values, "stake": stake, "enough": enough})
