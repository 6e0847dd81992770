"""A worker's end of the control socket: connections come over it, and the parent hears which tables are here.

It ends with the parent, and then the worker stops in order.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Final

from pitboss.web.log import log_fault

BEAT: Final = 1.0  # seconds
AT_ONCE: Final = 64  # connections that are taken before anything else is done


class HandedConnections:
    """What a worker has from its parent instead of a port; an `Owned` of the floor."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        control.setblocking(False)
        self._untold = b""
        self._beaten = 0.0
        self._turn = Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # Which tables are here

    def took(self, table: str) -> None:
        self._tell({"took": table})

    def lost(self, table: str) -> None:
        self._tell({"lost": table})

    def _tell(self, said: dict[str, Any]) -> None:
        with self._turn:
            self._untold += json.dumps(said).encode() + b"\n"
        self.flush()

    def beat(self, now: float) -> None:
        """Says once a second that this process does not stand still."""
        if now - self._beaten >= BEAT:
            self._beaten = now
            self._tell({"alive": True})

    def flush(self) -> None:
        """Says what could not be said before, as the parent had not listened."""
        with self._turn, suppress(OSError):
            while self._untold:
                self._untold = self._untold[self.control.send(self._untold) :]

    # Connections

    def begin(self, protocol: Callable[[], asyncio.Protocol], orphaned: Callable[[], None]) -> None:
        """Takes connections from now on, each as if it had been accepted here."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self.control.fileno(), self._take, loop, protocol, orphaned)
        self._tell({"ready": True})

    def end(self) -> None:
        """Takes no more of them."""
        asyncio.get_running_loop().remove_reader(self.control.fileno())

    def _take(
        self,
        loop: asyncio.AbstractEventLoop,
        protocol: Callable[[], asyncio.Protocol],
        orphaned: Callable[[], None],
    ) -> None:
        for _ in range(AT_ONCE):
            try:
                said, handed, _, _ = socket.recv_fds(self.control, 1, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                said, handed = b"", []
            if not said:
                self.end()
                orphaned()
                return
            for each in handed:
                task = loop.create_task(self._connect(loop, protocol, socket.socket(fileno=each)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _connect(
        self, loop: asyncio.AbstractEventLoop, protocol: Callable[[], asyncio.Protocol], given: socket.socket
    ) -> None:
        try:
            given.setblocking(False)
            await loop.connect_accepted_socket(protocol, given)
        except OSError as fault:  # it has gone meanwhile
            log_fault("handed", fault)
            given.close()
