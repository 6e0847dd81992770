"""People at a live table: they come and go, sit down and get up, and the table waits for them.

There is the clock of the phase; the longest wait where none runs; the bank's offer; and where no clock runs,
patience with a person who is away or was nudged. When that ends, bets that were not dealt go back, a hand
that was dealt is decided as its person has asked (STD-13), and nobody waits for them before they act again.
"""

from __future__ import annotations

from typing import Final

from pitboss.evening.model import Clock
from pitboss.money import Cents
from pitboss.round import Refusal, Round
from pitboss.round.choices import wager_range
from pitboss.round.table import Table
from pitboss.table.commands import Bet
from pitboss.table.live_state import (
    DecidedFor,
    LiveState,
    Nudged,
    RenamedNote,
    SatOut,
    SeatNote,
    SeatsNote,
    TableNote,
    Turn,
    people_in,
)
from pitboss.table.seating import Avatar, Instruction, Missed, MissedDecision, Out, Sitter, check_side_by_side
from pitboss.table.settings import NUDGE_GAP
from pitboss.table.view_types import Awaited, WaitFrame

# What they bet with

BOT_PURSE: Final[Cents] = 1_000_000  # what a bot is given whenever it runs short
CHIPS: Final[Cents] = 100_000  # what a person gets at least, where chips are played with


def chips_for(table: Table) -> Cents:
    """The chips that a person gets with a seat: enough for this table."""
    return max(CHIPS, 2 * table.max)


def give_chips(turn: Turn, person: str) -> None:
    """At a table of chips: as many as a new player gets, for one who cannot bet any more."""
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
    """Gives a person at the table another name or picture, and shows what they have in hand."""
    before = turn.known(person)
    turn.seat(turn.live.seating.introduce(person, name, avatar))
    turn.count([person])
    _tell_renamed(turn, before)


def _tell_renamed(turn: Turn, before: Sitter) -> None:
    """Tells everyone of a new name, if the person has a seat."""
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
    """Gives a person's bets back as long as they are not dealt."""
    state = turn.live.open_round
    if state is not None and state.phase == "bets":
        for seat in (each.number for each in state.seats if each.player == person):
            turn.act(person, Bet(seat, person, {}), seat)


def show_out(turn: Turn, person: str) -> None:
    """Has a person leave: at once, or after the hand that they have money in."""
    sitter = turn.live.seating.people.get(person)
    if sitter is not None and sitter.seats and turn.live.evening is None:
        stand(turn, person, None)


def instruct(turn: Turn, person: str, instruction: Instruction) -> None:
    """What the platform does for a person who is away (STD-13)."""
    turn.known(person)
    turn.set_sitter(person, instruction=instruction)


def get_up(turn: Turn, person: str, seats: tuple[int, ...]) -> None:
    """Frees some seats of a person; with the last one go the chips."""
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


# Whom a round waits for


def late_bettors(live: LiveState, state: Round) -> list[Sitter]:
    """The players who are not done with the bets: they have bet, connected or not, or still may."""
    betting = {each.player for each in state.seats}
    return [
        each
        for each in live.seating.seated()
        if not each.ready and each.out is None and (each.here or each.id in betting)
    ]


def deciding(live: LiveState, state: Round) -> list[Sitter]:
    """The people whose decisions are awaited, each once."""
    players = {seat.player for seat in state.seats if seat.number in state.waiting}
    known = live.seating.people.values()
    return [each for each in known if each.id in players and each.bot is None and each.out is None]


def awaited_people(live: LiveState) -> dict[str, Sitter]:
    """The players who hold up the round; none while no player has money in it."""
    state = live.open_round
    if state is None or not people_in(state):
        return {}
    if state.phase == "bets":
        found = late_bettors(live, state)
    else:
        found = deciding(live, state) if state.phase == "decisions" else []
    return {each.id: each for each in found if each.bot is None}


def awaited_seats(live: LiveState, sitter: Sitter) -> tuple[int, ...]:
    """The seats for which the table waits on a player: those that wait for a decision, or all."""
    state = live.open_round
    if state is None or state.phase != "decisions":
        return sitter.seats
    return tuple(
        each.number for each in state.seats if each.player == sitter.id and each.number in state.waiting
    )


def start_clocks(turn: Turn, *, again: bool = False) -> None:
    """Starts the clock of the phase where none runs, or starts it full again; so the longest wait."""
    live = turn.live
    lasts = live.settings.offer_lasts
    if again and live.clocks.offer_until is not None and lasts is not None:
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
    elif state.phase == "bets" and live.evening is None and not (state.seats and people_in(state)):
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
    state, longest, until = live.open_round, live.settings.longest_wait, live.clocks.waits_until
    if longest is None or live.until is not None or state is None or not people_in(state):
        until = None
    elif until is None or again:
        until = turn.now + longest
    if until != live.clocks.waits_until:
        turn.set_clocks(waits_until=until)


def _start_patience(turn: Turn, *, again: bool) -> None:
    """Limits the wait for a player who is away, once another player at the table waits for them.

    A player who is alone finds everything as it was. A nudge counts as long as its player is awaited.
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
    ends = live.clocks.waits_until if live.until is None else live.until
    return live.clocks.called or (ends is not None and turn.now >= ends)


def resume(turn: Turn) -> None:
    """After a pause in which nobody could do anything: running clocks start full again."""
    if turn.live.deadline is not None:
        start_clocks(turn, again=True)
        turn.note(TableNote("resumed"))


# What everyone is shown of it


def waiting_for(live: LiveState) -> tuple[WaitFrame, ...]:
    """What the table waits for; nothing where only time, or the operator, moves it on."""
    state = live.open_round
    if live.frozen or (live.closing and state is None) or live.stored_table.closed:
        return ()
    if state is None:  # with a clock the next round opens by itself
        return () if live.clock is not None else (WaitFrame("bets", _seats(_betting(live))),)
    if state.phase == "bets":
        return (*_bank(live), *_bets(live, state))
    if state.phase == "decisions":
        out = {each.id for each in live.seating.people.values() if each.out is not None}
        seats = (each for each in state.seats if each.number in state.waiting and each.player not in out)
        return _frames("decision", tuple(each.number for each in seats), _away(live, state))
    return ()


def _bank(live: LiveState) -> tuple[WaitFrame, ...]:
    """The answer of the player who was offered the bank (NAPA-16)."""
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    return (WaitFrame("bank", offered.seats[:1]),) if offered and offered.seats else ()


def _bets(live: LiveState, state: Round) -> tuple[WaitFrame, ...]:
    """A bet; or, once there are bets, the players who are not done."""
    if not (state.seats and people_in(state)):
        return (WaitFrame("bets", _seats(_betting(live))),)
    return _frames("ready", _seats(late_bettors(live, state)), _away(live, state))


def _frames(what: Awaited, seats: tuple[int, ...], away: tuple[int, ...]) -> tuple[WaitFrame, ...]:
    """Those who can do something about it; and apart from them those who are away."""
    here = tuple(each for each in seats if each not in away)
    return tuple(each for each in (WaitFrame(what, here), WaitFrame("away", away)) if each.seats)


def _away(live: LiveState, state: Round) -> tuple[int, ...]:
    """The seats of players who hold up the others and are away."""
    awaited = {} if live.seating.all_here else awaited_people(live)
    found = [each for each in awaited.values() if not each.here]
    left = [each.number for each in state.seats if each.player not in live.seating.people]
    return tuple(sorted({*left, *(seat for each in found for seat in awaited_seats(live, each))}))


def _betting(live: LiveState) -> list[Sitter]:
    """The people who could bet now; the bank bets on no seat."""
    state = live.open_round
    bank = state.bank.player if state and state.bank else None
    return [
        each
        for each in live.seating.people.values()
        if each.seats and each.bot is None and each.here and each.id != bank
        if not each.leaves and each.out is None
    ]


def _seats(people: list[Sitter]) -> tuple[int, ...]:
    return tuple(sorted(seat for each in people for seat in each.seats))


# For whom a table waits no longer


def act(turn: Turn, person: str) -> None:
    """A person acts: the table waits for them again, and they have seen what was decided for them."""
    _forget_wait(turn, person)
    sitter = turn.live.seating.people.get(person)
    if sitter is not None and (sitter.out is not None or sitter.missed):
        turn.set_sitter(person, out=None, missed=())


def _forget_wait(turn: Turn, person: str) -> None:
    """Clears the nudge and the wait of a person."""
    clocks = turn.live.clocks
    if person in clocks.nudged or person in clocks.away_until:
        nudged = {each: at for each, at in clocks.nudged.items() if each != person}
        away = {each: until for each, until in clocks.away_until.items() if each != person}
        turn.set_clocks(nudged=nudged, away_until=away)


def lapse_step(turn: Turn) -> bool:
    """Has the next person whose wait is over sit out."""
    late = [person for person, until in turn.live.patience.items() if turn.now >= until]
    awaited = awaited_people(turn.live) if late else {}
    for person in late:
        if person in awaited:
            sit_out(turn, person, "idle" if awaited[person].here else "away")
            return True
    return False


def sit_out(turn: Turn, person: str, why: Out, by: str | None = None) -> None:
    """Ends the wait for a person; `by` is the name of the person who said so."""
    sitter = turn.live.seating.people[person]
    take_back_bets(turn, person)
    turn.set_sitter(person, ready=True, out=why)
    _forget_wait(turn, person)
    turn.note(SatOut(sitter.name, sitter.seats, why, by))


def nudge(turn: Turn, person: str, by: str | None) -> None:
    """Tells a person that the others wait; without a clock the table waits only a little longer."""
    live = turn.live
    awaited, nudged = awaited_people(live), live.clocks.nudged
    if person not in awaited:
        raise Refusal("not_awaited", "Nobody waits for this person", None, "seat")
    sitter = awaited[person]
    if not sitter.here:
        raise Refusal("away", f"{sitter.name} is away and cannot hear it", None, "seat")
    if person in nudged:
        raise Refusal("nudged", f"{sitter.name} was nudged already", None, "seat")
    turn.set_clocks(nudged={**nudged, person: turn.now})
    seat = awaited_seats(live, sitter)[0]
    turn.note(Nudged(sitter.name, seat, by))


def is_idle(live: LiveState, sitter: Sitter, now: float) -> bool:
    """Whether a person is away, or has not answered a nudge."""
    since = live.clocks.nudged.get(sitter.id)
    return not sitter.here or (since is not None and now >= since + NUDGE_GAP)


def decided_for(turn: Turn, person: str, number: int, why: Missed) -> None:
    """Tells what the platform decided for a person, and keeps it until they act."""
    state = turn.live.state
    seat, sitter = state.seat(number) if state else None, turn.live.seating.people.get(person)
    if seat is None or seat.action is None or seat.by is None or seat.by == "player":
        raise AssertionError("the platform has decided")
    round_ = turn.live.stored_table.rounds
    name = sitter.name if sitter is not None else None
    turn.note(DecidedFor(number, name, seat.action, seat.by, why))
    if sitter is not None:
        kept = tuple(each for each in sitter.missed if each.round == round_)
        turn.set_sitter(person, missed=(*kept, MissedDecision(round_, number, seat.action, seat.by, why)))
