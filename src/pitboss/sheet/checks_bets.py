"""Wagers that contradict themselves or one another: names, circles of needs, bounds that leave no amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal, NamedTuple

from pitboss.money import dollars
from pitboss.phrases import one_of
from pitboss.sheet.line_numbers import KeyPath
from pitboss.sheet.model import Bound, Sheet, Wager
from pitboss.sheet.section import Notes

Side = Literal["min", "max"]


def check_bets(sheet: Sheet, notes: Notes) -> None:
    """Notes every contradiction between the wagers of a sheet."""
    for wager in sheet.wagers.values():
        _names(sheet, wager, notes)
        if wager.id == "ante" and wager.fold.does != "lose":
            path = ("wager", "ante", "fold", "does")
            notes.fault(path, "a fold that keeps the Ante would be free", "lose")
    _circles(sheet, notes)
    for wager in sheet.wagers.values():
        _span_fault(sheet, wager, notes)
    _ratios(sheet, notes)


def refers(sheet: Sheet, path: KeyPath, name: str, notes: Notes, known: Sequence[str] = ()) -> bool:
    """Whether a name is one of the sheet's wagers; an empty name or a missing Ante has been noted before."""
    names = known or list(sheet.wagers)
    if name not in ("", "ante", *names):
        notes.fault(path, f"{name!r} is not a wager of this sheet", one_of(names), notes.nearest(name, names))
    return name in names


def _names(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    path: KeyPath = ("wager", wager.id)
    if wager.needs:
        place = (*path, "needs", wager.needs.mode)
        for name in wager.needs.wagers:
            if name == wager.id:
                notes.fault(place, "the wager needs itself", "other wagers")
            else:
                refers(sheet, place, name, notes)
    for place, _, bound in _multiples(wager):
        if bound.of == wager.id:
            notes.fault((*place, "of"), "the wager is a multiple of itself", "another wager")
        else:
            refers(sheet, (*place, "of"), bound.of, notes)


def _circles(sheet: Sheet, notes: Notes) -> None:
    """A needs B and B needs A: neither can be the first to be bet."""
    needs = {
        name: wager.needs
        for name, wager in sheet.wagers.items()
        if wager.needs and not notes.doubts("wager", name, "needs")
    }
    free = {"ante", *sheet.wagers} - set(needs)
    while True:
        more = {
            name
            for name, each in needs.items()
            if (any if each.mode == "any" else all)(other in free for other in each.wagers)
        }
        if more <= free:
            break
        free |= more
    stuck = [name for name in needs if name not in free]
    if stuck:
        message = f"{' and '.join(stuck)} wait for one another: none can be bet first"
        notes.fault(("wager", stuck[0], "needs"), message, "needs that lead to a wager without any")


def _multiples(wager: Wager) -> Iterator[tuple[KeyPath, Side, Bound]]:
    """The bounds of a wager that are multiples of another, with their places."""
    sides: tuple[tuple[Side, tuple[Bound, ...]], ...] = (("min", wager.min), ("max", wager.max))
    for side, bounds in sides:
        for number, bound in enumerate(bounds):
            if bound.kind == "times":
                yield ("wager", wager.id, side, str(number)), side, bound


def _span(sheet: Sheet, wager: Wager) -> tuple[int, int | None]:
    """The least and the most cents of a wager at the sheet's own limits, whatever else is bet."""
    if wager.fixed:
        return wager.fixed.cents, wager.fixed.cents
    lows = [_cents(sheet.limits.min, bound) for bound in wager.min if bound.kind != "times"]
    highs = [_cents(sheet.limits.max, bound) for bound in wager.max if bound.kind != "times"]
    return max(lows, default=1), min(highs, default=None)


def _cents(limit: int, bound: Bound) -> int:
    return limit if bound.kind == "table" else bound.cents


def _sound(wager: Wager, notes: Notes) -> bool:
    """Whether the amounts of a wager and the table's limits were read without a fault."""
    amounts = [("wager", wager.id, key) for key in ("min", "max", "step", "fixed")]
    return not any(notes.doubts(*path) for path in (("table", "limits"), *amounts))


def _span_fault(sheet: Sheet, wager: Wager, notes: Notes) -> None:
    """A wager must have a legal amount: bounds in order, and a step between them."""
    low, high = _span(sheet, wager)
    if high is None or not _sound(wager, notes):
        return
    if low > high:
        lows = [_cents(sheet.limits.min, bound) for bound in wager.min]
        message = f"the minimum, {dollars(low)}, is above the maximum, {dollars(high)}"
        place = ("wager", wager.id, "min", str(lows.index(low)))
        notes.fault(place, message, "a minimum at most the maximum")
    elif -(-low // wager.step.cents) * wager.step.cents > high:
        between = f"{dollars(low)} and {dollars(high)}"
        message = f"no multiple of {dollars(wager.step.cents)} lies between {between}"
        notes.fault(("wager", wager.id, "step"), message, "a step that fits between minimum and maximum")


class _Ratio(NamedTuple):
    """One wager is at least so many times another, as a minimum or a maximum says."""

    path: KeyPath
    text: str
    more: str
    times: Fraction
    less: str


def _ratios(sheet: Sheet, notes: Notes) -> None:
    """Bounds that are multiples, two by two and against the amounts: the wagers must fit together."""
    ratios = [
        _ratio(wager.id, path, side, bound)
        for wager in sheet.wagers.values()
        for path, side, bound in _multiples(wager)
        if bound.of in sheet.wagers and _sound(wager, notes) and _sound(sheet.wagers[bound.of], notes)
    ]
    for one, two in combinations(ratios, 2):
        if (one.more, one.less) == (two.less, two.more) and one.times * two.times > 1:
            message = f"{one.text}, but {two.text} ({'.'.join(two.path)})"
            notes.fault(one.path, message, "bounds that both wagers can meet")
    for path, text, more, times, less in ratios:
        high = _span(sheet, sheet.wagers[more])[1]
        low = _span(sheet, sheet.wagers[less])[0]
        if high is not None and times * low > high and not notes.at(*path):
            message = f"{text}, but {more} is at most {dollars(high)} and {less} at least {dollars(low)}"
            notes.fault(path, message, "bounds that both wagers can meet")


def _ratio(name: str, path: KeyPath, side: Side, bound: Bound) -> _Ratio:
    text = f"{name} is at {'least' if side == 'min' else 'most'} {bound.times} times {bound.of}"
    if side == "min":
        return _Ratio(path, text, name, bound.times, bound.of)
    return _Ratio(path, text, bound.of, 1 / bound.times, name)
