"""How a house looks: colours, the poster in the lobby, where the spots lie. Nothing here is a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

Place = Literal["top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right"]
Corner = Literal["lab", "drill", "play"]  # where one house is offered before the others

PLACES: Final[tuple[Place, ...]] = get_args(Place)
CORNERS: Final[tuple[Corner, ...]] = get_args(Corner)
FACE_DOWN: Final = "??"
LAST: Final = 999  # the order of a house that names none

CLOTH: Final = "#2b3a42"
FADED: Final = "#a9b4c6"
BACK: Final = "#7a1f2b"
READABLE: Final = 4.5  # WCAG 2.2, 1.4.3: contrast of text, level AA
PRINT: Final = {"the cream print": "#f4efe3", "the brass print": "#d9b45b"}  # as in page/src/style/tokens.css

_DEEPER: Final = 0.82  # the share of light that is left where the cloth is in shadow
_OTHERS: Final[tuple[Place, ...]] = ("top middle", "top right", "top left", "bottom left")


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a felt as `#rrggbb`; all print on it can be read on cloth and shadow."""

    cloth: str = CLOTH
    deep: str = "#223037"  # the cloth in shadow
    faded: str = FADED  # print of what is empty, folded or less important
    back: str = BACK  # of the cards


@dataclass(frozen=True, slots=True)
class Felt:
    """The look of a house; every part has a default."""

    colours: Colours
    poster: tuple[str, ...]  # three cards
    order: int  # in the lobby
    first_in: tuple[Corner, ...]
    spots: Mapping[str, Place]  # by wager, and `play`; a wager without a place lies where there is room
    short: Mapping[str, str]  # what is printed at a spot where its label is too long


def places_of(wagers: Iterable[str], stated: Mapping[str, Place]) -> dict[str, Place]:
    """Where every spot lies: as stated, else Ante and Play below and the others above them, in their order.

    >>> places_of(["ante", "pair_plus", "six_card_bonus"], {"pair_plus": "bottom left"})["six_card_bonus"]
    'top middle'
    """
    wishes: dict[str, tuple[Place, ...]] = {"ante": ("bottom middle",), "play": ("bottom right",)}
    found = dict(stated)
    for name in ("play", *wagers):
        free = [place for place in wishes.get(name, ()) + _OTHERS if place not in found.values()]
        if name not in found and free:
            found[name] = free[0]
    return found


def deeper(cloth: str) -> str:
    """A cloth in shadow."""
    return "#" + "".join(f"{round(int(cloth[at : at + 2], 16) * _DEEPER):02x}" for at in (1, 3, 5))


def contrast(one: str, other: str) -> float:
    """How well one colour is read on another, from 1 to 21 (WCAG 2.2).

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
