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
MOST_DIGITS: Final = 12  # of an amount
SMALLEST_CHIP: Final = 100
CENTS_OR_DOLLARS: Final = "cents, like 1000, or dollars, like '$10' in quotes or 10$"


class NotMoney(ValueError):
    """A text that is no amount of money; it says what would be one."""

    def __init__(self, text: str, write: str = "dollars, like 15, $15 or 12.50") -> None:
        super().__init__(f"{text[:40]!r} is not an amount of money: write {write}")


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


def signed_dollars(cents: Fraction | float, places: int = 2, plus: str = "+") -> str:
    """An amount with so many decimals, and its sign.

    >>> signed_dollars(39.92, 4), signed_dollars(-1250.0), signed_dollars(500, plus="")
    ('+$0.3992', '−$12.50', '$5.00')
    """
    sign = MINUS if cents < 0 else plus if cents else ""
    return f"{sign}${abs(float(cents)) / 100:,.{places}f}"


def about_dollars(cents: float) -> str:
    """An amount as a sentence has it: without cents from $10 on, and without a sign.

    >>> about_dollars(-2023.7), about_dollars(489.6), about_dollars(0.4)
    ('$20', '$4.90', '$0.004')
    """
    size = abs(cents)
    if 0 < size < 1:
        return f"${size / 100:.2g}"
    return dollars(round(size / 100) * 100 if size >= 1000 else round(size))


def micro_dollars(micro_cents: int) -> str:
    """Dollars of the ledger: the micro-cents of a cent are shown only where there are any.

    >>> micro_dollars(150_000_000), micro_dollars(-12_345_678_900), micro_dollars(2_500_000)
    ('$1.50', '−$123.456789', '$0.025')
    """
    sign = MINUS if micro_cents < 0 else ""
    cents, rest = divmod(abs(micro_cents), MICRO)
    if not rest:
        return sign + dollars(cents)
    fraction = f"{cents % 100:02d}{rest:06d}".rstrip("0")
    return f"{sign}${cents // 100:,}.{fraction}"


def parse_dollars(text: str) -> Cents:
    """The cents of a text like `15`, `$15`, `15$`, `1,000` or `12.50`."""
    stripped = text.strip()
    bare = (stripped[1:] if stripped[:1] == "$" else stripped.removesuffix("$")).replace(",", "")
    if not bare.isascii() or not bare[:1].isdigit() or len(bare) > 15:
        raise NotMoney(text)
    try:
        cents = Decimal(bare) * 100
    except InvalidOperation:
        raise NotMoney(text) from None
    if cents != cents.to_integral_value():
        raise NotMoney(text)
    return int(cents)


def parse_money(text: str) -> Cents:
    """The cents of an amount on the command line: a plain number is cents, one with the sign is dollars.

    The sign may follow the number, where no shell takes it for a variable.

    >>> parse_money("1000"), parse_money("$10"), parse_money("10$"), parse_money("$1,234.50")
    (1000, 1000, 1000, 123450)
    """
    bare = text.strip()
    if bare.isascii() and bare.isdigit() and len(bare) <= MOST_DIGITS and (bare == "0" or bare[0] != "0"):
        return int(bare)  # $100 in a shell without quotes is 00
    try:
        if "$" in bare:
            return parse_dollars(bare)
    except NotMoney:
        pass
    raise NotMoney(text, CENTS_OR_DOLLARS)


def may_be_dollars(number: int, least: Cents = SMALLEST_CHIP, step: Cents = 1) -> bool:
    """Whether a plain number is too small as cents, or no multiple of `step`, and would do as dollars.

    >>> may_be_dollars(10), may_be_dollars(1000), may_be_dollars(1500, least=100_000), may_be_dollars(0)
    (True, False, True, False)
    """
    return number > 0 and (number < least or number % step > 0) and least <= 100 * number


def both_readings(number: int, *, signs: bool = True) -> str:
    """What a plain number is, and how to write it as dollars; a sheet and JSON know no dollar `signs`.

    >>> both_readings(10)
    "10 is in cents, so $0.10; for $10 write '$10' or 10$"
    >>> both_readings(5000, signs=False)
    '5000 is in cents, so $50; for $5,000 write 500000'
    """
    write = f"'${number}' or {number}$" if signs else str(100 * number)
    return f"{number} is in cents, so {dollars(number)}; for {dollars(100 * number)} write {write}"


def figure(value: Fraction | float | None, form: str) -> str:
    """A figure as it is printed, and a dash for one that is left out.

    >>> figure(0.125, ".1%"), figure(None, ".1%")
    ('12.5%', '–')
    """
    return "–" if value is None else format(float(value), form)
