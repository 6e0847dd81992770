"""Where to go with a table that lives at another server of the house: over HTTP 307, over a socket 4001."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response, WebSocket

from pitboss.floor.elsewhere import Elsewhere
from pitboss.web.pages import own_address
from pitboss.web.refusal_response import refused
from pitboss.web.settings import ServeSettings

GO_THERE: Final = 4001  # why a socket is closed; the reason is the address, and empty means: here, but anew


def way_there(settings: ServeSettings, there: Elsewhere) -> str:
    """The owner's address for a client; empty where it is found at the one that the client knows already."""
    return "" if there.address == settings.public_address else there.address


def hand_on(request: Request, settings: ServeSettings, there: Elsewhere) -> Response:
    """Sends a request to the owner, as it is; behind one port a new connection finds it, so this one ends."""
    way = way_there(settings, there)
    answer = refused(there)
    answer.headers["Location"] = way + own_address(request.scope["path"], request.url.query)
    if not way:
        answer.headers["Connection"] = "close"
    return answer


async def close_elsewhere(websocket: WebSocket, settings: ServeSettings, there: Elsewhere) -> None:
    """A browser shows its page nothing of a socket that was not opened: so it is opened, and closed."""
    await websocket.accept()
    await websocket.close(GO_THERE, way_there(settings, there))
