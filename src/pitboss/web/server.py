"""The server process: asked to end, it parks the tables first, and ends well."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from errno import EADDRINUSE
from types import FrameType
from typing import Final

import uvicorn

from pitboss.floor.lobby import Floor
from pitboss.round import Refusal
from pitboss.web.settings import ServeSettings

GARBAGE: Final = (10_000, 10, 50)  # new objects, then rounds of looking, between two looks at older ones


def listen(settings: ServeSettings) -> socket.socket:
    """A socket that listens where the settings say; it has a port of its own where they say 0."""
    found = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
        found.listen()
    except OSError as fault:
        found.close()
        why = "something listens there already" if fault.errno == EADDRINUSE else fault.strerror or str(fault)
        place = f"{settings.host}, port {settings.port}"
        raise Refusal("settings", f"Cannot listen at {place}: {why}. Choose another with --port") from None
    return found


def raise_file_limit() -> int | None:
    """Lets this process open as many files as it may: each connection is one. Gives how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return None if soft == resource.RLIM_INFINITY else soft


class HouseServer(uvicorn.Server):
    """Ctrl-C or a SIGTERM closes the house in order; a second Ctrl-C does not wait for connections."""

    def __init__(
        self, config: uvicorn.Config, floor: Floor, opened: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self.floor = floor
        self.opened = opened  # called once the house answers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _look_away()
        self.opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The signal is not raised again afterwards: a house that was closed in order ends with status 0.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        else:
            self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        # A house that may no longer write ends by itself; whoever started it is told why.
        if self.floor.lost is not None:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First the tables: connections that are cut by the house itself are no decision of anybody.
        await self.floor.stop()
        await super().shutdown(sockets)


def _look_away() -> None:
    """What is in memory now stays there: a search for garbage among it would stop all tables for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
