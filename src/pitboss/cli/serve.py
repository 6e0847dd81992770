"""`pitboss serve`: live tables over the network."""

from __future__ import annotations

import gc
import os
import sys
import webbrowser
from typing import Annotated

import typer

from pitboss.cli.database import DbOption, address_of
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
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Take a SQLite file from a server that is dead or shall end.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser, where there is one.")
    ] = False,
) -> None:
    """Serve live tables: the page, an API and a socket for each table, on 127.0.0.1 unless told otherwise.

    \b
    Example:
      pitboss serve --port 9000
      pitboss serve --lan
    """
    gc.disable()  # nothing that is read in now goes again: a search for garbage is a tenth of the start
    from pitboss.web.log import log_warning, start_log, stop_log
    from pitboss.web.server import listen
    from pitboss.web.service_manager import tell_service_manager
    from pitboss.web.serving import serve
    from pitboss.web.settings import read_settings, unknown_variables, with_network_address
    from pitboss.web.settings_file import file_in_use
    from pitboss.web.static_files import built
    from pitboss.web.welcome_pages import invitation_address
    from pitboss.web.workers import run_workers

    gc.enable()
    options = given(
        host=host,
        lan=lan,
        port=port,
        workers=workers,
        log_level=log_level,
        log_format=log_format,
        log_file=log_file,
    )
    settings = read_settings(file_in_use(config), options)
    settings = settings.model_copy(update={"db": str(address_of(db or settings.db or None))})
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
            typer.echo("Its pages are not built, only the API answers: run `make page`.")
        typer.echo(f"From a terminal: pitboss play --join {address}")
        typer.echo(f"The API is described at {address}/api/openapi.json and in docs/protocol.md.")
        if browser and built() and _has_screen():
            webbrowser.open(address)

    try:
        if settings.workers > 1:
            settings = with_network_address(settings)
            raise typer.Exit(run_workers(settings, opened, take_over=take_over))
        with listen(settings) as listening:
            settings = with_network_address(settings.model_copy(update={"port": listening.getsockname()[1]}))
            serve(settings, listening, opened=opened, take_over=take_over)
    finally:
        stop_log()


def _invite_network(address: str) -> None:
    """Says how others in the network come in."""
    from pitboss.web.qr_codes import lettered

    typer.echo(f"Others in your network come in at {address}")
    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        typer.echo(lettered(address))


def _has_screen() -> bool:
    """Whether a browser with a window can be opened: one in the terminal would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
