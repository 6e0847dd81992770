"""An evening from its form to its result: two people, six bots, two tables, rounds and levels, the wall."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import Faults, Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import deal, decide, put, rail

PHONE = (390, 844)
BEAMER = (1280, 720)
RELAXED = 6  # seconds that a result is shown at this pace
STILL = 'localStorage.setItem(\'pitboss.prefs\', \'{"motion":"instant","firstHands":["rivers"]}\')'
NO_PHONES = re.compile(
    "^Phones can’t reach this address: it works on this computer only.*pitboss serve --lan"
)
SCROLLS = """() => { const all = document.documentElement;
  return [all.scrollHeight - innerHeight, all.scrollWidth - innerWidth]; }"""


def test_an_evening_is_put_on_played_watched_and_won(
    somebody: Opener, house: BrowserHouse, faults: Faults
) -> None:
    faults.expect("ERR_INTERNET_DISCONNECTED")
    host, guest, wall = somebody(), somebody(PHONE, has_touch=True), somebody(BEAMER)
    for each in (host, guest):
        each.add_init_script(STILL)
    puts_on(host)
    enters(host, "Ann")
    axe.check(host, "an evening and its desk")
    expect(host.get_by_text(NO_PHONES)).to_be_visible()  # it has no other address than this machine's own
    expect(host.get_by_role("img", name=re.compile("^QR"))).to_have_count(0)
    guest.goto(host.get_by_label("Link to this evening").input_value())
    enters(guest, "Bob")
    expect(host.get_by_role("row", name="Bob")).to_be_visible()
    wall.goto(f"{host.url}/wall")
    expect(wall.get_by_role("heading", name="Enter with your phone")).to_be_visible()
    expect(wall.get_by_role("region", name="Starting list")).to_contain_text("Bob")
    expect(wall.get_by_text(NO_PHONES)).to_be_visible()

    host.get_by_role("button", name="Start").click()
    asked = host.get_by_role("dialog")
    expect(asked).to_contain_text("Start with 8 players now?")
    axe.check(host, "a question that cannot be undone")
    asked.get_by_role("button", name="Yes, start").click()
    rail(guest).wait_for()  # its page has taken the guest to the table
    expect(wall.get_by_role("heading", name="Level 1 of 2")).to_be_visible()
    host.get_by_role("link", name="To your table").first.click()
    bets(host, guest, "Level 1 of 2: $5–$50")
    axe.check(host, "a table of an evening")
    folds(host, guest)
    house.shows_results(RELAXED)

    expect(wall.get_by_role("heading", name="Level 2 of 2")).to_be_visible()
    expect(wall.get_by_role("region", name="News")).to_contain_text("Level 2: $10–$100.")
    assert max(wall.evaluate(SCROLLS)) <= 0
    axe.check(wall, "the wall")
    wall.context.set_offline(True)
    expect(wall.get_by_text("Reconnecting…")).to_be_visible()
    expect(wall.get_by_role("region", name="Standings")).to_contain_text("Bob")  # as it stood
    wall.context.set_offline(False)
    expect(wall.get_by_text("Reconnecting…")).to_be_hidden()
    for each in (host, guest):
        each.get_by_role("button", name=re.compile("^New bets")).click()
    bets(host, guest, "Level 2 of 2: $10–$100")
    folds(host, guest)
    house.shows_results(RELAXED)

    expect(wall.get_by_role("heading", name="The evening is over")).to_be_visible()
    for each in (host, guest):
        line = each.locator(".evening-line")
        expect(line).to_contain_text(
            re.compile(r"The evening is over\. You’re \d.. of 8, shared, with \$985\.")
        )
        expect(line).to_contain_text("You share The cup and A bottle.")  # no bot wins them
        expect(rail(each).locator(".rail-standing")).to_contain_text("Balance$985")
        expect(each.get_by_text("To the lobby")).to_have_count(0)
    host.locator(".evening-line").get_by_role("link", name="See the result").click()
    is_over(host)
    guest.goto("/evenings")
    over = guest.get_by_role("region", name="Over")
    expect(over.get_by_role("link", name=re.compile("^Result.*Friday night"))).to_be_visible()
    axe.check(guest, "the evenings on a phone")


def puts_on(page: Page) -> None:
    """The form says what it lacks at its field, proposes a schedule, and takes another one."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Evenings")).click()
    page.get_by_label("House").select_option("rivers")
    page.get_by_role("button", name="Put it on").click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("Give the evening a name, so that people find it.")
    name.fill("Friday night")
    page.get_by_role("radio", name=re.compile("^Fixed number")).check()
    late = page.get_by_label("Late entry")
    expect(late).to_have_value("5")
    page.get_by_label("Rounds", exact=True).fill("2")
    expect(late).to_have_value("1")  # it ends before the last round
    page.get_by_label("Rounds, level 1").fill("1")
    page.get_by_role("button", name="One more level").click()
    expect(page.get_by_label("From, $, level 2")).to_have_value("10")
    page.get_by_label("To, $, level 2").fill("5")
    page.get_by_label("Bots").fill("6")
    page.get_by_label("Pace").select_option("relaxed")
    late.fill("0")
    page.get_by_label("Prizes").fill("The cup\nA bottle")
    page.get_by_role("button", name="Put it on").click()
    expect(page.get_by_label("To, $, level 2")).to_be_focused()
    expect(page.get_by_text("In level 2 the highest limit lies below the lowest.")).to_be_visible()
    page.get_by_label("To, $, level 2").fill("100")
    axe.check(page, "the form of an evening")
    page.get_by_role("button", name="Put it on").click()
    page.wait_for_url(re.compile("/evening/"))


def enters(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("You are on the list.")).to_be_visible()


def bets(host: Page, guest: Page, line: str) -> None:
    """Both bet the lowest Ante; a line at the table says how far the evening is."""
    expect(host.locator(".evening-line")).to_contain_text(line)
    for each in (host, guest):
        put(each, ["Ante"])
        deal(each)


def folds(*pages: Page) -> None:
    for each in pages:
        decide(each, "Fold")


def is_over(page: Page) -> None:
    """Places, prizes and the same as text; both have lost two Antes of the lowest limit."""
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    expect(page.get_by_role("list").filter(has_text="place")).to_contain_text(
        "to share: The cup and A bottle"
    )
    expect(page.get_by_role("row", name=re.compile("Bot 1"))).to_contain_text("no prize: a bot")
    expect(page.get_by_role("row", name=re.compile("Ann"))).to_contain_text("$985")
    page.get_by_text("The result as text").click()
    expect(page.locator(".as-text")).to_contain_text("Bob, $985")
    axe.check(page, "the result of an evening")
