"""My rounds afterwards: the list, the replay, and the check of a receipt by this browser's own code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.house import BrowserHouse
from tests.browser.playing import SEAT, deal, decide, money, open_table, paid, put, receipt, results

Receipt = dict[str, Any]


def played(page: Page, house: BrowserHouse) -> str:
    """A finished round; gives the address of its page."""
    open_table(page, house, "pechanga", bots=["optimal"])
    put(page, ["Ante", "Double Shot Bonus"])
    deal(page)
    decide(page, "Play")
    results(page)
    stored = house.room.live.stored_table
    return f"/rounds/{stored.id}:{stored.rounds}"


def test_history_replay_and_check(page: Page, house: BrowserHouse) -> None:
    address = played(page, house)
    seat = paid(page, house)
    page.goto("/history")
    row = page.get_by_role("row", name=re.compile("Oak, round 1"))
    expect(row).to_contain_text(money(seat["net"]))
    row.get_by_role("link", name="Oak, round 1").click()
    expect(page).to_have_url(re.compile(re.escape(address.replace(":", "%3A")) + "$"))

    steps = page.get_by_role("group", name="Steps")
    last = int(steps.get_by_role("status").inner_text().split()[3].rstrip(":"))
    assert last > 3
    page.keyboard.press("Home")
    expect(steps).to_contain_text(f"Step 1 of {last}")
    expect(steps.get_by_role("button", name="Back")).to_be_disabled()
    for step in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        expect(steps).to_contain_text(f"Step {step} of {last}")
    page.keyboard.press("ArrowRight")
    expect(steps).to_contain_text(f"Step {last} of {last}")
    page.keyboard.press("ArrowLeft")
    expect(steps).to_contain_text(f"Step {last - 1} of {last}")
    page.keyboard.press("End")
    mine = page.get_by_role("listitem").filter(has_text=f"Seat {SEAT}, ")
    expect(mine.first).to_contain_text(money(seat["net"]))

    page.get_by_role("button", name="Verify in this browser").click()
    verdict = page.get_by_role("region", name="Verify in this browser")
    expect(verdict.get_by_role("heading", name="✔ Everything fits")).to_be_visible()
    for said in (
        "The deck of 52 cards is the one that all the seeds together make.",
        "The commitment is the one this browser noted when the bets were open.",
        "It follows the head that this browser saw when the bets were open.",
        "A seat has the seed that this browser made.",
    ):
        expect(verdict).to_contain_text(said)


def other_card(found: Receipt) -> None:
    """The dealer's first card was another one."""
    (shown,) = [event for event in found["events"] if event["k"] == "reveal"]
    (dealt,) = [event for event in found["events"] if event["k"] == "deal"]
    shown["cards"][0] = dealt["deck"][40]


def other_seed(found: Receipt) -> None:
    seed = found["proof"]["server_seed"]
    found["proof"]["server_seed"] = ("1" if seed[0] != "1" else "2") + seed[1:]


def other_head(found: Receipt) -> None:
    found["proof"]["previous"] = "ab" * 32


CHANGES: dict[str, Callable[[Receipt], None]] = {
    "the receipt says": other_card,
    "The commitment was to something else": other_seed,
    "This browser saw another head when the bets were open": other_head,
}


def canonical(found: Receipt) -> str:
    """A receipt is written without blanks, with its keys in order."""
    return json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_what_was_changed_is_found(page: Page, house: BrowserHouse) -> None:
    """A card, a seed, the head of the round before: the page tells what does not fit."""
    address = played(page, house)
    true = receipt(page, house)
    texts = {said: changed(true, change) for said, change in CHANGES.items()}
    given: list[str] = []
    page.route("**/receipt.json", lambda route: answer(route, given))
    for said, text in texts.items():
        given[:] = [text]
        page.goto("about:blank")  # another part of the same page would not load it again
        page.goto(f"{address}#verify")
        verdict = page.get_by_role("region", name="Verify in this browser")
        expect(verdict.get_by_role("heading", name="✕ Something does not fit")).to_be_visible()
        expect(verdict).to_contain_text(said)
        expect(verdict).to_contain_text("Something was changed after the head was made")

    page.goto("/verify")
    field = page.get_by_role("textbox", name="Receipt")
    field.fill(canonical(true))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", name="✔ Everything fits").first).to_be_visible()
    field.fill(texts["the receipt says"])
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", name="✕ Something does not fit").first).to_be_visible()
    field.fill("not a receipt")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("This is not a receipt: the text is not JSON.")).to_be_visible()


def changed(true: Receipt, change: Callable[[Receipt], None]) -> str:
    found: Receipt = json.loads(json.dumps(true))
    change(found)
    return canonical(found)


def answer(route: Route, given: list[str]) -> None:
    route.fulfill(body=given[0], content_type="application/json")
