"""The options of `pitboss serve`, which `pitboss config` takes as well."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HostOption = Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")]
LanOption = Annotated[
    bool, typer.Option("--lan", help="Open it to your network: prints the address and a QR code of it.")
]
PortOption = Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")]
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Settings in TOML, or $PITBOSS_CONFIG; the environment goes over them."
    ),
]
WorkersOption = Annotated[
    int | None, typer.Option(help="Servers to start, at this port and those after it, on PostgreSQL.")
]
LogLevelOption = Annotated[str | None, typer.Option(help="debug, info, warning or error.")]
LogFormatOption = Annotated[
    str | None, typer.Option(help="text for people, json for programs; auto by who reads it.")
]
LogFileOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="The log goes there; it may be moved away at any time.")
]


def given(**options: object) -> dict[str, object]:
    """The options that somebody has given."""
    return {name: value for name, value in options.items() if value is not None and value is not False}
