"""Bets at a live table: placed, cleared, tried out, and said to be complete."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import Cents
from pitboss.pit import Bet
from pitboss.round import Refusal, Spot, spots
from pitboss.round.choices import check_seats_of_person
from pitboss.round.table import more_for_raise, raise_of
from pitboss.table.announcements import PersonNote
from pitboss.table.clocks import start_clocks
from pitboss.table.evening_rounds import check_round
from pitboss.table.live_state import LiveState
from pitboss.table.round_changes import next_round
from pitboss.table.turn import Turn


def draft(live: LiveState, person: str, seat: int, wagers: Mapping[str, Cents]) -> tuple[Spot, ...]:
    """The spots as they would be with these wagers; nothing is stored."""
    sitter = live.seating.people.get(person)
    if sitter is None:
        raise Refusal("not_here", "Come to the table first", None, "player")
    if seat not in sitter.seats:
        raise Refusal("not_yours", f"Seat {seat} is not yours: sit down there first", None, "seat")
    state = live.open_round
    return spots(live.table, wagers, open_=state is None or state.phase == "bets", accepted=False)


def bet(turn: Turn, person: str, command: str, wanted: Bet) -> None:
    """Replaces a seat's whole bet; the first one clears the paid felt."""
    turn.check_open()
    turn.check_seat(person, wanted.seat)
    check_round(turn.live)
    next_round(turn)
    if turn.live.stored_table.closed:  # its books are full, and it tells so
        return
    if not wanted.wagers:
        _check_cleared(turn.live, person, wanted.seat)
    turn.do(person, command, wanted, wanted.seat)
    turn.set_sitter(person, ready=False, idle=0)
    start_clocks(turn)


def clear_felt(turn: Turn, person: str) -> None:
    """Clears the paid felt, so that the next round's commitment is seen before a seed is made."""
    turn.check_open()
    if not turn.known(person).seats:
        raise Refusal("no_seat", "Sit down first", None, "seat")
    state = turn.live.open_round
    if state is not None and state.phase != "bets":
        raise Refusal("phase", "This round is not over yet", turn.live.table.sheet.closes_clause)
    next_round(turn)


def ready(turn: Turn, person: str) -> None:
    """Done with the bets: the cards are dealt as soon as everybody is."""
    turn.check_open()
    sitter = turn.known(person)
    if not sitter.seats:
        raise Refusal("no_seat", "Sit down first", None, "seat")
    check_round(turn.live)
    next_round(turn)
    if turn.live.stored_table.closed:
        return
    state = turn.live.open_round
    if state is None or state.phase != "bets":
        raise Refusal("phase", "The cards are dealt already", turn.live.table.sheet.closes_clause)
    if sitter.ready and turn.live.seating.people[person].ready:
        return
    turn.set_sitter(person, ready=True)
    turn.note(PersonNote("ready", sitter.name))


def more_money(live: LiveState, seat: int, wagers: Mapping[str, Cents]) -> Cents:
    """What a bet adds to the money on the table, the reserve for Play included."""
    state = live.open_round
    before = state.seat(seat) if state else None
    return live.table.need(wagers) - (before.reserved(live.table) if before else 0)


def raise_money(live: LiveState, seat: int, times: int) -> Cents:
    """What a Play of so many times the Ante adds to the money on the table."""
    state = live.open_round
    before = state.seat(seat) if state else None
    if before is None or not before.waits:
        return 0
    return more_for_raise(live.table, before.wagers, raise_of(times))


def _check_cleared(live: LiveState, person: str, seat: int) -> None:
    """What is left of a person's bets must be dealt: side by side where the sheet says so (NAPA-14)."""
    state = live.open_round
    if state is not None and state.phase == "bets":
        left = [each.number for each in state.seats if each.player == person and each.number != seat]
        check_seats_of_person(live.table, person, left, "seat", state.bank.seat if state.bank else None)
