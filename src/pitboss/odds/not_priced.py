"""Why something has no exact price: it is refused, or it exists and a simulation can answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from pitboss.errors import NotPriced
from pitboss.money import Cents, dollars
from pitboss.odds.geometry import Ints
from pitboss.sheet.pays import HAND_CLASSES, ROYAL

if TYPE_CHECKING:
    from pitboss.odds.class_payoffs import Payoffs
    from pitboss.odds.counts import Dealing

# --- What is out of exact reach, and why: said before any work is done, so that a simulation can answer.

COUNTED_TOGETHER: Final = 2  # seats whose ends are counted together
Reason = Literal[
    "seats_together",  # seats share a dealer's hand and a deck, and these are too many
    "seats_that_draw",  # or cards are drawn
    "seats_by_suit",  # or what a seat draws is paid by its suit
    "seats_by_six",  # or it goes by six cards
    "up_cards",  # too many cards show
    "fine_pays",  # sums of these pays are too large to stay exact
    "others_play",  # what others are envied for depends on what they fold or draw
    "shared_meter",  # too many seats can be paid from a meter before
    "drawn_beside",  # a player's draw beside an up card, or with a table on the dealer's cards
    "outcomes",  # too many outcomes to enumerate
]


class OutOfReach(NotPriced):
    """A figure that is not counted exactly though it exists; `reason` says why, for programs."""

    def __init__(self, reason: Reason, text: str, values: Mapping[str, int | str] | None = None) -> None:
        super().__init__(text)
        self.code = "out_of_reach"
        self.reason = reason
        self.values = {"reason": reason, **(values or {})}


def joint_reach(dealing: Dealing, seats: Sequence[Mapping[str, Cents]]) -> OutOfReach | None:
    """Why the ends of these seats are not counted together; None where they are, being one or two."""
    number = len(seats)
    draws = dealing.dealer_draws or (dealing.player_draws and any("ante" in bets for bets in seats))
    if number > 1 and draws:
        text = "Seats are not counted together where cards are drawn: a card that one draws no other can have"
        return OutOfReach("seats_that_draw", text, {"seats": number, "most": 1})
    if number > COUNTED_TOGETHER:
        text = (
            f"No distribution for {number} seats: they share the dealer's hand and the deck, and only "
            f"{COUNTED_TOGETHER} are counted together"
        )
        return OutOfReach("seats_together", text, {"seats": number, "most": COUNTED_TOGETHER})
    return None


def stake_reach(why: OutOfReach, stake: Cents, enough: Cents) -> OutOfReach:
    """Why a bank's stake that can run out is not priced against seats that are not counted together."""
    most = why.values["most"]
    text = (
        f"{why.text}, and {dollars(stake)} can run out: "
        f"give at most {most} seat{'' if most == 1 else 's'}, or a stake above {dollars(enough)}"
    )
    return OutOfReach(why.reason, text, {**why.values, "stake": stake, "enough": enough})


def risk_reach(dealing: Dealing, pays: Payoffs, envy: Sequence[Cents]) -> OutOfReach | None:
    """Why two seats of a house's table that decide are not counted together; None where they are.

    `envy` is what others are paid for each hand class.
    """
    if dealing.shows > 1:
        text = "Seats are counted together where at most one card of the dealer shows"
        return OutOfReach("up_cards", text, {"shows": dealing.shows, "most": 1})
    if not dealing.player_draws:
        return None
    if dealing.shows:
        text = "Seats that draw are counted together only where no card of the dealer shows"
        return OutOfReach("seats_that_draw", text, {"shows": dealing.shows})
    if pays.fold.shape[-1] > 1:
        text = "A bet settled by six cards is not counted for two seats that draw"
        return OutOfReach("seats_by_six", text)
    parts = (pays.fold, pays.pat, pays.drawn, np.array(envy or (0,) * HAND_CLASSES))
    told = pays.drawn is not None and bool((pays.drawn[:, -1] != pays.drawn[:, -1, :1]).any())
    if told or any(map(royals_differ, parts)):
        text = "A bet that pays suited A-K-Qs by their suit is not counted for two seats that draw"
        return OutOfReach("seats_by_suit", text)
    return None


def royals_differ(nets: Ints | None) -> bool:
    """Whether a table of nets, by hand class first, tells suited A-K-Qs apart."""
    return nets is not None and bool((nets[ROYAL:] != nets[ROYAL]).any())


def fine_pays() -> OutOfReach:
    """Why pays of this size are not counted for two seats that draw."""
    text = "The pays of this bet are too fine to count two seats that draw: bet rounder amounts"
    return OutOfReach("fine_pays", text)


def others_reach(dealing: Dealing) -> OutOfReach:
    """Why envy is not summed beside each hand, where others' decisions settle what they are envied for."""
    text = "Envy that a fold loses is counted only where the hand alone decides what it pays, whatever shows"
    return OutOfReach("others_play", text, {"shows": dealing.shows})


def meter_reach(players: int) -> OutOfReach:
    """Why a meter that several seats can be paid from has no exact price."""
    text = f"{players} seats can be paid from the meter in one round, and only 2 are counted together"
    return OutOfReach("shared_meter", text, {"players": players, "most": 2})


def outcomes_reach(shows: int) -> OutOfReach:
    """Why a bet that goes by more than the showdown is not counted beside so many up cards."""
    text = f"A bet on more than the showdown beside {shows} up cards has too many outcomes to enumerate"
    return OutOfReach("outcomes", text, {"shows": shows})


def drawn_reach() -> OutOfReach:
    """Why a player's draw is not counted beside cards that show, or with a table on the dealer's cards."""
    text = "A player's draw is counted only where no dealer card shows, and for bets on one's own cards"
    return OutOfReach("drawn_beside", text)
