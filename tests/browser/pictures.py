"""`python -m tests.browser.pictures [HOUSE …]`: the pictures of docs/images: houses, phases, two sizes.

The deals are wished for, so that a picture shows what its house is about; the shuffle is the real one.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from pitboss.floor.commands import SeatBot
from pitboss.hands import Category, category3
from tests.browser.conftest import DESKTOP, FLAGS, SAME_SEED
from tests.browser.house import BOT, PERSON, BrowserHouse, Deal, Wish
from tests.browser.playing import BETS, HOUSES, deal, decide, open_table, put, rail

IMAGES: Final = Path(__file__).parents[2] / "docs" / "images"
PHONE: Final = (390, 844)
COMPANY: Final = ("optimal", "mimic", "always", "timid", "random")
BOT_SEATS: Final = (1, 2, 3, 5, 6)  # a bot takes the first free seat; the person sits at the fourth


def _category(deal: Deal, seat: int) -> Category:
    return category3(*deal.hands[seat])


WISHES: Final[dict[str, Wish]] = {
    "pechanga": lambda deal: _category(deal, 4) is Category.PAIR and _category(deal, 2) >= Category.FLUSH,
    "atlantic-city": lambda deal: _category(deal, 4) is Category.STRAIGHT,
    "napa-valley": lambda deal: _category(deal, 4) is Category.FLUSH and deal.dealer[2] >> 2 >= 10,
    "shine": lambda deal: _category(deal, 4) is Category.THREE_OF_A_KIND,
    "rivers": lambda deal: _category(deal, 4) is Category.STRAIGHT_FLUSH,
}


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium that draws."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=flags)
        yield found
        found.close()


def pictures(chromium: Browser, names: list[str]) -> None:
    """Every picture, told one by one."""
    IMAGES.mkdir(exist_ok=True)
    for kind, size in (("desktop", DESKTOP), ("phone", PHONE)):
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                house = BrowserHouse(Path(folder) / "house.db")
                house.start()
                try:
                    _house(chromium, house, name, kind, size)
                finally:
                    house.stop()


PAGES: Final = {
    "lobby": "/",
    "rules": "/rules/pechanga",
    "lab": "/lab/rivers?set=pays.pair_plus.lines.straight%3D7+to+1&cell=Q6&cards=Qs+6h+4d",
    "lab-napa-valley": "/lab/napa-valley?up=K",
    "drill": "/drill?house=napa-valley",
}


def documents(chromium: Browser) -> None:
    """The pages around the table."""
    for kind, size in (("desktop", DESKTOP), ("phone", PHONE)):
        with tempfile.TemporaryDirectory() as folder:
            house = BrowserHouse(Path(folder) / "house.db")
            house.start()
            context = chromium.new_context(
                viewport={"width": size[0], "height": size[1]}, base_url=house.address, color_scheme="dark"
            )
            page = context.new_page()
            for name, address in PAGES.items():
                page.goto(address)
                _take(page, f"{name}-{kind}")
            context.close()
            house.stop()


def _house(chromium: Browser, house: BrowserHouse, name: str, kind: str, size: tuple[int, int]) -> None:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        base_url=house.address,
        device_scale_factor=1,
        color_scheme="dark",
    )
    context.add_init_script(SAME_SEED)
    known = json.dumps({"firstHands": HOUSES})
    context.add_init_script(f"localStorage.setItem('pitboss.prefs', '{known}')")
    page = context.new_page()
    house.wish({4: PERSON, **dict.fromkeys(BOT_SEATS, BOT)}, WISHES[name])
    open_table(page, house, name)
    for bot in COMPANY:
        _add_bot(house, bot)
    put(page, BETS[name])
    rail(page).get_by_text("Add more, or press Deal.").wait_for()
    _take(page, f"{name}-{kind}-bets")
    deal(page)
    rail(page).get_by_role("group", name="Decision").wait_for()
    _take(page, f"{name}-{kind}-decide")
    decide(page, "Play")
    rail(page).get_by_role("table", name="Results").wait_for()
    _take(page, f"{name}-{kind}-settled")
    context.close()


def _add_bot(house: BrowserHouse, kind: str) -> None:
    house.do(SeatBot(kind))


def _take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    file = IMAGES / f"{name}.webp"
    file.write_bytes(_webp(page, page.screenshot()))
    print(f"{file.relative_to(IMAGES.parent)}: {file.stat().st_size // 1024} KB", flush=True)


# The browser has the encoder.
ENCODE: Final = """async (png) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const webp = await (await canvas.convertToBlob({ type: "image/webp", quality: 0.6 })).arrayBuffer();
    return btoa(Array.from(new Uint8Array(webp), (byte) => String.fromCharCode(byte)).join(""));
}"""


def _webp(page: Page, png: bytes) -> bytes:
    """A picture made small."""
    browser = page.context.browser
    assert browser is not None
    blank = browser.new_page()
    found = blank.evaluate(ENCODE, base64.b64encode(png).decode())
    blank.close()
    return base64.b64decode(found)


if __name__ == "__main__":
    with browser() as chromium_:
        pictures(chromium_, sys.argv[1:] or list(HOUSES))
        documents(chromium_)
