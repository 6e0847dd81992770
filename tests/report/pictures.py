"""What the tests read off a picture: artists by their gid, and the sheets they are about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.text import Text

from pitboss.odds import Entry, Game, SheetPrice, price_sheet, strategy
from pitboss.round import open_table
from pitboss.sheet import Sheet, load_house

Kind = TypeVar("Kind", bound=Artist)


@lru_cache
def priced(house: str) -> tuple[Sheet, SheetPrice]:
    sheet = load_house(house)
    return sheet, price_sheet(sheet)


@lru_cache
def game(house: str, *sets: str) -> Game:
    return Game(open_table(load_house(house, sets)))


@lru_cache
def entries(house: str) -> Sequence[Entry]:
    return tuple(strategy(game(house)))


def by_gid(figure: Figure, gid: str, kind: type[Kind]) -> Kind:
    """The one artist with this gid."""
    (found,) = [each for each in figure.findobj(kind) if each.get_gid() == gid]
    assert isinstance(found, kind)
    return found


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]
