"""The coach at a terminal table: what each action is worth, and a second word before a costly one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from pydantic import TypeAdapter

from pitboss.messages.rounds import signed
from pitboss.messages.rules import left_out_words
from pitboss.money import MINUS
from pitboss.round import Action, Refusal
from pitboss.table.advice import CoachedAction, CoachFrame
from pitboss.table.view_types import TableView
from pitboss.terminal.entries import CoachLevel, said_action
from pitboss.terminal.place import Place


@cache
def _frames() -> TypeAdapter[CoachFrame]:
    return TypeAdapter(CoachFrame)


class Coach:
    """Asks the table's coach in one person's name, tells what it says, and adds up what was given up."""

    def __init__(self, place: Place, say: Callable[[str], None], level: CoachLevel = CoachLevel.OFF) -> None:
        self.place = place
        self.say = say
        self.level = level
        self.given_up = Fraction(0)  # cents
        self.weighed = 0

    def ask(self, seat: int) -> CoachFrame | Refusal:
        """What the coach says of a hand, or why it says nothing."""
        try:
            answer = self.place.say("coach", seat=seat)
        except Refusal as refusal:
            return refusal
        return _frames().validate_python(answer["coach"], extra="ignore")

    def answer(self, view: TableView) -> None:
        """The word `coach`: every hand that is open, else every hand that one holds."""
        seats = list(dict.fromkeys(action.seat for action in view.you.actions))
        seats = seats or [seat.n for seat in view.you.seats if seat.cards]
        for seat in seats:
            self.tell(seat)
        if not seats:
            self.say("The coach speaks of a hand that you hold.")

    def before(self, seat: int) -> None:
        """Before a decision, where that is wanted."""
        if self.level is CoachLevel.BEFORE:
            self.tell(seat)

    def tell(self, seat: int) -> None:
        """Every action with its worth, best first."""
        found = self.ask(seat)
        if isinstance(found, Refusal):
            self.say(f"The coach says nothing: {found}.")
        elif found.why is not None:
            self.say(f"Coach: {found.why}")
        else:
            self.say(f"Coach, seat {seat}, on average for this bet:")
            for line in worth_lines(found):
                self.say(line)
            if found.left_out:
                self.say(left_out_words([each.label for each in found.left_out]))

    def doubt(self, action: Action) -> str | None:
        """What to ask before a costly decision, where that is wanted; None when there is nothing to ask."""
        found = self.ask(action.seat) if self.level is CoachLevel.ASK else None
        if not isinstance(found, CoachFrame):
            return None
        wanted = (action.id, action.discard)
        taken = next((each for each in found.actions if (each.id, each.discard) == wanted), None)
        if taken is None or taken.grade not in ("mistake", "blunder"):
            return None
        return (
            f"{_name(taken).capitalize()} gives up {money(Fraction(taken.cost))} on average,"
            " compared with the best play: sure (yes or no)? "
        )

    def after(self, view: TableView) -> None:
        """How the decisions of a paid round are graded."""
        if self.level is CoachLevel.OFF or view.state.phase != "settled":
            return
        for seat in view.you.seats:
            found = self.ask(seat.n) if seat.net is not None else None
            taken = _taken(found.actions, found.chosen) if isinstance(found, CoachFrame) else None
            if isinstance(found, CoachFrame) and taken is not None and found.shadow is not None:
                cost = Fraction(taken.cost)
                self.weighed += 1
                self.given_up += cost
                text = "the best" if not cost else f"a {taken.grade}" if taken.grade != "close" else "close"
                self.say(f"Coach, seat {seat.n}: {_name(taken)} was {text}{_lost(cost)}.")
                if found.shadow.name != taken.name:
                    perfect = said_action(found.shadow.name)
                    self.say(f"  Perfect play: {perfect}, {signed(found.shadow.net)} on these cards.")

    def sum(self) -> None:
        """What was given up in all."""
        if self.weighed:
            many = f"{self.weighed} decision{'s' if self.weighed != 1 else ''}"
            self.say(f"Given up by the coach's count: {money(self.given_up)} in {many}.")


def worth_lines(frame: CoachFrame) -> Iterable[str]:
    """One line for each action, best first."""
    for each in sorted(frame.actions, key=lambda each: Fraction(each.cost)):
        cost = Fraction(each.cost)
        gives_up = f", gives up {money(cost)} compared with the best play" if cost else ""
        sign = MINUS if Fraction(each.cents) < 0 else "+"
        worth = f"{sign}{money(abs(Fraction(each.cents)))}"
        yield f"  {_name(each):<8} {worth:>11}  {each.grade}{gives_up}"


def money(cents: Fraction) -> str:
    """`$2.10`; what rounds to nothing and is something says so."""
    return "less than a cent" if 0 < cents < Fraction(1, 2) else f"${float(cents / 100):,.2f}"


def _name(action: CoachedAction) -> str:
    return said_action(action.name)


def _taken(actions: Iterable[CoachedAction], name: str | None) -> CoachedAction | None:
    return next((each for each in actions if each.name == name), None)


def _lost(cost: Fraction) -> str:
    return f" and gave up {money(cost)} compared with the best play" if cost else ""
