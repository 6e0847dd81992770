"""The clocks of a live table: that of the phase, the longest wait where none runs, the bank's offer."""

from __future__ import annotations

from pitboss.table.announcements import TableNote
from pitboss.table.awaited_people import awaited_people
from pitboss.table.live_state import people_in
from pitboss.table.settings import Clock
from pitboss.table.turn import Turn


def start_clocks(turn: Turn, *, again: bool = False) -> None:
    """Starts the clock of the phase where none runs, or starts it full again; so the longest wait."""
    live = turn.live
    lasts = live.settings.offer_lasts
    if again and live.offer_until is not None and lasts is not None:
        turn.set_clocks(offer_until=turn.now + lasts)
    if live.clock is not None:
        _start_phase_clock(turn, live.clock, again=again)
    _start_wait(turn, again=again)
    _start_patience(turn, again=again)


def _start_phase_clock(turn: Turn, clock: Clock, *, again: bool) -> None:
    live = turn.live
    state, until = live.open_round, live.until
    if state is None:
        if again and live.last is not None:
            until = turn.now + clock.result
    elif state.phase == "bets" and live.settings.evening is None and not (state.seats and people_in(state)):
        until = None  # it runs from the first bet, and stops when the last one is cleared
    elif until is None or again:
        lasts = {"bets": clock.bets, "decisions": clock.decision}
        until = turn.now + lasts.get(state.phase, 0.0)  # other phases wait for nobody
    if until != live.until:
        turn.set_clocks(until=until)


def _start_wait(turn: Turn, *, again: bool) -> None:
    """The longest wait runs while a person's money lies in a phase that no clock ends.

    It begins with the first bet, or with the deal, and nothing that anybody does makes it longer: who
    fidgets cannot keep a stranger's stake on the table.
    """
    live = turn.live
    state, longest, until = live.open_round, live.settings.longest_wait, live.waits_until
    if longest is None or live.until is not None or state is None or not people_in(state):
        until = None
    elif until is None or again:
        until = turn.now + longest
    if until != live.waits_until:
        turn.set_clocks(waits_until=until)


def _start_patience(turn: Turn, *, again: bool) -> None:
    """The table waits only so long for somebody who is away, once another person who is there waits for them.

    Who is alone finds everything as it was. A nudge is good as long as the one who was nudged is awaited.
    """
    live = turn.live
    clocks, grace = live.clocks, live.settings.grace
    if not clocks.nudged and not clocks.away_until and live.seating.all_here:
        return
    awaited = awaited_people(live)
    here = {each.id for each in live.seating.seated() if each.here and each.bot is None}
    away = {
        person: turn.now + grace if again else clocks.away_until.get(person, turn.now + grace)
        for person, sitter in awaited.items()
        if grace is not None and not sitter.here and here - {person}
    }
    nudged = {each: turn.now if again else at for each, at in clocks.nudged.items() if each in awaited}
    turn.set_clocks(away_until=away, nudged=nudged)


def is_late(turn: Turn) -> bool:
    """Whether the clock of this phase, or the longest wait, is over, or the host has called its end."""
    live = turn.live
    ends = live.waits_until if live.until is None else live.until
    return live.clocks.called or (ends is not None and turn.now >= ends)


def resume(turn: Turn) -> None:
    """After a pause in which nobody could do anything: running clocks start full again."""
    if turn.live.deadline is not None:
        start_clocks(turn, again=True)
        turn.note(TableNote("resumed"))
