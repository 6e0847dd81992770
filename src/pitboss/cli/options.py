"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

HouseArgument = Annotated[
    str, typer.Argument(metavar="HOUSE", help="A house (see `pitboss houses`) or the path of a sheet file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change the sheet for this call: --set dealer.shows=1. Repeatable."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def console() -> Console:
    """Where tables are printed: colour only on a terminal, 80 columns when there is none."""
    return Console(highlight=False, markup=False, emoji=False)
