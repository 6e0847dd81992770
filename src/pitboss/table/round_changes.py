"""Between two rounds of a live table: one ends, the next is opened, or the table is closed for good."""

from __future__ import annotations

from dataclasses import replace

from pitboss.ledger.ids import table_actor
from pitboss.pit import PROPOSITION, CloseTable, OpenRound
from pitboss.round import Refusal, VoidRound
from pitboss.table.announcements import EndNote, WornOut
from pitboss.table.evening_rounds import check_round, end_evening_round
from pitboss.table.live_state import Clocks
from pitboss.table.places import get_up
from pitboss.table.purses import give_chips
from pitboss.table.settings import HELD_ROUNDS
from pitboss.table.table_end import closer
from pitboss.table.turn import Turn


def next_round(turn: Turn) -> None:
    """Clears the felt and takes bets on a new round."""
    if turn.live.open_round is not None:
        return
    check_round(turn.live)
    turn.set(last=None)
    turn.set_clocks(until=None)
    try:
        turn.dealer(OpenRound())
    except Refusal as refusal:
        if refusal.code != "worn_out":
            raise
        own = (table_actor(turn.live.id), turn.supply.new_id())
        turn.set(settings=replace(turn.live.settings, closes_by=own))
        turn.note(WornOut(refusal.text))
        shut(turn)
        return
    turn.seat(turn.live.seating.new_round())
    turn.forget_stacks()


def end_round(turn: Turn) -> None:
    """A round was paid or is void: who wanted to leave leaves, seats that nobody uses become free."""
    live = turn.live
    if live.till.meter is not None:
        turn.set(meter=turn.books.meter_held())
    ended = live.last
    if ended is None:
        return
    turn.set(asked=(), advised={})
    end_evening_round(turn, ended)
    played = {each.player for each in ended.seats}
    bank = ended.bank.player if ended.bank else None
    seat = ended.bank.seat if ended.bank and ended.bank.seat else live.turn.last_seat
    if live.table.sheet.bank:
        turn.set(turn=live.turn.next_round(None if bank == PROPOSITION else bank, seat))
    for each in live.seating.seated():
        idle = 0 if each.id in played or each.id == bank or each.bot else each.idle + 1
        if idle != each.idle:
            turn.set_sitter(each.id, idle=idle)
        held = live.clock is None or live.settings.evening is not None or idle < HELD_ROUNDS
        leaves = each.leaves if held else each.seats
        if leaves:
            get_up(turn, each.id, leaves)
    for each in turn.live.seating.seated():
        give_chips(turn, each.id)
    turn.set(clocks=Clocks(until=turn.now + live.clock.result if live.clock else None))


def void_open(turn: Turn) -> None:
    """The open round is void: everything goes back (STD-12)."""
    if turn.live.open_round is not None:
        turn.dealer(VoidRound("cannot go on"))


def shut(turn: Turn) -> None:
    """The table is closed, in the name of who asked for it."""
    if turn.live.settings.closes_by is None:
        raise AssertionError("a table closes because somebody asked")
    actor, command = turn.live.settings.closes_by
    turn.do(actor, command, CloseTable())
    turn.note(EndNote("closed", closer(turn.live, actor)))
    turn.set(clocks=Clocks())
