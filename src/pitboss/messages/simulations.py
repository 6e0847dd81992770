"""What happened to a line of simulated rounds, and how a figure that was compared is called."""

from __future__ import annotations

from typing import Protocol

from pitboss.sheet.model import Sheet

_ENDED = {"win": "won", "lose": "lost", "push": "pushed", "returned": "returned"}
_SHOWDOWN = {"better": "beats the dealer", "equal": "ties", "worse": "loses", "not_qualified": "no qualifier"}


class LineEnd(Protocol):
    """How a line ended: a pay of the sheet that it won, or a result without one."""

    @property
    def line(self) -> str: ...

    @property
    def result(self) -> str: ...

    @property
    def table(self) -> str: ...

    @property
    def column(self) -> str: ...

    @property
    def pay(self) -> str: ...


def line_words(sheet: Sheet, end: LineEnd) -> str:
    """What happened to a line: `Pair Plus: Straight flush`."""
    what = _ENDED[end.result]
    if end.table == "showdown":
        what = _SHOWDOWN[end.column]
    elif end.pay:
        what = sheet.hand_label(end.pay) + (f" ({end.column})" if end.column != "lines" else "")
    return f"{sheet.label(end.line)}: {what}"


def figure_words(sheet: Sheet, kind: str, wager: str, line: LineEnd | None, cells: int) -> str:
    """What a comparison is about."""
    if line is not None:
        return line_words(sheet, line)
    told = {"mean": "mean per unit", "wins": "wins", "distribution": f"chi-square of {cells} nets"}
    return f"{sheet.label(wager)}, {told[kind]}"


def verdict_words(comparisons: int, adjusted: float, *, agrees: bool) -> str:
    """What all comparisons together say."""
    verdict = "Confirmed" if agrees else "NOT confirmed"
    return f"{verdict}: the least likely of {comparisons} comparisons has a chance of {adjusted:.2g} (Holm)."
