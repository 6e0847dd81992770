"""Sheets that somebody brings: sound, not deceiving, and of a size that a table and its odds can bear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pitboss.money import dollars
from pitboss.odds import Game
from pitboss.odds.class_payoffs import exact_stake
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, SheetRefused, check_text, houses, load_house
from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne
from pitboss.text import skeleton

LARGEST_SHEET: Final = 64 * 1024  # bytes
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 2_000
MOST_WAGERS: Final = 12
MOST_ODDS: Final = 10_000
MOST_CASH: Final = 10**9  # cents
MOST_TIMES: Final = 10
LEAST_SHARE: Final = Fraction(1)  # per cent of a meter: less has steps too long to find the fair meter in


def own_sheet(text: str) -> Sheet:
    """The sheet of a file that somebody brings to a table, under a name of its own."""
    if len(text.encode()) > LARGEST_SHEET:
        raise Refusal("sheet", f"A sheet has at most {LARGEST_SHEET // 1024} KB", None, "sheet")
    checked = check_text(text)
    if checked.sheet is None:
        raise SheetRefused("sheet", checked.faults, checked.more)
    if not any(checked.sheet == load_house(house) for house in houses()):
        _refuse_lookalike(checked.sheet)
        _refuse_texts(checked.sheet)
        refuse_costly(checked.sheet)
        _refuse_large(checked.sheet)
        _refuse_undecidable(checked.sheet)
    return checked.sheet


def refuse_costly(sheet: Sheet) -> None:
    """Refuses what would keep a server busy for too long."""
    for key, pay in _pays(sheet):
        if isinstance(pay, MeterShare) and pay.percent < LEAST_SHARE:
            raise _refused(key, f"{pay.text} is not priced here; allowed: from {LEAST_SHARE} % on")


def _refuse_lookalike(sheet: Sheet) -> None:
    """A sheet of one's own must not be taken for a printed one."""
    if len(sheet.name) > LONGEST_NAME:
        raise _refused("name", f"write at most {LONGEST_NAME} characters")
    for each in (load_house(house) for house in houses()):
        if skeleton(sheet.id) in (skeleton(each.id), skeleton(each.name)):
            raise _refused("id", f"{each.id} is that of a printed sheet; give yours another")
        if skeleton(sheet.game) in (skeleton(each.id), skeleton(each.name)):
            raise _refused("game", f"{each.name} is the name of a printed sheet; call yours something else")
        if is_called_like(sheet.name, each):
            raise _refused("name", f"{each.name} is that of a printed sheet; give yours another")


def is_called_like(name: str, house: Sheet) -> bool:
    """Whether a reader could take a name for that of a house, with the name of its game or without."""
    known = skeleton(house.id), skeleton(house.name), skeleton(house.game)
    both = {left + right for left in known[:2] for right in (known[2],)} | {known[2] + known[1]}
    return skeleton(name) in {*known, *both}


def _refuse_texts(sheet: Sheet) -> None:
    for key, value in _texts(sheet.content, ""):
        if len(value) > LONGEST_TEXT or not value.isprintable():
            raise _refused(key, f"write one line of at most {LONGEST_TEXT:,} characters")


def _refuse_large(sheet: Sheet) -> None:
    """Amounts that no book of a house holds, and more wagers than a felt has room for."""
    if len(sheet.wagers) + len(sheet.bonuses) > MOST_WAGERS:
        raise _refused("wager", f"a table has room for {MOST_WAGERS} wagers and bonuses")
    if sheet.play.times > MOST_TIMES:
        raise _refused("play.times", f"at a table at most {MOST_TIMES}", sheet.play.clause)
    for key, pay in _pays(sheet):
        if isinstance(pay, (ToOne, ForOne)) and pay.odds > MOST_ODDS:
            raise _refused(key, f"{pay.text} is more than a table pays; allowed: up to {MOST_ODDS:,} to 1")
        if isinstance(pay, Cash) and pay.cents > MOST_CASH:
            raise _refused(key, f"{pay.text} is more than a table pays; allowed: up to {dollars(MOST_CASH)}")


def _refuse_undecidable(sheet: Sheet) -> None:
    """A table plays for who is away by the odds, so one hand with every wager on the felt must be priced."""
    table = open_table(sheet)
    game = Game(table)
    wagers = {wager: exact_stake(table, wager) for wager in sheet.wagers}
    game.worth_of(wagers, 0, tuple(range(sheet.dealer.shows)))  # aces against deuces


def _pays(sheet: Sheet) -> Iterator[tuple[str, Pay]]:
    """Every pay of a sheet with its place."""
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            yield from ((f"pays.{name}.{column}.{line}", pay) for line, pay in part.lines.items())
    if sheet.envy:
        yield from ((f"envy.lines.{line}", pay) for line, pay in sheet.envy.column.lines.items())
    for name in ("better", "equal", "worse", "not_qualified"):
        outcome = getattr(sheet, name)
        for wager in ("ante", "play") if outcome else ():
            pay = getattr(outcome, wager)
            if isinstance(pay, ToOne):
                yield f"showdown.{name}.{wager}", pay


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Every text of a sheet with its place."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, f"{key}.{number}")


def _refused(key: str, text: str, clause: str | None = None) -> Refusal:
    return Refusal("sheet", f"{key}: {text}", clause, key)
