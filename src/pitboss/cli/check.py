"""`pitboss check`: everything that is wrong with a sheet file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from pitboss.cli.options import JsonOption, SetOption
from pitboss.round import open_table
from pitboss.sheet import Checked, Fault, Sheet, SheetRefused, check_file
from pitboss.sheet.faults import KeyPath, key_lines, line_of

MOST_FAVOUR: Final = Fraction(1, 4)  # of a bet that a sheet may give the player without a word


def check_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A sheet file (TOML).")],
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Report all faults of a sheet file, each with its line, its key and what is allowed.

    \b
    Example:
      pitboss check my-house.toml
    """
    try:
        checked = check_file(file, sets or ())
    except SheetRefused as refused:
        checked = Checked(None, refused.faults, refused.more)
    if checked.sheet is not None:
        generous = tuple(_generous(checked.sheet, key_lines(file.read_text("utf-8"))))
        checked = replace(checked, faults=checked.faults + generous)
    if as_json:
        sheet = checked.sheet
        answer = {
            "file": str(file),
            "usable": sheet is not None,
            "house": sheet.id if sheet else None,
            "hash": sheet.hash if sheet else None,
            "faults": [asdict(fault) for fault in checked.faults],
            "more": checked.more,
        }
        typer.echo(json.dumps(answer, indent=2))
    else:
        for fault in checked.faults:
            word = "warning: " if fault.severity == "warning" else ""
            typer.echo(f"{file}:{fault.line or 1}: {word}{fault.sentence}")
        if checked.more:
            typer.echo(f"{file}: and {checked.more:,} more: mend these first.")
        typer.echo(_summary(file, checked))
    if checked.sheet is None:
        raise typer.Exit(1)


def _generous(sheet: Sheet, lines: Mapping[KeyPath, int]) -> Iterator[Fault]:
    """A warning for each wager that gives the player much more than it takes: a pay is wrong, most likely.

    Wagers that take long to price, beside several up cards or a draw with one, are left out.
    """
    from pitboss.odds import Game, Price

    game = Game(open_table(sheet))
    slow = game.dealing.shows > (0 if sheet.player.draws else 1)
    for name in sheet.wagers:
        if slow and (name == "ante" or game.depends_on_decisions(name)):
            continue
        price = game.price_or_why(name)
        if isinstance(price, Price) and price.ev > MOST_FAVOUR:
            says = f"pays the player {1 + float(price.ev):,.0%} of the bet on average: is a pay too high?"
            line = line_of(lines, ("wager", name))
            yield Fault(f"wager.{name}", says, severity="warning", line=line)


def _summary(file: Path, checked: Checked) -> str:
    errors = len(checked.errors) + checked.more
    if checked.sheet is None:
        return f"{file}: {errors} fault{'s' if errors != 1 else ''}."
    sheet = checked.sheet
    parts = f"{len(sheet.wagers)} wagers, {len(sheet.pays)} pay tables, {len(sheet.clauses)} clauses"
    return f"{file}: no faults. {sheet.name}: {parts}, hash {sheet.hash[:12]}."
