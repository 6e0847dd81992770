"""A call at a live table as a function: the table, a command and the time give the table after it.

Nothing is read and nothing is written here; a refusal leaves nothing behind.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.ledger.deeds import ALONE, Request, canonical
from pitboss.odds.coach import Hand
from pitboss.round import Decide, Refusal, TakeBank, VoidRound
from pitboss.round.table import play_of
from pitboss.table import bots, host_powers, people, player_bank, round_play
from pitboss.table import messages as said
from pitboss.table.commands import Asked, Bet, ChangeTerms, CloseTable, PitCommand, WriteDown, command_text
from pitboss.table.live_state import Change, LiveState, Turn
from pitboss.table.messages import (
    Arrange,
    CloseUp,
    Come,
    Freeze,
    Govern,
    HaveBots,
    HearAdvice,
    HostMessage,
    Introduce,
    Message,
    Resume,
    Say,
    SeatBot,
    SetAside,
    SetEvening,
    ShowOut,
    TableCommand,
    TakeSeat,
    Tick,
    Void,
)
from pitboss.table.planning import Supply, Writing
from pitboss.table.round_play import go_on
from pitboss.table.settings import Seconds
from pitboss.table.till import Books
from pitboss.table.views import may_seat_bots


class Outcome(Struct, frozen=True):
    """What a call comes to: the table after it, what is to be written, what is to be told."""

    state: LiveState
    plans: tuple[Writing, ...] = ()
    changes: tuple[Change, ...] = ()


def step(
    state: LiveState, command: TableCommand, now: Seconds, books: Books, supply: Supply, asked: Asked | None
) -> Outcome:
    """Does a command at a table, or raises its refusal. It asks for what the books lack.

    `asked` is what `asked_of` has made of the command.
    """
    supply.rewind()
    turn = Turn(state, now, books, supply, asked.request if asked else None)
    wanted, goes_on = asked.command if asked else None, True
    match command:
        case Say(person, message):
            if not _is_so_already(turn.live, message):
                turn.live.check_fresh(message.rev, getattr(message, "seat", None))
            round_play.check_message(turn.live, person, message)
            people.act(turn, person)
            _say(turn, person, message, wanted)
            goes_on = message.do not in ("instruct", "more_time")
        case Come(person, name, avatar):
            people.come(turn, person, name, avatar)
        case Introduce(person, name, avatar):
            people.introduce(turn, person, name, avatar)
            goes_on = False
        case Tick(gone):
            for person in sorted(gone):
                people.gone(turn, person)
            goes_on = not turn.live.frozen
        case Resume():
            people.resume(turn)
            goes_on = False
        case HearAdvice(hand, best):
            goes_on = _hear(turn, hand, best)
        case TakeSeat(person, seat):
            people.sit(turn, person, seat)
        case ShowOut(person):
            people.show_out(turn, person)
        case SeatBot(kind):
            bots.add_bot(turn, kind)
        case HaveBots(number):
            bots.have_bots(turn, number)
        case Arrange():
            round_play.arrange(turn, command)
        case SetEvening():
            round_play.set_evening(turn, command)
            goes_on = False
        case Freeze(frozen):
            round_play.freeze(turn, frozen)
            goes_on = not frozen
        case Void(cause=cause):
            round_play.void(turn, cause)
        case Govern(actor):
            host_powers.use_power(turn, host_powers.Doer(actor, operator=True), wanted)
        case CloseUp(actor, id_, as_host):
            if as_host:
                host_powers.check_host(turn.live, actor, "close it")
            round_play.close(turn, actor, id_)
        case SetAside(fault):
            round_play.set_aside(turn, fault)
            goes_on = False
    if goes_on:
        go_on(turn)
    plans = turn.plans
    changed = turn.live is not state or bool(plans)
    if asked is not None and changed and all(each.asked != asked.request for each in plans):
        plans.append(Writing("Alone", asked.request, ALONE))  # a deed without events of its own
    return Outcome(turn.live, tuple(plans), tuple(turn.changes))


def _is_so_already(live: LiveState, message: Message) -> bool:
    """Whether another was faster with what is asked for: the next round is open for bets."""
    return message.do == "next" and message.rev <= live.rev and live.phase == "bets"


def _hear(turn: Turn, hand: Hand, best: str | None) -> bool:
    """Notes the best action; False where the round has ended without it."""
    live = turn.live
    if hand not in live.asked:
        return False
    asked = tuple(each for each in live.asked if each != hand)
    turn.set(asked=asked, advised={**live.advised, hand: best})
    return True


def _say(turn: Turn, me: str, message: Message, wanted: PitCommand | None) -> None:
    """What a person asks for, made from what the table shows."""
    match wanted:
        case Bet():
            round_play.bet(turn, me, wanted)
            return
        case Decide():
            turn.check_not_frozen()
            turn.do(wanted, wanted.seat)
            return
        case TakeBank():
            player_bank.take_bank(turn, me, wanted)
            return
        case CloseTable():
            host_powers.check_host(turn.live, me, "close it")
            round_play.close(turn, me, message.id)
            return
        case ChangeTerms() | WriteDown():
            host_powers.use_power(turn, host_powers.doer(turn.live, me), wanted)
            return
    match message:
        case said.AtSeat(do="sit", seat=seat):
            if turn.live.evening is None:  # there one can only sit where one sits
                people.sit(turn, me, seat)
        case said.Stand(seat=seat):
            people.stand(turn, me, seat)
        case said.Plain(do="leave"):
            people.leave(turn, me)
            state = turn.live.open_round
            if turn.live.frozen and state is not None and state.phase == "bets":
                player_bank.free_bank(turn, state, late=False)  # of a bank that left before
        case said.Plain(do="next"):
            round_play.clear_felt(turn, me)
        case said.Plain(do="ready"):
            round_play.ready(turn, me)
        case said.Plain(do="more_time"):
            round_play.more_time(turn, me)
        case said.WantBank(want=want):
            player_bank.want_bank(turn, me, want)
        case said.Plain(do="pass_bank"):
            player_bank.pass_bank(turn, me)
        case said.Instruct(instruction=instruction):
            people.instruct(turn, me, instruction)
        case said.AddBot(bot=bot):
            _check_seats_bots(turn.live, me)
            bots.add_bot(turn, bot)
        case said.AtSeat(do="remove_bot", seat=seat):
            _check_seats_bots(turn.live, me)
            bots.remove_bot(turn, seat)
        case _:
            raise AssertionError(f"{message.do} only asks or passes: it takes no turn")


def _check_seats_bots(live: LiveState, person: str) -> None:
    if not may_seat_bots(live, person):
        raise Refusal("not_host", "Who sits at the table, or opened it, seats and removes bots", None)


def asked_of(live: LiveState, command: TableCommand) -> Asked | None:
    """What a command that has an id asks for; None for what the house does by itself.

    It is made here once for each call: the journal and the deed cannot differ.
    """
    own: PitCommand | None
    match command:
        case Say(actor, message):
            id_, own = message.id, _pit_command(live, actor, message)
        case Govern(actor, message):
            id_, own = message.id, host_command(message)
        case Void(actor, id_, cause):
            own = VoidRound(cause)
        case CloseUp(actor, id_):
            own = CloseTable()
        case _:
            return None
    text = command_text(live.id, own) if own is not None else _text(live.id, message)
    return Asked(Request(actor, id_, text), own)


def _pit_command(live: LiveState, me: str, message: Message) -> PitCommand | None:
    """What a message asks of the pit, where that is the whole of it."""
    match message:
        case said.Bets(seat=seat, wagers=wagers, seed=seed):
            return Bet(seat, me, dict(wagers), seed)
        case said.AtSeat(do="fold", seat=seat):
            return Decide(seat, me, "fold")
        case said.Play(seat=seat, times=times):
            return Decide(seat, me, play_of(times))
        case said.Draw(seat=seat, discard=discard):
            return Decide(seat, me, "draw", discard)
        case said.TakeTheBank(stake=stake):
            seats = live.known(me).seats
            return TakeBank(me, stake, seats[0] if seats else None)
        case said.Plain(do="close"):
            return CloseTable()
        case said.DealNow() | said.ToPerson() | said.Change():
            return host_command(message)
    return None


def host_command(message: HostMessage) -> PitCommand:
    """A use of a power as the pit writes it down; whom it concerns is not part of what was asked."""
    if isinstance(message, said.Change):
        return ChangeTerms(message.low, message.high, message.clock, message.coach)
    return WriteDown(message.do, getattr(message, "seat", None))


_NOT_SAID: Final = frozenset({"t", "id", "rev", "do"})


def _text(table: str, message: Message) -> str:
    """Any other message as canonical text; from which view it was made is not part of it."""
    fields = {name: value for name, value in message.__dict__.items() if name not in _NOT_SAID}
    return canonical({"k": message.do, "table": table, **fields})
