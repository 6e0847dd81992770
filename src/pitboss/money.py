"""Money is whole cents; this is how it, and any number below zero, is written.

>>> dollars(1500), dollars(1250), dollars(-100), dollars(1234567)
('$15', '$12.50', '−$1', '$12,345.67')
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

Cents = int

MICRO: Final = 1_000_000  # micro-cents in a cent: meters are kept to the micro-cent (RIV-12)
MINUS: Final = "−"


class NotMoney(ValueError):
    """A text that is no amount of money."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not an amount of money: write dollars, like 15, $15 or 12.50")


def minus(number: object) -> str:
    """A number as people read it, with a minus that is one; files and JSON keep the hyphen.

    >>> minus(f"{-0.4217:+.2f}"), minus("-3/7")
    ('−0.42', '−3/7')
    """
    return str(number).replace("-", MINUS)


def dollars(cents: Cents) -> str:
    """`$15`, `$12.50` or `−$1`: the cents are left out when there are none."""
    sign = MINUS if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def parse_dollars(text: str) -> Cents:
    """The cents of a text like `15`, `$15`, `1,000` or `12.50`."""
    bare = text.strip().removeprefix("$").replace(",", "")
    if not bare.isascii() or not bare[:1].isdigit() or len(bare) > 15:
        raise NotMoney(text)
    try:
        cents = Decimal(bare) * 100
    except InvalidOperation:
        raise NotMoney(text) from None
    if cents != cents.to_integral_value():
        raise NotMoney(text)
    return int(cents)


def figure(value: Fraction | float | None, form: str) -> str:
    """A figure as it is printed, and a dash for one that is left out.

    >>> figure(0.125, ".1%"), figure(None, ".1%")
    ('12.5%', '–')
    """
    return "–" if value is None else format(float(value), form)
