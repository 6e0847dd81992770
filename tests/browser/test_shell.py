"""What a browser keeps of the house: light or dark, the app's shell, and a page for when it is offline."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Faults, Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import open_table

ROOM = {"light": "rgb(250, 248, 243)", "dark": "rgb(20, 24, 27)"}
BARS = {"light": "#faf8f3", "dark": "#14181b"}
BAR = (
    "[...document.querySelectorAll('meta[name=theme-color]')].find((each) => matchMedia(each.media).matches)"
)
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


def look(page: Page) -> str:
    """How the room is lit; the browser's own bars and controls go with it."""
    room = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    (found,) = [name for name, colour in ROOM.items() if colour == room]
    assert page.evaluate(f"{BAR}.content") == BARS[found]
    return found


def test_light_and_dark(page: Page, house: BrowserHouse, somebody: Opener) -> None:
    """By the machine until one has chosen; the choice counts on every page, before any module has come."""
    page.goto("/rules")
    assert look(page) == "dark"  # as this machine is
    page.emulate_media(color_scheme="light")
    assert look(page) == "light"
    choice = page.get_by_role("combobox", name="Light or dark")
    choice.select_option("Dark")
    assert look(page) == "dark"
    modules = "**/static/assets/{site,docs,lobby,prefs}-*.js"
    page.route(modules, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/")
    assert look(page) == "dark"  # nothing but the head was there
    page.unroute(modules)
    open_table(page, house, "rivers")
    assert look(page) == "dark"
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("radio", name="Dark")).to_be_checked()
    dialog.get_by_role("radio", name="Light").check()
    assert look(page) == "light"
    cloth = page.locator(".felt")
    assert cloth.evaluate("(felt) => getComputedStyle(felt).color") == "rgb(244, 239, 227)"  # as by night
    page.emulate_media(color_scheme="dark")
    page.goto("/lab/rivers")
    assert look(page) == "light"
    expect(choice).to_have_value("light")


def test_the_shell_is_kept_and_says_when_there_is_no_connection(somebody: Opener, faults: Faults) -> None:
    """Built files and one page are kept; pages and answers that are somebody's never are."""
    faults.expect("ERR_INTERNET_DISCONNECTED")
    page = somebody(shell=True)
    page.goto("/account")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert any("table-" in path for path in kept)
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    names = {each["errorId"] for each in problems["installabilityErrors"]}
    assert names <= {"in-incognito"}  # a test's browser keeps nothing for good
    page.goto("/")
    page.goto("/rules/rivers")
    assert page.evaluate(KEPT) == kept

    page.context.set_offline(True)
    page.goto("/history?only=voids")
    expect(page.get_by_role("heading", level=1, name="No connection")).to_be_visible()
    assert look(page) == "dark"
    assert page.evaluate("document.fonts.check('16px Inter')")
    assert page.evaluate("fetch('/api/houses').then(() => 'answered', () => 'not')") == "not"
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1, name="No connection")).to_be_visible()
    page.context.set_offline(False)  # the page that was wanted comes by itself
    expect(page.get_by_role("heading", level=1, name="My rounds")).to_be_visible()
    assert page.url.endswith("/history?only=voids")
