"""The documentation under `/docs`, where it was built into the package (`make docs`)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.round import Refusal
from pitboss.web.static_files import KINDS

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
