"""Decisions at a live table: people's own, those of bots, and those of the platform for who is away."""

from __future__ import annotations

from pitboss.round import Decide, Refusal, RevealDealer, Round, away_decision
from pitboss.round.settlement import ActionId
from pitboss.table.announcements import PersonNote
from pitboss.table.bot_play import bot_decides
from pitboss.table.bots import BOTS
from pitboss.table.clocks import is_late
from pitboss.table.patience import decided_for
from pitboss.table.sitters import Missed, Sitter
from pitboss.table.turn import Turn


def decide(
    turn: Turn, person: str, command: str, seat: int, action: ActionId, discard: str | None = None
) -> None:
    """Fold, play or draw."""
    turn.check_not_frozen()
    turn.do(person, command, Decide(seat, person, action, discard), seat)


def more_time(turn: Turn, person: str) -> None:
    """More time to decide, so many times a round."""
    turn.check_not_frozen()
    state, clock, until = turn.live.open_round, turn.live.clock, turn.live.until
    sitter = turn.known(person)
    waiting = state is not None and any(
        each.player == person for each in state.seats if each.number in state.waiting
    )
    if clock is None or until is None or not waiting:
        raise Refusal("no_clock", "No clock is running for you", None)
    if sitter.more_time >= clock.extensions:
        raise Refusal("no_more_time", f"More time is given {clock.extensions} times a round", None)
    turn.set_sitter(person, more_time=sitter.more_time + 1)
    turn.set_clocks(until=until + clock.extension)
    turn.note(PersonNote("more_time", sitter.name))


def decision_step(turn: Turn, state: Round) -> bool:
    """The next decision that waits for nobody, or the dealer's cards when all are made."""
    if not state.waiting:
        turn.dealer(RevealDealer())
        return True
    late = is_late(turn)
    for number in state.waiting:
        seat = state.seat(number)
        sitter = turn.live.seating.people.get(seat.player) if seat else None
        gone = sitter is not None and (sitter.quits or sitter.out is not None)
        why = _why_decided(turn, sitter) if late or gone else None
        if sitter is not None and sitter.bot is not None:
            if bot_decides(turn, state, number, BOTS[sitter.bot], "player"):
                return True
        elif why is not None and _away_decides(turn, state, number, sitter):
            decided_for(turn, seat.player if seat else "", number, why)
            return True
    return False


def _why_decided(turn: Turn, sitter: Sitter | None) -> Missed:
    """Why the platform decides: somebody sits out or has left, or the time is up."""
    if sitter is not None and sitter.out is not None:
        return sitter.out
    if sitter is not None and sitter.quits:
        return "left"
    return "wait" if turn.live.until is None else "clock"


def _away_decides(turn: Turn, state: Round, number: int, sitter: Sitter | None) -> bool:
    """The platform decides for somebody who is away, as they asked (STD-13); not while it is reckoned."""
    instruction = sitter.instruction if sitter else "away rule"
    seat = state.seat(number)
    if seat is None:
        raise AssertionError("a seat that waits has bet")
    if instruction == "away optimal":
        return bot_decides(turn, state, number, BOTS["optimal"], "away optimal")
    if instruction == "away fold":
        turn.dealer(Decide(number, seat.player, "fold", by="away fold"), number)
    else:
        turn.dealer(away_decision(state, number), number)
    return True
