"""Who comes to a live table and goes, sits down and gets up, and what they have to bet with."""

from __future__ import annotations

from typing import Final

from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.round.choices import wager_range
from pitboss.round.table import Table
from pitboss.table.commands import Bet
from pitboss.table.live_state import RenamedNote, SeatNote, SeatsNote
from pitboss.table.seating import Avatar, Instruction, Sitter, check_side_by_side
from pitboss.table.turn import Turn

# What they bet with

BOT_PURSE: Final[Cents] = 1_000_000  # what a bot is given whenever it runs short
CHIPS: Final[Cents] = 100_000  # what a person gets at least, where chips are played with


def chips_for(table: Table) -> Cents:
    """What a person gets who sits down where chips are played with: enough for this table."""
    return max(CHIPS, 2 * table.max)


def give_chips(turn: Turn, person: str) -> None:
    """Where chips are played with: as many as a new person gets, for somebody who cannot bet any more."""
    table = turn.live.table
    if turn.live.till.gives_chips and turn.funds(person) < least_bet(table):
        turn.feed(person, chips_for(table) - turn.funds(person))
        turn.count([person])


def fill_bot_purse(turn: Turn, bot: str, need: Cents) -> None:
    """A bot never runs short, but where chips are an evening's."""
    if turn.live.till.evening is None and turn.funds(bot) < need:
        turn.feed(bot, max(BOT_PURSE, need))


def least_bet(table: Table) -> Cents:
    """What the smallest bet on the main game asks for."""
    ante = table.sheet.wagers.get("ante")
    low = wager_range(table, ante, {}).low if ante else table.min
    return table.need({"ante": low, **table.sheet.stakes_beside(low)})


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
