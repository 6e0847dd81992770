"""What others have published about a sheet: a figure as it was printed, where, and why it errs if it does.

No figure is a rule, so no hash depends on it.

>>> parse_printed("2.32 %")
Printed(value=Fraction(29, 1250), unit='percent', decimals=2)
>>> parse_printed("$11,520").text(Fraction(11520)), parse_printed("0.0349").text(Fraction(1, 3))
('$11,520', '0.3333')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final, Literal

from pitboss.money import Cents, minus

FigureName = Literal[
    "house edge", "player's edge", "element of risk", "return", "wins", "break-even meter", "deviation"
]
Unit = Literal["percent", "number", "dollars"]

PRINTED_FORMS: Final = 'a number as it was printed, like "2.32 %", "0.0232" or "$11,520"'

_NUMBER: Final = r"([-−]?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,9})?)"
_PRINTED: Final = re.compile(rf"(\$)?{_NUMBER}( ?%)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as it was printed: its value, and how far it was rounded."""

    value: Fraction
    unit: Unit
    decimals: int

    def rounded(self, exact: Fraction) -> Fraction:
        """An exact figure to the last digit that was printed, halves away from zero."""
        shown = exact * (100 if self.unit == "percent" else 1)
        whole = abs(shown) * 10**self.decimals
        digits = int(whole + Fraction(1, 2))
        found = Fraction(digits if shown >= 0 else -digits, 10**self.decimals)
        return found / (100 if self.unit == "percent" else 1)

    def text(self, exact: Fraction) -> str:
        """An exact figure as this one was printed."""
        value = self.rounded(exact) * (100 if self.unit == "percent" else 1)
        number = Decimal(value.numerator) / Decimal(value.denominator)
        digits = number.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        sign = "$" if self.unit == "dollars" else ""
        return minus(f"{sign}{digits:,}{' %' if self.unit == 'percent' else ''}")


def parse_printed(text: str) -> Printed | None:
    """A number as it was printed, or None where the text is none."""
    match = _PRINTED.fullmatch(text.strip())
    if match is None or (match[1] and match[3]):
        return None
    digits = match[2].replace(",", "").replace("−", "-")
    unit: Unit = "dollars" if match[1] else "percent" if match[3] else "number"
    value = Fraction(Decimal(digits)) / (100 if unit == "percent" else 1)
    return Printed(value, unit, len(digits.partition(".")[2]))


@dataclass(frozen=True, slots=True)
class Published:
    """One figure of a wager that somebody has published.

    `recalled` marks one whose source was not read again. `errs` says why it is not what the rules give.
    """

    wager: str
    figure: FigureName
    says: str
    printed: Printed
    strategy: str
    players: int
    meter: Cents | None
    source: str
    url: str
    recalled: bool
    errs: str | None
