"""What drives a live table: every step that waits for nobody, and the clocks that have run out."""

from __future__ import annotations

from pitboss.pit import Deal, Settle
from pitboss.pit.books import Unread
from pitboss.round import EndDeal, Refusal, Round, VoidRound
from pitboss.table.announcements import TimeUp
from pitboss.table.awaited_people import late_bettors
from pitboss.table.bank_offers import bank_step
from pitboss.table.bot_play import bot_bets, is_played
from pitboss.table.clocks import is_late, start_clocks
from pitboss.table.closing import set_aside
from pitboss.table.decisions import decision_step
from pitboss.table.evening_rounds import rest_step, waits_for_absent
from pitboss.table.live_state import Clocks, LiveState
from pitboss.table.patience import lapse_step
from pitboss.table.round_changes import end_round, next_round, shut
from pitboss.table.table_faults import passes
from pitboss.table.turn import Turn


def go_on(turn: Turn) -> None:
    """Takes every step that waits for nobody; where that fails of itself, the table is set aside."""
    try:
        while not turn.live.frozen and not turn.live.stored_table.closed and _one_step(turn):
            pass
    except Exception as fault:
        if isinstance(fault, (Refusal, Unread)) or passes(fault):
            raise
        set_aside(turn, type(fault).__name__)
    start_clocks(turn)


def _one_step(turn: Turn) -> bool:
    """One step, and whether there was one to take."""
    state = turn.live.open_round
    if state is None:
        return _between_rounds(turn)
    if lapse_step(turn):
        return True
    if state.phase == "bets":
        return bank_step(turn, state) or bot_bets(turn, state) or _deal_step(turn, state)
    if state.phase == "deal":
        turn.dealer(EndDeal())
        start_clocks(turn, again=True)
        return True
    if state.phase == "decisions":
        return decision_step(turn, state)
    turn.dealer(Settle())
    end_round(turn)
    return True


def _between_rounds(turn: Turn) -> bool:
    live = turn.live
    if live.closing:
        shut(turn)
        return False
    if live.settings.evening is not None:
        if not rest_step(turn):
            return False
    elif live.last is not None and (live.clock is None or (live.until is not None and turn.now < live.until)):
        return False  # without a clock the paid round stays until somebody bets
    next_round(turn)
    return True


def _deal_step(turn: Turn, state: Round) -> bool:
    """Deals when everybody is ready, or when the clock for bets has run out."""
    live = turn.live
    evening = live.settings.evening
    waits = (_somebody_bets(live, state) or waits_for_absent(live)) and not is_late(turn)
    if evening is not None and not state.seats and not waits:
        turn.dealer(VoidRound("cannot go on"))  # nobody has bet in time
        end_round(turn)
        return True
    if not (state.seats and is_played(live, state)) or (live.table.sheet.bank and state.bank is None):
        return False
    if waits:
        return False
    if _somebody_bets(live, state):
        _tell_late(turn, state)
    turn.dealer(Deal())
    turn.set(clocks=Clocks())
    return True


def _tell_late(turn: Turn, state: Round) -> None:
    """Whose bets are dealt as they lie because time is up; a host's call is told by itself."""
    live = turn.live
    if not live.clocks.called:
        ids = {each.id for each in late_bettors(live, state)}
        seats = tuple(each.number for each in state.seats if each.player in ids)
        turn.note(TimeUp("wait" if live.until is None else "clock", seats))


def _somebody_bets(live: LiveState, state: Round) -> bool:
    """Whether somebody is not done: who has bet, connected or not, and who may still bet."""
    known = live.seating.people
    return any(each.player not in known for each in state.seats) or bool(late_bettors(live, state))
