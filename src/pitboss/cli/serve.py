"""`pitboss serve`: live tables over the network."""

from __future__ import annotations

import os
import sys
import webbrowser
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database import DbOption, address_of
from pitboss.round import Refusal


def command(
    host: Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    db: DbOption = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings in TOML; the environment goes over them.")
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

    Example: pitboss serve --port 9000
    """
    import uvicorn

    from pitboss.cage import open_store
    from pitboss.cage.server_lock import serve_database
    from pitboss.web.app import make_app
    from pitboss.web.door import KEPT, Door, protocols
    from pitboss.web.log import log, start_log
    from pitboss.web.server import HouseServer, listen, raise_file_limit
    from pitboss.web.server_state import open_house
    from pitboss.web.settings import read_settings
    from pitboss.web.static_files import built
    from pitboss.web.warm_up import warm

    settings = read_settings(config)
    if host is not None:
        settings = settings.model_copy(update={"host": host})
    if port is not None:
        settings = settings.model_copy(update={"port": port})
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise Refusal("log_level", f"--log-level {log_level!r}: write debug, info, warning or error")
    start_log(log_level.upper())
    listening = listen(settings)
    settings = settings.model_copy(update={"port": listening.getsockname()[1]})
    files = raise_file_limit()
    store = open_store(address_of(db or settings.db or None), hurried=True)
    try:
        serving = serve_database(store, take_over=take_over)
    except BaseException:
        store.close()
        raise
    house = open_house(settings, store, serving=serving)
    log("files", most=files)

    def opened() -> None:
        address = settings.local_address
        typer.echo(f"Pitboss is open at {address} (Ctrl-C closes it). Play money.")
        if not built():
            typer.echo("Its pages are not built, only the API answers: run `make page`.")
        typer.echo(f"From a terminal: pitboss play --join {address}")
        typer.echo(f"The API is described at {address}/api/openapi.json and in docs/protocol.md.")
        if browser and built() and _has_screen():
            webbrowser.open(address)

    http, socket = protocols(Door(settings))
    server = HouseServer(
        uvicorn.Config(
            make_app(house),
            log_config=None,
            access_log=False,
            server_header=False,
            http=http,
            ws=socket,
            ws_max_size=16 * 1024,
            ws_per_message_deflate=False,  # updates are small, and what packs them weighs 30 KB a socket
            proxy_headers=False,  # the application has it, with the proxies of the settings
            ssl_certfile=settings.certificate or None,
            ssl_keyfile=settings.key or None,
            timeout_keep_alive=KEPT,
            timeout_graceful_shutdown=5,
        ),
        house.floor,
        opened,
        partial(warm, house),
        house.desk,
    )
    try:
        server.run([listening])
    finally:
        listening.close()
        serving.close()
        store.close()
    if house.floor.lost is not None:
        raise house.floor.lost


def _has_screen() -> bool:
    """Whether a browser with a window can be opened: one in the terminal would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
