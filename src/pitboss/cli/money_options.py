"""Money on the command line: a plain number is cents, everywhere; one with the sign is dollars."""

from __future__ import annotations

from typing import Any, Final

import typer

from pitboss.money import Cents, NotMoney, parse_money
from pitboss.round.refusal import Refusal

UNIT: Final = "CENTS|$"  # how the help names it: 1000, '$10' or 10$


def money_option(name: str, help_: str) -> Any:
    """An option that takes money; it is read as whole cents."""

    def cents(text: str) -> Cents:
        return read_money(name, text)

    return typer.Option(name, parser=cents, metavar=UNIT, help=help_)


def read_money(name: str, text: str) -> Cents:
    """The cents of what was written for an option or an argument; raises a refusal that names it."""
    try:
        return parse_money(text)
    except NotMoney as fault:
        raise Refusal("money", f"{name}: {fault}") from None
