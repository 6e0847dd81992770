"""The console's people, money, disputes and proof: an operator at work, in a browser and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.operated import DOUBT, operated_house, signed_in

PHONE = (390, 844)
PARTS = (
    "people",
    "people/ann",
    "money",
    "money/books/person?key=ann",
    "money/hold?span=all",
    "money/meters",
    "disputes",
    "disputes/rivers:1",
    "disputes?person=ann",
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[BrowserHouse]:
    """A house with a past."""
    found = operated_house(tmp_path / "house.db")
    yield found
    found.stop()


def do(page: Page, act: str, why: str, **fields: str) -> None:
    """Goes through the dialog of an act, by keyboard alone."""
    button = page.get_by_role("button", name=f"{act}…")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=act)
    for label, value in fields.items():
        dialog.get_by_label(label).focus()
        page.keyboard.type(value)
    dialog.get_by_label("Reason").focus()
    page.keyboard.type(why)
    dialog.get_by_role("button", name=act).press("Enter")
    expect(dialog.get_by_text("Done, and written down.")).to_be_visible()


def shut(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()


def checked(page: Page, where: str) -> None:
    """Nothing is wrong for axe, and nothing lies beyond the edge of the screen."""
    axe.check(page, where)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


def test_an_operator_helps_reads_judges_and_audits(house: BrowserHouse, somebody: Opener) -> None:
    """By keyboard; the audit is watched from a phone, where every part fits."""
    page = signed_in(somebody(), house)
    page.goto("/operator/people")
    page.get_by_label("Name or id").press_sequentially("an")
    expect(page.get_by_role("row")).to_have_count(2)  # the names of the columns, and Ann
    checked(page, "people")
    page.get_by_role("link", name="Ann").press("Enter")
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    checked(page, "a person")
    funds = house.house.pit.funds("ann")
    do(page, "Give play money", "a spilled drink", **{"Amount in dollars": "12.50"})
    expect(page.get_by_role("dialog")).to_contain_text("Gave $12.50 to account ann.")
    shut(page)
    assert house.house.pit.funds("ann") == funds + 1250
    do(page, "Make a password link", "forgot it")
    checked(page, "a link")
    link = page.get_by_label("Link for another password").input_value()
    picture = page.get_by_role("img", name="QR code")
    assert picture.evaluate("each => each.complete && each.naturalWidth > 0")
    ann = somebody()
    ann.goto(link)
    ann.locator("input[type=password]").fill("a new horse for 7")
    ann.keyboard.press("Enter")
    expect(ann).to_have_url(f"{house.address}/account")
    shut(page)

    page.goto("/operator/money")
    expect(page.get_by_text("Trial balance: $0.")).to_be_visible()
    checked(page, "books")
    page.get_by_role("link", name="People").last.press("Enter")
    page.get_by_role("link", name="Ann").press("Enter")
    expect(page.get_by_role("row").nth(1)).to_contain_text("+$12.50")
    checked(page, "an account")
    page.goto("/operator/money/hold?span=all")
    expect(page.get_by_role("table", name="Rivers")).to_contain_text("3.37 %")
    checked(page, "hold")
    page.get_by_role("link", name="Meters and jackpots").press("Enter")
    expect(page.get_by_text("Fed by bets")).to_be_visible()
    checked(page, "meters")

    page.goto("/operator/disputes")
    expect(page.get_by_text(DOUBT)).to_be_visible()
    checked(page, "disputes")
    page.get_by_role("link", name="rivers:1").press("Enter")
    expect(page.get_by_text("This round is right")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="RIV-").first).to_be_visible()
    page.get_by_label("Add a note").fill("Seen on the camera")
    page.get_by_role("button", name="Note it").press("Enter")
    expect(page.locator(".notes")).to_contain_text("Seen on the camera")
    checked(page, "a dispute")
    page.get_by_role("button", name="Close the dispute…").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Verdict").select_option("The round stands")
    dialog.get_by_label("Reason").fill("A fold loses the Ante")
    dialog.get_by_role("button", name="Close the dispute").press("Enter")
    expect(dialog).to_contain_text("the round stands")
    shut(page)
    expect(page.get_by_text("A fold loses the Ante")).to_be_visible()
    page.goto("/operator/disputes")
    expect(page.get_by_text("Nobody doubts a round.")).to_be_visible()
    ann_said = ann.request.get("/api/rounds/rivers:1/dispute").json()["dispute"]
    assert ann_said["closed"]["why"] == "A fold loses the Ante"

    phone = signed_in(somebody(PHONE, has_touch=True), house)
    page.goto("/operator/proof")
    phone.goto("/operator/proof")
    expect(phone.get_by_text("No audit was asked for here yet.")).to_be_visible()
    do(page, "Audit now", "the first of the month")
    shut(page)
    for each in (page, phone):
        expect(each.get_by_text("Clean: everything adds up").first).to_be_visible()
        checked(each, "proof")
    for where in PARTS:
        phone.goto(f"/operator/{where}")
        expect(phone.locator(".waiting")).to_have_count(0)
        checked(phone, where)
