"""From the lobby to a dealt hand, a table of one's own, a friend's link; and what reads without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import HOUSES, deal, decide, open_table, put, rail, results

MOST_CLICKS = 5
STILL = "localStorage.setItem('pitboss.prefs', '{\"motion\":\"instant\"}')"


class Clicks:
    """Counts what a newcomer has to press."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, place: Locator) -> None:
        place.click()
        self.count += 1


def test_a_newcomer_plays_at_each_house(somebody: Opener, house: BrowserHouse) -> None:
    """No account, no reading: five clicks to a decision at most."""
    page = somebody()
    for name in HOUSES:
        clicks = Clicks()
        page.goto("/")
        card = page.locator(f"article[data-house='{name}']")
        clicks(card.get_by_role("button", name=re.compile("Play now")))
        clicks(rail(page).get_by_role("button", name=re.compile("^Ante, ")))
        clicks(rail(page).get_by_role("button", name=re.compile("^Deal")))
        expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
        assert clicks.count <= MOST_CLICKS
        decide(page, "Play")
        expect(rail(page).get_by_role("button", name=re.compile("^Rebet & Deal"))).to_be_visible()
        page.add_init_script(STILL)  # the first hand was dealt with all its motion


def test_a_table_of_ones_own_and_a_friend(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """Limits, no clock, bots, private, posted pays: all from the form; the friend comes by the link."""
    page.goto("/")
    form = page.locator("form[action^='/open']")
    form.get_by_role("combobox", name="House").select_option("shine")
    form.get_by_role("textbox", name="Title").fill("Birch")
    form.get_by_role("textbox", name="Minimum, $").fill("10")
    form.get_by_role("textbox", name="Maximum, $").fill("200")
    form.get_by_role("spinbutton", name="Bots").fill("2")
    form.get_by_role("checkbox", name=re.compile("^A clock")).uncheck()
    form.get_by_role("checkbox", name=re.compile("^Private")).check()
    form.get_by_text("Pays to post at").filter(visible=True).click()
    pays = form.get_by_role("group", name=re.compile("^Pair XXX"))
    pays.get_by_role("textbox", name="Straight", exact=True).fill("9")
    form.get_by_role("button", name="Open the table").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Birch")
    expect(page.get_by_role("banner")).to_contain_text("$10 to $200")
    expect(page.get_by_role("region", name=re.compile("bot, "))).to_have_count(2)
    panel = page.get_by_role("tabpanel", name="Pays")
    expect(panel.get_by_role("row", name=re.compile("^Straight 9 to 1"))).to_have_count(1)
    expect(page.get_by_role("timer")).to_have_count(0)
    page.get_by_role("button", name="Host and company").click()
    link = page.get_by_role("textbox", name="Link to this table").input_value()
    friend = somebody()
    friend.goto(link)
    friend.get_by_role("button", name="Sit down").click()
    expect(rail(friend).get_by_role("heading")).to_have_text("Place your bets")
    friend.context.clear_cookies()
    friend.goto("/")
    expect(friend.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(friend.get_by_role("heading", name="Birch")).to_have_count(0)  # private: not in a stranger's lobby


def test_without_scripts(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """Lobby, rules, history, receipt and the server's check read well when no script runs."""
    address = open_table(page, house, "rivers", private=False, title="Elm")
    put(page, ["Ante"])
    deal(page)
    decide(page, "Play")
    results(page)
    state = page.context.storage_state()
    plain = somebody(java_script_enabled=False, storage_state=state)
    plain.goto("/")
    expect(plain.get_by_role("button", name=re.compile("^Play now"))).to_have_count(len(HOUSES))
    expect(plain.get_by_role("heading", name="Elm")).to_be_visible()
    plain.get_by_role("link", name=re.compile("^Rules of Rivers")).click()
    expect(plain.locator("#RIV-10")).to_contain_text("spades")
    expect(plain.get_by_role("row", name=re.compile("Straight flush.*40 to 1")).first).to_be_visible()
    plain.goto("/history")
    plain.get_by_role("link", name="Elm, round 1").click()
    expect(plain.get_by_role("heading", name="What was paid")).to_be_visible()
    expect(plain.get_by_role("row", name=re.compile(r"^Ante \$5")).first).to_be_visible()
    text = plain.request.get(f"/rounds/{address.rpartition('/')[2]}:1/receipt.json").text()
    plain.goto("/verify")
    plain.get_by_role("textbox", name="Receipt").fill(text)
    plain.get_by_role("button", name="Check it").click()
    expect(plain.get_by_role("heading", name="✔ The receipt is good")).to_be_visible()
