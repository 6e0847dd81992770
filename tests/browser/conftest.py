"""A real Chromium. Every test fails on a console error, an uncaught fault or a failed request."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.browser.house import BrowserHouse

# The seeds of browsers are random in real life; here every one is the same, so that deals can be wished for.
SAME_SEED = "crypto.getRandomValues = (array) => array.fill(0);"
# What a browser keeps between visits has a test of its own: everywhere else each page is fetched.
NO_SHELL = "delete Navigator.prototype.serviceWorker;"
# As if the house had an address that a phone can reach: at 127.0.0.1 no page has a QR code.
REACHABLE = (
    "addEventListener('readystatechange', () => document.body.removeAttribute('data-here-only'), true);"
)
# Lobby, evenings and operators' pages look for news every 2 to 15 seconds: here ten times as often.
QUICK_LOOKS = """
if (/^\\/($|evening|league|operator)/.test(location.pathname))
  for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (work, ms = 0, ...more) => real(work, ms >= 2000 ? ms / 10 : ms, ...more);
  }
"""
DESKTOP = (1440, 900)
PATIENCE = 30_000  # ms until something that should come is missed; nobody waits for it otherwise
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]


@dataclass
class Faults:
    """What went wrong in the browser; a test may expect some of it, and says so."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, part: str) -> None:
        """A fault with these words in it is part of the test."""
        self.expected.append(part)

    def check(self) -> None:
        left = [each for each in self.seen if not any(part in each for part in self.expected)]
        assert not left, "in the browser: " + "; ".join(left)


@pytest.fixture(scope="package")  # it holds the event loop of its thread: other tests want that back
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "the tests need Chromium: make test installs Debian's for root, else install it by hand"
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[BrowserHouse]:
    """A house that is open."""
    found = BrowserHouse(tmp_path / "house.db")
    found.start()
    yield found
    if found.thread.is_alive():
        found.stop()


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    found.check()


Opener = Callable[..., Page]


@pytest.fixture
def somebody(chromium: Browser, house: BrowserHouse, faults: Faults) -> Iterator[Opener]:
    """Opens a browser of its own for another person; `size` is its viewport."""
    opened: list[BrowserContext] = []

    def open_(size: tuple[int, int] = DESKTOP, *, shell: bool = False, **more: object) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=house.address,
            **{"color_scheme": "dark", **more},  # type: ignore[arg-type]
        )
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SAME_SEED)
        context.add_init_script(QUICK_LOOKS)
        if not shell:
            context.add_init_script(NO_SHELL)
        page = context.new_page()
        watch_faults(page, faults)
        return page

    yield open_
    for context in opened:
        context.close()


@pytest.fixture
def page(somebody: Opener) -> Page:
    """One person's browser."""
    return somebody()


def watch_faults(page: Page, faults: Faults) -> None:
    """Notes what a person with the developer's tools open would see in red."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.seen.append(f"console: {message.text}")

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the person has left the page before it was answered
            faults.seen.append(f"failed: {request.url} {request.failure}")

    page.on("console", console)
    page.on("pageerror", lambda fault: faults.seen.append(f"uncaught: {fault}"))
    page.on("requestfailed", failed)
    page.on(
        "response",
        lambda answer: faults.seen.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None,
    )
