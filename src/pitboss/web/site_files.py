"""What browsers and crawlers ask of a site beside its pages: icons, the manifest of the app, robots.txt."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse

from pitboss.web.static_files import KINDS, asset, file_of

routes = APIRouter(include_in_schema=False)

A_DAY: Final = {"Cache-Control": "public, max-age=86400"}
ABOUT: Final = "The open three-card-poker house: play, price, adjudicate and prove. Play money."
ROOM: Final = "#14181b"  # the colour behind the app while it starts
SIZES: Final = (192, 512)
SHORTCUTS: Final = {
    "/evenings": "Evenings",
    "/lab": "Lab",
    "/drill": "Drill",
    "/rules": "Rules",
    "/history": "My rounds",
}
# What is made for one person, changes by the second, or is for programs. The rest may be found.
NOT_FOR_CRAWLERS: Final = (
    "/api/",
    "/tables/",
    "/evening/",
    "/league/",
    "/rounds/",
    "/lobby/",
    "/welcome",
    "/reset",
    "/account",
    "/operator",
    "/history",
    "/progress",
    "/offline",
    "/metrics",
    "/healthz",
    "/readyz",
)


def picture(name: str) -> str:
    """The address of a picture that was made when the page was built."""
    return asset(f"src/generated/{name}")


@routes.get("/favicon.ico")
def favicon() -> FileResponse:
    """A chip with a spade, for who asks without having read a page."""
    return FileResponse(
        file_of("src/generated/favicon.ico"), media_type="image/vnd.microsoft.icon", headers=A_DAY
    )


@routes.get("/favicon.svg")
def favicon_drawing() -> FileResponse:
    """The same as a drawing."""
    return FileResponse(file_of("src/generated/icon.svg"), media_type=KINDS[".svg"], headers=A_DAY)


@routes.get("/manifest.webmanifest")
def manifest(request: Request) -> JSONResponse:
    """What an installed app is called, how it looks and where it begins."""
    icons = [
        {"src": picture(f"{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for name, use in (("icon", "any"), ("maskable", "maskable"))
        for size in SIZES
    ]
    called = request.app.state.house.settings.name
    drawing = {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"}
    body = {
        "id": "/",
        "name": f"{called}: three-card poker",
        "short_name": called,
        "description": ABOUT,
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": ROOM,
        "theme_color": ROOM,
        "categories": ["games", "cards"],
        "icons": [*icons, drawing],
        "shortcuts": [{"name": name, "url": url} for url, name in SHORTCUTS.items()],
    }
    return JSONResponse(body, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@routes.get("/robots.txt")
def robots() -> PlainTextResponse:
    """Lobby, rules, Lab and drill may be found; tables, people and the API are nobody's search result."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_CRAWLERS), "Allow: /"]
    return PlainTextResponse("\n".join(lines) + "\n", headers=A_DAY)
