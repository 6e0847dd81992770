"""Keys: the overlay, other keys, none at all, and the clock that is announced and can be asked for more."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import BrowserHouse
from tests.browser.playing import deal, open_table, put, rail, spot


def keys_overlay(page: Page) -> Locator:
    page.keyboard.press("?")
    found = page.get_by_role("dialog", name="Keys")
    expect(found).to_be_visible()
    return found


def test_eight_tabs_from_the_page_to_ante(page: Page, house: BrowserHouse) -> None:
    """A skip link leads to one's hand, another to the felt; a chip is put on Ante by the keyboard alone."""
    open_table(page, house, "rivers")
    page.reload()
    expect(spot(page, "Ante")).to_be_visible()
    focused = page.locator(":focus")
    for _ in range(8):
        page.keyboard.press("Tab")
        expect(focused).to_be_in_viewport()
        if focused.inner_text() == "Skip to your hand":
            page.keyboard.press("Enter")
            expect(rail(page).get_by_role("heading", level=2)).to_be_focused()
        if (focused.get_attribute("aria-label") or "").startswith("Ante, "):
            break
    expect(spot(page, "Ante")).to_be_focused()
    assert "#" not in page.url
    page.keyboard.press("Enter")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))
    page.get_by_role("link", name="Skip to the felt").press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_other_keys_or_none(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "rivers")
    overlay = keys_overlay(page)
    page.keyboard.press("a")  # not while the overlay is open
    overlay.get_by_role("button", name="Change the key for: Chip on Ante. Now A").click()
    page.keyboard.press("b")
    expect(overlay.get_by_role("status")).to_contain_text("B is taken")
    page.keyboard.press("k")
    expect(overlay.get_by_role("status")).to_have_text("Chip on Ante: now K.")
    page.keyboard.press("Escape")
    expect(overlay).to_be_hidden()
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile("^Ante, no bet"))

    page.keyboard.press("a")
    page.keyboard.press("k")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))  # once, by the new key

    page.get_by_role("tab", name="Me").click()
    field = page.get_by_role("textbox", name="Most to lose, in dollars")
    field.press_sequentially("k9")
    expect(field).to_have_value("k9")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))
    field.fill("")
    field.blur()

    overlay = keys_overlay(page)
    overlay.get_by_role("checkbox", name="Single keys act").uncheck()
    overlay.get_by_role("button", name="Close").click()
    page.keyboard.press("k")
    page.keyboard.press("?")
    page.reload()
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))
    expect(overlay).to_be_hidden()
    page.keyboard.press("k")
    page.get_by_role("button", name="Keys and help").click()
    expect(page.get_by_role("dialog", name="Keys").get_by_role("checkbox")).not_to_be_checked()
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))


def test_the_clock_is_announced_and_more_time_is_given(page: Page, house: BrowserHouse) -> None:
    """The page's clock is moved by hand; the server's deadline stays where it is."""
    page.clock.install()
    open_table(page, house, "rivers", private=False, clock=True)
    voice = page.get_by_role("status")
    put(page, ["Ante"])
    page.clock.run_for(200)
    deal(page)
    page.clock.run_for(200)
    expect(rail(page).get_by_role("button", name=re.compile("^Play"))).to_be_enabled()
    more = "Press T for 15 more; 2 times."
    for left in (15, 10, 5):
        said = f"{left} seconds left. {more}"
        for _ in range(60):  # in short steps: the time that the test itself takes counts too
            page.clock.run_for(300)
            if said in voice.inner_text():
                break
        expect(voice).to_contain_text(said)
    page.keyboard.press("t")
    expect(voice).to_contain_text("You have more time.")
    expect(rail(page).get_by_role("button", name="+15 s (1 left)")).to_be_visible()
