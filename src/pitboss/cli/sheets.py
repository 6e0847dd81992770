"""`pitboss houses`, `pitboss rules` and `pitboss check`: rule sheets listed, printed and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.options import HouseArgument, JsonOption, SetOption, console, find_sheet
from pitboss.messages.rules import amount_text, card_data, hand_sentences, showdown_cells
from pitboss.round import open_table
from pitboss.sheet import (
    Checked,
    Fault,
    Sheet,
    SheetRefused,
    check_file,
    houses,
    load_house,
    standard_clauses,
)
from pitboss.sheet.faults import KeyPath, key_lines, line_of
from pitboss.sheet.model import Clause
from pitboss.sheet.rule_card import PrintedTable, printed_tables


def rules_command(house: HouseArgument, as_json: JsonOption = False, sets: SetOption = None) -> None:
    """Print a house's rules as a player's card: wagers, decisions, pay tables, clauses, readings.

    \b
    Example:
      pitboss rules napa-valley
    """
    sheet = find_sheet(house, sets or ())
    if as_json:
        typer.echo(json.dumps(card_data(sheet), indent=2))
        return
    print_rules(sheet)


def print_rules(sheet: Sheet) -> None:
    """The player's card as text."""
    out = console()
    out.print(Text(f"{sheet.name}: {sheet.game}", style="bold"))
    out.print(sheet.about)
    _head(out, "Wagers")
    out.print(_wager_grid(sheet))
    _head(out, "The hand")
    for sentence in hand_sentences(sheet):
        out.print(Padding(sentence, (0, 0, 0, 2), expand=False))
    _head(out, "Showdown")
    out.print(_showdown_grid(sheet))
    for table in printed_tables(sheet):
        _head(out, table.heading + ("  [posted by the house]" if table.source == "posted" else ""))
        out.print(_pay_grid(table))
    if sheet.notices or sheet.disclosures:
        _head(out, "Notices")
        for text in (*(f"{each.text} ({each.clause})" for each in sheet.notices), *sheet.disclosures):
            out.print(Padding(text, (0, 0, 0, 2), expand=False))
    _head(out, "Clauses of this sheet")
    for clause in sheet.clauses.values():
        _clause(out, clause)
    _head(out, "Clauses common to all houses")
    for clause in standard_clauses().values():
        _clause(out, clause)
    out.print(f"\nSheet {sheet.hash[:12]}. Play money; independent of the houses named.")


def _head(out: Console, text: str) -> None:
    out.print()
    out.print(Text(text, style="bold"))


def _grid(*heads: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=bool(heads))
    grid.add_column(heads[0] if heads else "", no_wrap=True)
    for head in heads[1:]:
        grid.add_column(head)
    return grid


def _wager_grid(sheet: Sheet) -> Padding:
    grid = _grid("Wager", "What may be bet", "Clause")
    for wager in sheet.wagers.values():
        grid.add_row(wager.label, amount_text(sheet, wager), wager.clause)
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _showdown_grid(sheet: Sheet) -> Padding:
    grid = _grid("When", "Ante", sheet.play.label, "Clause")
    for row in showdown_cells(sheet):
        grid.add_row(*row)
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _pay_grid(table: PrintedTable) -> Padding:
    grid = _grid(*table.heads)
    for row in table.rows:
        grid.add_row(*row)
    grid.add_row(f"({', '.join(table.clauses)})")
    return Padding(grid, (0, 0, 0, 2), expand=False)


def _clause(out: Console, clause: Clause) -> None:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=9, no_wrap=True)
    grid.add_column()
    grid.add_row(clause.id, clause.says)
    if clause.reading:
        grid.add_row("", Text(f"Reading: {clause.reading}", style="italic"))
    out.print(Padding(grid, (0, 0, 0, 2), expand=False))


# --- `pitboss houses`: which houses there are and what is special about each.


def houses_command(as_json: JsonOption = False) -> None:
    """List the houses that come with Pitboss.

    \b
    Example:
      pitboss houses
    """
    sheets = [load_house(house) for house in houses()]
    if as_json:
        rows = [
            {
                "id": sheet.id,
                "name": sheet.name,
                "game": sheet.game,
                "about": sheet.about,
                "wagers": list(sheet.wagers),
                "hash": sheet.hash,
            }
            for sheet in sheets
        ]
        typer.echo(json.dumps(rows, indent=2))
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    grid.add_column("House", style="bold", no_wrap=True)
    grid.add_column("What is special")
    for sheet in sheets:
        grid.add_row(sheet.id, f"{sheet.name}: {sheet.game}\n{sheet.about}")
    console().print(grid)
    typer.echo("Read one: pitboss rules rivers    Play one: pitboss play rivers")


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
