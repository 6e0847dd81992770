"""`pitboss houses`: which houses there are and what is special about each."""

from __future__ import annotations

import json

import typer
from rich.table import Table as Grid

from pitboss.cli.options import JsonOption, console
from pitboss.sheet import houses, load_house


def command(as_json: JsonOption = False) -> None:
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
