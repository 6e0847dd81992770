"""On a phone: nothing beside the screen, the main action under the thumb, nothing of the Rail cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import BETS, HOUSES, deal, decide, open_table, put, rail

PORTRAIT = (360, 740)
LANDSCAPE = (740, 360)
LOOKED_AT = ", ".join(f".rail {each}" for each in ("button", "h2", "td", "th", ".spot-label"))
# What of the Rail lies beside or below the screen; a long table of results may be scrolled.
CLIPPED = """looked => [...document.querySelectorAll(looked)]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('.unseen'))
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1
    || (!each.closest('table') && box.bottom > innerHeight + 1)))
  .map(([each, box]) => [each.tagName, each.textContent.trim(), box.left, box.right, box.bottom])"""


def check(page: Page, primary: str) -> None:
    """The size that the page has now, and the same phone turned."""
    button = rail(page).get_by_role("button", name=re.compile(primary)).first
    for width, height in (LANDSCAPE, PORTRAIT):
        page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, primary)
        assert page.evaluate(CLIPPED, LOOKED_AT) == [], (width, primary)
        box = button.bounding_box()
        assert box is not None
        if height > width:
            assert box["y"] + box["height"] / 2 >= 0.6 * height, (primary, box)


@pytest.mark.parametrize("name", HOUSES)
def test_every_phase_fits(somebody: Opener, house: BrowserHouse, name: str) -> None:
    page = somebody(PORTRAIT, has_touch=True)
    open_table(page, house, name, bots=["optimal", "timid", "random"])
    put(page, BETS[name])
    check(page, "^(Deal|Ready)")
    deal(page)
    check(page, "^Play")
    decide(page, "Play")
    rail(page).get_by_role("table", name="Results").wait_for()
    check(page, "^Rebet & Deal")
