"""The facts of a line of a PAR sheet: keys alone, by which outcomes are put together and lines are found."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

# What happened: `("fold",)`, `("play",)`, `("column", "drawn")`, or
# `("showdown", action, qualified, compared)`: the action stands only where players draw, and no comparison
# where it decides nothing.
EventFact = tuple[str, ...]

FOLD: Final[EventFact] = ("fold",)
PLAY: Final[EventFact] = ("play",)
WHOLE: Final = ""  # the whole main game, no table of it


class HandFact(NamedTuple):
    """The hand that a pay table goes by: the pay line it falls under, or else its category."""

    table: str
    column: str
    line: str
    category: str = ""


NO_BONUS: Final = HandFact("", "", "", "no bonus")
ANY_HAND: Final = HandFact("", "", "", "any")
ENVIED: Final = HandFact("", "", "", "envied")
NOBODY: Final = HandFact("", "", "", "nobody")


class PayFact(NamedTuple):
    """What became of one wager, and the place of the pay by which it won."""

    wager: str
    result: str
    table: str = ""
    column: str = ""
    line: str = ""


class LineFacts(NamedTuple):
    """All that a line says; two outcomes with the same facts are on one line."""

    table: str  # the wager or bonus it is about, or the whole main game
    event: EventFact
    hands: tuple[HandFact, ...]
    pays: tuple[PayFact, ...]
    cents: int


class TableTitle(NamedTuple):
    """What a table of lines is about."""

    kind: Literal["happened", "alone", "bonus", "own", "envy", "pays"]
    wager: str = ""
