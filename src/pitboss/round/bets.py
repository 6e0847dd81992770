"""Which bets are legal: one seat's wagers, or the spots of a seat with what may go on each and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from pitboss.money import Cents, dollars
from pitboss.phrases import one_of, shown
from pitboss.round.refusal import Refusal
from pitboss.round.table import Table
from pitboss.sheet.model import Bound, Wager


@dataclass(frozen=True, slots=True)
class Range:
    """What a wager may be, given the other wagers of the seat, and the clauses that say so."""

    low: Cents
    low_clause: str
    low_text: str
    high: Cents | None
    high_clause: str
    high_text: str
    step: Cents
    step_clause: str


def check_wagers(table: Table, wagers: Mapping[str, Cents]) -> None:
    """Raises a refusal with its clause unless these are a legal bet for one seat."""
    if not wagers:
        raise no_wager(table)
    for name in wagers:
        if name not in table.sheet.wagers:
            raise _not_offered(table, name)
    for name, wager in table.sheet.wagers.items():
        if name in wagers:
            refusal = wager_fault(table, wager, wagers)
            if refusal is not None:
                raise refusal
        elif wager.required:
            text = f"{_an(wager.label)} is required"
            raise Refusal("required", text, wager.clause, f"wagers.{name}", {"wager": name})


def wager_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """What is wrong with one wager beside the others of its seat, or None."""
    amount, label, path = wagers[wager.id], wager.label, f"wagers.{wager.id}"
    lacking = needs_fault(table, wager, wagers)
    if lacking is not None:
        return lacking
    if wager.fixed is not None:
        if amount == wager.fixed.cents:
            return None
        text = f"{label} must be exactly {dollars(wager.fixed.cents)}"
        return Refusal("fixed", text, wager.fixed.clause, path, {"amount": wager.fixed.cents})
    span = wager_range(table, wager, wagers)
    if amount < span.low:
        absent = "; a wager that is not placed is left out" if amount <= 0 else ""
        text = f"{label} must be at least {span.low_text}{absent}"
        return Refusal("too_low", text, span.low_clause, path, {"min": span.low})
    if span.high is not None and amount > span.high:
        text = f"{label} must be at most {span.high_text}"
        return Refusal("too_high", text, span.high_clause, path, {"max": span.high})
    if amount % span.step:
        text = f"{label} must be in steps of {dollars(span.step)}"
        return Refusal("step", text, span.step_clause, path, {"step": span.step})
    return None


def needs_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """Why a wager cannot stand beside the others of its seat: it needs some that are not there."""
    needs = wager.needs
    if needs is None:
        return None
    present = [name in wagers for name in needs.wagers]
    if any(present) if needs.mode == "any" else all(present):
        return None
    labels = [table.sheet.label(name) for name in needs.wagers]
    text = f"{wager.label} needs {one_of(labels) if needs.mode == 'any' else ' and '.join(labels)}"
    values = {"wager": wager.id, "needs": " ".join(needs.wagers), "mode": needs.mode}
    return Refusal("needs", text, needs.clause, f"wagers.{wager.id}", values)


def room_fault(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Refusal | None:
    """Why nothing at all can be put on a spot beside the other wagers: its least is above its most."""
    span = wager_range(table, wager, wagers)
    if wager.fixed is not None or span.high is None or least(span) <= most(span.high, span):
        return None
    text = f"{wager.label} would have to be at least {span.low_text} and at most {span.high_text}"
    values = {"min": span.low, "max": span.high}
    return Refusal("no_room", text, span.high_clause, f"wagers.{wager.id}", values)


def least(span: Range) -> Cents:
    """The smallest bet in whole steps."""
    return -(-span.low // span.step) * span.step


def most(high: Cents, span: Range) -> Cents:
    """The largest bet in whole steps."""
    return high // span.step * span.step


def bets_on_all(table: Table, amount: Callable[[Range], Cents]) -> dict[str, Cents]:
    """A bet on every wager, one after another as the sheet has them; a fixed one is what it is."""
    found: dict[str, Cents] = {}
    for name, wager in table.sheet.wagers.items():
        fixed = wager.fixed
        found[name] = fixed.cents if fixed else amount(wager_range(table, wager, found))
    return found


def wager_range(table: Table, wager: Wager, wagers: Mapping[str, Cents]) -> Range:
    """The bounds of a wager; a bound that is a multiple of a wager not bet does not bind (AC-3)."""
    low, low_clause, low_text = wager.step.cents, wager.step.clause, dollars(wager.step.cents)
    high: Cents | None = None
    high_clause = high_text = ""
    for bound in wager.min:
        cents = _bound_cents(bound, wagers, table.min, ceil)
        if cents is not None and cents >= low:
            low, low_clause, low_text = cents, bound.clause, _bound_text(table, bound, cents, "minimum")
    for bound in wager.max:
        cents = _bound_cents(bound, wagers, table.max, floor)
        if cents is not None and (high is None or cents < high):
            high, high_clause, high_text = cents, bound.clause, _bound_text(table, bound, cents, "maximum")
    return Range(low, low_clause, low_text, high, high_clause, high_text, wager.step.cents, wager.step.clause)


def check_seats_of_person(
    table: Table, player: str, seats: Iterable[int], path: str = "", bank_seat: int | None = None
) -> None:
    """Raises a refusal unless one person may hold these seats (NAPA-14); the bank's is no gap (NAPA-16)."""
    hands = table.sheet.player.hands
    held = sorted(seats)
    skipped = set(range(held[0], held[-1] + 1)) - {*held, bank_seat} if held else set()
    if hands.where == "consecutive" and skipped:
        text = f"One person may play several hands only at consecutive seats, not at {_seats(held)}"
        raise Refusal("consecutive", text, hands.clause, path, {"player": player})


def _bound_cents(
    bound: Bound, wagers: Mapping[str, Cents], limit: Cents, whole: Callable[[Fraction], int]
) -> Cents | None:
    """A bound in whole cents: a part of a cent goes up in a minimum and down in a maximum."""
    if bound.kind == "table":
        return limit
    if bound.kind == "cents":
        return bound.cents
    base = wagers.get(bound.of)
    return None if base is None else whole(base * bound.times)


def _bound_text(table: Table, bound: Bound, cents: Cents, word: str) -> str:
    if bound.kind == "table":
        return f"the table {word} ({dollars(cents)})"
    if bound.kind == "cents":
        return dollars(cents)
    base = table.sheet.label(bound.of)
    return (
        f"the {base} ({dollars(cents)})" if bound.times == 1 else f"{bound.times} x {base} ({dollars(cents)})"
    )


def no_wager(table: Table) -> Refusal:
    """The refusal of a seat that bets nothing."""
    wagers = table.sheet.wagers.values()
    required = next((wager for wager in wagers if wager.required), None)
    if required:
        what, clause = f"{_an(required.label)} is required", required.clause
    else:
        what, clause = one_of(wager.label for wager in wagers), table.sheet.offers_clause
    return Refusal("no_wager", f"A seat needs at least one wager: {what}", clause, "wagers")


def _not_offered(table: Table, name: str) -> Refusal:
    offered = one_of(list(table.sheet.wagers))
    text = f"{table.sheet.name} has no wager {shown(name)} before the deal; it has {offered}"
    return Refusal("not_offered", text, table.sheet.offers_clause, f"wagers.{name}", {"wager": name})


def _an(label: str) -> str:
    return f"{'An' if label[:1] in 'AEIOU' else 'A'} {label}"


def _seats(numbers: list[int]) -> str:
    *others, last = (str(number) for number in numbers)
    return f"{', '.join(others)} and {last}"
