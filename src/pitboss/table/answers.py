"""A command at a table: read, done in its person's name, answered. The same way for every client there is."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic import ValidationError

from pitboss.errors import CageFault, NotPriced, OutcomeUnknown
from pitboss.ledger.deeds import OtherContent
from pitboss.round import Refusal, Spot
from pitboss.table import messages as said
from pitboss.table.advice import (
    BankPriceFrame,
    CoachFrame,
    banked_round,
    coach_frame,
    coached_hand,
    price_frame,
)
from pitboss.table.audience import Done, Watcher
from pitboss.table.live_state import LiveState, NotHere
from pitboss.table.messages import (
    ID_FORM,
    MESSAGES,
    DoneFrame,
    Introduce,
    Message,
    RefusedFrame,
    Say,
    UnknownFrame,
)
from pitboss.table.round_play import draft
from pitboss.table.seating import Avatar
from pitboss.table.stored_calls import Check
from pitboss.table.table_runner import Room

OnFault = Callable[[str, Exception], None]
Who = Callable[[], Awaitable[tuple[str, Avatar]]]


@dataclass(frozen=True, slots=True)
class Asking:
    """The client of one table: a person, or a spectator who only looks."""

    room: Room
    person: str | None
    check: Check | None  # refuses what a person's own limits do not allow
    on_fault: OnFault  # hears of faults that are no refusals
    watcher: Watcher | None = None  # the connection, which hears what came of a command with the next frame
    who: Who | None = None  # what the person is called now, and their picture
    sees_through: bool = False  # a caller that waits for an answer is not cut off
    address: str = ""  # that the person asks from, as far as it is known

    async def answer(self, text: str) -> DoneFrame | RefusedFrame | UnknownFrame | None:
        """Does what a message asks for, when the table's turn comes; None where its watcher has heard it."""
        try:
            message = MESSAGES.validate_json(text)
        except ValidationError as fault:
            return _refused(id_of(text), Refusal("message", first_fault(fault), None))
        try:
            return await self._answer(message)
        except NotHere:
            return UnknownFrame(id=message.id, text="The table moves: say it again under the same id")
        except Refusal as refusal:
            return _refused(message.id, refusal, self._spots(message))
        except OtherContent:
            text = "This command id was used before for something else: take a new one for each command"
            return _refused(message.id, Refusal("id_used", text, None, "id"))
        except OutcomeUnknown as fault:
            self.on_fault("command", fault)
            text = "The answer of the database was lost: say it again under the same id"
            return UnknownFrame(id=message.id, text=text)
        except CageFault as fault:
            self.on_fault("command", fault)
            if not fault.looked_up:
                return UnknownFrame(id=message.id, text="The database does not answer: say it again later")
            return _refused(message.id, Refusal("unavailable", "The table cannot go on at this moment", None))
        except Exception as fault:  # noqa: BLE001 - a fault of ours costs nobody the connection
            self.on_fault("command", fault)
            return _refused(message.id, Refusal("fault", "This went wrong on our side", None))

    async def _answer(self, message: Message) -> DoneFrame | None:
        """What only asks is answered from the table as it was last stored, and takes no turn."""
        me, live = self.person, self.room.live
        if me is None:
            raise Refusal("spectator", "Sign in to play", None)
        if isinstance(message, said.Draft):
            live.check_fresh(message.rev, message.seat)
            return DoneFrame(message.id, live.rev, draft(live, me, message.seat, message.wagers))
        if isinstance(message, said.AtSeat) and message.do == "coach":
            return DoneFrame(message.id, live.rev, coach=await self._coached(live, me, message.seat))
        if message.do == "bank_price":
            return DoneFrame(message.id, live.rev, bank=await self._priced(live, me))
        done = Done(self.watcher, message.id) if self.watcher is not None else None
        if isinstance(message, said.MakeGesture):
            self.room.show_gesture(me, message.gesture, done)
        elif message.do == "introduce":
            if self.who is not None:
                await self.room.do(Introduce(me, *(await self.who())), done=done)
        else:
            do = self.room.see_through if self.sees_through else self.room.do
            await do(Say(me, message), self.check, done=done)
        return DoneFrame(message.id, self.room.live.rev) if done is None else None

    def _spots(self, message: Message) -> tuple[Spot, ...] | None:
        """For a bet that was refused: the spots as they would be with it."""
        if not isinstance(message, said.Bets) or self.person is None:
            return None
        try:
            return draft(self.room.live, self.person, message.seat, message.wagers)
        except Refusal:
            return None

    async def _coached(self, live: LiveState, me: str, seat: int) -> CoachFrame:
        """What the coach says: worked out while the table goes on."""
        hand = coached_hand(live, me, seat)
        try:
            return coach_frame(live, seat, await self.room.reckoner.worth(hand, f"person {me}", self.address))
        except NotPriced as fault:
            return coach_frame(live, seat, fault)

    async def _priced(self, live: LiveState, me: str) -> BankPriceFrame:
        """What the round is worth to its bank: worked out in the same way."""
        asked = banked_round(live, me)
        try:
            return price_frame(
                live, asked, await self.room.reckoner.bank(asked, f"person {me}", self.address)
            )
        except NotPriced as fault:
            return price_frame(live, asked, fault)


def _refused(id_: str | None, refusal: Refusal, shown: tuple[Spot, ...] | None = None) -> RefusedFrame:
    return RefusedFrame(id_, **refusal.as_json(), spots=shown)  # its code, text, clause, path and values


def id_of(text: str) -> str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if isinstance(id_, str) and re.fullmatch(ID_FORM, id_) else None


def first_fault(fault: ValidationError) -> str:
    """The first thing that is wrong with a message, and where."""
    first = fault.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place or 'the message'}: {first['msg']}"
