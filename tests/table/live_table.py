"""A live table that stores each call at once, as whoever runs it would, with a word for every command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pitboss.odds.coach import Hand, worth_of
from pitboss.round import Refusal, Spot
from pitboss.table import Done, Pit, PitCommand, PitTable
from pitboss.table.live_state import Advice, Change, LiveState
from pitboss.table.messages import CloseUp, Come, HearAdvice, Resume, SetAside, TableCommand, Tick
from pitboss.table.round_play import draft
from pitboss.table.seating import Instruction
from pitboss.table.stored_calls import StoredCalls
from tests.table.orders import Orders


def advised_here(hand: Hand) -> Advice:
    """The best action of a hand, reckoned on the spot."""
    try:
        return worth_of(hand).best[0]
    except Refusal:
        return None


WORDS: Final = frozenset(
    {
        *("sit", "stand", "leave", "add_bot", "remove_bot", "bet", "next", "ready", "decide", "more_time"),
        *("want_bank", "take_bank", "pass_bank", "void", "freeze", "close"),
    }
)


class _Beside(PitTable):
    """The pit's own table, for what happens behind the back of the floor."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(live.pit, live.live.table, live.live.standing)
        self._live = live

    def do(self, actor: str, command_id: str, command: PitCommand) -> Done:
        done = super().do(actor, command_id, command)
        self._live.put(standing=self.standing)
        return done


class LiveTable:
    """One live table. Each call either happens whole or raises a refusal and changes nothing."""

    def __init__(self, pit: Pit, live: LiveState, new_id: Callable[[], str]) -> None:
        self.pit = pit
        self.live = live
        self.new_id = new_id
        self.changes: list[Change] = []
        self.calls = StoredCalls(pit, new_id, live, 0)

    def __getattr__(self, name: str) -> Any:
        """A command by its word, the moment last; all else is the table's own."""
        if name == "live":
            raise AttributeError(name)
        if name in WORDS:
            return lambda *asked: self.do(getattr(self.orders, name)(*asked[:-1]), asked[-1])
        return getattr(self.live, name)

    def put(self, **fields: Any) -> None:
        """The table as it never came to be by itself."""
        self.live = replace(self.live, **fields)

    def do(self, command: TableCommand, now: float) -> None:
        self.call(command, now)
        while self.live.asked:
            hand = self.live.asked[0]
            self.call(HearAdvice(hand, advised_here(hand)), now)

    def call(self, command: TableCommand, now: float) -> None:
        """One call; hands that it has noted are still to be weighed."""
        done = self.calls.do(self.calls.call(command, self.live, now))
        self.live = done.state
        self.changes += done.changes

    @property
    def orders(self) -> Orders:
        return Orders(self.live, self.new_id)

    @property
    def pit_table(self) -> PitTable:
        return _Beside(self)

    def take_changes(self) -> list[Change]:
        changes, self.changes = self.changes, []
        return changes

    def come(self, person: str, name: str, now: float) -> None:
        self.do(Come(person, name), now)

    def gone(self, person: str, now: float) -> None:
        self.do(Tick(frozenset([person])), now)

    def instruct(self, person: str, instruction: Instruction) -> None:
        self.do(self.orders.instruct(person, instruction), 0.0)

    def draft(self, person: str, seat: int, wagers: Mapping[str, int]) -> tuple[Spot, ...]:
        return draft(self.live, person, seat, wagers)

    def close_as_host(self, person: str, command: str, now: float) -> None:
        self.do(CloseUp(person, command, as_host=True), now)

    def set_aside(self, fault: str) -> None:
        self.do(SetAside(fault), 0.0)

    def resume(self, now: float) -> None:
        self.do(Resume(), now)

    def tick(self, now: float) -> None:
        self.do(Tick(), now)

    def hear_advice(self, hand: Hand, best: Advice, now: float) -> None:
        self.do(HearAdvice(hand, best), now)
