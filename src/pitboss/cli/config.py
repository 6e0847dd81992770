"""`pitboss config`: the settings that `pitboss serve` would have, and where each came from."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.database import DbOption, address_of
from pitboss.cli.options import JsonOption, console
from pitboss.cli.serve_options import (
    ConfigOption,
    HostOption,
    LanOption,
    LogFileOption,
    LogFormatOption,
    LogLevelOption,
    PortOption,
    WorkersOption,
    given,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.web.setting_sources import SettingInForce


def command(
    host: HostOption = None,
    lan: LanOption = False,
    port: PortOption = None,
    db: DbOption = None,
    config: ConfigOption = None,
    workers: WorkersOption = None,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
    log_file: LogFileOption = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what is not the default.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each setting is for.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the settings that `pitboss serve` would have with these options, and where each came from.

    An option goes over the environment, that over the file, that over the default. Secrets are masked.

    \b
    Example:
      pitboss config
      pitboss config --config pitboss.toml --changed
      pitboss config --explain
    """
    from pitboss.web.setting_sources import settings_in_force
    from pitboss.web.settings import unknown_variables
    from pitboss.web.settings_file import file_in_use

    file = file_in_use(config)
    options = given(
        host=host,
        lan=lan,
        port=port,
        db=db,
        workers=workers,
        log_level=log_level,
        log_format=log_format,
        log_file=log_file,
    )
    found = settings_in_force(file, options)
    if changed:
        found = [each for each in found if each.source != "default"]
    unknown = unknown_variables(os.environ)
    if as_json:
        shown = {"file": str(file) if file else None, "settings": [asdict(each) for each in found]}
        typer.echo(json.dumps({**shown, "unknown": unknown}, indent=2))
        return
    typer.echo(f"Settings file: {file}" if file else "Settings file: none (--config or $PITBOSS_CONFIG)")
    _print(found, file, explain=explain)
    for variable, near in unknown.items():
        typer.echo(f"{variable} is no setting{f': did you mean {near}?' if near else '.'}")


def _print(found: list[SettingInForce], file: Path | None, *, explain: bool) -> None:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for column in ("Setting", "Value", "From", *(["What it says"] if explain else [])):
        grid.add_column(column, overflow="fold", no_wrap=column == "Setting")
    for each in found:
        row = [each.name, _value(each), _source(each, file)]
        grid.add_row(*map(Text, row + ([plain(each.help)] if explain else [])))
    console().print(grid)


def _value(each: SettingInForce) -> str:
    if each.name == "db" and not each.value:
        return address_of(None)
    if isinstance(each.value, bool):
        return str(each.value).lower()
    return (", ".join(each.value) if isinstance(each.value, list) else str(each.value)) or "–"


def _source(each: SettingInForce, file: Path | None) -> str:
    match each.source:
        case "option":
            return f"--{each.name.replace('_', '-')}"
        case "environment":
            return each.variable
        case "file":
            return file.name if file else ""
        case "lan":
            return "lan"
    return "default"


def plain(text: str) -> str:
    """What the documentation says, without its marks.

    >>> plain("on PostgreSQL: see [several servers](#several-servers), like `a`")
    'on PostgreSQL: see several servers, like a'
    """
    return re.sub(r"\[([^]]+)]\([^)]*\)", r"\1", text).replace("`", "")
