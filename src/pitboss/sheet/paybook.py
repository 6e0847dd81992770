"""The paybook: a sheet as plain arrays, so that paying a hand is a look-up and no number exists twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from pitboss.sheet.model import Outcome, OutcomeWord, PayColumn, PayTable, Sheet
from pitboss.sheet.payclass import COLUMNS, HAND_CLASSES, covered
from pitboss.sheet.pays import Cash, Pay, ToOne

Result = Literal["win", "lose", "push", "returned", "void"]


class Award(NamedTuple):
    """What one pay class gives on one wager: a pay and its text, or nothing; and the clause that says so."""

    pay: Pay | None
    text: str | None
    clause: str


class Verdict(NamedTuple):
    """What one showdown result does to one wager."""

    result: Result
    award: Award


@dataclass(frozen=True, slots=True)
class Paybook:
    """Arrays indexed by pay class, for every pay table of a sheet; and by showdown result, for Ante and Play.

    A showdown result is `3 * qualified + (0 worse, 1 equal, 2 better)`.
    """

    awards: Mapping[str, tuple[Award, ...]]
    six: frozenset[str]
    ante: tuple[Verdict, ...]
    play: tuple[Verdict, ...]
    envy: tuple[int, ...]

    def award(self, table: str, pay_class: int) -> Award:
        """What a pay table gives for a pay class (three cards) or a category (six cards)."""
        return self.awards[table][pay_class]


@lru_cache(maxsize=256)
def paybook(sheet: Sheet) -> Paybook:
    """The paybook of a sheet, made once per sheet."""
    return Paybook(
        awards={name: _table(table) for name, table in sheet.pays.items()},
        six=frozenset(name for name, table in sheet.pays.items() if table.judged == "six cards"),
        ante=tuple(_verdict(sheet, "ante", index) for index in range(6)),
        play=tuple(_verdict(sheet, "play", index) for index in range(6)),
        envy=_envy(sheet),
    )


def _column(column: PayColumn, six: bool) -> tuple[Award, ...]:
    """One column as an array by hand class; a class that no line covers pays nothing."""
    cells = [Award(None, None, column.clause)] * HAND_CLASSES
    for key, classes in covered(column.lines, six).items():
        pay = column.lines[key]
        for index in classes:
            cells[index] = Award(pay, pay.text, column.clause)
    return tuple(cells)


def _table(table: PayTable) -> tuple[Award, ...]:
    if "lines" in table.columns:
        column = _column(table.columns["lines"], table.judged == "six cards")
        return column if table.judged == "six cards" else column * COLUMNS
    pat = _column(table.columns["pat"], six=False)
    drawn = _column(table.columns["drawn"], six=False)
    if "carry" not in table.columns:
        return pat + drawn * HAND_CLASSES
    carry = _column(table.columns["carry"], six=False)
    return pat + tuple(_higher(cell, carry[first]) for first in range(HAND_CLASSES) for cell in drawn)


def _higher(final: Award, carried: Award) -> Award:
    """Only one payment, the higher (PEC-14)."""
    return carried if _odds(carried) > _odds(final) else final


def _odds(award: Award) -> Fraction:
    return award.pay.odds if isinstance(award.pay, ToOne) else Fraction(-1)


def _verdict(sheet: Sheet, wager: Literal["ante", "play"], index: int) -> Verdict:
    qualified, comparison = divmod(index, 3)
    compared = (sheet.worse, sheet.equal, sheet.better)[comparison]
    outcome: Outcome = compared if qualified or sheet.not_qualified is None else sheet.not_qualified
    does: Pay | OutcomeWord = getattr(outcome, wager)
    if does == "compare":
        outcome, does = compared, getattr(compared, wager)
    if isinstance(does, str):
        result: Result = "returned" if does == "returned" else "push" if does == "push" else "lose"
        return Verdict(result, Award(None, None, outcome.clause))
    return Verdict("win", Award(does, does.text, outcome.clause))


def _envy(sheet: Sheet) -> tuple[int, ...]:
    """Cents of envy by the holder's hand class."""
    cents = [0] * HAND_CLASSES
    if sheet.envy:
        for key, classes in covered(sheet.envy.column.lines, six=False).items():
            pay = sheet.envy.column.lines[key]
            for index in classes:
                cents[index] = pay.cents if isinstance(pay, Cash) else 0
    return tuple(cents)
