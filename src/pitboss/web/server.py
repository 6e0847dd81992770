"""The server process: asked to end, it parks the tables first, and ends well."""

from __future__ import annotations

import signal
import socket
from types import FrameType

import uvicorn

from pitboss.floor.lobby import Floor


class HouseServer(uvicorn.Server):
    """Ctrl-C or a SIGTERM closes the house in order; a second Ctrl-C does not wait for connections."""

    def __init__(self, config: uvicorn.Config, floor: Floor) -> None:
        super().__init__(config)
        self.floor = floor

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The signal is not raised again afterwards: a house that was closed in order ends with status 0.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        else:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # First the tables: connections that are cut by the house itself are no decision of anybody.
        await self.floor.stop()
        await super().shutdown(sockets)
