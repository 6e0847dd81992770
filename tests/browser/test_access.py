"""axe-core finds nothing on any page, phase or dialog; what a screen reader is told in each phase."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.hands import Category, category3
from tests.browser.axe import check
from tests.browser.conftest import Faults
from tests.browser.house import PERSON, BrowserHouse, Deal
from tests.browser.playing import BETS, HOUSES, SEAT, deal, decide, open_table, put, rail, results

ARIA = Path(__file__).parent / "aria"


@pytest.mark.parametrize("name", HOUSES)
def test_a_table_in_every_phase(page: Page, house: BrowserHouse, name: str) -> None:
    open_table(page, house, name, bots=["optimal", "random"])
    put(page, BETS[name])
    check(page, "bets")
    deal(page)
    expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
    check(page, "decisions")
    page.get_by_role("button", name="Text table").press("Enter")
    check(page, "decisions as text")
    page.get_by_role("main").get_by_role("button", name=re.compile("^Play")).click()
    page.get_by_role("main").get_by_role("table", name="Results").wait_for()
    check(page, "results as text")
    page.get_by_role("main").get_by_role("button", name="Back to the felt").click()
    results(page)
    check(page, "results")
    page.goto(f"/rules/{name}")
    check(page, "rules")


def test_dialogs_and_tabs(page: Page, house: BrowserHouse) -> None:
    """Every dialog of the head, every tab of the panel, at the house that has them all but the meter."""
    open_table(page, house, "napa-valley")
    for name in ("The bank", "Invite and bots", "Fair deal", "Settings", "Keys and help", "Leave the seat"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check(page, name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for tab in ("Log", "Me"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
        check(page, tab)


def test_the_other_pages(page: Page, house: BrowserHouse, faults: Faults) -> None:
    faults.expect("404")
    page.goto("/account")
    check(page, "signing in")
    open_table(page, house, "shine", private=False)
    put(page, ["Ante"])
    deal(page)
    decide(page, "Play")
    results(page)
    stored = house.room.live.stored_table
    for path in ("/", "/rules", "/account", "/history", f"/rounds/{stored.id}:1", "/verify", "/nowhere"):
        page.goto(path)
        check(page, path)


def matches(page: Page, name: str) -> None:
    expect(page.locator("body")).to_match_aria_snapshot((ARIA / f"{name}.yml").read_text(encoding="utf-8"))


def test_what_is_told_while_bets_are_open(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "atlantic-city")
    matches(page, "bets")


def test_what_is_told_at_a_decision(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, lambda deal: category3(*deal.hands[SEAT]) is Category.PAIR)
    open_table(page, house, "pechanga")
    put(page, ["Ante", "Double Shot Bonus"])
    deal(page)
    expect(rail(page).get_by_role("heading")).to_be_focused()  # never a button: a stray Enter does nothing
    matches(page, "decisions")


def a_straight_flush_against_a_pair(deal: Deal) -> bool:
    return (
        category3(*deal.hands[SEAT]) is Category.STRAIGHT_FLUSH and category3(*deal.dealer) is Category.PAIR
    )


def test_what_is_told_when_it_is_paid(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, a_straight_flush_against_a_pair)
    open_table(page, house, "rivers")
    put(page, ["Ante", "Pair Plus"])
    deal(page)
    decide(page, "Play")
    matches(page, "settled")
