"""A table of the pit becomes a live one: newly opened, or taken up as it was left."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.pit import PitTable
from pitboss.pit.books import Books
from pitboss.pit.supply import Supply
from pitboss.table.banking import BankTurn
from pitboss.table.clocks import start_clocks
from pitboss.table.live_state import LiveState, Revisions
from pitboss.table.saved_table import Remembered
from pitboss.table.settings import Seconds, Settings
from pitboss.table.sitters import Seating
from pitboss.table.turn import Turn

EPOCH: Final = 2**32  # revisions: those of a table that was taken up are above all that were seen before


def live_state(
    pit_table: PitTable,
    settings: Settings,
    now: Seconds,
    *,
    fair: tuple[Cents, ...] = (),
    seating: Seating | None = None,
    turn: BankTurn | None = None,
) -> LiveState:
    """A live table; its clocks start full. `fair` tells from which meter on a bet is."""
    first = (pit_table.standing.stored_table.epoch - 1) * EPOCH
    state = LiveState(
        pit_table.table,
        settings,
        pit_table.standing,
        seating or Seating(),
        turn or BankTurn(),
        revisions=Revisions(first, first),
        meter=pit_table.meter(),
        break_evens=fair,
    )
    begun = Turn(state, now, Books(), Supply(pit_table.pit.entropy))
    start_clocks(begun)
    return begun.live


def taken_up(pit_table: PitTable, was: Remembered, now: Seconds) -> LiveState:
    """A table as it was left."""
    state = live_state(pit_table, was.settings, now, seating=was.seating, turn=was.turn)
    if was.round == state.stored_table.rounds:
        return state
    return replace(state, seating=was.seating.new_round())  # the next round was opened, and no more
