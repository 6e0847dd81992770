"""The session behind the full screen: it asks as in plain lines, and keys answer.

It runs in a thread of its own. `ScreenInput` carries what is typed to it and what it says to the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from pitboss.money import Cents
from pitboss.round import Refusal, Spot
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal.client import Coach
from pitboss.terminal.entries import CoachLevel
from pitboss.terminal.game import Session
from pitboss.terminal.input import TURN, Ears, Leave
from pitboss.terminal.place import Place

Wagers = dict[str, Cents]
Mode = Literal["bets", "decide", "offer", "seat", "go", "sure", "wait"]


Stage = tuple[int, str, int]


class Asked(NamedTuple):
    """What the session asks about, and at which seat."""

    mode: Mode = "wait"
    seat: int = 0


@cache
def _spots() -> TypeAdapter[tuple[Spot, ...]]:
    return TypeAdapter(tuple[Spot, ...])


class Typed(NamedTuple):
    """A line for the session: the answer to one question, or something that may be said at any time."""

    line: str
    question: int | None


class ScreenInput(Ears):
    """Takes keys and lines from the screen while it is open; before that, lines from the terminal."""

    on_screen = True

    def __init__(self) -> None:
        super().__init__()
        self.changed: Callable[[], None] | None = None  # redraws the screen; None while none is open
        self.log: list[str] = []
        self.asks = False  # whether a question is open,
        self.doubt: str | None = None  # and its words, where it is answered by yes or no
        self.ready_answer: str | None = None  # what the next question is answered with at once
        self.long_answer: list[str] = []  # what was said to the last line that was to be read
        self.left_at = 0  # where the log was when the player left
        self._question = 0  # the number of the question that is open, or was last
        self._reading: int | None = None  # where in the log the answer begins that is to be read
        self._queue: SimpleQueue[Typed | Callable[[], None] | None] = SimpleQueue()

    def type(self, line: str) -> None:
        """Answers the question that is open, once: a key that comes too late answers no other."""
        self.asks = False
        self._queue.put(Typed(line, self._question))

    def type_at_any_time(self, line: str, *, read: bool) -> None:
        """Says a line that needs no question; a long answer to one that is to be read gets its own page."""
        if read:
            self._queue.put(self._begin_answer)
        self._queue.put(Typed(line, None))

    def do(self, work: Callable[[], None]) -> None:
        """Something for the session's thread to do while it waits for the player."""
        self._queue.put(work)

    def leave(self) -> None:
        """The player goes, whatever is asked."""
        self.interrupted = True
        self._queue.put(None)

    def hear_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        if self.changed is None:
            super().hear_ctrl_c(number, frame)
        else:
            self.leave()

    def say(self, text: str) -> None:
        if self.changed is None:
            super().say(text)
        plain = "".join(each if each.isprintable() or each == "\n" else "?" for each in text)
        self.log += [line for line in plain.split("\n") if line.strip()]
        self._redraw()

    def ask(self, prompt: str, is_over: Callable[[], bool] = lambda: False) -> str | None:
        if self.changed is None:
            return super().ask(prompt, is_over)
        line, self.ready_answer = self.ready_answer, None
        self._question += 1
        self.asks = line is None
        self._end_answer()
        try:
            while line is None:
                line = self._next(TURN)
                if line is None and is_over():
                    return None
            return line
        finally:
            self.asks = False

    def sure(self, question: str, is_over: Callable[[], bool] = lambda: False) -> bool:
        if self.changed is None:
            return super().sure(question, is_over)
        self.doubt = f"{question}?"
        try:
            return self.ask("", is_over) == "y"
        finally:
            self.doubt = None

    def unasked(self) -> str | None:
        if self.changed is None:
            return super().unasked()
        self._question += 1
        self._end_answer()
        return self._next(0.0)

    def _next(self, wait: float) -> str | None:
        """The next line that is meant now, or None; what else is to be done is done before it."""
        with suppress(Empty):
            while not self.interrupted:
                typed = self._queue.get(timeout=wait) if wait else self._queue.get_nowait()
                if isinstance(typed, Typed):
                    if typed.question in (None, self._question):
                        return typed.line
                elif typed is not None:
                    typed()
                    self._redraw()
        if self.interrupted:
            self.left_at = self.left_at or len(self.log)
            raise Leave
        return None

    def _begin_answer(self) -> None:
        self._reading = len(self.log)

    def _end_answer(self) -> None:
        if self._reading is not None:
            self.long_answer, self._reading = self.log[self._reading :], None
        self._redraw()

    def _redraw(self) -> None:
        if self.changed is not None:
            self.changed()


class ScreenSession(Session):
    """An evening that is drawn: it says what it asks about, and a result stays until the player goes on."""

    ears: ScreenInput
    asked = Asked()
    gone_on = 0  # the round whose result was seen
    rebets: set[int]  # seats whose last bets are to be placed again at once
    advice: tuple[Stage | None, list[str]] = (None, [])  # what the coach has said, and of which hand

    def __init__(
        self,
        place: Place,
        ears: ScreenInput,
        show_rules: Callable[[], None],
        record: Callable[[str], None] | None,
        coach: CoachLevel = CoachLevel.OFF,
    ) -> None:
        super().__init__(place, ears, show_rules, record, coach)
        self.ears = ears
        self.coach = Coach(place, self.advise, coach)
        self.rebets = set()
        self.drafted: Mapping[int, tuple[Spot, ...]] = {}  # how the spots would be with a bet in preparation

    @property
    def stage(self) -> Stage:
        """How far the round has come, and which hand is decided."""
        state = self.view.state
        return state.round, state.phase, self.asked.seat if state.phase == "decisions" else 0

    def advise(self, text: str) -> None:
        """Keeps what the coach says of this hand for the panel."""
        when, said = self.advice
        self.advice = (self.stage, [*(said if when == self.stage else []), text])
        self.ears.say(text)

    def draft(self, seat: int, wagers: Wagers) -> None:
        """Asks the table what it makes of a bet that is not placed yet."""
        with suppress(Refusal):
            answer = self.place.say("draft", seat=seat, wagers=wagers)
            spots = _spots().validate_python(answer["spots"], extra="ignore")
            self.drafted = {**self.drafted, seat: spots}

    def tell_clock(self) -> None:
        """The clock is always in sight."""

    def announce(self, view: TableView) -> None:
        self.drafted = {}
        super().announce(view)

    def bet_hand(self, seat: SeatFrame) -> None:
        self.asked = Asked("bets", seat.n)
        if seat.n in self.rebets and self.last_bets.get(seat.n):
            self.ears.ready_answer = ""
        self.rebets.discard(seat.n)
        super().bet_hand(seat)

    def decide(self, number: int) -> None:
        self.asked = Asked("decide", number)
        hand = (self.view.state.round, number)
        if hand not in self.shown:  # what each action brings is beside its key
            self.shown.add(hand)
            self.coach.before(number)
        super().decide(number)

    def answer_offer(self) -> None:
        self.asked = Asked("offer")
        super().answer_offer()

    def without_a_seat(self) -> None:
        self.asked = Asked("seat")
        super().without_a_seat()

    def next_round(self) -> None:
        round_ = self.view.state.round
        if self.ended == round_ != self.gone_on and self.view.table.evening is None:
            self.asked = Asked("go")
            self.listen("", lambda: self.view.state.round != round_ or self.closed)
            self.gone_on = round_
            if self.view.state.round != round_:
                return
        super().next_round()
