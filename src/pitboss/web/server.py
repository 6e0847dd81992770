"""The server process: asked to end, it parks the tables first, and ends well."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES, EADDRINUSE
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from pitboss.round import Refusal
from pitboss.web.background import warm
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings

VARIABLE: Final = "NOTIFY_SOCKET"


def tell_service_manager(state: str) -> None:
    """Says `READY=1` once the house answers, or `STOPPING=1`; nobody listening is no fault."""
    place = os.environ.get(VARIABLE, "")
    if not place.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.sendto(state.encode(), place.replace("@", "\0", 1) if place[0] == "@" else place)


HANDSHAKE: Final = 10.0  # seconds for that of TLS
TRIES: Final = 5  # to listen, beside others who begin at the same moment
KERNEL: Final = "/proc/sys/kernel/random/boot_id"  # another one after each start of the machine
# New objects, then rounds of looking, between two looks at older ones: a quarter of a million objects that
# nobody can reach any more, of connections that have ended, are the most that are kept.
GARBAGE: Final = (10_000, 5, 5)


def listen(settings: ServeSettings, tries: int = TRIES) -> socket.socket:
    """A socket that listens where the settings say; it has a port of its own where they say 0.

    Of two servers that begin at the same moment Linux may refuse both, each because of the other: so a server
    that could bind and not listen tries again. Where another one listens it cannot even bind.
    """
    found = socket.socket(socket.AF_INET6 if ":" in settings.listens_at else socket.AF_INET)
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    # On Windows reuse would let two servers have one port; elsewhere a port that was just left is free again.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if alone is None else alone, 1)
    bound = False
    try:
        found.bind((settings.listens_at, settings.port))
        bound = True
        found.listen()
    except OSError as fault:
        found.close()
        if bound and fault.errno == EADDRINUSE and tries > 1:
            return listen(settings, tries - 1)
        taken = {EADDRINUSE} if alone is None else {EADDRINUSE, EACCES}  # Windows says both
        why = "something listens there already" if fault.errno in taken else fault.strerror or str(fault)
        place = f"{settings.listens_at}, port {settings.port}"
        raise Refusal("settings", f"Cannot listen at {place}: {why}. Choose another with --port") from None
    return found


def place_of(listening: socket.socket) -> str:
    """A port of one network of one running kernel, where no two processes listen; empty where none is known.

    A server that listens there knows that all that did before have ended.
    """
    try:
        kernel = Path(KERNEL).read_text("ascii").strip()
        network = Path("/proc/self/ns/net").readlink()
    except (OSError, ValueError):  # not on Linux
        return ""
    host, port = listening.getsockname()[:2]
    return f"{kernel} {network} {host} {port}"


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


def most_files() -> int | None:
    """How many files a server could open here; None where that has no limit."""
    try:
        import resource
    except ImportError:
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if hard == resource.RLIM_INFINITY else hard


class HouseServer(uvicorn.Server):
    """Ctrl-C or a SIGTERM closes the house in order; a second Ctrl-C does not wait for connections."""

    def __init__(self, config: uvicorn.Config, house: House, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.house = house
        self.opened = opened  # called once the house answers
        self._warming: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.config.is_ssl:
            _shorten_handshakes(asyncio.get_running_loop())
        await super().startup(sockets)
        _look_away()
        self.opened()
        self._warming = asyncio.create_task(warm(self.house))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The signal is not raised again afterwards: a house that was closed in order ends with status 0.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        else:
            self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        # A house that may no longer write ends by itself; `serve` raises why.
        if self.house.floor.lost is not None:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First the tables: connections that are cut by the house itself are no decision of anybody.
        if self._warming is not None:
            self._warming.cancel()
        await self.house.floor.stop()
        await self.house.desk.close()  # who waits for an answer is told so
        await super().shutdown(sockets)


def _shorten_handshakes(loop: asyncio.AbstractEventLoop) -> None:
    """uvicorn has no setting for how long one may take over a handshake, and a loop waits for a minute."""
    listen_ = loop.create_server
    loop.create_server = partial(listen_, ssl_handshake_timeout=HANDSHAKE)  # type: ignore[method-assign]


def _look_away() -> None:
    """What is in memory now stays there: a search for garbage among it would stop all tables for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
