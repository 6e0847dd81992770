"""What a person chooses stays; limits bite at the table; who is broke gets chips."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from pitboss.hands import Category, category3
from tests.browser.conftest import Faults, Opener
from tests.browser.house import PERSON, BrowserHouse
from tests.browser.playing import SEAT, deal, open_table, put, rail, results


def test_choices_are_remembered(page: Page, house: BrowserHouse) -> None:
    address = open_table(page, house, "rivers")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("checkbox", name=re.compile("^Sound"))).not_to_be_checked()
    dialog.get_by_role("radio", name=re.compile("^Classic")).check()
    dialog.get_by_role("radio", name="Fast").check()
    dialog.get_by_role("checkbox", name=re.compile("^Sound")).check()
    dialog.get_by_role("checkbox", name=re.compile("^Text table")).check()
    page.goto(address)  # without the address's own word about motion
    expect(page.get_by_role("main", name="Table as text")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-deck", "classic")
    expect(page.locator("html")).to_have_attribute("data-motion", "fast")
    page.get_by_role("button", name="Sound is on").click()
    page.get_by_role("main").get_by_role("button", name="Back to the felt").click()
    page.reload()
    expect(page.get_by_role("main", name="Table", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sound is off")).to_be_visible()


def test_a_limit_bites(somebody: Opener, house: BrowserHouse, faults: Faults) -> None:
    """Who may lose $8 cannot bet $5 with $5 for Play: the page says so, and takes the smaller bet.

    A break cannot be shortened: until when it is, is told in the reader's own time.
    """
    faults.expect("403")
    page = somebody(timezone_id="Asia/Kolkata")
    open_table(page, house, "rivers")
    page.get_by_role("tab", name="Me").click()
    panel = page.get_by_role("tabpanel", name="Me")
    panel.get_by_role("textbox", name="Most to lose, in dollars").fill("8")
    panel.get_by_role("button", name="Set").click()
    expect(rail(page)).to_contain_text("Limits set")
    put(page, ["Ante"])
    expect(rail(page)).to_contain_text(re.compile("loss limit|to lose", re.IGNORECASE))
    expect(rail(page).get_by_role("button", name=re.compile("^Deal"))).to_be_disabled()
    rail(page).get_by_role("button", name="Clear").click()
    put(page, ["Pair Plus"])
    deal(page)
    assert [row.label for row in results(page)] == ["Pair Plus"]

    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/account")
    rest = page.get_by_role("region", name="Take a break")
    rest.get_by_role("combobox").select_option("7")
    rest.get_by_role("button", name="Begin the break").click()
    expect(rest).to_contain_text("You are excluded from play until")
    minutes = -(-page.request.get("/api/me").json()["limits"]["excluded_until"] // 60_000)
    until = datetime.fromtimestamp(minutes * 60, ZoneInfo("Asia/Kolkata"))
    told = f"{until:%b} {until.day}, {until.year}, {until.hour % 12 or 12}:{until:%M} {until:%p}"
    rest.get_by_role("combobox").select_option("1")
    rest.get_by_role("button", name="Begin the break").click()
    shorter = re.escape(f"You are excluded until {told}; that cannot be shortened").replace(r"\ ", r"\s")
    expect(rest.locator(".fault")).to_have_text(re.compile(shorter))


def test_the_panel_has_the_balance_and_the_time_of_the_rail(page: Page, house: BrowserHouse) -> None:
    """Also before the session has begun, while the time at the table counts, and with a bet on the table."""
    page.clock.install()
    open_table(page, house, "pechanga")
    page.get_by_role("tab", name="Me").click()
    panel = page.get_by_role("tabpanel", name="Me")
    expect(panel).to_contain_text("Balance")
    page.clock.run_for(91_000)
    both = """() => ['.rail-standing', '[role=tabpanel] .purse'].map((each) =>
      [...document.querySelectorAll(`${each} dd:not(.reserve)`)].map((figure) => figure.textContent))"""
    rail_says, panel_says = page.evaluate(both)
    assert panel_says == [*rail_says, "$0"]
    assert rail_says[2] >= "0:01:31"
    put(page, ["Ante", "Double Shot Bonus"])
    rail_says, panel_says = page.evaluate(both)
    assert rail_says[0] == "$985"  # of $1,000; $5 are kept for Play/Draw
    assert panel_says == [*rail_says, "$15"]


def test_chips_for_who_is_broke(page: Page, house: BrowserHouse) -> None:
    """All $1,000 on Pair Plus, and nothing in the hand: free chips are offered, once they are needed."""
    house.wish({SEAT: PERSON}, lambda deal: category3(*deal.hands[SEAT]) is Category.HIGH_CARD)
    open_table(page, house, "rivers", high=100_000)
    page.get_by_role("tab", name="Me").click()
    panel = page.get_by_role("tabpanel", name="Me")
    more = panel.get_by_role("button", name="Get free chips")
    expect(more).to_have_count(0)
    rail(page).get_by_role("radio", name="$1,000 chip").check(force=True)  # the chip is drawn over it
    put(page, ["Pair Plus"])
    deal(page)
    assert [(row.label, row.profit) for row in results(page)] == [("Pair Plus", "−$1,000")]
    expect(more).to_be_visible()
    rail(page).get_by_role("button", name="New bets").click()
    expect(rail(page)).to_contain_text("You have $0; bets here start at $5.")
    expect(rail(page).get_by_role("radio")).to_have_count(0)
    rail(page).get_by_role("button", name="Get free chips").click()
    expect(rail(page).get_by_label("Session")).to_contain_text("Balance$1,000")
    expect(panel).to_contain_text("$1,000")
    expect(more).to_have_count(0)
    rail(page).get_by_role("radio", name="$5 chip").check(force=True)
    put(page, ["Ante"])
    expect(rail(page)).to_contain_text("Add more, or press Deal.")
