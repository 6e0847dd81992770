"""From an event back to the command that must have caused it, and to who may have asked for it."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.round import Command, DealCards, Decide, Event, PlaceBets, Round, SettleRound, TakeBank
from pitboss.round.play import command_of
from pitboss.table.commands import Bet, Deal, PitCommand, Settle
from pitboss.table.till import PROPOSITION


class Cause(NamedTuple):
    """What was asked of the pit, and what the pit asked of the round for it."""

    asked: PitCommand
    command: Command
    person: str | None = None  # who alone may ask for it; None: the table


def cause_of(state: Round, event: Event, seed: str) -> Cause:
    """The command behind an event that happens in a state."""
    command = command_of(state, event)
    match command:
        case PlaceBets(seat, player, wagers):
            return Cause(Bet(seat, player, wagers, seed), command, player)
        case TakeBank(player):
            return Cause(command, command, None if player == PROPOSITION else player)
        case DealCards():
            return Cause(Deal(), command)
        case Decide():
            return Cause(command, command, command.player if command.by == "player" else None)
        case SettleRound():
            return Cause(Settle(), command)
        case _:
            return Cause(command, command)
