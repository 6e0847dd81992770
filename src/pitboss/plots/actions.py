"""How actions look in every strategy picture: a hue for the action, its depth for what another would cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.plots.canvas import BLUE, GREEN, ORANGE, PURPLE, VERMILION

if TYPE_CHECKING:
    from pitboss.odds import Entry

FULL: Final = 1.0  # a loss of one Ante or more has the full colour
_LIGHTEST: Final = 0.22


class Look(NamedTuple):
    """A colour and what it stands for."""

    colour: str
    words: str


ACTION_LOOK: Final[Mapping[str, Look]] = {
    "fold": Look(VERMILION, "fold"),
    "play": Look(BLUE, "play"),
    "draw_3": Look(GREEN, "discard the lowest"),
    "draw_2": Look(ORANGE, "discard the middle"),
    "draw_1": Look(PURPLE, "discard the highest"),
}


def gain(entry: Entry) -> Fraction:
    """What the best action is worth more than the next best; nothing where two are equal."""
    if len(entry.best) > 1:
        return Fraction(0)
    worths = sorted(entry.worth.values())
    return worths[-1] - worths[-2]


def depth(gained: float) -> float:
    """The depth of a colour: light for close decisions, full where one Ante or more is lost."""
    return _LIGHTEST + (1 - _LIGHTEST) * sqrt(min(1.0, gained / FULL))
