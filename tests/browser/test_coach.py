"""The coach beside the hand: exact numbers, levels, a second thought, the sum of a sitting."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.cards import cards_text
from pitboss.hands import Category, category3
from tests.browser.axe import check
from tests.browser.conftest import Opener
from tests.browser.house import PERSON, BrowserHouse
from tests.browser.playing import SEAT, deal, decide, open_table, paid, put, rail
from tests.browser.playing import money as whole
from tests.odds.counting import all_evs, cards
from tests.table.weighing import rules_of

ANTE = 500  # one red chip
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def coach(page: Page) -> Locator:
    return page.get_by_role("group", name="Coach")


def at_level(page: Page, level: str, text: bool = False) -> None:
    """What was chosen in an earlier sitting."""
    kept = f"{{coach: '{level}', textTable: {str(text).lower()}}}"
    page.add_init_script(f"localStorage.pitboss ??= localStorage['pitboss.prefs'] = JSON.stringify({kept})")


def to_the_decision(page: Page, house: BrowserHouse, name: str) -> dict[str, Fraction]:
    """A pair at one's own table with one chip on the Ante; what each action is worth in cents, counted."""
    house.wish({SEAT: PERSON}, lambda deal: category3(*deal.hands[SEAT]) is Category.PAIR)
    open_table(page, house, name)
    put(page, ["Ante"])
    deal(page)
    rail(page).get_by_role("button", name=re.compile("^Play")).wait_for()
    return counted(house, name)


def counted(house: BrowserHouse, name: str) -> dict[str, Fraction]:
    state = house.room.live.state
    assert state is not None
    hand = cards(cards_text(state.seats[0].cards))
    found = all_evs(house.room.live.table.sheet, rules_of(name), hand, state.up_cards, {"ante": ANTE})
    return {each: ev * ANTE for each, ev in found.items()}


def money(cents: Fraction) -> str:
    """To the cent, halves up."""
    number = (abs(cents) * 2 + 1) // 2
    return f"${number // 100:,}.{number % 100:02}"


def mean(cents: Fraction) -> str:
    return f"{'−' if cents < 0 else '+'}{money(cents)}"


def shown_as(action: str) -> str:
    """An action as the strip calls it."""
    name, _, card = action.partition(":")
    return f"Discard {card[0].replace('T', '10')}{SUITS[card[1]]}" if card else name.capitalize()


@pytest.mark.parametrize("name", ["rivers", "pechanga", "napa-valley"])
def test_asked_it_tells_what_each_action_is_worth(page: Page, house: BrowserHouse, name: str) -> None:
    worth = to_the_decision(page, house, name)
    expect(coach(page)).to_have_count(0)
    page.keyboard.press("c")
    lines = coach(page).get_by_role("listitem")
    expect(lines.filter(has_text="✔ Best")).not_to_have_count(0)
    told = [" ".join(each.split()) for each in coach(page).locator(".worths li").all_inner_texts()]
    top = max(worth.values())
    for action, cents in worth.items():
        (line,) = [each for each in told if each.startswith(f"{shown_as(action)} ")]
        assert line.startswith(f"{shown_as(action)} {mean(cents)} ")
        assert ("✔ Best" in line) == (cents == top)
        assert cents == top or line.endswith(f"gives up {money(top - cents)}")
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"Coach\. .*best"))
    coach(page).get_by_text("How it grades").click()
    expect(coach(page)).to_contain_text("Mistake: gives up more than 2 %, at most 15 % of the Ante")
    check(page, "the coach with its grades open")


def test_a_blunder_is_asked_about_and_goes_into_the_sum(page: Page, house: BrowserHouse) -> None:
    at_level(page, "ask")
    worth = to_the_decision(page, house, "rivers")
    cost = max(worth.values()) - worth["fold"]
    decide(page, "Fold")
    expect(coach(page)).to_contain_text(
        f"Fold gives up {money(cost)} on average, compared with the best play. Sure?"
    )
    expect(page.get_by_role("button", name="Think again")).to_be_focused()
    check(page, "a second thought")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Think again")).to_have_count(0)
    page.keyboard.press("f")
    page.get_by_role("button", name="Fold anyway").click()
    expect(coach(page)).to_contain_text(
        re.compile(rf"Fold\s+✕ Blunder\s+gave up {re.escape(money(cost))} compared with the best play")
    )
    expect(coach(page)).to_contain_text("Perfect play: Play")
    assert paid(page, house)["net"] == -ANTE
    page.get_by_role("tab", name="Me").click()
    panel = page.get_by_role("tabpanel", name="Me")
    expect(panel).to_contain_text(
        re.compile(rf"Given up\s*{re.escape(money(cost))}\s*in 1 decision, 0 of them best")
    )
    expect(panel).to_contain_text(re.compile(rf"You, on these hands\s*{re.escape(whole(-ANTE))}"))
    link = panel.get_by_role("link", name=re.compile("in the Lab$"))
    state = house.room.live.state
    assert state is not None
    dealt = cards_text(state.seats[0].cards).replace(" ", "+")
    assert link.get_attribute("href") == f"/lab/rivers?cards={dealt}"
    check(page, "the sum of the sitting")


def test_a_good_decision_is_not_asked_about(page: Page, house: BrowserHouse) -> None:
    at_level(page, "ask")
    to_the_decision(page, house, "rivers")
    decide(page, "Play")
    expect(coach(page)).to_contain_text("✔ Best")
    expect(coach(page)).to_contain_text("The perfect player does the same.")


def test_after_it_is_silent_before(page: Page, house: BrowserHouse) -> None:
    at_level(page, "after")
    to_the_decision(page, house, "rivers")
    expect(rail(page).get_by_role("button", name="Ask the coach")).to_be_visible()
    expect(coach(page)).to_have_count(0)
    decide(page, "Fold")
    expect(coach(page)).to_contain_text("✕ Blunder")


def test_off_and_on_again_in_the_panel(page: Page, house: BrowserHouse) -> None:
    at_level(page, "off")
    worth = to_the_decision(page, house, "rivers")
    expect(rail(page).get_by_role("button", name="Ask the coach")).to_have_count(0)
    page.get_by_role("tab", name="Me").click()
    page.get_by_role("combobox", name="The coach speaks").select_option("Before I decide")
    expect(coach(page)).to_contain_text(mean(worth["play"]))
    page.wait_for_load_state("networkidle")  # a reload cuts off what is under way
    page.reload()
    expect(coach(page)).to_contain_text(mean(worth["play"]))


def test_a_table_without_a_coach(page: Page, house: BrowserHouse) -> None:
    at_level(page, "before")
    open_table(page, house, "rivers", coach=False)
    put(page, ["Ante"])
    deal(page)
    rail(page).get_by_role("button", name=re.compile("^Play")).wait_for()
    page.keyboard.press("c")
    expect(page.get_by_role("status")).to_contain_text("This table has no coach.")
    expect(coach(page)).to_have_count(0)


def test_at_the_text_table_and_on_a_phone(somebody: Opener, house: BrowserHouse) -> None:
    page = somebody((390, 844))
    worth = to_the_decision(page, house, "rivers")
    rail(page).get_by_role("button", name="Ask the coach").click()
    expect(coach(page)).to_contain_text(mean(worth["play"]))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, "the coach on a phone")
    page.wait_for_load_state("networkidle")
    page.evaluate("localStorage['pitboss.prefs'] = JSON.stringify({coach: 'before', textTable: true})")
    page.reload()
    main = page.get_by_role("main")
    expect(main.get_by_role("group", name="Coach")).to_contain_text(mean(worth["fold"]))
    check(page, "the coach at the text table")
