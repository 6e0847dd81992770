"""The page in a real browser: from a key to the next picture, a deal to seven seats, a cold load.

The references are measured in the same browser: a bare page with one button, the same page doing nothing, and
a bare page over the same server.
"""

from __future__ import annotations

import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page

from bench.report import heading, note
from tests.browser.conftest import DESKTOP, SAME_SEED
from tests.browser.house import BrowserHouse
from tests.browser.pictures import browser
from tests.browser.playing import BETS, deal, open_table, put, rail, sit

SLOWER = 4  # times, as a phone is beside a desktop

# From the event to the frame after the one that shows it: what a person waits.
PAINT = """(key) => new Promise((done) => {
  const began = performance.now();
  dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
})"""
# How many frames came in so many milliseconds, and how many of them took longer than one and a half.
FRAMES = """(ms) => new Promise((done) => {
  const times = [];
  const begin = performance.now();
  const tick = (now) => { times.push(now); now - begin < ms ? requestAnimationFrame(tick) : done(times); };
  requestAnimationFrame(tick);
})"""
# From a pay that is moved to the first number that follows.
SLIDE = """([slider, value]) => new Promise((done) => {
  const began = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect(); done(performance.now() - began); })
    .observe(document.body, { subtree: true, characterData: true, childList: true });
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
})"""
BARE_SLIDER = """<!doctype html><html lang=en><title>bare</title><input type=range max=99><output>0</output>
<script>
const [slider, told] = [document.querySelector("input"), document.querySelector("output")];
slider.oninput = () => { told.textContent = slider.value; };
</script>"""
BARE = "<!doctype html><html lang=en><title>bare</title><button>A button</button>"


def run(quick: bool) -> None:
    """Prints the page's figures."""
    heading("page: the table in Chromium")
    with browser() as chromium, tempfile.TemporaryDirectory() as folder:
        house = BrowserHouse(Path(folder) / "house.db")
        house.start()
        try:
            context = chromium.new_context(
                viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
                base_url=house.address,
                service_workers="block",
            )
            context.add_init_script(SAME_SEED)
            page = context.new_page()
            _paint(page, house, 20 if quick else 100)
            _deal(page, house, 2 if quick else 8)
            _load(page, house, 3 if quick else 9)
            _slide(context.new_page(), 10 if quick else 60)
        finally:
            house.stop()


def _paint(page: Page, house: BrowserHouse, times: int) -> None:
    page.set_content(BARE)
    bare = [page.evaluate(PAINT, "a") for _ in range(times)]
    open_table(page, house, "rivers", seat=False, bots=["optimal"] * 6)
    sit(page, 7)
    shown = [page.evaluate(PAINT, "ua"[turn % 2]) for turn in range(times)]
    note(f"A chip by key to the next picture, seven seats at Rivers, {times} times:")
    _beside("median", f"{statistics.median(shown):.1f} ms", f"bare page {statistics.median(bare):.1f} ms")
    _beside("slowest of 20", f"{_high(shown):.1f} ms", f"bare page {_high(bare):.1f} ms")


def _high(times: list[float]) -> float:
    return sorted(times)[len(times) * 19 // 20]


def _deal(page: Page, house: BrowserHouse, rounds: int) -> None:
    """Frames while cards fly to seven seats, beside the same page at rest."""
    address = page.url.split("?")[0]
    page.goto(f"{address}?motion=normal")
    rail(page).wait_for()
    rest = dealing = 0
    late = [0, 0]
    for _ in range(rounds):
        put(page, BETS["rivers"][:1])
        frames = _frames(page, 2500)
        rest, late[0] = rest + len(frames), late[0] + _late(frames)
        deal(page)
        frames = _frames(page, 2500)
        dealing, late[1] = dealing + len(frames), late[1] + _late(frames)
        page.keyboard.press("f")
        rail(page).get_by_role("table", name="Results").wait_for()
        page.keyboard.press("n")
        rail(page).get_by_role("group", name="Chip in hand").wait_for()
    note(f"Frames in 2.5 s, {rounds} rounds dealt to seven seats with normal motion:")
    _beside("frames", f"{dealing / rounds:.0f}", f"at rest {rest / rounds:.0f}")
    _beside("late by half a frame", f"{late[1] / rounds:.1f}", f"at rest {late[0] / rounds:.1f}")


def _frames(page: Page, ms: int) -> list[float]:
    found: list[float] = page.evaluate(FRAMES, ms)
    return found


def _late(frames: list[float]) -> int:
    return sum(after - before > 25 for before, after in pairwise(frames))


def _load(page: Page, house: BrowserHouse, times: int) -> None:
    """From nothing to a hand on the screen, nothing kept by the browser, the processor slowed down."""
    session = page.context.new_cdp_session(page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    address = page.url.split("?")[0]
    tables = [_loaded(session, page, f"{address}?motion=instant", "pit-rail") for _ in range(times)]
    bares = [_loaded(session, page, "/healthz", "body") for _ in range(times)]
    note(f"A cold load with the processor {SLOWER} times slower, {times} times:")
    text = f"a line of text {statistics.median(bares):.0f} ms"
    _beside("table, median", f"{statistics.median(tables):.0f} ms", text)


def _slide(page: Page, times: int) -> None:
    """A pay of the Lab, moved by its slider: the edge is summed again from the exact counts."""
    page.set_content(BARE_SLIDER)
    bare = _slides(page, times)
    page.goto("/lab/rivers")
    page.get_by_role("slider").nth(3).wait_for()
    moved = _slides(page, times)
    note(f"From a slider of the Lab to the first number that follows, {times} times:")
    bares = f"bare page {statistics.median(bare):.1f} ms"
    _beside("median", f"{statistics.median(moved):.1f} ms", bares)
    _beside("slowest of 20", f"{_high(moved):.1f} ms", f"bare page {_high(bare):.1f} ms")


def _slides(page: Page, times: int) -> list[float]:
    slider = page.get_by_role("slider")
    handle = slider.nth(min(3, slider.count() - 1)).element_handle()
    return [float(page.evaluate(SLIDE, [handle, str(2 + turn % 9)])) for turn in range(times)]


def _loaded(session: CDPSession, page: Page, address: str, part: str) -> float:
    page.goto("about:blank")
    page.goto(address)
    page.locator(part).first.wait_for()
    shown: Any = page.evaluate("performance.now()")
    return float(shown)


def _beside(name: str, ours: str, reference: str) -> None:
    print(f"  {name:<32}{ours:>13}   {reference}", flush=True)
