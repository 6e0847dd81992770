"""What a pay line gives: odds to 1, odds for 1, a share of the meter, or cash. Types, not numbers (STD-5).

>>> parse_pay("40 to 1"), parse_pay("500 for 1").text
(ToOne(odds=Fraction(40, 1)), '500 for 1')
>>> parse_pay("100 % of the meter").text, parse_pay("$25").text
('100 % of the meter', '$25')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, Final, Literal

from pitboss.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class _Odds:
    """So many for each unit of the stake."""

    odds: Fraction

    word: ClassVar[str]

    @property
    def text(self) -> str:
        return f"{self.odds.numerator} {self.word} {self.odds.denominator}"


class ToOne(_Odds):
    """Returns the stake and adds the odds."""

    __slots__ = ()
    word = "to"


class ForOne(_Odds):
    """Pays the odds and keeps the stake."""

    __slots__ = ()
    word = "for"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """Pays a percentage of the meter and keeps the stake."""

    percent: Fraction

    @property
    def text(self) -> str:
        return f"{percent_text(self.percent)} % of the meter"


@dataclass(frozen=True, slots=True)
class Cash:
    """Pays a fixed amount: beside the returned stake, instead of it, or where there is no stake."""

    cents: Cents
    stake: Literal["returned", "kept", "none"]

    @property
    def text(self) -> str:
        suffix = {"returned": " plus the stake", "kept": " for the stake", "none": ""}[self.stake]
        return dollars(self.cents) + suffix


Pay = ToOne | ForOne | MeterShare | Cash
PUSH: Final = "push"  # instead of a pay, where a bet on a winner goes back

PAY_FORMS: Final = '"40 to 1", "500 for 1", "100 % of the meter", "$50 plus the stake" or "$50 for the stake"'

# Commas stand between thousands and nowhere else: "1,5 to 1" is no pay, rather than 15 to 1.
_WHOLE = r"(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})"
_ODDS = re.compile(rf"{_WHOLE} (to|for) {_WHOLE}", re.ASCII)
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?) ?% of the meter", re.ASCII)
_CASH = re.compile(rf"\${_WHOLE}(?:\.(\d\d))?( plus the stake| for the stake)?", re.ASCII)


def parse_pay(text: str) -> Pay | None:
    """The pay a sheet's text stands for, or None when it stands for none."""
    if match := _ODDS.fullmatch(text):
        over, kind, under = _whole(match[1]), match[2], _whole(match[3])
        if not over or not under:
            return None
        odds = Fraction(over, under)
        return ToOne(odds) if kind == "to" else ForOne(odds)
    if match := _SHARE.fullmatch(text):
        percent = Fraction(Decimal(match[1]))
        return MeterShare(percent) if 0 < percent <= 100 else None
    if match := _CASH.fullmatch(text):
        cents = 100 * _whole(match[1]) + int(match[2] or 0)
        stake: Literal["returned", "kept", "none"] = "none"
        if match[3]:
            stake = "returned" if "plus" in match[3] else "kept"
        return Cash(cents, stake) if cents else None
    return None


def line_texts(lines: Mapping[str, Pay], pushes: Iterable[str]) -> dict[str, str]:
    """Every line of a pay column as it is printed, those that push after those that pay."""
    return {key: pay.text for key, pay in lines.items()} | dict.fromkeys(pushes, PUSH)


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def percent_text(percent: Fraction) -> str:
    """A percentage as people write it: `25`, `23.4567`.

    >>> percent_text(Fraction("23.4567"))
    '23.4567'
    """
    return f"{Decimal(percent.numerator) / Decimal(percent.denominator):f}"
