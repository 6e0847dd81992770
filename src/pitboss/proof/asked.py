"""From an event back to the command that must have caused it, and to who may have asked for it."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.pit.commands import Bet, Deal, PitCommand, Settle
from pitboss.pit.postings import PROPOSITION
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    CardsDealt,
    Command,
    DealCards,
    DealEnded,
    DealerRevealed,
    Decide,
    Decided,
    EndDeal,
    Event,
    PlaceBets,
    RevealDealer,
    Round,
    RoundSettled,
    RoundVoided,
    SettleRound,
    TakeBank,
    VoidRound,
)


class Cause(NamedTuple):
    """What was asked of the pit, and what the pit asked of the round for it."""

    asked: PitCommand
    command: Command
    person: str | None = None  # who alone may ask for it; None: the table


def cause_of(state: Round, event: Event, seed: str) -> Cause:
    """The command behind an event that happens in a state."""
    match event:
        case BetsPlaced(seat, player, wagers):
            return Cause(Bet(seat, player, wagers, seed), PlaceBets(seat, player, wagers), player)
        case BankTaken(player, stake, bank_seat):
            take = TakeBank(player, stake, bank_seat)
            return Cause(take, take, None if player == PROPOSITION else player)
        case CardsDealt(_, deck):
            return Cause(Deal(), DealCards(deck))
        case DealEnded():
            return Cause(EndDeal(), EndDeal())
        case Decided(number, action, discard, _, by):
            held = state.seat(number)
            decide = Decide(number, held.player if held else "", action, discard, by)
            return Cause(decide, decide, decide.player if by == "player" else None)
        case DealerRevealed():
            return Cause(RevealDealer(), RevealDealer())
        case RoundSettled(_, _, meter):
            return Cause(Settle(), SettleRound(meter.before if meter else None))
        case RoundVoided(cause):
            return Cause(VoidRound(cause), VoidRound(cause))
