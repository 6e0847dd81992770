"""`pitboss rules`: a sheet as a player's card, with clause ids and readings."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.options import HouseArgument, JsonOption, SetOption, console, find_sheet
from pitboss.messages.rules import amount_text, card_data, hand_sentences, showdown_cells
from pitboss.sheet import Sheet, houses, load_house, standard_clauses
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
