"""`pitboss serve`: live tables over the network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.database import DbOption, address_of
from pitboss.round import Refusal


def command(
    host: Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")] = None,
    port: Annotated[int | None, typer.Option(help="The port.")] = None,
    db: DbOption = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings in TOML; the environment goes over them.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve live tables: an API and a socket for each table, on 127.0.0.1 unless told otherwise.

    Example: pitboss serve --port 9000
    """
    import uvicorn

    from pitboss.cage import open_store
    from pitboss.web.app import make_app
    from pitboss.web.house import open_house
    from pitboss.web.log import start_log
    from pitboss.web.server import HouseServer
    from pitboss.web.settings import read_settings

    settings = read_settings(config)
    if host is not None:
        settings = replace(settings, host=host)
    if port is not None:
        settings = replace(settings, port=port)
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise Refusal("log_level", f"--log-level {log_level!r}: write debug, info, warning or error")
    start_log(log_level.upper())
    store = open_store(address_of(db or settings.db or None))
    house = open_house(settings, store)
    typer.echo(f"Pitboss is open at {settings.address} (Ctrl-C closes it). Play money.")
    typer.echo(f"The API is described at {settings.address}/api/openapi.json and in docs/protocol.md.")
    server = HouseServer(
        uvicorn.Config(
            make_app(house),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=16 * 1024,
            proxy_headers=False,
            ssl_certfile=settings.certificate or None,
            ssl_keyfile=settings.key or None,
            timeout_graceful_shutdown=5,
        ),
        house.floor,
    )
    try:
        server.run()
    finally:
        store.close()
