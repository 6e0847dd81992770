"""What is sent as a file: built scripts and styles, felts, icons, the app's manifest, the documentation."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, TypeAdapter
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.round import Refusal
from pitboss.sheet import houses, load_house

BUILT: Final = Path(__file__).parent / "built"
MANIFEST: Final = BUILT / "manifest.json"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
SHELL: Final = frozenset({*KINDS, ".woff2"})


class Chunk(BaseModel):
    """A built file in the manifest, with what it loads."""

    file: str
    css: list[str] = []
    imports: list[str] = []


@dataclass(frozen=True, slots=True)
class Entry:
    """What a page loads: its script, and the styles of it and of all that it imports."""

    script: str
    styles: tuple[str, ...]


class NotBuilt(RuntimeError):
    """The scripts of the pages were not built."""


def built() -> bool:
    """Whether the pages can be shown."""
    return MANIFEST.exists()


@lru_cache(maxsize=1)
def _manifest() -> dict[str, Chunk]:
    if not built():
        raise NotBuilt("The pages are not built: run `make page`")
    return TypeAdapter(dict[str, Chunk]).validate_json(MANIFEST.read_bytes())


@lru_cache(maxsize=16)
def entry(source: str) -> Entry:
    """What the page of a source file such as `src/table/main.ts` loads."""
    manifest = _manifest()
    seen: dict[str, Chunk] = {}

    def follow(name: str) -> None:
        if name not in seen:
            seen[name] = manifest[name]
            for other in manifest[name].imports:
                follow(other)

    follow(source)
    styles = dict.fromkeys(_address(style) for chunk in seen.values() for style in chunk.css)
    return Entry(_address(manifest[source].file), tuple(styles))


def asset(source: str) -> str:
    """The address of a single built file, such as `src/generated/icons.svg`."""
    return _address(_manifest()[source].file)


def file_of(source: str) -> Path:
    """The path of a built file on this machine."""
    return BUILT / _manifest()[source].file


def shell_files(but: str) -> tuple[str, ...]:
    """The addresses of the scripts, styles, fonts and drawings of all pages, save one."""
    files = (path.name for path in (BUILT / "assets").iterdir() if path.suffix in SHELL)
    return tuple(_address(f"assets/{name}") for name in sorted(files) if name != file_of(but).name)


def _address(file: str) -> str:
    return f"/static/{file}"


class Statics(StaticFiles):
    """Sends the gzipped twin of a file to who takes it, and says that it never changes."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        path = Path(full_path)
        twin = path.with_name(path.name + ".gz")
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        if b"gzip" in accepted and twin.exists():
            answer: Response = FileResponse(twin, status_code, media_type=KINDS.get(path.suffix))
            answer.headers["Content-Encoding"] = "gzip"
        else:
            answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Vary"] = "Accept-Encoding"
        answer.headers["Cache-Control"] = FOR_GOOD
        return answer


pages = APIRouter(include_in_schema=False)

PROPERTIES: Final = {"cloth": "--felt", "deep": "--felt-deep", "faded": "--folded", "back": "--card-back"}


@lru_cache(maxsize=1)
def _styles() -> str:
    rules = []
    for house in houses():
        colours = load_house(house).felt.colours
        values = " ".join(f"{name}: {getattr(colours, key)};" for key, name in PROPERTIES.items())
        rules.append(f'[data-house="{house}"] {{ {values} }}\n')
    return "".join(rules)


def felt_styles() -> str:
    """The address of the style sheet; it changes with its content, so that a browser keeps it for good."""
    return f"/felts.css?{sha256(_styles().encode()).hexdigest()[:12]}"


@pages.get("/felts.css")
def styles() -> Response:
    """The colours of every house."""
    return Response(_styles(), media_type=KINDS[".css"], headers={"Cache-Control": FOR_GOOD})


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


@pages.get("/favicon.ico")
def favicon() -> FileResponse:
    """A chip with a spade, for who asks without having read a page."""
    return FileResponse(
        file_of("src/generated/favicon.ico"), media_type="image/vnd.microsoft.icon", headers=A_DAY
    )


@pages.get("/favicon.svg")
def favicon_drawing() -> FileResponse:
    """The same as a drawing."""
    return FileResponse(file_of("src/generated/icon.svg"), media_type=KINDS[".svg"], headers=A_DAY)


@pages.get("/manifest.webmanifest")
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


@pages.get("/robots.txt")
def robots() -> PlainTextResponse:
    """Lobby, rules, Lab and drill may be found; tables, people and the API are nobody's search result."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_CRAWLERS), "Allow: /"]
    return PlainTextResponse("\n".join(lines) + "\n", headers=A_DAY)


DOCS: Final = Path(__file__).parent / "docs"
NOT_HERE: Final = (
    "The documentation was not built into this installation: `make docs` builds it from the source, where its"
    " pages are in docs/"
)
# Said here, because a machine may know other kinds, and a browser is told to believe what it is told.
DOCS_KINDS: Final = KINDS | {
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
    ".toml": "application/toml",
    ".webp": "image/webp",
}


def docs_built() -> bool:
    """Whether there is a documentation to show."""
    return (DOCS / "index.html").is_file()


class DocsSite(StaticFiles):
    """The built pages. A browser asks whether they have changed, since their names stay the same."""

    def __init__(self) -> None:
        super().__init__(directory=DOCS, html=True, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not docs_built():
            raise Refusal("no_page", NOT_HERE, None)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        kind = DOCS_KINDS.get(Path(full_path).suffix)
        if kind and "content-type" in answer.headers:
            answer.headers["Content-Type"] = kind
        answer.headers["Cache-Control"] = "no-cache"
        return answer
