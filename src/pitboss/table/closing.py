"""How a live table is stopped, goes on again, loses its round, or is closed."""

from __future__ import annotations

from dataclasses import replace

from pitboss.ledger.ids import table_actor
from pitboss.pit import PROPOSITION
from pitboss.pit.books import Unread
from pitboss.round import Refusal, TakeBank, VoidRound
from pitboss.round.events import VoidCause
from pitboss.table.announcements import EndNote, TableNote
from pitboss.table.bank_offers import end_offer
from pitboss.table.clocks import start_clocks
from pitboss.table.places import take_back_bets
from pitboss.table.round_changes import end_round, shut, void_open
from pitboss.table.table_end import closer
from pitboss.table.turn import Turn


def freeze(turn: Turn, frozen: bool) -> None:
    """Stops the table as it is, or lets it go on with full clocks."""
    if frozen != turn.live.frozen:
        turn.set(settings=replace(turn.live.settings, frozen=frozen, aside=""))
        turn.note(TableNote("frozen" if frozen else "thawed"))
        if not frozen:
            start_clocks(turn, again=True)


def void(turn: Turn, actor: str, command: str, cause: VoidCause) -> None:
    """Declares the round void: everything goes back."""
    turn.do(actor, command, VoidRound(cause))
    end_round(turn)


def close(turn: Turn, actor: str, command: str) -> None:
    """No further round: a running one is finished first, bets that were not dealt go back."""
    if turn.live.closing or turn.live.stored_table.closed:
        raise Refusal("closing", "This table closes already", None)
    turn.set(settings=replace(turn.live.settings, closes_by=(actor, command)))
    end_offer(turn)
    if turn.live.settings.aside:
        void_open(turn)
    state = turn.live.open_round
    if state is not None and state.phase == "bets":
        for person in dict.fromkeys(each.player for each in state.seats):
            take_back_bets(turn, person)
        if state.bank is not None:
            bank = state.bank.player
            own = table_actor(turn.live.id) if bank == PROPOSITION else bank
            turn.do(own, turn.supply.new_id(), TakeBank(bank, 0))
        state = None
    if state is None:
        shut(turn)
    else:  # this command is done, and the end has an id of its own
        turn.set(settings=replace(turn.live.settings, closes_by=(actor, turn.supply.new_id())))
        turn.note(EndNote("closing", closer(turn.live, actor)))


def set_aside(turn: Turn, fault: str) -> None:
    """The table cannot go on: its round is void where that is possible (STD-12), and it stands still.

    It waits for who closes it; an operator may also let it go on.
    """
    try:
        void_open(turn)
    except Unread:
        raise
    except Exception:  # noqa: BLE001 - it is told as it is, and voided when it is closed
        pass
    end_offer(turn)
    turn.set(settings=replace(turn.live.settings, frozen=True, aside=fault))
    turn.note(TableNote("frozen"))
