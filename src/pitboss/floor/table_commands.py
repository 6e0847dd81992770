"""A command at a table: read, done in its person's name, answered. The same way for every client there is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from pydantic import ValidationError

from pitboss.cage.deeds import OtherContent
from pitboss.faults import CageFault, OutcomeUnknown
from pitboss.floor import messages as said
from pitboss.floor.audience import Done, Watcher
from pitboss.floor.frames import may_seat_bots
from pitboss.floor.live import LiveTable
from pitboss.floor.live_coach import CoachAsked, CoachFrame, coach_asked, coach_told
from pitboss.floor.messages import ID_FORM, MESSAGES, DoneFrame, Message, RefusedFrame, UnknownFrame
from pitboss.floor.settings import Seconds
from pitboss.floor.table_runner import Room
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.pit import Bet
from pitboss.round import Decide, Refusal, Spot

CheckBet = Callable[[str, Cents], None]  # refuses what a person's own limits do not allow
OnFault = Callable[[str, Exception], None]
TurnOf = Callable[[str], AbstractContextManager[None]]


class Told(NamedTuple):
    """What a question is answered with; a command that changes the table has no such answer."""

    spots: tuple[Spot, ...] | None = None
    weigh: CoachAsked | None = None  # for the coach, who answers outside the table's turn


def _no_turns(person: str) -> AbstractContextManager[None]:
    """Where a person plays at one table alone."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody who asks things of one table: a person, or a spectator who only looks."""

    room: Room
    person: str | None
    check_bet: CheckBet
    on_fault: OnFault  # hears of faults that are no refusals
    turn_of: TurnOf = _no_turns  # held from the check of a bet until it lies on the table
    watcher: Watcher | None = None  # the connection, which hears what came of a command with the next frame

    async def answer(self, text: str) -> DoneFrame | RefusedFrame | UnknownFrame | None:
        """Does what a message asks for, when the table's turn comes; None where its watcher has heard it."""
        try:
            message = MESSAGES.validate_json(text)
        except ValidationError as fault:
            return _refused(_id_of(text), Refusal("message", _first(fault), None))
        try:
            if isinstance(message, said.Draft | said.Coach):
                return await self._tell(message)
            return await self._have_done(message)
        except Refusal as refusal:
            return _refused(message.id, refusal, self._spots_with(message))
        except OtherContent:
            text = "This command id was used before for something else: take a new one for each command"
            return _refused(message.id, Refusal("id_used", text, None, "id"))
        except OutcomeUnknown as fault:
            self.on_fault("command", fault)
            text = "The answer of the database was lost: say it again under the same id"
            return UnknownFrame(id=message.id, text=text)
        except CageFault as fault:
            self.on_fault("command", fault)
            return _refused(message.id, Refusal("unavailable", "The table cannot go on at this moment", None))
        except Exception as fault:  # noqa: BLE001 - a fault of ours costs nobody the connection
            self.on_fault("command", fault)
            return _refused(message.id, Refusal("fault", "This went wrong on our side", None))

    async def _have_done(self, message: Message) -> DoneFrame | None:
        """A command: its watcher hears of it together with what it has changed."""
        done = Done(self.watcher, message.id) if self.watcher is not None else None
        rev = await self.room.call(lambda live, now: self._do(live, message, now), command=done)
        return DoneFrame(message.id, rev) if done is None else None

    async def _tell(self, message: said.Draft | said.Coach) -> DoneFrame:
        """A question: nothing changes, and nobody else hears of it."""
        told, rev = await self.room.call(lambda live, now: (self._told(live, message), live.rev))
        coach = await self._coached(told.weigh) if told.weigh is not None else None
        return DoneFrame(message.id, rev, told.spots, coach)

    async def _coached(self, asked: CoachAsked) -> CoachFrame:
        """What the coach says: weighed by whoever reckons for the tables, while the table goes on."""
        try:
            worth = await self.room.reckoner.worth(asked.hand, f"person {self.person}")
        except NotPriced as fault:
            return coach_told(asked, fault)
        return coach_told(asked, worth)

    def _told(self, live: LiveTable, message: said.Draft | said.Coach) -> Told:
        """What a question is answered with, for who is signed in."""
        me = self._signed_in()
        if isinstance(message, said.Draft):
            live.check_fresh(message.rev, message.seat)
            return Told(spots=live.draft(me, message.seat, message.wagers))
        return Told(weigh=coach_asked(live, me, message.seat))

    def _signed_in(self) -> str:
        if self.person is None:
            raise Refusal("spectator", "Sign in to play", None)
        return self.person

    def _do(self, live: LiveTable, message: Message, now: Seconds) -> int:
        """One command, in the name of who is signed in and of nobody else; gives the table's revision."""
        me, digest = self._signed_in(), sha256(message.model_dump_json(exclude={"rev"}).encode()).digest()
        if live.heard(me, message.id, digest):  # sent again after its answer was lost
            return live.rev
        try:
            live.check_fresh(message.rev, getattr(message, "seat", None))
        except Refusal:
            if self._done_by_another_process(live, message):
                return live.rev
            raise
        self._act(live, me, message, now)
        live.remember(me, message.id, digest)
        return live.rev

    def _spots_with(self, message: Message) -> tuple[Spot, ...] | None:
        """How one's own spots would be with a bet that was refused."""
        if self.person is None or not isinstance(message, said.Bets):
            return None
        try:
            return self.room.live.draft(self.person, message.seat, message.wagers)
        except Refusal:
            return None

    def _done_by_another_process(self, live: LiveTable, message: Message) -> bool:
        """Whether the journal has this very command; under its id something else is refused."""
        me = self.person or ""
        match message:
            case said.Bets(seat=seat, wagers=wagers, seed=seed):
                return live.done_before(me, message.id, Bet(seat, me, dict(wagers), seed))
            case said.Fold(seat=seat):
                return live.done_before(me, message.id, Decide(seat, me, "fold"))
            case said.Play(seat=seat):
                return live.done_before(me, message.id, Decide(seat, me, "play"))
            case said.Draw(seat=seat, discard=discard):
                return live.done_before(me, message.id, Decide(seat, me, "draw", discard))
            case said.TakeTheBank(stake=stake):
                return live.done_before(me, message.id, live.bank_asked(me, stake))
            case said.Close():
                return live.closed_before(me, message.id)
        return False

    def _act(self, live: LiveTable, me: str, message: Message, now: Seconds) -> None:
        """What a command asks for, once it is known to be new and made from what the table shows."""
        key = message.id
        match message:
            case said.Sit(seat=seat):
                live.sit(me, seat, now)
            case said.Stand(seat=seat):
                live.stand(me, seat, now)
            case said.Leave():
                live.leave(me, now)
            case said.Bets(seat=seat, wagers=wagers, seed=seed):
                with self.turn_of(me):
                    self.check_bet(me, _more(live, seat, wagers))
                    live.bet(me, key, seat, dict(wagers), seed, now)
            case said.Next():
                live.next(me, now)
            case said.Ready():
                live.ready(me, now)
            case said.Fold(seat=seat):
                live.decide(me, key, seat, "fold", None, now)
            case said.Play(seat=seat):
                live.decide(me, key, seat, "play", None, now)
            case said.Draw(seat=seat, discard=discard):
                live.decide(me, key, seat, "draw", discard, now)
            case said.MoreTime():
                live.more_time(me, now)
            case said.WantBank(want=want):
                live.want_bank(me, want, now)
            case said.TakeTheBank(stake=stake):
                with self.turn_of(me):
                    if not live.done_before(me, key, live.bank_asked(me, stake)):
                        self.check_bet(me, stake)  # a repetition puts nothing on the table
                    live.take_bank(me, key, stake, now)
            case said.PassTheBank():
                live.pass_bank(me, now)
            case said.Instruct(instruction=instruction):
                live.instruct(me, instruction)
            case said.AddBot(bot=bot):
                _check_host(live, me)
                live.add_bot(bot, now)
            case said.RemoveBot(seat=seat):
                _check_host(live, me)
                live.remove_bot(seat, now)
            case said.Close():
                live.close_as_host(me, key, now)


def _refused(id_: str | None, refusal: Refusal, found: tuple[Spot, ...] | None = None) -> RefusedFrame:
    return RefusedFrame(id_, **vars(refusal), spots=found)  # its code, text, clause, path and values


def _more(live: LiveTable, seat: int, wagers: dict[str, Cents]) -> Cents:
    """What a bet adds to the money on the table, the reserve for Play included."""
    state = live.open_round
    before = state.seat(seat) if state else None
    return live.table.need(wagers) - (before.reserved(live.table) if before else 0)


def _check_host(live: LiveTable, person: str) -> None:
    if not may_seat_bots(live, person):
        raise Refusal("not_host", "Who sits at the table, or opened it, seats and removes bots", None)


def _id_of(text: str) -> str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, str) and re.fullmatch(ID_FORM, id_) else None


def _first(fault: ValidationError) -> str:
    first = fault.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place or 'the message'}: {first['msg']}"
