"""Who comes to a live table and goes, sits down and gets up."""

from __future__ import annotations

from pitboss.pit import Bet
from pitboss.round import Refusal
from pitboss.table.announcements import RenamedNote, SeatNote, SeatsNote
from pitboss.table.avatars import Avatar
from pitboss.table.purses import give_chips
from pitboss.table.sitters import Instruction, Sitter, check_side_by_side
from pitboss.table.turn import Turn


def come(turn: Turn, person: str, name: str, avatar: Avatar | None = None) -> None:
    """A person comes to the table, or comes back."""
    before = turn.live.seating.people.get(person)
    turn.seat(turn.live.seating.come(person, name, avatar=avatar))
    turn.count([person])
    if before is None:
        return
    if before.out == "away":
        turn.set_sitter(person, out=None)
    _tell_renamed(turn, before)
    if before.seats and not before.here:
        turn.note(SeatsNote("back", turn.known(person).name, before.seats))


def introduce(turn: Turn, person: str, name: str, avatar: Avatar | None) -> None:
    """Somebody at the table is called otherwise from now on, or has another picture or more in hand."""
    before = turn.known(person)
    turn.seat(turn.live.seating.introduce(person, name, avatar))
    turn.count([person])
    _tell_renamed(turn, before)


def _tell_renamed(turn: Turn, before: Sitter) -> None:
    """Who has a seat is told of under the old name and the new one."""
    after = turn.known(before.id)
    if after.name != before.name and after.seats:
        turn.note(RenamedNote(before.name, after.name, after.seats))


def gone(turn: Turn, person: str) -> None:
    """A person's connection is lost: seats are kept, and the clock decides."""
    sitter = turn.live.seating.people.get(person)
    if sitter is None or not sitter.here:
        return
    if not sitter.seats:
        turn.seat(turn.live.seating.go(person))
        turn.forget_stacks()
        return
    turn.set_sitter(person, here=False)
    turn.note(SeatsNote("away", sitter.name, sitter.seats))


def sit(turn: Turn, person: str, seat: int) -> None:
    """Takes a seat."""
    turn.check_open()
    sitter = turn.known(person)
    turn.seat(turn.live.seating.sit(turn.live.table, person, seat))
    state = turn.live.open_round
    if state is not None and state.phase != "bets" and not sitter.seats:
        turn.set_sitter(person, idle=-1)  # nobody could bet on the round under way
    give_chips(turn, person)
    turn.note(SeatNote("sit", seat, sitter.name), seat)


def stand(turn: Turn, person: str, seat: int | None) -> None:
    """Gives up a seat, or all; with cards or a bet on the table it happens after this hand."""
    sitter = turn.known(person)
    wanted = sitter.seats if seat is None else (seat,)
    if any(each not in sitter.seats for each in wanted):
        raise Refusal("not_yours", f"Seat {seat} is not yours", None, "seat")
    leaves = tuple(sorted({*sitter.leaves, *wanted}))
    check_side_by_side(turn.live.table, [each for each in sitter.seats if each not in leaves])
    if not _in_play(turn, person, wanted):
        get_up(turn, person, wanted)
    elif leaves != sitter.leaves:
        turn.set_sitter(person, leaves=leaves)
        turn.note(SeatsNote("leaving", sitter.name, leaves))


def leave(turn: Turn, person: str) -> None:
    """Goes for good: bets not yet dealt go back, and the platform decides what is open (STD-13).

    A bank stays until its round is over where others have bet against it. At a table that the operator has
    stopped, bets go back all the same, and a hand is decided as soon as the table goes on.
    """
    turn.known(person)
    take_back_bets(turn, person)
    turn.set_sitter(person, ready=True, wants_bank=False, quits=True)
    stand(turn, person, None)


def take_back_bets(turn: Turn, person: str) -> None:
    """Somebody's bets go back as long as they are not dealt."""
    state = turn.live.open_round
    if state is not None and state.phase == "bets":
        for seat in (each.number for each in state.seats if each.player == person):
            turn.do(person, turn.supply.new_id(), Bet(seat, person, {}), seat)


def show_out(turn: Turn, person: str) -> None:
    """Somebody must leave: at once, or after the hand that has their money in it."""
    sitter = turn.live.seating.people.get(person)
    if sitter is not None and sitter.seats and turn.live.settings.evening is None:
        stand(turn, person, None)


def instruct(turn: Turn, person: str, instruction: Instruction) -> None:
    """What the platform does for a person who is away (STD-13)."""
    turn.known(person)
    turn.set_sitter(person, instruction=instruction)


def get_up(turn: Turn, person: str, seats: tuple[int, ...]) -> None:
    """Some seats of a person become free now; who has none left gives chips back."""
    sitter = turn.live.seating.people[person]
    for each in seats:
        turn.seat(turn.live.seating.stand(person, each))
        turn.note(SeatNote("stand", each, sitter.name), each)
    if not turn.live.seating.people[person].seats:
        turn.sweep(person)
        turn.count([person])
        if sitter.bot or not sitter.here:
            turn.seat(turn.live.seating.go(person))


def _in_play(turn: Turn, person: str, wanted: tuple[int, ...]) -> bool:
    state = turn.live.open_round
    if state is None:
        return False
    if state.bank is not None and state.bank.player == person:
        return True
    return any(each.player == person and each.number in wanted for each in state.seats)
