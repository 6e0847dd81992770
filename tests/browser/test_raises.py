"""Play raised by choice: a button for each multiple, by mouse, by keys and as text; the coach weighs each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.house import PERSON, BrowserHouse, Deal
from tests.browser.playing import SEAT, deal, open_table, paid, put, rail, results, spot

FILE: Final = Path(__file__).parents[2] / "examples" / "catalogue" / "ultimate.toml"


def a_pair(dealt: Deal) -> bool:
    return len({card >> 2 for card in dealt.hands[SEAT]}) == 2


def test_a_pair_is_raised_by_button_and_by_key(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, a_pair)
    open_table(page, house, "ultimate", sheet=FILE.read_text("utf-8"))
    spot(page, "Ante").click()
    expect(rail(page)).to_contain_text("A Blind is required (ULT-1)")  # and the chip stays for it
    put(page, ["Blind"])
    deal(page)
    buttons = rail(page).get_by_role("group", name="Decision").get_by_role("button")
    names = [r"^Play \$5$", r"^Play 2× \$10$", r"^Play 3× \$15$", "^Fold$"]
    for place, name in enumerate(names):
        expect(buttons.nth(place)).to_have_accessible_name(re.compile(name))
    expect(buttons.nth(2)).to_have_accessible_description("Adds $15 on Play.")

    rail(page).get_by_role("button", name="Ask the coach").click()
    coach = page.get_by_role("group", name="Coach")
    for label in ("Play", "Play 2×", "Play 3×", "Fold"):
        expect(coach).to_contain_text(label)

    buttons.nth(2).click()
    lines = {row.label: row for row in results(page)}
    assert list(lines) == ["Ante", "Play", "Blind"]
    (play,) = [line for line in paid(page, house)["lines"] if line["id"] == "play"]
    assert play["stake"] == 1500

    house.wish({SEAT: PERSON}, a_pair)
    page.keyboard.press("r")  # the same bet again, and dealt
    expect(buttons).to_have_count(4)
    page.keyboard.press("2")
    results(page)
    (play,) = [line for line in paid(page, house)["lines"] if line["id"] == "play"]
    assert play["stake"] == 1000
