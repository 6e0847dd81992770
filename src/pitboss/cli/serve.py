"""`pitboss serve`: live tables over the network."""

from __future__ import annotations

import gc
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database import DbOption, address_of
from pitboss.round import Refusal


def command(
    host: Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open it to your network: prints the address and a QR code of it.")
    ] = False,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    db: DbOption = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings in TOML; the environment goes over them.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that serve behind the one port, on PostgreSQL.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
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
    from pitboss.web.log import start_log
    from pitboss.web.server import listen
    from pitboss.web.service_manager import tell_service_manager
    from pitboss.web.serving import serve
    from pitboss.web.settings import read_settings, with_network_address
    from pitboss.web.static_files import built
    from pitboss.web.welcome_pages import invitation_address
    from pitboss.web.workers import check_workers, run_workers

    gc.enable()
    given = {"host": host, "port": port, "workers": workers, "lan": lan or None}
    settings = read_settings(config, {name: value for name, value in given.items() if value is not None})
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise Refusal("log_level", f"--log-level {log_level!r}: write debug, info, warning or error")
    settings = settings.model_copy(update={"db": str(address_of(db or settings.db or None))})
    if settings.workers > 1:
        check_workers(settings)
    start_log(log_level.upper())
    listening = listen(settings)
    settings = with_network_address(settings.model_copy(update={"port": listening.getsockname()[1]}))

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

    with listening:
        if settings.workers == 1:
            serve(settings, listening, opened=opened, take_over=take_over)
        else:
            raise typer.Exit(run_workers(settings, listening, log_level.upper(), opened, take_over=take_over))


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
