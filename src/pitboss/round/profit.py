"""What one pay adds to a stake, and the meter that some pays are taken from."""

from __future__ import annotations

from pitboss.money import MICRO, Cents
from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne

MicroCents = int


class Meter:
    """The meter while a round is paid, seat by seat."""

    def __init__(self, reset: MicroCents, now: MicroCents) -> None:
        self.reset = reset
        self.now = now

    def take(self, share: MeterShare) -> Cents:
        """Pays a share in whole cents; what is left stays, and the house fills up to the reset (RIV-12)."""
        percent = share.percent
        cents = self.now * percent.numerator // (percent.denominator * 100 * MICRO)
        left = self.now - cents * MICRO
        self.now = self.reset + left if percent == 100 else max(left, self.reset)
        return cents


def profit_of(pay: Pay, on: Cents, stake: Cents, meter: Meter) -> Cents:
    """What a pay adds beyond the stake (STD-5); a fraction of a cent is dropped."""
    match pay:
        case ToOne(odds):
            return on * odds.numerator // odds.denominator
        case ForOne(odds):
            return on * odds.numerator // odds.denominator - stake
        case MeterShare():
            return meter.take(pay) - stake
        case Cash(cents, kept):
            return cents - stake if kept == "kept" else cents
