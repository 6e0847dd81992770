"""The page: self-contained, well-formed, escaped, tables that can be read aloud, the same each time."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from pitboss.package import __version__
from pitboss.report import as_html
from pitboss.report.page import TEMPLATES
from pitboss.sheet import load_house

from .houses import NAMES, SHEETS, par_of, par_of_sheet

ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "footer"),
    *("h1", "h2", "h3", "p", "a", "ul", "li", "dl", "dt", "dd", "div", "span"),
    *("figure", "figcaption", "svg", "rect", "text", "path"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
}


class Seen(HTMLParser):
    """Every tag with its attributes, and the text outside the style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_the_page_is_well_formed_and_fetches_nothing(house: str) -> None:
    page = as_html(par_of(house))
    tree = ElementTree.fromstring(page)
    seen = Seen(page)
    assert {tag for tag, _ in seen.tags} <= ALLOWED
    assert "http://" not in page
    assert "https://" not in page
    assert not re.search(r"url\(|@import|<script|javascript:", page)
    ids = [found["id"] for _, found in seen.tags if "id" in found]
    assert len(ids) == len(set(ids))
    for tag, found in seen.tags:
        assert not {"src", "onload", "onclick", "style"} & set(found)
        if tag == "a":
            assert found["href"] in {f"#{each}" for each in ids}
    assert "default-src 'none'" in page
    assert tree.get("lang") == "en"


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_every_table_has_a_caption_and_headings_for_columns_and_rows(house: str) -> None:
    tables = ElementTree.fromstring(as_html(par_of(house))).findall(".//table")
    assert len(tables) > 8
    for table in tables:
        assert table.findtext("caption")
        width = len(table.findall("thead/tr/th[@scope='col']"))
        assert width == len(table.findall("thead/tr/*")) > 0
        for row in table.findall("tbody/tr"):
            assert len(row) == width
            (heading,) = row.findall("th[@scope='row']")
            assert heading.text


def test_the_page_shows_the_figures() -> None:
    words = Seen(as_html(par_of("rivers"))).words
    for shown in (
        *("-686689/20358520", "-402/5525", "7.2760 %", "407,170,400", "Q-6-4 or better", "$10,080", "$9,030"),
        *("1.644854", "10,000,000", "RIV-12", "Reading: ", "1-800-GAMBLER", load_house("rivers").hash),
    ):
        assert shown in words


def test_the_title_block_says_what_made_it_when_and_who_answers_for_it() -> None:
    made = par_of("rivers")
    block = ElementTree.fromstring(as_html(made)).find(".//header/dl")
    assert block is not None
    facts = dict(zip((each.text for each in block[::2]), (each.text for each in block[1::2]), strict=True))
    assert facts["Sheet hash"] == load_house("rivers").hash
    assert facts["Made by"] == f"Pitboss {__version__}"
    assert facts["Date"] is facts["Author"] is None  # a line to write on
    words = Seen(as_html(replace(made, date="2026-11-15", author="Ada & Co"))).words
    assert "Date2026-11-15" in words
    assert "AuthorAda & Co" in words


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_bars_are_as_long_as_what_they_show(house: str) -> None:
    made = par_of(house)
    edges, play = ElementTree.fromstring(as_html(made)).findall(".//svg")
    long = [float(each.get("width", "")) for each in edges.findall("rect")]
    most = max(long)
    unit = max(abs(float(each.house_edge)) for each in made.wagers)
    assert long == pytest.approx([most * abs(float(each.house_edge)) / unit for each in made.wagers], abs=0.1)
    assert made.plan is not None
    shares = [count / sum(row.counts) for row in made.plan.categories for count in row.counts if count]
    parts = [float(each.get("width", "")) for each in play.findall("rect") if each.get("height") != "10"]
    assert sorted(parts) == pytest.approx(sorted(380 * share for share in shares), abs=0.1)


def test_each_wager_starts_a_page_of_paper_and_headings_are_repeated() -> None:
    page = as_html(par_of("shine"))
    assert page.count('<section class="page" id="wager-') == 3
    printed = page.partition("@media print")[2]
    assert "break-before: page" in printed
    assert "table-header-group" in printed
    assert "prefers-color-scheme: dark" in page


def test_posted_tables_and_the_cover_are_said_to_be_so() -> None:
    assert "posted by the house (SHINE-9)" in Seen(as_html(par_of("shine"))).words
    assert "is taken to cover the whole of every bet (NAPA-11)" in Seen(as_html(par_of("napa-valley"))).words


def test_text_of_a_sheet_file_is_shown_and_never_obeyed() -> None:
    evil = r"""</title><script>alert(\"x\")</script> & 'co' \u202e \u0007"""
    sheet = load_house(
        "shine", [f'name="{evil}"', 'game="<img src=x onerror=1>"', "wager.ante.label=<b>Ante"]
    )
    page = as_html(par_of_sheet(sheet))
    seen = Seen(page)
    assert {tag for tag, _ in seen.tags} <= ALLOWED
    ElementTree.fromstring(page)
    assert """</title><script>alert("x")</script> & 'co' """ in seen.words
    assert "<img src=x onerror=1>" in seen.words
    assert "\u202e" not in page
    assert "\x07" not in page


def test_marks_of_direction_and_control_characters_are_replaced() -> None:
    text = TEMPLATES.from_string("{{ words }}").render
    assert text(words="a\u202eb\x00c\x9bd\ud800") == "a\ufffdb\ufffdc\ufffdd\ufffd"
    assert text(words="Zürich — ♠\n<b>") == "Zürich — ♠\n&lt;b&gt;"


def test_the_same_sheet_gives_the_same_bytes() -> None:
    again = par_of_sheet(load_house("pechanga"))
    assert again == par_of("pechanga")
    assert as_html(again) == as_html(par_of("pechanga"))
