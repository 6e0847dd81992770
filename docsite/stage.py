"""The staging folder: the pages of `docs/`, and with them the files outside of it to which they link."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import Final

# Pages of the repository that belong to the site, and what they are called there.
PROJECT_PAGES: Final = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "THIRD_PARTY.md": "project/third-party.md",
}
FENCE: Final = re.compile(r"^( {0,3})(```+|~~~+)")
LINK: Final = re.compile(r"(!?\[[^\]\n]*\]\()([^)\s#:]+)(#[^)\s]*)?(\))")
CODE: Final = re.compile(r"(`+)(?:(?!\1).)+?\1")


class Stage:
    """What is copied and written; a file with the same content is left alone, and Sphinx knows it again."""

    def __init__(self, root: Path, into: Path) -> None:
        self.root = root
        self.into = into
        self.written: dict[str, str | Path] = {}

    def take_pages(self) -> None:
        """All of `docs/`, and the pages of the project."""
        docs = self.root / "docs"
        for path in sorted(docs.rglob("*")):
            name = path.relative_to(docs).as_posix()
            if path.suffix == ".md":
                self.add(name, self._linked(path, name))
            elif path.is_file():
                self.written[name] = path
        for source, name in PROJECT_PAGES.items():
            self.add(name, self._linked(self.root / source, name))

    def text(self, name: str) -> str:
        """A page as it is staged."""
        found = self.written[name]
        return found if isinstance(found, str) else found.read_text("utf-8")

    def add(self, name: str, text: str) -> None:
        """Puts a page there; what is made of a page that is written stands below it."""
        self.written[name] = self.text(name) + text if name in self.written else text

    def finish(self) -> None:
        """Makes the folder be exactly this."""
        for name, content in self.written.items():
            path = self.into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode() if isinstance(content, str) else content.read_bytes()
            if not path.exists() or path.read_bytes() != data:
                path.write_bytes(data)
        for path in self.into.rglob("*"):
            if path.is_file() and path.relative_to(self.into).as_posix() not in self.written:
                path.unlink()

    def _linked(self, path: Path, name: str) -> str:
        """A page's text with each link led to where its file is in the stage."""
        here = path.parent.relative_to(self.root)
        lines, fence = [], ""
        for line in path.read_text("utf-8").splitlines(keepends=True):
            mark = FENCE.match(line)
            if mark and (not fence or mark[2].startswith(fence)):
                fence = "" if fence else mark[2]
            lines.append(line if fence or mark else self._line(line, here, name))
        return "".join(lines)

    def _line(self, line: str, here: Path, name: str) -> str:
        codes: list[str] = []

        def keep(found: re.Match[str]) -> str:
            codes.append(found[0])
            return f"\0{len(codes) - 1}\0"

        def lead(found: re.Match[str]) -> str:
            return found[1] + self._target(here, found[2], name) + (found[3] or "") + found[4]

        line = LINK.sub(lead, CODE.sub(keep, line))
        return re.sub("\0(\\d+)\0", lambda found: codes[int(found[1])], line)

    def _target(self, here: Path, link: str, name: str) -> str:
        """Where a link leads from a staged page: a page or file of the stage, brought along if need be."""
        target = PurePosixPath(os.path.normpath((here / link).as_posix()).replace(os.sep, "/"))
        if target.is_relative_to("docs"):
            staged = target.relative_to("docs").as_posix()
        elif target.name == "README.md" and len(target.parts) == 1:
            staged = "index.md"
        elif str(target) in PROJECT_PAGES:
            staged = PROJECT_PAGES[str(target)]
        elif (self.root / target).is_file():
            staged = f"files/{target}"
            self.written.setdefault(staged, self.root / target)
        else:
            return link  # Sphinx says that it is broken
        return os.path.relpath(staged, PurePosixPath(name).parent).replace(os.sep, "/")
