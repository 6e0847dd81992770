"""Between the rounds: the first hand in four steps, and the card of a sitting when one gets up."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import check
from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import deal, decide, money, open_table, paid, put, rail, results, spot

PHONE = (390, 844)
LYING = (844, 390)


def first_hand(page: Page) -> Locator:
    return page.get_by_role("region", name="Your first hand")


def step(page: Page) -> str:
    return first_hand(page).locator("[aria-current=step]").inner_text()


def covers_nothing(page: Page) -> bool:
    """Whether the bar lies above felt and Rail, inside the window, with everything in it to be seen."""
    return bool(
        page.evaluate("""() => {
          const bar = document.querySelector(".bar.first"), box = bar.getBoundingClientRect();
          const below = [document.querySelector("main"), document.querySelector("pit-rail")];
          const inside = [...bar.querySelectorAll("p, button")].every((each) => {
            const at = each.getBoundingClientRect();
            const beside = at.left >= 0 && at.right <= innerWidth + 0.5;
            return beside && at.top >= box.top && at.bottom <= box.bottom;
          });
          return inside && below.every((each) => each.getBoundingClientRect().top >= box.bottom - 0.5)
            && document.querySelector("pit-rail").getBoundingClientRect().bottom <= innerHeight + 0.5;
        }""")
    )


def test_a_first_hand_is_told_in_four_steps_and_then_never_again(
    somebody: Opener, house: BrowserHouse
) -> None:
    for size, name in ((PHONE, "pechanga"), (LYING, "napa-valley")):
        page = somebody(size)
        address = open_table(page, house, name)
        bar, text = first_hand(page), first_hand(page).locator("p")
        expect(text).to_contain_text("on Ante, then press Deal")
        assert "1" in step(page)
        assert covers_nothing(page)
        high = bar.bounding_box()
        bar.get_by_role("button", name="Hand ranks").press("Enter")
        ranks = page.get_by_role("list", name="Hands, the best first")
        told = page.request.get(f"/api{address}/hands").json()
        expect(ranks.get_by_role("listitem")).to_have_text([each["label"] for each in told])
        page.keyboard.press("Escape")
        put(page, ["Ante"])
        expect(text).to_contain_text("$5 lies on the table. Press Deal")
        deal(page)
        rail(page).get_by_role("group", name="Decision").wait_for()
        expect(text).to_contain_text("You have: ")
        expect(text).to_contain_text(
            "2 cards lie face down" if name == "napa-valley" else "3 cards lie face down"
        )
        assert "2" in step(page)
        bar.get_by_role("button", name="Next").press("Enter")
        expect(text).to_contain_text("Fold: Lose Ante $5.")
        assert ("Draw: pick a card." in text.inner_text()) == (name == "pechanga")
        assert "3" in step(page)
        assert covers_nothing(page)
        decide(page, "Fold")
        expect(text).to_contain_text(f"Your round: {money(-500)}.")
        assert "4" in step(page)
        assert (after := bar.bounding_box())
        assert high
        assert after["height"] == high["height"], "it holds still"
        rail(page).get_by_role("button", name=re.compile("^New bets")).click()
        expect(bar).to_have_count(0)
        page.reload()
        expect(spot(page, "Ante")).to_be_visible()
        expect(bar).to_have_count(0)


def test_who_gets_up_sees_the_card_of_the_sitting_and_keeps_it(page: Page, house: BrowserHouse) -> None:
    address = open_table(page, house, "rivers")
    first_hand(page).get_by_role("button", name="Skip").click()
    expect(first_hand(page)).to_have_count(0)
    put(page, ["Ante", "Pair Plus"])
    deal(page)
    decide(page, "Fold")
    results(page)
    net = paid(page, house)["net"]
    page.get_by_role("button", name="Leave the seat").click()
    page.get_by_role("button", name="Get up").click()
    card = page.get_by_role("dialog", name="Your sitting")
    expect(card.locator(".sat-net")).to_contain_text(money(net))
    told = page.request.get(f"/api{address}/sitting").json()
    sums = told["reckoning"]
    assert (told["net"], sums["rounds"]) == (net, 1)
    for term, micro in (
        ("Expected of the bets", sums["expected"]),
        ("Given up by decisions", -sums["given_up"]),
        ("Luck", sums["luck"]),
    ):
        row = card.locator("dl > div").filter(has=page.get_by_text(term, exact=True))
        cents = (1 if micro > 0 else -1) * ((abs(micro) + 500_000) // 1_000_000)
        expect(row.locator("dd").first).to_have_text(money(cents))
    expect(
        card.get_by_role("img", name=f"Course of the balance over 1 round: lowest {money(min(net, 0))}")
    ).to_be_visible()
    card.get_by_text("The course as a table").click()
    expect(card.get_by_role("row").nth(1)).to_have_text(re.compile(re.escape(money(net))))
    check(page, "the card of a sitting")
    with page.expect_download() as download:
        card.get_by_role("button", name="Keep as a picture").click()
    assert download.value.suggested_filename == "pitboss-sitting-rivers-1.png"
    content = download.value.path().read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (1200, 630)
    expect(card.get_by_role("status")).to_have_text("The picture is saved.")
    page.goto("/history")
    page.get_by_role("link", name="Card of this sitting").click()
    expect(page.locator(".sat-net")).to_contain_text(money(net))
    check(page, "the page of a sitting")
