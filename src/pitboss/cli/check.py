"""`pitboss check`: everything that is wrong with a sheet file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import JsonOption, SetOption
from pitboss.sheet import Checked, SheetRefused, check_file


def command(
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


def _summary(file: Path, checked: Checked) -> str:
    errors = len(checked.errors) + checked.more
    if checked.sheet is None:
        return f"{file}: {errors} fault{'s' if errors != 1 else ''}."
    sheet = checked.sheet
    parts = f"{len(sheet.wagers)} wagers, {len(sheet.pays)} pay tables, {len(sheet.clauses)} clauses"
    return f"{file}: no faults. {sheet.name}: {parts}, hash {sheet.hash[:12]}."
