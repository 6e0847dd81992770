"""The service worker: the shell that a browser keeps, and the page that says that there is no connection."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from pitboss.house.house_cards import ranks
from pitboss.web.felt_styles import felt_styles
from pitboss.web.pages import page
from pitboss.web.static_files import KINDS, file_of, shell_files

routes = APIRouter(include_in_schema=False)

WORKER: Final = "src/service-worker/main.ts"
OFFLINE: Final = "/offline"


@routes.get(OFFLINE)
def offline(request: Request) -> HTMLResponse:
    """The page that a browser keeps for when the house cannot be reached: nobody's in particular."""
    return page(request, "offline.html.j2", None, ranks=ranks())


@routes.get("/sw.js")
def service_worker(request: Request) -> Response:
    """The worker with what belongs to this version; asked for each time, so nobody stays in an old one."""
    text = f"globalThis.kept = {_kept(bytes(offline(request).body).decode())};\n"
    text += file_of(WORKER).read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, media_type=KINDS[".js"], headers=headers)


@lru_cache(maxsize=2)
def _kept(offline_page: str) -> str:
    files = [*shell_files(but=WORKER), felt_styles()]
    version = sha256("\n".join([*files, offline_page]).encode()).hexdigest()[:16]
    return json.dumps({"version": version, "offline": OFFLINE, "files": files})
