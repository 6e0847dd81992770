"""A table: a sheet with the limits that this table sets, the arrays it is paid by, and what a Play bet costs.

A Play that is raised is an action of its own, so what actions a house has is here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeGuard, get_args

from pitboss.errors import Refusal, check_whole
from pitboss.hands import hand_words
from pitboss.money import Cents, dollars
from pitboss.sheet.files import load
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import Award, Paybook, paybook
from pitboss.sheet.pays import Judged
from pitboss.sheet.rule_card import PrintedTable, printed_tables


@dataclass(frozen=True, slots=True)
class SideBet:
    """What settlement needs of one side wager."""

    id: str
    awards: tuple[Award, ...]
    judged: Judged
    stays: bool
    fold_clause: str


@dataclass(frozen=True, slots=True)
class Table:
    """The rules in force: two tables of the same sheet and limits are equal.

    >>> from pitboss import Table, open_table
    >>> table: Table = open_table("napa-valley")
    >>> table.need({"ante": 1000, "pair_plus": 500})  # with what is kept for Play
    2500
    """

    sheet: Sheet
    min: Cents
    max: Cents
    book: Paybook = field(compare=False, repr=False)
    sides: tuple[SideBet, ...] = field(compare=False, repr=False)
    printed: tuple[PrintedTable, ...] = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.sheet.hash)  # many caches ask for it, at every step of a table

    def play_stake(self, ante: Cents) -> Cents:
        """The Play bet that goes with an Ante, unless it is raised."""
        times = self.sheet.play.times
        return ante * times.numerator // times.denominator

    def play_reserve(self, wagers: Mapping[str, Cents]) -> Cents:
        """What a bet keeps for the Play that its Ante may ask for; one that is raised asks for more."""
        return self.play_stake(wagers.get("ante", 0))

    def need(self, wagers: Mapping[str, Cents]) -> Cents:
        """What a bet asks for in all: its stakes, and what it keeps for Play."""
        return sum(wagers.values()) + self.play_reserve(wagers)


House = str | Path | Sheet | Table  # an id, the path of a sheet file, or what was made of one


def open_table(house: House, low: Cents | None = None, high: Cents | None = None) -> Table:
    """The table of a house, with the sheet's default limits or its own (STD-10); a table is that table.

    >>> from pitboss import open_table
    >>> open_table("rivers").min, open_table("rivers", low=1000).min
    (500, 1000)
    """
    if isinstance(house, Table):
        if low is None and high is None:
            return house
        low, high = house.min if low is None else low, house.max if high is None else high
        house = house.sheet
    sheet = house if isinstance(house, Sheet) else load(house)
    least = sheet.limits.min if low is None else low
    most = sheet.limits.max if high is None else high
    clause = sheet.limits.clause
    for path, value in (("limits.min", least), ("limits.max", most)):
        check_whole(value, "A table limit (in cents)", path, clause)
        if value <= 0 or value % 100:
            text, values = "Table limits are whole dollars above zero", {"min": 100, "step": 100}
            raise Refusal("limits", text, clause, path, values)
    if least > most:
        text = f"The table minimum ({dollars(least)}) is above the maximum ({dollars(most)})"
        raise Refusal("limits", text, clause, "limits.min" if low is not None else "limits.max")
    book = paybook(sheet)
    sides = tuple(
        SideBet(
            name,
            book.awards[name],
            sheet.pays[name].judged,
            stays=wager.fold.does == "stays",
            fold_clause=wager.fold.clause,
        )
        for name, wager in sheet.wagers.items()
        if name != "ante"
    )
    return Table(sheet, least, most, book, sides, printed_tables(sheet))


# A Play of so many times the Ante is an action of its own, up to the sheets' MOST_RAISE.
RaiseId = Literal[
    "play_2x", "play_3x", "play_4x", "play_5x", "play_6x", "play_7x", "play_8x", "play_9x", "play_10x"
]
RAISES: Final[Mapping[RaiseId, int]] = {
    name: int(name.removeprefix("play_").removesuffix("x")) for name in get_args(RaiseId)
}


def is_raise(action: str | None) -> TypeGuard[RaiseId]:
    """Whether an action is a Play that is raised.

    >>> is_raise("play_3x"), is_raise("play")
    (True, False)
    """
    return action in RAISES


def raise_of(times: int) -> RaiseId:
    """The action that raises Play to so many times the Ante.

    >>> raise_of(3)
    'play_3x'
    """
    return next(name for name, each in RAISES.items() if each == times)


def play_of(times: int | None) -> Literal["play"] | RaiseId:
    """The action that plays for so many times the Ante; for none, as the house asks at least."""
    return "play" if times is None else raise_of(times)


def raises_of(sheet: Sheet) -> tuple[RaiseId, ...]:
    """Every raise that a house offers to some hand."""
    return tuple(map(raise_of, sheet.play.raises.times)) if sheet.play.raises else ()


def actions_of_house(sheet: Sheet) -> tuple[Literal["fold", "play", "draw"] | RaiseId, ...]:
    """Everything that a seat can do at a house, with one hand or another."""
    return ("fold", "play", "draw") if sheet.player.draws else ("fold", "play", *raises_of(sheet))


def play_stake(table: Table, ante: Cents, action: str | None) -> Cents:
    """The Play bet that an action makes beside an Ante."""
    return ante * RAISES[action] if is_raise(action) else table.play_stake(ante)


def more_for_raise(table: Table, wagers: Mapping[str, Cents], action: RaiseId) -> Cents:
    """What a raise takes beside what the bet has kept for Play."""
    return play_stake(table, wagers["ante"], action) - table.play_reserve(wagers)


def most_play(table: Table, ante: Cents) -> Cents:
    """The largest Play bet beside an Ante."""
    return max(play_stake(table, ante, action) for action in ("play", *raises_of(table.sheet)))


def most_need(table: Table, wagers: Mapping[str, Cents]) -> Cents:
    """What a bet can come to in all, with the largest Play."""
    return sum(wagers.values()) + most_play(table, wagers.get("ante", 0))


def check_raise(sheet: Sheet, action: str, value: int, path: str) -> None:
    """Refuses a raise that the house does not offer, or not to a hand of this value."""
    if not is_raise(action):
        return
    raises = sheet.play.raises
    if raises is None or RAISES[action] not in raises.times:
        text = f"At {sheet.name} {sheet.play.label} is not {RAISES[action]} times the Ante"
        raise Refusal("no_raise", text, sheet.play.clause, path)
    if RAISES[action] not in sheet.play.raises_with(value):
        text = f"{sheet.play.label} is raised only with {hand_words(raises.hand)}"
        raise Refusal("no_raise", text, raises.clause, path)


def action_text(action: str, discard: str | None) -> str:
    """A decision in one word, as advice names it and history keeps it: `play`, `draw:4d`."""
    return action if discard is None else f"{action}:{discard}"


def parse_action(text: str) -> tuple[str, str | None]:
    """The action and its discard, if there is one, of a decision in one word.

    >>> parse_action("draw:4d"), parse_action("play")
    (('draw', '4d'), ('play', None))
    """
    action, _, discard = text.partition(":")
    return action, discard or None
