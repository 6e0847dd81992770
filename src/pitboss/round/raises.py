"""Plays that are raised by choice: which multiples of the Ante a hand may choose, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeGuard, get_args

from pitboss.money import Cents
from pitboss.round.refusal import Refusal
from pitboss.round.table import Table
from pitboss.sheet.hand_names import hand_words
from pitboss.sheet.model import Sheet

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
