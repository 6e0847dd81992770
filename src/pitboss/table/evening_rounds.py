"""A table of an evening: it plays one round when the evening says so, with whom the evening has seated.

Nobody sits down or gets up there by themselves, and nobody is waited for longer than the clock says.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.money import Cents
from pitboss.round import Refusal, Round
from pitboss.table import messages as said
from pitboss.table.commands import ChangeTerms
from pitboss.table.live_state import Clocks, LiveState, SeatNote, TableNote, Terms
from pitboss.table.messages import Arrange, EveningSeat, Message, SetEvening
from pitboss.table.places import get_up
from pitboss.table.settings import EveningRound, Stage
from pitboss.table.transfers import PROPOSITION
from pitboss.table.turn import Turn

REFUSED = (
    said.Stand,
    said.Leave,
    said.AddBot,
    said.RemoveBot,
    said.DealNow,
    said.SitOut,
    said.Remove,
    said.Change,
    said.HandOver,
    said.Close,
)


def check_message(live: LiveState, person: str, message: Message) -> None:
    """Refuses what only the evening does at its tables; who sits down where they sit has done so."""
    if live.settings.evening is None:
        return
    sitter = live.seating.people.get(person)
    moves = isinstance(message, said.Sit) and (sitter is None or message.seat not in sitter.seats)
    if moves or isinstance(message, REFUSED):
        text = "This is a table of an evening: who sits where, and for how long, the evening says"
        raise Refusal("evening", text, None)


def check_round(live: LiveState) -> None:
    """Refuses what belongs to a round that the evening has not begun yet."""
    if live.settings.evening is not None and live.settings.evening.stage != "playing":
        raise Refusal("phase", "The next round begins when all tables have ended this one", None)


def arrange(turn: Turn, command: Arrange) -> None:
    """The next round of the evening, unless it was begun before; in a round nothing is arranged."""
    before = turn.live.settings.evening
    if before is None or before.stage != "done" or before.round >= command.round:
        return
    wanted = {each.person: each for each in command.seats}
    for sitter in turn.live.seating.seated():
        place = wanted.get(sitter.id)
        if place is None or sitter.seats != (place.seat,):
            get_up(turn, sitter.id, sitter.seats)
    for each in command.seats:
        _sit(turn, each)
    turn.count([each.person for each in command.seats])  # a missed round has cost some of it
    table = turn.live.table
    if (table.min, table.max) != (command.low, command.high):
        turn.dealer(ChangeTerms(command.low, command.high))
        clock, coach = turn.live.clock is not None, turn.live.settings.coach
        turn.note(Terms(command.low, command.high, clock=clock, coach=coach, by=None))
    turn.set(last=None, clocks=Clocks())
    _set_stage(turn, EveningRound(before.id, command.round, "playing"))
    if before.paused:
        turn.note(TableNote("evening_resumed"))


def set_evening(turn: Turn, command: SetEvening) -> None:
    """Shows what the evening has counted, and that it is paused; a round under way goes on."""
    stage = turn.live.settings.evening
    if stage is None:
        return
    here = {each.id for each in turn.live.seating.seated()}
    told = {person: cents for person, cents in command.chips if person in here}
    turn.set(stacks={**turn.live.stacks, **told})
    if stage.paused != command.paused:
        _set_stage(turn, replace(stage, paused=command.paused))
        if command.paused or stage.stage != "done":  # else it has not gone on: it is over
            turn.note(TableNote("evening_paused" if command.paused else "evening_resumed"))


def _sit(turn: Turn, place: EveningSeat) -> None:
    sitter = turn.live.seating.people.get(place.person)
    if sitter is not None and sitter.seats:
        return
    here = turn.live.seating.come(place.person, place.name, place.bot, place.avatar)
    turn.seat(here.sit(turn.live.table, place.person, place.seat))
    turn.set_sitter(place.person, ready=place.bot is not None)
    turn.note(SeatNote("sit", place.seat, turn.known(place.person).name), place.seat)


def _set_stage(turn: Turn, stage: EveningRound) -> None:
    turn.set(settings=replace(turn.live.settings, evening=stage))


def end_evening_round(turn: Turn, ended: Round) -> None:
    """The round of the evening was paid or is void."""
    stage = turn.live.settings.evening
    if stage is None or stage.stage != "playing":
        return
    played = tuple(sorted(each for each in ended.people if each != PROPOSITION))
    _set_stage(turn, replace(stage, stage="paid", played=played, jackpots=_jackpots(ended)))


def _jackpots(ended: Round | None) -> tuple[tuple[str, Cents], ...]:
    """Who was paid out of the meter, seat by seat."""
    if ended is None or ended.ended is None:
        return ()
    players = {each.number: each.player for each in ended.seats}
    won = (
        (players[paid.seat], sum(line.profit for line in paid.lines if line.wins_meter))
        for paid in ended.ended.seats
    )
    return tuple((person, cents) for person, cents in won if cents)


def rest_step(turn: Turn) -> bool:
    """Between two rounds of an evening: whether the next one may be opened."""
    live = turn.live
    stage = live.settings.evening
    current: Stage = stage.stage if stage is not None else "playing"
    if stage is not None and current == "paid" and (live.until is None or turn.now >= live.until):
        _set_stage(turn, replace(stage, stage="done"))
        turn.set_clocks(until=None)
    return current == "playing"


def waits_for_absent(live: LiveState) -> bool:
    """Whether no person at a table of an evening is there: then the clock runs, in case they come back."""
    if live.settings.evening is None:
        return False
    people = [each for each in live.seating.seated() if each.bot is None]
    return bool(people) and not any(each.here for each in people)
