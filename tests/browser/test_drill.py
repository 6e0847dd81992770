"""The drill and the page of one's progress: what they show is what the API says, to the cent."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.hands import Category, category3
from tests.browser.axe import DRAWN, check
from tests.browser.conftest import DESKTOP
from tests.browser.house import PERSON, BrowserHouse
from tests.browser.playing import SEAT, deal, decide, open_table, put, results

PHONE = (360, 740)
Found = dict[str, Any]


def begin(page: Page, house: str, query: str = "") -> None:
    page.goto(f"/drill?house={house}&seed=a&motion=instant{query}")
    expect(felt(page).get_by_role("heading", name="Hand 1 of")).to_be_visible()


def felt(page: Page) -> Locator:
    return page.get_by_role("region", name="Your hand")


def figure(page: Page, name: str) -> Locator:
    """One of the figures of the drill, by its name."""
    return (
        page.get_by_role("complementary").locator("div", has=page.get_by_text(name, exact=True)).locator("dd")
    )


def hand(page: Page) -> Found:
    """The hand that is asked, as it is shown."""
    cards = felt(page).locator(".drill-hand [data-card]")
    ups = felt(page).locator(".drill-up [data-card]")
    return {
        "cards": [each.get_attribute("data-card") for each in cards.all()],
        "up": [each.get_attribute("data-card") for each in ups.all()],
    }


def worths(page: Page, house: str, asked: Found) -> dict[str, Fraction]:
    """What each action is worth by `pitboss advise`, in cents with an Ante of $10."""
    query: dict[str, str | float | bool] = {"cards": " ".join(asked["cards"]), "up": " ".join(asked["up"])}
    answer = page.request.get(f"/api/houses/{house}/advice", params=query).json()
    return {name: Fraction(each["ev"]) * 1000 for name, each in answer["actions"].items()}


def to_the_cent(cents: Fraction) -> str:
    """As the page writes it."""
    whole = round(cents)
    return "< $0.01" if cents and not whole else f"{'−' if whole < 0 else ''}${abs(whole) / 100:,.2f}"


@pytest.mark.parametrize("name", ["pechanga", "atlantic-city", "napa-valley"])  # one of each kind
def test_by_keyboard_with_exact_money(page: Page, name: str) -> None:
    begin(page, name)
    given, right = Fraction(0), 0
    for number, key in enumerate(("p", "f"), 1):
        expect(felt(page).get_by_role("heading", name=f"Hand {number} of 20")).to_be_visible()
        known = worths(page, name, hand(page))
        page.keyboard.press(key)
        shown = felt(page).get_by_role("table")
        shown.wait_for()
        cost = max(known.values()) - known["play" if key == "p" else "fold"]
        given, right = given + cost, right + (not cost)
        rows = [each.inner_text() for each in shown.get_by_role("row").all()[1:]]
        assert len(rows) == len(known)
        for row, (_, worth) in zip(rows, sorted(known.items(), key=lambda each: -each[1]), strict=True):
            assert to_the_cent(worth) in row
            top = max(known.values())
            assert ("best" in row) == (worth == top)
            assert worth == top or to_the_cent(top - worth) in row
        expect(figure(page, "Given up")).to_have_text(to_the_cent(given))
        expect(figure(page, "Accuracy")).to_have_text(f"{round(100 * right / number)} %")
        page.keyboard.press("Space")


def test_a_draw_is_chosen_card_by_card(page: Page) -> None:
    begin(page, "pechanga")
    asked = hand(page)
    draw = felt(page).get_by_role("button", name=re.compile("^Draw"))
    expect(draw).to_be_disabled()
    page.keyboard.press("d")  # no card is chosen: nothing happens
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(felt(page).get_by_role("button", name=re.compile("^Discard .*key 2"))).to_have_attribute(
        "aria-pressed", "true"
    )
    known = worths(page, "pechanga", asked)
    page.keyboard.press("d")
    mine = felt(page).get_by_role("row").filter(has_text="your answer")
    expect(mine).to_contain_text(to_the_cent(known[f"draw:{asked['cards'][1]}"]))
    page.get_by_role("link", name="This hand in the Lab").click()
    for card in asked["cards"]:
        expect(page.locator(f"main [data-card='{card}']").first).to_be_attached()


def wrong_key(page: Page, house: str) -> str:
    known = worths(page, house, hand(page))
    return "f" if known["play"] > known["fold"] else "p"


def test_a_guest_misses_a_hand_and_reviews_it(page: Page) -> None:
    """Retry-first: a wrong answer tells nothing, the second shows all; the browser keeps the hand."""
    begin(page, "napa-valley")
    page.get_by_label("Try again before the answer is shown").check()
    missed, wrong = hand(page), wrong_key(page, "napa-valley")
    cost = abs(worths(page, "napa-valley", missed)["play"] + 1000)
    page.keyboard.press(wrong)
    expect(felt(page).get_by_text("Not the best: try again.")).to_be_visible()
    expect(felt(page).get_by_role("table")).to_have_count(0)
    page.keyboard.press("p" if wrong == "f" else "f")
    expect(felt(page).get_by_role("heading", name="Best")).to_be_visible()
    expect(figure(page, "Given up")).to_have_text(to_the_cent(cost))
    expect(felt(page)).to_contain_text("This hand comes back in the next drill.")
    expect(page.get_by_role("complementary").get_by_role("listitem")).to_contain_text(to_the_cent(cost))
    page.get_by_role("link", name="My misses").click()
    expect(felt(page).get_by_role("heading", name="Hand 1 of 1")).to_be_visible()
    again = hand(page)
    assert (sorted(again["cards"]), again["up"]) == (sorted(missed["cards"]), missed["up"])
    page.keyboard.press("p" if wrong == "f" else "f")
    expect(felt(page)).to_contain_text("This hand comes back in 3 drills.")
    page.keyboard.press("Space")
    expect(felt(page).get_by_role("heading", name="Drill done")).to_be_visible()
    check(page, page.url)


def test_the_clock_puts_a_hand_at_the_end(page: Page) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    begin(page, "shine", "&kind=speed")
    expect(felt(page).get_by_role("img", name="Clock: 5 seconds a hand")).to_be_visible()
    first = hand(page)
    page.clock.run_for(4_900)
    assert hand(page) == first
    page.clock.run_for(200)
    expect(felt(page)).to_contain_text("Out of time. This hand comes back at the end of this drill.")
    assert hand(page) != first
    expect(felt(page).get_by_role("heading", name="Hand 1 of 20")).to_be_visible()


def test_the_drill_has_no_fault_that_axe_finds(page: Page) -> None:
    for house in ("pechanga", "napa-valley"):
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        begin(page, house)
        check(page, page.url)
        page.keyboard.press("f")
        felt(page).get_by_role("table").wait_for()
        for size in (DESKTOP, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(DRAWN)
            check(page, f"{page.url} {size}")
            assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    page.get_by_role("button", name="Next").click()
    check(page, f"{page.url} on a phone")
    play = felt(page).get_by_role("button", name="Play").bounding_box()
    assert play
    assert play["height"] >= 44
    assert play["y"] + play["height"] <= PHONE[1], "it is in reach without scrolling"


def test_cards_in_words(page: Page) -> None:
    begin(page, "napa-valley")
    page.get_by_label("Cards in words").check()
    expect(felt(page).get_by_role("img")).to_have_count(0)
    assert all(" of " in each for each in felt(page).get_by_role("listitem").all_inner_texts())
    assert felt(page).get_by_role("listitem").count() == 4
    check(page, page.url)
    page.keyboard.press("p")
    felt(page).get_by_role("table").wait_for()
    expect(page.get_by_role("status")).to_contain_text("Player/dealer shows")


def test_progress_is_shown_taken_along_and_deleted(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, lambda deal: category3(*deal.hands[SEAT]) is Category.PAIR)
    open_table(page, house, "rivers")
    put(page, ["Ante"])
    deal(page)
    decide(page, "Fold")
    results(page)
    person = page.request.get("/api/me").json()["id"]
    page.goto("/progress")
    expect(page.get_by_role("main")).to_contain_text("You are a guest")
    check(page, page.url)
    house.house.accounts.people.register(person, "Ann", "correct horse 9")
    begin(page, "rivers")
    page.keyboard.press(wrong_key(page, "rivers"))
    felt(page).get_by_role("table").wait_for()
    page.get_by_role("link", name="My progress").click()
    told = page.request.get("/api/progress").json()
    cost = to_the_cent(Fraction(told["drill"]["given_up"], 1_000_000))
    assert (told["drill"]["decisions"], told["table"]["decisions"]) == (1, 1)
    sittings = page.get_by_role("region", name="Given up, sitting by sitting")
    expect(sittings.get_by_role("img")).to_be_visible()
    sittings.get_by_text("The same as a table").click()
    given = to_the_cent(Fraction(told["table"]["given_up"], 1_000_000))
    expect(sittings.get_by_role("row").nth(1)).to_contain_text(given)
    expect(page.locator("dl div").filter(has_text="Given up in drills")).to_contain_text(cost)
    worst = page.get_by_role("group", name="Worst hands").get_by_role("row")
    expect(worst.nth(1)).to_contain_text(given)  # a pair that was folded
    expect(worst.nth(2)).to_contain_text(cost)
    expect(page.get_by_role("group", name="Mistakes by kind")).to_contain_text(cost)
    check(page, page.url)
    with page.expect_download() as file:
        page.get_by_role("link", name="CSV").click()
    assert file.value.suggested_filename == "progress.csv"
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete my progress").click()
    expect(page.get_by_role("main")).to_contain_text("Nothing yet.")
    assert page.request.get("/api/progress").json()["drill"]["decisions"] == 0
