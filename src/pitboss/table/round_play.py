"""A round at a live table: bets, the deal, decisions, its end; and what drives a table from one to the next.

Read `go_on` first: it takes every step that waits for nobody. A table of an evening plays one round when the
evening says so, with whom the evening has seated: nobody sits down or gets up there by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pitboss.evening.rows import EveningRound, Stage
from pitboss.ledger.accounts import table_actor
from pitboss.ledger.deeds import Request
from pitboss.money import Cents
from pitboss.round import (
    Decide,
    EndDeal,
    Refusal,
    RevealDealer,
    Round,
    Spot,
    TakeBank,
    VoidRound,
    away_decision,
    spots,
)
from pitboss.round.choices import check_seats_of_person
from pitboss.round.events import VoidCause
from pitboss.table import messages as said
from pitboss.table.bots import BOTS, bot_bets, bot_decides, is_played
from pitboss.table.commands import Bet, ChangeTerms, CloseTable, OpenRound, Settle, StartDeal, command_text
from pitboss.table.live_state import (
    Clocks,
    EndNote,
    LiveState,
    PersonNote,
    SeatNote,
    TableNote,
    Terms,
    TimeUp,
    Turn,
    WornOut,
    closer,
    passes,
)
from pitboss.table.messages import Arrange, EveningSeat, Message, SetEvening
from pitboss.table.people import (
    decided_for,
    get_up,
    give_chips,
    is_late,
    lapse_step,
    late_bettors,
    start_clocks,
    take_back_bets,
)
from pitboss.table.player_bank import bank_step, end_offer
from pitboss.table.seating import Missed, Sitter
from pitboss.table.settings import HELD_ROUNDS
from pitboss.table.till import PROPOSITION, Unread

# Decisions


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
    """Why the platform decides: the player sits out or has left, or the time is up."""
    if sitter is not None and sitter.out is not None:
        return sitter.out
    if sitter is not None and sitter.quits:
        return "left"
    return "wait" if turn.live.until is None else "clock"


def _away_decides(turn: Turn, state: Round, number: int, sitter: Sitter | None) -> bool:
    """Decides for a player who is away, as they asked (STD-13); waits for the odds if they asked for them."""
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


# Between two rounds


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
    """Ends a round that was paid or is void: people leave who wanted to, and unused seats become free."""
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
        held = live.clock is None or live.evening is not None or idle < HELD_ROUNDS
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
    """Closes the table, in the name of the person who asked for it."""
    if turn.live.settings.closes_by is None:
        raise AssertionError("a table closes because somebody asked")
    actor, command = turn.live.settings.closes_by
    turn.do(CloseTable(), None, Request(actor, command, command_text(turn.live.id, CloseTable())))
    turn.note(EndNote("closed", closer(turn.live, actor)))
    turn.set(clocks=Clocks())


# Bets


def draft(live: LiveState, person: str, seat: int, wagers: Mapping[str, Cents]) -> tuple[Spot, ...]:
    """The spots as they would be with these wagers; nothing is stored."""
    live.check_seat(person, seat)
    state = live.open_round
    return spots(live.table, wagers, open_=state is None or state.phase == "bets", accepted=False)


def bet(turn: Turn, person: str, wanted: Bet) -> None:
    """Replaces a seat's whole bet; the first one clears the paid felt."""
    turn.check_open()
    turn.live.check_seat(person, wanted.seat)
    check_round(turn.live)
    next_round(turn)
    if turn.live.stored_table.closed:  # its books are full, and it tells so
        return
    if not wanted.wagers:
        _check_cleared(turn.live, person, wanted.seat)
    turn.do(wanted, wanted.seat)
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
    """Done with the bets: the cards are dealt as soon as everyone is."""
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


def _check_cleared(live: LiveState, person: str, seat: int) -> None:
    """What is left of a person's bets must be dealt: side by side where the sheet says so (NAPA-14)."""
    state = live.open_round
    if state is not None and state.phase == "bets":
        left = [each.number for each in state.seats if each.player == person and each.number != seat]
        check_seats_of_person(live.table, person, left, "seat", state.bank.seat if state.bank else None)


# Stopped, void, closed


def freeze(turn: Turn, frozen: bool) -> None:
    """Stops the table as it is, or lets it go on with full clocks."""
    if frozen != turn.live.frozen:
        turn.set(settings=replace(turn.live.settings, frozen=frozen, aside=""))
        turn.note(TableNote("frozen" if frozen else "thawed"))
        if not frozen:
            start_clocks(turn, again=True)


def void(turn: Turn, cause: VoidCause) -> None:
    """Declares the round void: everything goes back."""
    turn.do(VoidRound(cause))
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
            turn.act(own, TakeBank(bank, 0))
        state = None
    if state is None:
        shut(turn)
    else:  # this command is done, and the end has an id of its own
        turn.set(settings=replace(turn.live.settings, closes_by=(actor, turn.supply.new_id())))
        turn.note(EndNote("closing", closer(turn.live, actor)))


def set_aside(turn: Turn, fault: str) -> None:
    """The table cannot go on: its round is void where that is possible (STD-12), and it is stopped.

    An operator closes it, or lets it go on.
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
    if live.evening is not None:
        if not rest_step(turn):
            return False
    elif live.last is not None and (live.clock is None or (live.until is not None and turn.now < live.until)):
        return False  # without a clock the paid round stays until someone bets
    next_round(turn)
    return True


def _deal_step(turn: Turn, state: Round) -> bool:
    """Deals when everyone is ready, or when the clock for bets has run out."""
    live = turn.live
    evening = live.evening
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
    turn.dealer(StartDeal())
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
    """Whether a player is not done: one who has bet, connected or not, or one who still may."""
    known = live.seating.people
    return any(each.player not in known for each in state.seats) or bool(late_bettors(live, state))


REFUSED: Final = frozenset(
    [
        "stand",
        "leave",
        "add_bot",
        "remove_bot",
        "deal_now",
        "sit_out",
        "remove",
        "change",
        "hand_over",
        "close",
    ]
)


def check_message(live: LiveState, person: str, message: Message) -> None:
    """Refuses what only the evening does at its tables; sitting down at one's own seat is fine."""
    if live.evening is None:
        return
    sitter = live.seating.people.get(person)
    moves = (
        isinstance(message, said.AtSeat)
        and message.do == "sit"
        and (sitter is None or message.seat not in sitter.seats)
    )
    if moves or message.do in REFUSED:
        text = "This is a table of an evening: who sits where, and for how long, the evening says"
        raise Refusal("evening", text, None)


def check_round(live: LiveState) -> None:
    """Refuses what belongs to a round that the evening has not begun yet."""
    if live.evening is not None and live.evening.stage != "playing":
        raise Refusal("phase", "The next round begins when all tables have ended this one", None)


def arrange(turn: Turn, command: Arrange) -> None:
    """The next round of the evening, unless it was begun before; in a round nothing is arranged."""
    before = turn.live.evening
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
    turn.set(evening=EveningRound(command.round, "playing"))
    if before.paused:
        turn.note(TableNote("evening_resumed"))


def set_evening(turn: Turn, command: SetEvening) -> None:
    """Shows what the evening has counted, and that it is paused; a round under way goes on."""
    stage = turn.live.evening
    if stage is None:
        return
    here = {each.id for each in turn.live.seating.seated()}
    told = {person: cents for person, cents in command.chips if person in here}
    turn.set(stacks={**turn.live.stacks, **told})
    if stage.paused != command.paused:
        turn.set(evening=stage._replace(paused=command.paused))
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


def end_evening_round(turn: Turn, ended: Round) -> None:
    """The round of the evening was paid or is void."""
    stage = turn.live.evening
    if stage is None or stage.stage != "playing":
        return
    played = tuple(sorted(each for each in ended.people if each != PROPOSITION))
    turn.set(evening=stage._replace(stage="paid", played=played, jackpots=_jackpots(ended)))


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
    stage = live.evening
    current: Stage = stage.stage if stage is not None else "playing"
    if stage is not None and current == "paid" and (live.until is None or turn.now >= live.until):
        turn.set(evening=stage._replace(stage="done"))
        turn.set_clocks(until=None)
    return current == "playing"


def waits_for_absent(live: LiveState) -> bool:
    """Whether no person at a table of an evening is there: then the clock runs, in case they come back."""
    if live.evening is None:
        return False
    people = [each for each in live.seating.seated() if each.bot is None]
    return bool(people) and not any(each.here for each in people)
