"""How much one round can pay at most, whatever is bet, dealt and decided: a bound, not an estimate.

>>> from pitboss.round import open_table
>>> from pitboss.sheet import load_house
>>> napa = open_table(load_house("napa-valley"), low=100, high=100)
>>> largest_payout(napa)  # 7 seats, each 2 + 2 + 201 dollars
143500
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from pitboss.money import Cents
from pitboss.round.raises import most_play
from pitboss.round.table import Table
from pitboss.sheet.model import Wager
from pitboss.sheet.pays import Cash, MeterShare, Pay


class Part(NamedTuple):
    """What one wager, bonus or envy can bring all seats together, stakes and all; None: there is no bound."""

    line: str
    cents: Cents | None


def largest_payout(table: Table) -> Cents | None:
    """What all seats together can be given back and paid in one round; None when a wager has no maximum.

    A share of the meter counts with the reset: what the meter holds beyond it was put aside before.
    """
    total = 0
    for part in payouts(table):
        if part.cents is None:
            return None
        total += part.cents
    return total


def payouts(table: Table) -> Iterator[Part]:
    """The parts of the largest payout, in the order of the sheet."""
    sheet, book = table.sheet, table.book
    ante = most_bet(table, "ante") if "ante" in sheet.wagers else 0
    play = None if ante is None else most_play(table, ante)
    if "ante" in sheet.wagers:
        yield _part(table, "ante", ante, (verdict.award.pay for verdict in book.ante))
        yield _part(table, "play", play, (verdict.award.pay for verdict in book.play))
    for name, bonus in sheet.bonuses.items():
        on = play if bonus.on == "play" else ante
        yield _part(table, name, on, (award.pay for award in book.awards[name]), bonus=True)
    for side in table.sides:
        yield _part(table, side.id, most_bet(table, side.id), (award.pay for award in side.awards))
    if sheet.envy:
        yield Part("envy", sheet.seats * (sheet.seats - 1) * max(book.envy))


def most_bet(table: Table, wager: str) -> Cents | None:
    """The largest amount of a wager at a table, whatever is bet beside it; None when nothing bounds it."""
    return _most(table, wager, frozenset())


def _most(table: Table, name: str, above: frozenset[str]) -> Cents | None:
    wager = table.sheet.wagers[name]
    if wager.fixed is not None:
        return wager.fixed.cents
    found: list[Cents] = []
    for bound in wager.max:
        if bound.kind == "table":
            found.append(table.max)
        elif bound.kind == "cents":
            found.append(bound.cents)
        elif _is_beside(table, wager, bound.of) and bound.of not in above:
            base = _most(table, bound.of, above | {name})
            if base is not None:
                found.append(ceil(base * bound.times))
    return min(found, default=None)


def _is_beside(table: Table, wager: Wager, other: str) -> bool:
    """Whether another wager is always there beside this one: a multiple of it binds only then (AC-3)."""
    required = other in table.sheet.wagers and table.sheet.wagers[other].required
    needs = wager.needs
    needed = needs is not None and other in needs.wagers and (needs.mode == "all" or len(needs.wagers) == 1)
    return required or needed


def _part(
    table: Table, line: str, stake: Cents | None, pays: Iterable[Pay | None], *, bonus: bool = False
) -> Part:
    """The stake comes back and the best pay is added, at every seat; a bonus has no stake of its own."""
    if stake is None:
        return Part(line, None)
    best = max((_paid(table, pay, stake) for pay in pays if pay is not None), default=0)
    return Part(line, table.sheet.seats * ((0 if bonus else stake) + best))


def _paid(table: Table, pay: Pay, stake: Cents) -> Cents:
    match pay:
        case Cash(cents):
            return cents
        case MeterShare():
            return table.sheet.meter.reset if table.sheet.meter else 0
        case _:
            return ceil(stake * pay.odds)
