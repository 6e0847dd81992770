"""Where to go with a table that lives at another server of the house: over HTTP 307, over a socket 4001."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response, WebSocket

from pitboss.table.rooms import Elsewhere
from pitboss.web.pages import own_address
from pitboss.web.refusal_response import refused
from pitboss.web.settings import ServeSettings

GO_THERE: Final = 4001  # why a socket is closed; the reason is the address, and empty means: here, but anew


def way_to_table(settings: ServeSettings, there: Elsewhere | None) -> str:
    """The address of the server that has a table, for a client; empty for the one that the client has asked.

    Behind a public name that is never so: there each server is reached by the address of its settings.
    """
    if there is None or there.address == settings.public_address:
        return settings.address
    return there.address


def hand_on(request: Request, settings: ServeSettings, there: Elsewhere) -> Response:
    """Sends a request to the owner, as it is."""
    answer = refused(there)
    path = own_address(request.scope["path"], request.url.query)
    answer.headers["Location"] = way_to_table(settings, there) + path
    return answer


async def close_elsewhere(websocket: WebSocket, settings: ServeSettings, there: Elsewhere) -> None:
    """A browser shows its page nothing of a socket that was not opened: so it is opened, and closed."""
    await websocket.accept()
    await websocket.close(GO_THERE, way_to_table(settings, there))
