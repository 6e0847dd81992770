"""Tells the service manager how far the server is, where there is one that wants to know (systemd)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Final

VARIABLE: Final = "NOTIFY_SOCKET"


def tell_service_manager(state: str) -> None:
    """Says `READY=1` once the house answers, or `STOPPING=1`; nobody listening is no fault."""
    place = os.environ.get(VARIABLE, "")
    if not place.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.sendto(state.encode(), place.replace("@", "\0", 1) if place[0] == "@" else place)
