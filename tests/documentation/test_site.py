"""The site as `make docs` has built it, and its sources as a code host shows them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docsite.build import SITE
from docsite.links import faults_of
from docsite.reference import ROOMS, public_names
from docsite.stage import PROJECT_PAGES
from pitboss.cli import OFFERS

ROOT = Path(__file__).parents[2]
SOURCES = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in ("README.md", *PROJECT_PAGES))]
MARKDOWN = MarkdownIt("commonmark").enable("table")


def inline(path: Path) -> Iterator[tuple[str, Token]]:
    """Each piece of running text of a page, with the kind of block that it is in."""
    tokens = MARKDOWN.parse(path.read_text("utf-8"))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "inline":
            yield before.type if before else "", token


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    seen: Counter[str] = Counter()
    found = set()
    for kind, token in inline(path):
        if kind == "heading_open":
            text = "".join(
                each.content for each in token.children or () if each.type in ("text", "code_inline")
            )
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return found


def links(path: Path) -> Iterator[str]:
    for _, token in inline(path):
        for child in token.children or ():
            target = child.attrGet("href" if child.type == "link_open" else "src")
            if target and "://" not in str(target) and not str(target).startswith("mailto:"):
                yield str(target)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_link_works_on_a_code_host_too(path: Path) -> None:
    for link in links(path):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.is_file(), f"{path.name} links to {link}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{path.name} links to {link}"


def test_the_built_site_has_no_broken_link_no_stranger_and_nothing_inline() -> None:
    assert (SITE / "index.html").is_file(), "make docs builds it"
    assert not faults_of(SITE)


def test_every_public_name_has_its_place_in_the_reference() -> None:
    for room in ROOMS:
        page = (SITE / "reference" / f"{room}.html").read_text("utf-8")
        missing = [
            name for name in public_names(room) if f'<span class="pre">{name}</span></code>' not in page
        ]
        assert not missing, room
    front = getattr(import_module("pitboss"), "__all__", ())
    assert not front or (SITE / "reference" / "pitboss.html").is_file()


def test_every_command_has_its_help_in_the_reference() -> None:
    page = (SITE / "reference" / "commands.html").read_text("utf-8")
    assert not [name for name in OFFERS if f"Usage: pitboss {name}" not in page]


def test_the_search_knows_words_of_the_game() -> None:
    index = (SITE / "searchindex.js").read_text("utf-8")
    for word in ("envi", "ant", "qualifi", "meter"):  # stems, as the search looks for them
        assert re.search(rf'[{{,]"?{word}"?:', index), word


def test_every_published_figure_has_its_source() -> None:
    """One of those that the catalogue of published games has read, or says that it has not read again."""
    method = (ROOT / "docs" / "method.md").read_text("utf-8")
    catalogue = (ROOT / "docs" / "catalogue.md").read_text("utf-8")
    table = re.findall(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", method.split("## What is published")[1], re.M)
    figures = [row for row in table if row[2] not in ("published", "---", "none")]
    assert len(figures) > 8
    for figure, _, _, source in figures:
        [address] = re.findall(r"\]\((https?://[^)]+)\)", source)
        assert address in catalogue, figure


def test_a_page_is_in_the_contents_and_a_term_in_its_place() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if f"]({page})" not in index} == {"index.md"}
    terms = re.findall(r"^## (.+)$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
    assert terms == sorted(terms, key=str.lower)
    assert len(terms) > 40
