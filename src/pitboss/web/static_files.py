"""The built scripts, styles, fonts and cards. Their names carry a hash, so a browser keeps them for good."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, TypeAdapter
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

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
    """Where a built file lies on this machine."""
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
