"""`pitboss serve`: live tables over the network."""

from __future__ import annotations

import gc
import os
import re
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, show_records
from pitboss.errors import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.web.settings import SettingInForce


# --- The options of `pitboss serve`, which `pitboss config` takes as well.

HostOption = Annotated[str | None, Option(help="Where to listen; 0.0.0.0 is everywhere.")]
LanOption = Annotated[
    bool, Option("--lan", help="Open it to your network: prints the address and a QR code of it.")
]
PortOption = Annotated[int | None, Option(help="The port; 0 takes a free one.")]
ConfigOption = Annotated[
    Path | None,
    Option(metavar="FILE", help="Settings in TOML, or $PITBOSS_CONFIG; the environment goes over them."),
]
WorkersOption = Annotated[
    int | None, Option(help="Servers to start, at this port and those after it, on PostgreSQL.")
]
LogLevelOption = Annotated[str | None, Option(help="debug, info, warning or error.")]
LogFormatOption = Annotated[str | None, Option(help="Log format: text, json, or auto (text on a terminal).")]
LogFileOption = Annotated[
    str | None, Option(metavar="FILE", help="The log goes there; it may be moved away at any time.")
]


def given(*, lan: bool = False, host: str | None = None, **options: object) -> dict[str, object]:
    """The options that you have given; `--lan` is short for `--host lan`."""
    if lan and host is not None:
        raise Refusal("settings", "--lan listens everywhere: leave out --host")
    found = {"host": "lan" if lan else host, **options}
    return {name: value for name, value in found.items() if value is not None}


def serve_command(
    host: HostOption = None,
    lan: LanOption = False,
    port: PortOption = None,
    db: options.Db = None,
    config: ConfigOption = None,
    workers: WorkersOption = None,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
    log_file: LogFileOption = None,
    take_over: Annotated[
        bool, Option("--take-over", help="Take a SQLite file from a server that is dead or shall end.")
    ] = False,
    browser: Annotated[
        bool, Option("--open", help="Open the page in your browser, where there is one.")
    ] = False,
) -> None:
    """Serve live tables: the page, an API and a socket for each table, on 127.0.0.1 by default.

    \b
    Example:
      pitboss serve --port 9000
      pitboss serve --lan
    """
    gc.disable()  # nothing that is read in now goes again: a search for garbage is a tenth of the start
    from pitboss.web.files import built
    from pitboss.web.lobby import invitation_address
    from pitboss.web.log import log_warning, start_log, stop_log
    from pitboss.web.server import listen, tell_service_manager
    from pitboss.web.serving import run_workers, serve
    from pitboss.web.settings import file_in_use, read_settings, unknown_variables

    gc.enable()
    asked = given(host=host, lan=lan, port=port, workers=workers)
    asked |= given(log_level=log_level, log_format=log_format, log_file=log_file)
    settings = read_settings(file_in_use(config), asked)
    settings = settings.model_copy(update={"db": str(options.address_of(db or settings.db or None))})
    start_log(settings.log_level, settings.log_format, settings.log_file)
    for variable, near in unknown_variables(os.environ).items():
        log_warning("unknown variable", variable=variable, meant=near)

    def opened() -> None:
        tell_service_manager("READY=1")
        address = settings.local_address
        typer.echo(f"{settings.name} is open at {address} (Ctrl-C closes it). Play money.")
        if settings.lan:
            _invite_network(invitation_address(settings))
        elif settings.invitation:
            typer.echo(f"New people come in at {invitation_address(settings)}")
        if not built():
            typer.echo("It has no page, only the API answers: `make run` in the clone of Pitboss has one.")
        typer.echo(f"From a terminal: pitboss play --join {address}")
        typer.echo(f"The API is described at {address}/api/openapi.json and in docs/protocol.md.")
        if browser and built() and _has_screen():
            webbrowser.open(address)

    try:
        if settings.workers > 1:
            settings = settings.with_network_address()
            raise typer.Exit(run_workers(settings, opened, take_over=take_over))
        with listen(settings) as listening:
            port_taken = listening.getsockname()[1]
            settings = settings.model_copy(update={"port": port_taken}).with_network_address()
            serve(settings, listening, opened=opened, take_over=take_over)
    finally:
        stop_log()


def _invite_network(address: str) -> None:
    """Says how others in the network come in."""
    from pitboss.web.pages import lettered

    typer.echo(f"Others in your network come in at {address}")
    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        typer.echo(lettered(address))


def _has_screen() -> bool:
    """Whether a browser with a window can be opened: one in the terminal would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- `pitboss config`: the settings that `pitboss serve` would have, and where each came from.


def config_command(
    host: HostOption = None,
    lan: LanOption = False,
    port: PortOption = None,
    db: options.Db = None,
    config: ConfigOption = None,
    workers: WorkersOption = None,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
    log_file: LogFileOption = None,
    changed: Annotated[bool, Option("--changed", help="Only what is not the default.")] = False,
    explain: Annotated[bool, Option("--explain", help="Say what each setting is for.")] = False,
    as_json: options.Json = False,
) -> None:
    """Print the settings that `pitboss serve` would have with these options, and where each came from.

    An option goes over the environment, that over the file, that over the default. Secrets are masked.

    \b
    Example:
      pitboss config
      pitboss config --config pitboss.toml --changed
      pitboss config --explain
    """
    from pitboss.web.settings import file_in_use, settings_in_force, unknown_variables

    file = file_in_use(config)
    asked = given(host=host, lan=lan, port=port, db=db, workers=workers)
    asked |= given(log_level=log_level, log_format=log_format, log_file=log_file)
    found = settings_in_force(file, asked)
    if changed:
        found = [each for each in found if each.source != "default"]
    unknown = unknown_variables(os.environ)

    def text() -> Lines:
        yield f"Settings file: {file}" if file else "Settings file: none (--config or $PITBOSS_CONFIG)"
        rows = ((each.name, _value(each), _source(each, file), plain(each.help)) for each in found)
        heads = ("Setting", "Value", "From", "What it says")
        columns = slice(None if explain else 3)
        made = grid(heads[columns], (row[columns] for row in rows))
        made.columns[0].no_wrap = True
        yield made
        for variable, near in unknown.items():
            yield f"{variable} is no setting{f': did you mean {near}?' if near else '.'}"

    show_records(
        lambda: {"file": str(file) if file else None, "settings": found, "unknown": unknown},
        text,
        as_json=as_json,
    )


def _value(each: SettingInForce) -> str:
    from pitboss.web.settings import setting_text

    if each.name == "db" and not each.value:
        return options.address_of(None)
    return setting_text(each.name, each.value) or "–"


def _source(each: SettingInForce, file: Path | None) -> str:
    match each.source:
        case "option":
            return f"--{each.name.replace('_', '-')}"
        case "environment":
            return each.variable
        case "file":
            return file.name if file else ""
    return "default"


def plain(text: str) -> str:
    """What the documentation says, without its marks.

    >>> plain("on PostgreSQL: see [several servers](#several-servers), like `a`")
    'on PostgreSQL: see several servers, like a'
    """
    return re.sub(r"\[([^]]+)]\([^)]*\)", r"\1", text).replace("`", "")
