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
from pitboss.table.commands import Bet, CloseTable, PitCommand, command_text
from pitboss.table.host_powers import host_command
from pitboss.table.live_state import Advise, Change, LiveState, Turn
from pitboss.table.messages import (
    Arrange,
    CloseUp,
    Come,
    Freeze,
    Govern,
    HaveBots,
    HearAdvice,
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
from pitboss.table.player_bank import bank_asked
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
    state: LiveState,
    command: TableCommand,
    now: Seconds,
    books: Books,
    supply: Supply,
    asked: Request | None,
    advise: Advise | None = None,
) -> Outcome:
    """Does a command at a table, or raises its refusal. It asks for what the books lack.

    `asked` is the command as the journal knows it, if it has an id. With `advise` bots are told on the spot
    what is best; else the table notes the hands.
    """
    turn = Turn(state, now, books, supply, asked, advise)
    _do(turn, command)
    if turn.live is not state or turn.plans:
        _add_deed(turn, asked)
    return Outcome(turn.live, tuple(turn.plans), tuple(turn.changes))


def _add_deed(turn: Turn, asked: Request | None) -> None:
    """A command under an id that changes the table is a deed: that of its events, or one alone."""
    if asked is not None and not any(each.asked == asked for each in turn.plans):
        turn.plans.append(Writing("Alone", asked, ALONE))


def _do(turn: Turn, command: TableCommand) -> None:
    match command:
        case Say(person, message):
            if not _is_so_already(turn.live, message):
                turn.live.check_fresh(message.rev, getattr(message, "seat", None))
            round_play.check_message(turn.live, person, message)
            people.act(turn, person)
            _say(turn, person, message)
            if message.do in ("instruct", "more_time"):
                return
        case Come(person, name, avatar):
            people.come(turn, person, name, avatar)
        case Introduce(person, name, avatar):
            people.introduce(turn, person, name, avatar)
            return
        case Tick(gone):
            for person in sorted(gone):
                people.gone(turn, person)
            if turn.live.frozen:
                return
        case Resume():
            people.resume(turn)
            return
        case HearAdvice(hand, best):
            if not _hear(turn, hand, best):
                return
        case TakeSeat(person, seat):
            people.sit(turn, person, seat)
        case ShowOut(person):
            people.show_out(turn, person)
        case SeatBot(kind):
            bots.add_bot(turn, kind)
        case HaveBots(wanted):
            bots.have_bots(turn, wanted)
        case Arrange():
            round_play.arrange(turn, command)
        case SetEvening():
            round_play.set_evening(turn, command)
            return
        case Freeze(frozen):
            round_play.freeze(turn, frozen)
            if frozen:
                return
        case Void(actor, id_, cause):
            round_play.void(turn, actor, id_, cause)
        case Govern(actor, message):
            host_powers.use_power(turn, host_powers.Doer(actor, "operator", None), message)
        case CloseUp(actor, id_, as_host):
            if as_host:
                host_powers.check_host(host_powers.doer(turn.live, actor), "close it")
            round_play.close(turn, actor, id_)
        case SetAside(fault):
            round_play.set_aside(turn, fault)
            return
    go_on(turn)


def _is_so_already(live: LiveState, message: Message) -> bool:
    """Whether somebody else was faster with what is asked for: the next round is open for bets."""
    return message.do == "next" and message.rev <= live.rev and live.phase == "bets"


def _hear(turn: Turn, hand: Hand, best: str | None) -> bool:
    """Whether somebody still waits for what is best: else the round has ended without it."""
    live = turn.live
    if hand not in live.asked:
        return False
    asked = tuple(each for each in live.asked if each != hand)
    turn.set(asked=asked, advised={**live.advised, hand: best})
    return True


def _say(turn: Turn, me: str, message: Message) -> None:
    """What a person asks for, made from what the table shows."""
    key, command = message.id, pit_command(turn.live, me, message)
    match command:
        case Bet():
            round_play.bet(turn, me, key, command)
            return
        case Decide():
            turn.check_not_frozen()
            turn.do(me, key, command, command.seat)
            return
        case TakeBank():
            player_bank.take_bank(turn, me, key, command)
            return
    match message:
        case said.AtSeat(do="sit", seat=seat):
            if turn.live.settings.evening is None:  # there one can only sit where one sits
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
        case said.Plain(do="close"):
            host_powers.check_host(host_powers.doer(turn.live, me), "close it")
            round_play.close(turn, me, key)
        case said.DealNow() | said.ToPerson() | said.Change():
            host_powers.use_power(turn, host_powers.doer(turn.live, me), message)
        case _:
            raise AssertionError(f"{message.do} only asks or passes: it takes no turn")


def _check_seats_bots(live: LiveState, person: str) -> None:
    if not may_seat_bots(live, person):
        raise Refusal("not_host", "Who sits at the table, or opened it, seats and removes bots", None)


def request_of(live: LiveState, command: TableCommand) -> Request | None:
    """A command that has an id, as the journal knows it; None for what the house does by itself."""
    match command:
        case Say(person, message):
            own = pit_command(live, person, message)
            text = command_text(live.id, own) if own is not None else _text(live.id, message)
            return Request(person, message.id, text)
        case Void(actor, id_, cause):
            return Request(actor, id_, command_text(live.id, VoidRound(cause)))
        case Govern(actor, message):
            return Request(actor, message.id, command_text(live.id, host_command(message)))
        case CloseUp(actor, id_):
            return Request(actor, id_, command_text(live.id, CloseTable()))
    return None


def pit_command(live: LiveState, me: str, message: Message) -> PitCommand | None:
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
            return bank_asked(live, me, stake)
        case said.Plain(do="close"):
            return CloseTable()
        case said.DealNow() | said.ToPerson() | said.Change():
            return host_command(message)
    return None


_NOT_SAID: Final = frozenset({"t", "id", "rev", "do"})


def _text(table: str, message: Message) -> str:
    """Any other message as canonical text; from which view it was made is not part of it."""
    fields = {name: value for name, value in message.__dict__.items() if name not in _NOT_SAID}
    return canonical({"k": message.do, "table": table, **fields})
