"""A host at a table with others: every power in a click or two, and nothing that covers a result."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import open_table, put, rail, sit

PHONE = (390, 844)


def _panel(page: Page) -> None:
    page.get_by_role("button", name="Host and company").click()


def _invited(page: Page, house: BrowserHouse, address: str, name: str) -> None:
    """Somebody with a name comes by the invitation and sits at seat 2."""
    page.request.post("/api/guests", data={})
    page.request.put("/api/me", data={"name": name})
    page.goto(f"{address}?motion=instant&invite={house.room.live.settings.invite}")
    sit(page, 2)


def test_a_host_moves_the_table_on_and_closes_it(page: Page, house: BrowserHouse, somebody: Opener) -> None:
    address = open_table(page, house, "rivers")
    bob = somebody(PHONE)
    _invited(bob, house, address, "Bob")
    put(bob, ["Ante"])
    put(page, ["Ante"])
    rail(page).get_by_role("button", name=re.compile("^Ready")).click()
    expect(rail(page)).to_contain_text("Waiting for Bob")

    # A nudge: Bob is told until when the table waits.
    _panel(page)
    dialog = page.get_by_role("dialog", name="Host and company")
    dialog.get_by_role("button", name="Nudge Bob").click()
    expect(dialog.get_by_text("Bob was nudged.")).to_be_visible()
    expect(rail(bob)).to_contain_text("The others wait for you.")

    # Dealt now: Bob's bet as it lies.
    dialog.get_by_role("button", name="Deal now").click()
    expect(dialog).to_be_hidden()
    expect(rail(bob).get_by_role("button", name=re.compile("^Play"))).to_be_visible()
    rail(page).get_by_role("button", name=re.compile("^Fold")).click()
    expect(rail(page)).to_contain_text("Waiting for Bob")

    # Who is away is not waited for by name, and can be removed; what was decided for him stays to be read.
    bob.goto("/")
    expect(rail(page)).to_contain_text("Bob is away: the table goes on without them in")
    expect(rail(page)).not_to_contain_text("Waiting for Bob")
    _panel(page)
    dialog.get_by_role("button", name="Sit out: Bob, seat 2").click()
    expect(dialog.get_by_role("button", name="Sit out", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    log = page.get_by_role("tabpanel").or_(page.locator("pit-log"))
    page.get_by_role("tab", name="Log").click()
    expect(log.first).to_contain_text(re.compile("Sat out by the host: the away rule .* for Bob"))
    bob.goto(f"{address}?motion=instant")
    expect(rail(bob)).to_contain_text(re.compile("Round 1, sat out by the host: the away rule .* for you"))

    # Terms between two rounds.
    _panel(page)
    dialog.get_by_label("Minimum, dollars").fill("10")
    dialog.get_by_role("button", name="Change the terms").click()
    expect(dialog.get_by_text("The terms are changed.")).to_be_visible()

    # Closing covers no result, here and there.
    dialog.get_by_role("button", name="Close after this round…").click()
    dialog.get_by_role("button", name="Close the table").click()
    for each in (page, bob):
        expect(each.get_by_text("The host has closed the table. Your results stay here")).to_be_visible()
        expect(each.get_by_role("link", name="To the lobby", exact=True)).to_be_visible()
        expect(each.get_by_role("dialog", name="This table is closed")).to_have_count(0)
    expect(rail(page)).to_contain_text("You lost")
