"""Prizes that a whole table hears of: what the meter has paid, and who was paid for whose hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.money import MICRO, Cents
from pitboss.round.events import PaidLine, RoundSettled
from pitboss.round.profit import Meter
from pitboss.round.state import Round
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.pays import Cash, MeterShare, Pay


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A share of the meter that a seat's hand has won, and the meter before and after it (RIV-10, RIV-12)."""

    seat: int
    id: str  # the wager
    hand: str
    table: str
    column: str
    line: str
    cents: Cents
    before: Cents
    after: Cents
    clause: str
    receipt: str  # the id of the round


@dataclass(frozen=True, slots=True)
class EnvyPay:
    """What a seat was paid for the hand of another (RIV-11)."""

    seat: int
    holder: int  # the seat whose hand it is
    hand: str
    line: str
    cents: Cents
    clause: str
    receipt: str


def jackpots(state: Round) -> tuple[Jackpot, ...]:
    """What the meter has paid in a settled round, win by win in the order of settlement."""
    ended, rule = state.ended, state.table.sheet.meter
    if rule is None or not isinstance(ended, RoundSettled) or ended.meter is None:
        return ()
    found = []
    meter = Meter(rule.reset * MICRO, ended.meter.before + ended.meter.fed)
    for seat, line, by, pay in _pays(state):
        if isinstance(pay, MeterShare):
            before, cents = meter.now // MICRO, meter.take(pay)
            place = (by.hand or "", by.table, by.column, by.line)
            money = (cents, before, meter.now // MICRO)
            found.append(Jackpot(seat, line.id, *place, *money, line.clause, state.id))
    return tuple(found)


def envy_pays(state: Round) -> tuple[EnvyPay, ...]:
    """Who was paid for whose hand in a settled round, in the order of settlement."""
    if state.table.sheet.envy is None:
        return ()
    return tuple(
        EnvyPay(seat, by.seat, by.hand or "", by.line, pay.cents, line.clause, state.id)
        for seat, line, by, pay in _pays(state)
        if by.seat is not None and isinstance(pay, Cash)
    )


def _pays(state: Round) -> Iterator[tuple[int, PaidLine, PaidBy, Pay | None]]:
    """Every pay of a settled round: at which seat, on which line, and what the sheet says there."""
    for paid in state.ended.seats if state.ended else ():
        for line in paid.lines:
            for by in line.by:
                yield paid.seat, line, by, state.table.sheet.pay_at(by.table, by.column, by.line)
