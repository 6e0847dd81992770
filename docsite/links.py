"""Every link of the built site leads somewhere in it: to a file that is there, to an anchor that is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LOADS: Final = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}


@dataclass
class Page(HTMLParser):
    """The anchors and links of a page, what it loads, and what the server's policy would stop."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if found.get(LOADS.get(tag, "")):
            self.loads.append(found[LOADS[tag]])
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(f"<{tag}>")
        self.inline += [f"<{tag} {name}>" for name in found if name == "style" or name.startswith("on")]


def read_page(path: Path) -> Page:
    """What a page has."""
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def faults_of(site: Path) -> list[str]:
    """What is wrong with the site, one sentence each."""
    pages = {path: read_page(path) for path in sorted(site.rglob("*.html"))}
    faults = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        faults += [f"{name} has {each} inline, which the server's policy stops" for each in page.inline]
        faults += [f"{name} loads {each} from elsewhere" for each in page.loads if urlsplit(each).netloc]
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                faults.append(f"{name} links to {link}, which is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                faults.append(f"{name} links to {link}, but there is no such place on that page")
    return faults
