"""A whole round at each house: by mouse, by keyboard, at the text table. What is shown is what was paid."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.round.settlement import pay_text
from pitboss.sheet import load_house
from pitboss.sheet.paybooks import PaidBy
from tests.browser.axe import check
from tests.browser.house import BrowserHouse
from tests.browser.playing import (
    BETS,
    HOUSES,
    deal,
    decide,
    money,
    open_table,
    paid,
    put,
    rail,
    receipt,
    results,
    spot,
)

WORDS = {"win": "win", "lose": "lose", "push": "push", "returned": "returned"}


def check_results(page: Page, house: BrowserHouse) -> None:
    """Every line in its order, with word, odds, profit and clause, and the net of the round."""
    shown = results(page)
    seat = paid(page, house)
    sheet = load_house(receipt(page, house)["sheet"]["id"])
    assert [(row.word, row.pays, row.profit, row.clause) for row in shown] == [
        (
            "bonus" if line["stake"] == 0 else WORDS[line["result"]],
            pay_text(sheet, [PaidBy(**each) for each in line["by"]]) or "",
            money(line["profit"]),
            line["clause"],
        )
        for line in seat["lines"]
    ]
    expect(rail(page)).to_contain_text(f"Round net {money(seat['net'])}")


@pytest.mark.parametrize("name", HOUSES)
def test_by_mouse(page: Page, house: BrowserHouse, name: str) -> None:
    """Also: axe-core finds nothing in any phase."""
    open_table(page, house, name, bots=["optimal", "random"])
    put(page, BETS[name])
    check(page, "bets")
    deal(page)
    expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
    check(page, "decisions")
    decide(page, "Play")
    check_results(page, house)
    check(page, "results")


KEYS = {
    "pechanga": "ab",
    "atlantic-city": "abs",
    "napa-valley": "ab",
    "shine": "abs",
    "rivers": "absg",
}


@pytest.mark.parametrize("name", HOUSES)
def test_by_keyboard_alone(page: Page, house: BrowserHouse, name: str) -> None:
    """Nothing is clicked; the second round is the same bets again, the third begins with none."""
    open_table(page, house, name)
    for key in KEYS[name]:
        page.keyboard.press(key)
    expect(rail(page).get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
    page.keyboard.press("Space")
    expect(rail(page).get_by_role("button", name=re.compile("^Play"))).to_be_enabled()
    page.keyboard.press("p")
    check_results(page, house)
    assert {line["id"] for line in paid(page, house)["lines"] if line["stake"]} >= {"ante", "play"}
    page.keyboard.press("Shift+R")
    expect(rail(page).get_by_role("button", name=re.compile("^Fold"))).to_be_enabled()
    page.keyboard.press("f")
    check_results(page, house)
    assert "play" not in {line["id"] for line in paid(page, house)["lines"]}
    page.keyboard.press("n")
    expect(rail(page).get_by_role("heading")).to_have_text("Place your bets")
    page.keyboard.press("r")  # as before, and not dealt yet
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5,"))
    expect(rail(page).get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()


@pytest.mark.parametrize("name", HOUSES)
def test_at_the_text_table(page: Page, house: BrowserHouse, name: str) -> None:
    """Headings, lists and forms only: the felt and its cards are gone, and every action is there."""
    open_table(page, house, name)
    page.get_by_role("button", name="Text table").press("Enter")  # it shows when it has the focus
    expect(page.get_by_role("group", name="Seats, clockwise from the dealer's left")).to_have_count(0)
    bets = page.get_by_role("main")
    bets.get_by_role("button", name=re.compile("^Deal")).wait_for()  # it is fetched when it is first wanted
    for label in BETS[name]:
        field = bets.get_by_role("spinbutton", name=re.compile(f"^{re.escape(label)}"))
        box = bets.get_by_role("checkbox", name=re.compile(f"^{re.escape(label)}"))
        if field.count():
            field.fill("10")
            field.blur()
        else:
            box.check()
    bets.get_by_role("button", name=re.compile("^Deal")).click()
    play = bets.get_by_role("button", name=re.compile("^Play"))
    expect(play).to_be_enabled()
    check(page, "decisions as text")
    play.click()
    seat = paid_when_settled(page, house)
    check(page, "results as text")
    table = bets.get_by_role("table", name=re.compile("results", re.IGNORECASE))
    for line in seat["lines"]:
        expect(table).to_contain_text(line["clause"])
        expect(table).to_contain_text(money(line["profit"]))
    assert {line["stake"] for line in seat["lines"]} >= {1000}


def paid_when_settled(page: Page, house: BrowserHouse) -> dict[str, Any]:
    page.get_by_role("main").get_by_role("table", name=re.compile("results", re.IGNORECASE)).wait_for()
    return paid(page, house)
