"""The paybook: a sheet as plain arrays, so that paying a hand is a look-up and no number exists twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Final, Literal, NamedTuple

from pitboss.sheet.model import Column, Outcome, PayTable, Sheet
from pitboss.sheet.pays import (
    COLUMNS,
    HAND_CLASSES,
    OWN_HAND,
    SHARED_SIZES,
    SIX_ROYAL,
    Cash,
    Judged,
    MeterShare,
    Pay,
    ToOne,
    class_name,
    line_texts,
    lines_covered,
)

Result = Literal["win", "lose", "push", "returned", "void"]
Payer = Literal["house", "bank", "meter"]


@dataclass(frozen=True, slots=True)
class PaidBy:
    """The pay by which something was won: its place in the sheet, who pays it, and the hand it was made with.

    Pays of the showdown have the table `showdown` and no hand of their own. `seat` is there where another
    seat's hand is paid for (RIV-11).
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}

    table: str
    column: str
    line: str
    payer: Payer
    hand: str | None
    seat: int | None


class Award(NamedTuple):
    """What one pay class gives on one wager: a pay, or nothing; by which pay of the sheet, and which clause.

    Where nothing is paid, the wager is lost unless it pushes.
    """

    pay: Pay | None
    clause: str
    by: tuple[PaidBy, ...] = ()
    pushes: bool = False


class Verdict(NamedTuple):
    """What one showdown result does to one wager; one that pays by the hand leaves the award to it."""

    result: Result
    award: Award
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Paybook:
    """Arrays indexed by pay class, for every pay table of a sheet; and by showdown result, for Ante and Play.

    A showdown result is `3 * qualified + (0 worse, 1 equal, 2 better)`.
    """

    awards: Mapping[str, tuple[Award, ...]]
    shared: Mapping[str, Judged]  # the tables that look at more than the player's own three cards
    ante: tuple[Verdict, ...]
    play: tuple[Verdict, ...]
    envy: tuple[int, ...]  # cents, by the holder's hand class
    envied: tuple[Award, ...]  # the pay behind them

    @property
    def six(self) -> frozenset[str]:
        """The tables that are judged by the six cards as dealt."""
        return frozenset(name for name, judged in self.shared.items() if judged == "six cards")

    @property
    def by_suit(self) -> frozenset[str]:
        """The tables that go by suits of the dealer's cards too: by colours, or by that of a royal flush."""

        def tells(name: str, judged: Judged) -> bool:
            pays = [award.pay for award in self.awards[name][SIX_ROYAL:]]
            royals = judged == "six cards" and (pays[:4] != pays[:1] * 4 or pays[4:] != pays[4:5] * 4)
            return judged == "colours" or royals

        return frozenset(name for name, judged in self.shared.items() if tells(name, judged))

    def award(self, table: str, pay_class: int) -> Award:
        """What a pay table gives for a pay class (three cards) or another class that it is judged by."""
        return self.awards[table][pay_class]


@lru_cache(maxsize=256)
def paybook(sheet: Sheet) -> Paybook:
    """The paybook of a sheet, made once per sheet."""
    return Paybook(
        awards={name: _table(sheet, table) for name, table in sheet.pays.items()},
        shared={name: table.judged for name, table in sheet.pays.items() if table.judged not in OWN_HAND},
        ante=tuple(_verdict(sheet, "ante", index) for index in range(6)),
        play=tuple(_verdict(sheet, "play", index) for index in range(6)),
        envy=tuple(each.pay.cents if isinstance(each.pay, Cash) else 0 for each in _envied(sheet)),
        envied=_envied(sheet),
    )


def _column(sheet: Sheet, table: PayTable, name: Column) -> tuple[Award, ...]:
    """One column as an array by hand class; a class that no line covers pays nothing."""
    column, judged = table.columns[name], table.judged
    cells = [Award(None, column.clause)] * SHARED_SIZES.get(judged, HAND_CLASSES)
    for key, classes in lines_covered(line_texts(column.lines, column.pushes), judged).items():
        pay = column.lines.get(key)
        for index in classes:
            if pay is None:
                cells[index] = Award(None, column.clause, pushes=True)
                continue
            by = PaidBy(table.id, name, key, _payer(sheet, pay), class_name(index, judged), None)
            cells[index] = Award(pay, column.clause, (by,))
    return tuple(cells)


def _payer(sheet: Sheet, pay: Pay) -> Payer:
    """Who pays: a share of the meter comes out of it, all else from the bank or the house (NAPA-10)."""
    if isinstance(pay, MeterShare):
        return "meter"
    return "bank" if sheet.bank else "house"


def _table(sheet: Sheet, table: PayTable) -> tuple[Award, ...]:
    if "lines" in table.columns:
        column = _column(sheet, table, "lines")
        return column * COLUMNS if table.judged in OWN_HAND else column
    pat, drawn = _column(sheet, table, "pat"), _column(sheet, table, "drawn")
    if "carry" not in table.columns:
        return pat + drawn * HAND_CLASSES
    carry = _column(sheet, table, "carry")
    return pat + tuple(_higher(cell, carry[first]) for first in range(HAND_CLASSES) for cell in drawn)


def _higher(final: Award, carried: Award) -> Award:
    """Only one payment, the higher (PEC-14)."""
    return carried if _odds(carried) > _odds(final) else final


def _odds(award: Award) -> Fraction:
    return award.pay.odds if isinstance(award.pay, ToOne) else Fraction(-1)


def _verdict(sheet: Sheet, wager: Literal["ante", "play"], index: int) -> Verdict:
    qualified, comparison = divmod(index, 3)
    name = ("worse", "equal", "better")[comparison]
    if not qualified and sheet.not_qualified is not None and sheet.not_qualified.of(wager) != "compare":
        name = "not_qualified"
    outcome: Outcome = getattr(sheet, name)
    does = outcome.of(wager)
    if does == "by hand":
        return Verdict("push", Award(None, outcome.clause), by_hand=True)
    if isinstance(does, str):
        result: Result = "returned" if does == "returned" else "push" if does == "push" else "lose"
        return Verdict(result, Award(None, outcome.clause))
    by = PaidBy("showdown", name, wager, _payer(sheet, does), None, None)
    return Verdict("win", Award(does, outcome.clause, (by,)))


def _envied(sheet: Sheet) -> tuple[Award, ...]:
    """What each hand class of a holder pays the others."""
    if sheet.envy is None:
        return (_NOTHING,) * HAND_CLASSES
    table = PayTable("envy", "three cards", None, {"lines": sheet.envy.column})
    return _column(sheet, table, "lines")


_NOTHING: Final = Award(None, "")
