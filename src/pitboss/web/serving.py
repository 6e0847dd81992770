"""A house is opened, served and closed again."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial

import uvicorn

from pitboss.ledger.database import open_to_serve
from pitboss.table.lease_keeper import leases_of
from pitboss.web.app import make_app
from pitboss.web.door import KEPT, Door, protocols
from pitboss.web.log import log
from pitboss.web.server import HouseServer, place_of, raise_file_limit
from pitboss.web.server_state import House, open_house
from pitboss.web.settings import ServeSettings
from pitboss.web.warm_up import warm


def serve(
    settings: ServeSettings,
    listening: socket.socket,
    *,
    opened: Callable[[], None] = lambda: None,
    take_over: bool = False,
) -> None:
    """Serves the database of the settings until it is told to end, or may not go on."""
    files = raise_file_limit()
    store, serving = open_to_serve(settings.db, settings.threads, take_over=take_over)
    place = place_of(listening)
    leases = leases_of(store, settings.public_address, lambda server: house.floor.lose_leases(), place)
    house = open_house(settings, store, serving=serving, leases=leases)
    log("files", most=files)
    server = make_server(house, opened)
    try:
        server.run([listening])
    finally:
        serving.close()
        store.close()
    if house.floor.lost is not None:
        raise house.floor.lost


def make_server(house: House, opened: Callable[[], None]) -> HouseServer:
    """uvicorn, with our door before it and the house behind it."""
    settings = house.settings
    http, web_socket = protocols(Door(settings))
    config = uvicorn.Config(
        make_app(house),
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        ws=web_socket,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # updates are small, and what packs them weighs 30 KB a socket
        proxy_headers=False,  # the application has it, with the proxies of the settings
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.key or None,
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=5,
    )
    return HouseServer(config, house.floor, opened, partial(warm, house), house.desk)
