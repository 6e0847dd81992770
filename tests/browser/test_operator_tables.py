"""The console's attention, tables and journal: an operator runs a table, and looks on from a phone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect
from sqlalchemy import select

from pitboss.cards import card_text
from pitboss.ledger.schema import rounds
from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.operated import operated_house, signed_in
from tests.browser.test_operator_desk import PHONE, checked, shut
from tests.table.orders import at

SEEDS = select(rounds.c.seed).where(rounds.c.ended.is_(None))
REASONS = {
    "open": "the club comes",
    "freeze": "two people quarrel",
    "thaw": "they have settled it",
    "void": "a card lay open",
    "change": "they want to play higher",
    "close": "the evening is over",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[BrowserHouse]:
    """A house with a past."""
    found = operated_house(tmp_path / "house.db", 1)
    yield found
    found.stop()


def plays(house: BrowserHouse, person: str) -> None:
    """Somebody comes to the newest table, bets, and has cards."""
    room = house.room
    house.house.pit.grant(person, 100_000, "op", f"grant {person}")
    asyncio.run_coroutine_threadsafe(room.come(person, person.title()), house.loop).result(10)
    house.do(at(room).sit(person, 3))
    house.do(at(room).bet(person, "bet", 3, {"ante": 1000}))
    house.do(at(room).ready(person))
    assert room.live.phase == "decisions"


def does(page: Page, act: str, why: str, **fields: str) -> None:
    """Goes through the dialog of an act; it is done."""
    page.get_by_role("button", name=f"{act}…").click()
    dialog = page.get_by_role("dialog", name=act)
    for label, value in fields.items():
        field = dialog.get_by_label(label)
        if field.evaluate("each => each.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    dialog.get_by_label("Reason").fill(why)
    dialog.get_by_role("button", name=act).click()
    expect(dialog.get_by_text("Done, and written down.")).to_be_visible()


def state(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=2).first).to_contain_text(words)


def test_an_operator_runs_a_table_and_the_journal_tells_it(house: BrowserHouse, somebody: Opener) -> None:
    page, phone = signed_in(somebody(), house), signed_in(somebody(PHONE, has_touch=True), house)
    heard: list[str] = []

    def hear(answer: Response) -> None:
        if "/api/operator/" in answer.url:
            heard.append(answer.text())

    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Operator").click()
    matters = page.get_by_role("list", name="What needs attention")
    expect(matters).to_contain_text("Ann doubts round rivers:1.")
    expect(matters.get_by_role("link", name="Judge the round")).to_have_attribute(
        "href", "/operator/disputes/rivers%3A1"
    )
    checked(page, "attention")

    page.get_by_role("link", name="Tables").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    page.get_by_role("button", name="Open a table…").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    dialog.get_by_role("button", name="Open a table").click()
    expect(dialog.get_by_role("alert")).to_have_text("Write down the reason first.")
    checked(page, "the dialog")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    wanted = {"House": "rivers", "What it is called": "Friday", "Bots that sit down": "1"}
    does(page, "Open a table", REASONS["open"], **wanted)
    shut(page)
    state(page, "Friday")
    table = page.url.rpartition("/")[2]

    plays(house, "ann")
    hands = house.room.live.open_round
    assert hands is not None
    secret = {card_text(card) for card in hands.deck}
    seeds = {row.seed for row in house.store.read(lambda connection: connection.execute(SEEDS).all())}
    page.on("response", hear)
    phone.on("response", hear)
    expect(page.get_by_text("Decisions are made")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Ann").first).to_contain_text("$10")
    does(page, "Freeze the table", REASONS["freeze"])
    shut(page)
    state(page, "Frozen")
    checked(page, "a table")
    page.get_by_role("link", name="All tables").click()
    expect(page.get_by_role("row").filter(has_text="Friday")).to_contain_text("Frozen")
    checked(page, "tables")
    phone.goto("/operator")
    expect(phone.get_by_role("list", name="What needs attention")).to_contain_text("Table Friday is frozen")
    checked(phone, "attention on a phone")
    phone.get_by_role("link", name="See the table").click()
    state(phone, "Frozen")
    expect(phone.get_by_role("listitem").filter(has_text="Ann").first).to_be_visible()
    checked(phone, "a table on a phone")
    assert heard
    for text in heard:  # the hands are still hidden, and the seed is not opened
        assert not any(f'"{card}"' in text for card in secret)
        assert not any(seed in text for seed in seeds)
    for each in (page, phone):
        each.remove_listener("response", hear)

    does(phone, "Let it go on", REASONS["thaw"])
    shut(phone)
    state(phone, "In play")
    page.goto(f"/operator/tables/{table}")
    does(page, "Void the round", REASONS["void"], **{"What has happened": "cannot go on"})
    expect(page.get_by_role("dialog")).to_contain_text(f"Declared round {table}:1 void")
    shut(page)
    does(page, "Change the terms", REASONS["change"], **{"Smallest Ante, dollars": "25"})
    shut(page)
    expect(page.get_by_text("$25 to $500")).to_be_visible()
    phone.goto("/operator/tables")  # it would ask for a table that is not there any more
    does(page, "Close the table", REASONS["close"])
    page.get_by_role("dialog").get_by_role("link", name=re.compile("in the journal")).click()

    acts = page.get_by_role("list", name="Acts, the latest first")
    expect(acts.locator("li[data-what]")).to_have_count(6)
    for what, why in REASONS.items():
        act = acts.locator(f"li[data-what='{what}']")
        expect(act).to_contain_text(why)
        expect(act).to_contain_text("Olga")
    expect(acts.locator("li[data-what=freeze]")).to_contain_text("Frozen: no before, yes after.")
    expect(acts.locator("li[data-what=change]")).to_contain_text("$5 to $500")
    expect(acts.locator("li[data-what=void]")).to_contain_text("Ann: ")
    checked(page, "the journal")
    phone.goto("/operator/tables")
    expect(phone.locator(".waiting")).to_have_count(0)
    checked(phone, "tables on a phone")
    phone.goto("/operator/journal?kind=freeze")
    expect(phone.locator("li[data-what]")).to_have_count(1)
    checked(phone, "the journal on a phone")
