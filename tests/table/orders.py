"""Commands at a live table, with a word for each: what a client would say, and what the house does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, NamedTuple, get_args

from pitboss.round.events import VoidCause
from pitboss.round.settlement import ActionId
from pitboss.table import messages as said
from pitboss.table.live_state import LiveState
from pitboss.table.messages import CloseUp, Freeze, Message, Say, SeatBot, Void
from pitboss.table.seating import Instruction
from pitboss.table.table_runner import Room

MESSAGES: Mapping[str, type[said.Said]] = {
    do: kind for kind in get_args(get_args(Message)[0]) for do in get_args(kind.model_fields["do"].annotation)
}


def saying(live: LiveState, person: str, do: str, id_: str, **fields: Any) -> Say:
    """A message made from what a table shows now; the edge has not looked at it."""
    message: Message = MESSAGES[do].model_construct(t="cmd", id=id_, rev=live.rev, do=do, **fields)  # type: ignore[assignment, call-arg]
    return Say(person, message)


_NUMBERS = count(1)


def new_id() -> str:
    return f"said {next(_NUMBERS)}"


def at(room: Room) -> Orders:
    """Commands made from what a table shows now."""
    return Orders(room.live, new_id)


class Orders(NamedTuple):
    """Commands that somebody makes who sees a table as it is."""

    live: LiveState
    new_id: Callable[[], str]

    def say(self, person: str, do: str, command: str = "", **fields: Any) -> Say:
        return saying(self.live, person, do, command or f"said {self.new_id()}", **fields)

    def sit(self, person: str, seat: int) -> Say:
        return self.say(person, "sit", seat=seat)

    def stand(self, person: str, seat: int | None = None) -> Say:
        return self.say(person, "stand", seat=seat)

    def leave(self, person: str) -> Say:
        return self.say(person, "leave")

    def instruct(self, person: str, instruction: Instruction) -> Say:
        return self.say(person, "instruct", instruction=instruction)

    def add_bot(self, kind: str) -> SeatBot:
        return SeatBot(kind)

    def remove_bot(self, seat: int) -> Say:
        """In the name of somebody who may."""
        me = next((each.id for each in self.live.seating.seated()), "nobody")
        return self.say(me, "remove_bot", seat=seat)

    def bet(self, person: str, command: str, seat: int, wagers: Mapping[str, int], seed: str = "") -> Say:
        return self.say(person, "bets", command, seat=seat, wagers=dict(wagers), seed=seed)

    def next(self, person: str) -> Say:
        return self.say(person, "next")

    def ready(self, person: str) -> Say:
        return self.say(person, "ready")

    def decide(
        self, person: str, command: str, seat: int, action: ActionId, discard: str | None = None
    ) -> Say:
        fields = {"discard": discard} if action == "draw" else {}
        return self.say(person, action, command, seat=seat, **fields)

    def more_time(self, person: str) -> Say:
        return self.say(person, "more_time")

    def want_bank(self, person: str, want: bool) -> Say:
        return self.say(person, "want_bank", want=want)

    def take_bank(self, person: str, command: str, stake: int) -> Say:
        return self.say(person, "take_bank", command, stake=stake)

    def pass_bank(self, person: str) -> Say:
        return self.say(person, "pass_bank")

    def void(self, actor: str, command: str, cause: VoidCause) -> Void:
        return Void(actor, command, cause)

    def freeze(self, frozen: bool) -> Freeze:
        return Freeze(frozen)

    def close(self, actor: str, command: str) -> CloseUp:
        return CloseUp(actor, command)
