"""How a house looks: colours, the poster in the lobby, where the spots are. Nothing here is a rule.

`read_felt` reads the `[felt]` of a sheet file; everything in it has a default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from pitboss.cards import CARD_OF_TEXT
from pitboss.sheet.faults import NO_KEY
from pitboss.sheet.section import Section, matching
from pitboss.text import one_of, shown

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


_COLOUR: Final = matching(r"#[0-9a-f]{6}", "a colour like #12463a, in lower case")
_POSTER_FORM: Final = f'three different cards like "Qs"; "{FACE_DOWN}" is one that lies face down'


def read_felt(part: Section, wagers: Iterable[str]) -> Felt:
    """The look that a sheet states, with defaults for all that it leaves out."""
    names = (*wagers, "play")
    return Felt(
        colours=part.read("colours", _colours, required=False),
        poster=_poster(part),
        order=part.whole("order", 1, LAST) if part.has("order") else LAST,
        first_in=_corners(part),
        spots=part.read("spots", lambda spots: _spots(spots, names), required=False),
        short=part.read("short", lambda short: _short(short, names), required=False),
    )


def _colours(part: Section) -> Colours:
    cloth = _colour(part, "cloth", CLOTH)
    made = Colours().deep if cloth == CLOTH else deeper(cloth)
    deep, faded = _colour(part, "deep", made), _colour(part, "faded", FADED)
    colours = Colours(cloth, deep, faded, _colour(part, "back", BACK))
    part.close()
    if not part.doubts("cloth", "deep", "faded"):
        _check_contrast(part, colours)
    return colours


def _check_contrast(part: Section, colours: Colours) -> None:
    """Text must be read on the cloth and on its shadow; the worst of it is told."""
    inks = {**PRINT, "the faded print": colours.faded}
    pairs = [
        (contrast(ink, getattr(colours, key)), key, name)
        for key in ("cloth", "deep")
        for name, ink in inks.items()
    ]
    worst, key, name = min(pairs)
    if worst < READABLE:
        suspects = (*(() if name in PRINT else ("faded",)), key, "cloth")
        blamed = next(each for each in suspects if each in part.data)
        text = f"{name}, {inks[name]}, has a contrast of {worst:.1f} to 1 on {getattr(colours, key)}"
        part.fault(blamed, text, f"colours with at least {READABLE} to 1 (WCAG AA)")


def _colour(part: Section, key: str, default: str) -> str:
    return part.parse(key, _COLOUR, required=False)[0] or default


def _poster(part: Section) -> tuple[str, ...]:
    default = (FACE_DOWN,) * 3
    if not part.has("poster"):
        return default
    cards = part.texts("poster")
    faces = [card for card in cards if card != FACE_DOWN]
    if cards and (
        len(cards) != 3 or len(set(faces)) != len(faces) or any(card not in CARD_OF_TEXT for card in faces)
    ):
        part.fault("poster", f"{shown(list(cards))} is not allowed", _POSTER_FORM)
        return default
    return cards or default


def _corners(part: Section) -> tuple[Corner, ...]:
    if not part.has("first_in"):
        return ()
    named = part.texts("first_in")
    for each in named:
        if each not in CORNERS:
            near = part.notes.nearest(each, CORNERS)
            part.fault("first_in", f"{shown(each)} is not allowed", one_of(CORNERS), near)
    return tuple(corner for corner in CORNERS if corner in named)


def _spots(part: Section, names: tuple[str, ...]) -> dict[str, Place]:
    """The places that are stated, each held by one spot, and those that follow from them."""
    stated: dict[str, Place] = {}
    for key in _named(part, names):
        place = part.choice(key, PLACES)
        if part.doubts(key):
            continue
        holder = next((name for name, held in stated.items() if held == place), None)
        if holder is not None:
            part.fault(key, f"{place} is held by {holder} already", "a place of its own for each spot")
        else:
            stated[key] = place
    return places_of(names[:-1], stated)


def _short(part: Section, names: tuple[str, ...]) -> dict[str, str]:
    """The short labels that are stated."""
    return {key: part.text(key) for key in _named(part, names)}


def _named(part: Section, names: tuple[str, ...]) -> list[str]:
    """The spots that a part names; every other key of it is a fault."""
    if len(names) == 1:  # it has been noted that there is no wager, and every name would be unknown
        part.known |= part.data.keys()
        return [key for key in part.data if key in names]
    return list(part.named(names, NO_KEY))
