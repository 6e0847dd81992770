"""`python -m tests.browser.pictures [HOUSE …] [--all FOLDER]`: the pictures of docs/images, at most 2 MB.

A sheet for each house shows every phase at every size, two more the other screens; what the README shows is
large. `--all` makes each picture by itself and large, in a folder of yours. The deals are wished for, so that
a picture shows what its house is about; the shuffle is the real one.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from pitboss.hands import Category, category3
from pitboss.table.messages import SeatBot
from tests.browser.axe import DRAWN
from tests.browser.conftest import DESKTOP, FLAGS, REACHABLE, SAME_SEED
from tests.browser.evening_pictures import take_evening
from tests.browser.house import BOT, PERSON, BrowserHouse, Deal, Wish, holds
from tests.browser.playing import BETS, HOUSES, deal, decide, open_table, put, rail, results

IMAGES: Final = Path(__file__).parents[2] / "docs" / "images"
SIZES: Final = {
    "desktop": DESKTOP,
    "tablet": (1024, 768),
    "phone": (390, 844),
    "sideways": (844, 390),
    "narrow": (320, 568),
    "zoomed": (360, 225),  # a desk at 400 %
}
BOTH: Final = ("desktop", "phone")
COMPANY: Final = ("optimal", "mimic", "always", "timid", "random")
BOT_SEATS: Final = (1, 2, 3, 5, 6)  # a bot takes the first free seat; the person sits at the fourth
SETTLE: Final = 250  # ms until a part that is fetched late has come


def _category(deal: Deal, seat: int) -> Category:
    return category3(*deal.hands[seat])


WISHES: Final[dict[str, Wish]] = {
    "pechanga": lambda deal: _category(deal, 4) is Category.PAIR and _category(deal, 2) >= Category.FLUSH,
    "atlantic-city": lambda deal: _category(deal, 4) is Category.STRAIGHT,
    "napa-valley": lambda deal: _category(deal, 4) is Category.FLUSH and deal.dealer[2] >> 2 >= 10,
    "shine": lambda deal: _category(deal, 4) is Category.THREE_OF_A_KIND,
    "rivers": lambda deal: _category(deal, 4) is Category.STRAIGHT_FLUSH,
}
# What the README shows, large.
LARGE: Final = (
    "rivers-desktop-settled",
    "pechanga-desktop-decide",
    "napa-valley-desktop-decide",
    "atlantic-city-desktop-settled",
    "shine-desktop-settled",
)
PAGES: Final = {
    "lobby": "/",
    "rules": "/rules/pechanga",
    "lab": "/lab/rivers?set=pays.pair_plus.lines.straight%3D7+to+1&cell=Q6&cards=Qs+6h+4d",
    "lab-napa-valley": "/lab/napa-valley?up=K",
    "drill": "/drill?house=napa-valley",
    "account": "/account",
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


@contextmanager
def _visit(chromium: Browser, **more: Any) -> Iterator[tuple[Page, BrowserHouse]]:
    """Somebody who has played everywhere before, in a house of their own."""
    with tempfile.TemporaryDirectory() as folder:
        house = BrowserHouse(Path(folder) / "house.db")
        house.start()
        try:
            page = _newcomer(chromium, house, **more)
            known = json.dumps({"firstHands": HOUSES})
            page.context.add_init_script(f"localStorage.setItem('pitboss.prefs', '{known}')")
            yield page, house
            page.context.close()
        finally:
            house.stop()


def _newcomer(chromium: Browser, house: BrowserHouse, **more: Any) -> Page:
    size = {"width": DESKTOP[0], "height": DESKTOP[1]}
    look: dict[str, Any] = {"viewport": size, "color_scheme": "dark", **more}
    context = chromium.new_context(base_url=house.address, **look)
    for script in (SAME_SEED, REACHABLE):
        context.add_init_script(script)
    return context.new_page()


@dataclass
class Album:
    """The pictures of a visit by their names, as they were taken."""

    shots: dict[str, bytes] = field(default_factory=dict)

    def take(self, page: Page, name: str, sizes: Sequence[str] = BOTH) -> None:
        """What the page shows now, at some sizes."""
        page.wait_for_load_state("networkidle")
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            page.wait_for_timeout(SETTLE)
            self.shots[f"{name}-{size}"] = page.screenshot()
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def house_album(chromium: Browser, name: str) -> Album:
    """A round with company: every phase at every size."""
    album = Album()
    with _visit(chromium) as (page, house):
        house.wish({4: PERSON, **dict.fromkeys(BOT_SEATS, BOT)}, WISHES[name])
        open_table(page, house, name)
        for bot in COMPANY:
            house.do(SeatBot(bot))
        put(page, BETS[name])
        rail(page).get_by_text("Add more, or press Deal.").wait_for()
        album.take(page, "bets", tuple(SIZES))
        deal(page)
        rail(page).get_by_role("group", name="Decision").wait_for()
        album.take(page, "decide", tuple(SIZES))
        decide(page, "Play")
        results(page)
        album.take(page, "settled", tuple(SIZES))
    return album


def pages_album(chromium: Browser) -> Album:
    """The pages around the table."""
    album = Album()
    with _visit(chromium) as (page, _):
        for name, address in PAGES.items():
            page.goto(address)
            album.take(page, name)
    return album


def evenings_album(chromium: Browser) -> Album:
    """An evening of bots and its host."""
    album = Album()
    with _visit(chromium) as (page, _):
        take_evening(page, album.take)
    return album


def moments_album(chromium: Browser) -> Album:
    """What is seen now and then at a table: the bank, a jackpot, an invitation, the card of a sitting."""
    album = Album()
    with _visit(chromium) as (page, house):
        house.wish({4: PERSON}, holds(4, "As Ks Qs"))
        address = open_table(page, house, "rivers")
        page.get_by_role("button", name="Host and company").click()
        page.get_by_role("dialog").get_by_role("img", name="QR code of this table's invitation").wait_for()
        album.take(page, "host")
        invitation = page.get_by_label("Link to this table").input_value()
        page.keyboard.press("Escape")
        put(page, BETS["rivers"])
        deal(page)
        rail(page).get_by_role("group", name="Decision").wait_for()
        _in_other_looks(page, album)
        decide(page, "Play")
        results(page)
        page.locator(".jackpot").wait_for()
        album.take(page, "jackpot")
        page.get_by_role("button", name="Leave the seat").click()
        page.get_by_role("button", name="Get up").click()
        page.get_by_role("dialog", name="Your sitting").locator("dl").first.wait_for()
        album.take(page, "sitting")
        guest = _newcomer(chromium, house)
        guest.goto(invitation)
        album.take(guest, "invitation")
        guest.goto(f"{address}?motion=instant&invite={house.room.live.settings.invite}")
        guest.get_by_role("button", name="Take a seat").wait_for()
        album.take(guest, "no-seat")
        guest.context.close()
    with _visit(chromium) as (page, house):
        open_table(page, house, "napa-valley", bots=["optimal", "timid"])
        _bank(page, album)
    return album


def _in_other_looks(page: Page, album: Album) -> None:
    """The same decision by day, in the machine's own colours, and as text."""
    page.emulate_media(color_scheme="light")
    album.take(page, "by-day")
    page.emulate_media(color_scheme="dark", forced_colors="active")
    album.take(page, "forced-colours")
    page.emulate_media(color_scheme="dark", forced_colors="none")
    page.get_by_role("button", name="Text table").press("Enter")
    page.get_by_role("main", name="Table as text").get_by_role("button", name="Play").wait_for()
    album.take(page, "text-table")
    page.get_by_role("main").get_by_role("button", name="Back to the felt").click()


def _bank(page: Page, album: Album) -> None:
    page.get_by_role("button", name="The bank").click()
    page.get_by_role("dialog", name="The bank").get_by_role("radio", name="Ask me").check()
    page.keyboard.press("Escape")
    rail(page).get_by_role("region", name="The bank is offered to you").wait_for()
    album.take(page, "bank-offer")
    rail(page).get_by_role("button", name="Take the bank with").click()
    expect(rail(page).get_by_label("How the bank stands")).to_contain_text("with ")
    album.take(page, "bank-bets")
    deal(page)
    rail(page).get_by_role("button", name="Keep the bank").wait_for()
    album.take(page, "bank-paid")


# Sheets

GAP: Final = 16  # pixels between two pictures
SCALE: Final = 0.5


@dataclass(frozen=True)
class Placed:
    """A picture on a sheet."""

    png: bytes
    x: int
    y: int
    width: int
    height: int


def sheet(rows: Sequence[Sequence[tuple[str, bytes]]]) -> tuple[int, int, list[Placed]]:
    """Rows of pictures, each with the name of its size: how wide and high they are, and where each lies."""
    placed: list[Placed] = []
    widest, y = 0, GAP
    for row in rows:
        x, high = GAP, 0
        for size, png in row:
            width, height = (round(SCALE * each) for each in SIZES[size])
            placed.append(Placed(png, x, y, width, height))
            x, high = x + width + GAP, max(high, height)
        widest, y = max(widest, x), y + high + GAP
    return widest, y, placed


def house_rows(shots: dict[str, bytes]) -> list[list[tuple[str, bytes]]]:
    """The phases from left to right; beside the tablet the narrow phone, then a phone held both ways."""
    phases = ("bets", "decide", "settled")
    wide, mid, high, low, narrow, zoomed = (
        [(size, shots[f"{each}-{size}"]) for each in phases] for size in SIZES
    )
    return [wide, [*mid, *narrow], [*high, *low], zoomed]


def album_rows(shots: dict[str, bytes], across: int) -> list[list[tuple[str, bytes]]]:
    """Pictures at a desk in rows, then those of a phone."""
    wide = [("desktop", png) for name, png in shots.items() if name.endswith("-desktop")]
    high = [("phone", png) for name, png in shots.items() if name.endswith("-phone")]
    return [*(wide[at : at + across] for at in range(0, len(wide), across)), high]


# The browser scales, and has the encoder.
ENCODE: Final = """async ([width, height, quality, placed]) => {
    const canvas = new OffscreenCanvas(width, height);
    const draw = canvas.getContext("2d");
    draw.fillStyle = "#0d1013";
    draw.fillRect(0, 0, width, height);
    draw.imageSmoothingQuality = "high";
    for (const [png, ...place] of placed) {
        const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
        draw.drawImage(image, ...place);
    }
    const webp = await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer();
    return btoa(Array.from(new Uint8Array(webp), (byte) => String.fromCharCode(byte)).join(""));
}"""


def write_webp(chromium: Browser, file: Path, width: int, height: int, placed: Sequence[Placed]) -> None:
    """Some pictures as one small file."""
    blank = chromium.new_page()
    given = [
        (base64.b64encode(each.png).decode(), each.x, each.y, each.width, each.height) for each in placed
    ]
    found = blank.evaluate(ENCODE, [width, height, 0.6, given])
    blank.close()
    file.write_bytes(base64.b64decode(found))
    print(f"{file.name}: {file.stat().st_size // 1024} KB", flush=True)


def _main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("houses", nargs="*", metavar="HOUSE", help="these houses alone")
    asked.add_argument("--all", type=Path, metavar="FOLDER", help="each picture by itself, into a folder")
    wanted = asked.parse_args()
    with browser() as chromium:
        albums = {name: house_album(chromium, name) for name in wanted.houses or HOUSES}
        if not wanted.houses:
            albums |= {"pages": pages_album(chromium), "moments": moments_album(chromium)}
            albums |= {"evenings": evenings_album(chromium)}
        for name, album in albums.items():
            _write(chromium, name, album.shots, wanted.all)


def _write(chromium: Browser, name: str, shots: dict[str, bytes], folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for each, png in shots.items():
            width, height = SIZES[each.rpartition("-")[2]]
            write_webp(
                chromium, folder / f"{name}-{each}.webp", width, height, [Placed(png, 0, 0, width, height)]
            )
        return
    IMAGES.mkdir(exist_ok=True)
    for phase, png in ((each.removesuffix("-desktop"), png) for each, png in shots.items()):
        if (large := f"{name}-desktop-{phase}") in LARGE:
            write_webp(chromium, IMAGES / f"{large}.webp", *DESKTOP, [Placed(png, 0, 0, *DESKTOP)])
    rows = house_rows(shots) if name in HOUSES else album_rows(shots, 3)
    write_webp(chromium, IMAGES / f"{name}.webp", *sheet(rows))


if __name__ == "__main__":
    _main()
