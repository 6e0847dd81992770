"""What a browser has to fetch before somebody can play, and what the package carries for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, Request

from tests.browser.conftest import NO_SHELL
from tests.browser.house import BrowserHouse
from tests.browser.playing import deal, open_table, put

ROOT = Path(__file__).parents[2]
WHOLE = 450 * 1024  # gzipped, with cards and fonts
SCRIPT = 60 * 1024


@pytest.mark.parametrize("name", ["pechanga", "rivers"])
def test_a_cold_table_page_is_small(page: Page, house: BrowserHouse, name: str) -> None:
    address = open_table(page, house, name)
    cold = page.context.browser.new_context() if page.context.browser else page.context
    cold.add_init_script(NO_SHELL)
    cold.add_cookies(cast(Any, page.context.cookies()))
    fresh = cold.new_page()
    sizes = fetched(fresh, house.address + address)
    cold.close()
    scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
    assert any(path.endswith(".js") for path in sizes), sizes
    assert any("cards" in path for path in sizes), "the cards were not fetched: nothing was dealt"
    assert any(path.endswith(".woff2") for path in sizes), sizes
    assert scripts <= SCRIPT, sizes
    assert sum(sizes.values()) <= WHOLE, sizes


def fetched(page: Page, address: str) -> dict[str, int]:
    """Bytes of what came over the wire by path, gzipped as it came, until a hand is dealt."""
    asked: list[Request] = []

    def finished(request: Request) -> None:
        asked.append(request)

    page.on("requestfinished", finished)
    page.goto(address)
    put(page, ["Ante"])
    with page.expect_request_finished(lambda request: "cards" in request.url):
        deal(page)
    page.get_by_role("group", name="Decision").wait_for()
    page.wait_for_load_state("networkidle")
    return {urlsplit(each.url).path: each.sizes()["responseBodySize"] for each in asked}


def test_the_wheel_carries_the_page(tmp_path: Path) -> None:
    """Who installs it needs no Node: scripts, cards, fonts and templates are in it, and nothing of npm's."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = ZipFile(wheel).namelist()
    assert "pitboss/web/built/manifest.json" in names
    for part in ("table-", "cards-", "icons-", "inter-latin"):
        assert any(name.startswith("pitboss/web/built/assets/" + part) for name in names), part
    assert "pitboss/web/templates/table.html.j2" in names
    assert not any("node_modules" in name or name.startswith("page/") for name in names)
