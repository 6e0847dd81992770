"""A table of an evening: it plays one round when the evening says so, with whom the evening has seated.

Nobody sits down or gets up there by themselves, and nobody is waited for longer than the clock says.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.cage.ids import table_actor
from pitboss.floor import messages as said
from pitboss.floor.announcements import SeatNote, Terms
from pitboss.floor.commands import Arrange, EveningSeat
from pitboss.floor.live_state import Clocks, LiveState
from pitboss.floor.messages import Message
from pitboss.floor.places import get_up
from pitboss.floor.settings import EveningRound, Stage
from pitboss.floor.turn import Turn
from pitboss.pit import PROPOSITION, ChangeTerms
from pitboss.round import Refusal, Round, TakeBank

REFUSED = (
    said.Sit,
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


def check_message(live: LiveState, message: Message) -> None:
    """Refuses what only the evening does at its tables."""
    if live.settings.evening is not None and isinstance(message, REFUSED):
        text = "This is a table of an evening: who sits where, and for how long, the evening says"
        raise Refusal("evening", text, None)


def check_round(live: LiveState) -> None:
    """Refuses what belongs to a round that the evening has not begun yet."""
    if live.settings.evening is not None and live.settings.evening.stage != "playing":
        raise Refusal("evening", "The next round begins when all tables have ended this one", None)


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
    table = turn.live.table
    if (table.min, table.max) != (command.low, command.high):
        turn.dealer(ChangeTerms(command.low, command.high))
        clock, coach = turn.live.clock is not None, turn.live.settings.coach
        turn.note(Terms(command.low, command.high, clock=clock, coach=coach, by=None))
    turn.set(last=None, clocks=Clocks())
    _set_stage(turn, EveningRound(before.id, command.round, "playing"))


def _sit(turn: Turn, place: EveningSeat) -> None:
    sitter = turn.live.seating.people.get(place.person)
    if sitter is not None and sitter.seats:
        return
    here = turn.live.seating.come(place.person, place.name, place.bot, place.avatar)
    turn.seat(here.sit(turn.live.table, place.person, place.seat))
    turn.set_sitter(place.person, ready=place.bot is not None)
    turn.count([place.person])
    turn.note(SeatNote("sit", place.seat, turn.known(place.person).name), place.seat)


def _set_stage(turn: Turn, stage: EveningRound) -> None:
    turn.set(settings=replace(turn.live.settings, evening=stage))


def end_evening_round(turn: Turn, ended: Round | None) -> None:
    """The round of the evening was paid, is void, or nobody has bet on it."""
    stage = turn.live.settings.evening
    if stage is None or stage.stage != "playing":
        return
    people = ended.people if ended is not None else ()
    played = tuple(sorted(each for each in people if each != PROPOSITION))
    _set_stage(turn, replace(stage, stage="paid", played=played))


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


def live_evening_rests(live: LiveState) -> bool:
    """Whether an evening's table has ended its round; what is open then is the seal of the next."""
    return live.settings.evening is not None and live.settings.evening.stage == "done"


def pass_round(turn: Turn, state: Round) -> None:
    """Nobody has bet in time: the round of the evening is over here, and its seal is used for the next."""
    if state.bank is not None:
        bank = state.bank.player
        own = table_actor(turn.live.id) if bank == PROPOSITION else bank
        turn.do(own, turn.supply.new_id(), TakeBank(bank, 0))
    turn.set(clocks=Clocks())
    end_evening_round(turn, None)
    rest_step(turn)
