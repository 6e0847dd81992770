"""A person at a table in the browser: what they see by its name, and what they press."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.house import BrowserHouse

SEAT: Final = 4
# What a person puts on the felt, one red chip each, in an order that every house allows.
BETS: Final[Mapping[str, tuple[str, ...]]] = {
    "pechanga": ("Ante", "Double Shot Bonus"),
    "atlantic-city": ("Ante", "Pair Plus", "Six Card Bonus"),
    "napa-valley": ("Ante", "Pair Plus"),
    "shine": ("Ante", "Pair XXX", "Super 6 Bonus"),
    "rivers": ("Ante", "Pair Plus", "6 Card Bonus", "Progressive"),
}
HOUSES: Final = tuple(BETS)
LOOKS_AT_IT: Final = "The table looks at your bet…"


@dataclass(frozen=True)
class Row:
    """A line of the results, as it stands there."""

    label: str
    word: str
    pays: str
    profit: str
    clause: str


def become(page: Page) -> str:
    """A guest, signed in; gives the person's id."""
    answer = page.request.post("/api/guests", data={})
    assert answer.status == 201, answer.text()
    found: str = answer.json()["id"]
    return found


def open_table(page: Page, house: BrowserHouse, name: str, *, seat: bool = True, **settings: Any) -> str:
    """A new guest's private table without a clock, where they sit; gives its address, and shows it."""
    become(page)
    rules = {} if "sheet" in settings else {"house": name}
    taken = {"seat": SEAT} if seat else {}
    body = {"id": uuid4().hex, "title": "Oak", "clock": False, "private": True} | rules | taken | settings
    answer = page.request.post("/api/tables", data=body)
    assert answer.status == 201, answer.text()
    address = f"/tables/{answer.json()['table']}"
    page.goto(f"{address}?motion=instant")
    if seat:
        rail(page).wait_for()
    return address


def sit(page: Page, seat: int = SEAT) -> None:
    """Takes a seat. Once in a great while the first click goes astray; people click again."""
    folded = page.get_by_role("button", name=re.compile(r"^\d free seats?$"))
    if folded.is_visible():
        folded.click()
    button = page.get_by_role("region", name=re.compile(f"^Seat {seat},")).get_by_role("button").first
    button.click()
    try:
        rail(page).wait_for(timeout=10_000)
    except PlaywrightTimeout:
        button.click()
        rail(page).wait_for()


def rail(page: Page) -> Locator:
    """My hand, my spots, my actions."""
    return page.get_by_role("region", name="Your hand")


def spot(page: Page, label: str) -> Locator:
    """A betting spot of the Rail: a button, or a switch where the felt has a sensor."""
    button = rail(page).get_by_role("button", name=re.compile(f"^{re.escape(label)}, "))
    return button.or_(rail(page).get_by_role("switch", name=re.compile(f"^{re.escape(label)}, ")))


def put(page: Page, labels: Iterable[str]) -> None:
    """One chip on each of these, one after the other; the table has answered to each."""
    for label in labels:
        found = spot(page, label)
        said = "aria-checked" if found.get_attribute("role") == "switch" else "aria-label"
        before = re.compile(f"^{re.escape(found.get_attribute(said) or '')}$")
        found.click()
        expect(found).not_to_have_attribute(said, before)
        answered(page)


def answered(page: Page) -> None:
    """No bet is on its way: the table has taken what lies there, or has said why not."""
    expect(rail(page).locator(".rail-more")).not_to_have_text(LOOKS_AT_IT)


def deal(page: Page) -> None:
    """Done with the bets."""
    rail(page).get_by_role("button", name=re.compile("^(Deal|Ready)")).click()


def decide(page: Page, action: str) -> None:
    rail(page).get_by_role("button", name=re.compile(f"^{action}")).click()


def results(page: Page) -> list[Row]:
    """The results, once they are there."""
    table = rail(page).get_by_role("table", name="Results")
    table.wait_for()
    return [read_row(row) for row in table.get_by_role("row").all()[1:]]


def read_row(row: Locator) -> Row:
    cells = [cell.inner_text().strip() for cell in row.locator("th, td").all()]
    label, word, pays, profit, clause = cells
    return Row(label, re.sub(r"[^a-z]", "", word.lower()), pays, profit, clause)


def round_id(page: Page, house: BrowserHouse) -> str:
    """The round that lies on the felt."""
    stored = house.room.live.stored_table
    return f"{stored.id}:{stored.rounds}"


def receipt(page: Page, house: BrowserHouse) -> dict[str, Any]:
    """The receipt of the round on the felt, as the server gives it to this person."""
    answer = page.request.get(f"/api/rounds/{round_id(page, house)}/receipt")
    assert answer.status == 200, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def paid(page: Page, house: BrowserHouse, seat: int = SEAT) -> dict[str, Any]:
    """What the books say of one seat: its lines and its net."""
    events = receipt(page, house)["events"]
    (settled,) = [event for event in events if event["k"] in ("settle", "void")]
    (found,) = [each for each in settled["seats"] if each["seat"] == seat]
    return dict(found)


def money(cents: int) -> str:
    """As the page writes a result."""
    text = f"${abs(cents) // 100:,}" + (f".{abs(cents) % 100:02}" if cents % 100 else "")
    return f"+{text}" if cents > 0 else f"−{text}" if cents < 0 else text
