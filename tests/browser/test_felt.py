"""The felt: a house that the page has never heard of brings its colours and spots, and a click is a bet."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from pitboss.sheet import houses, load_house
from tests.browser.house import BrowserHouse
from tests.browser.playing import become, open_table, rail, spot

TWO_UP: Final = (Path(__file__).parents[2] / "examples" / "two-up.toml").read_text(encoding="utf-8")
SPOTS: Final = ("ante", "lucky_three", "play")
MIDDLE: Final = "each => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y]; }"
CLOTH: Final = "(each) => getComputedStyle(each).getPropertyValue('--felt').trim()"


def test_a_sixth_house_brings_its_colours_and_its_spots(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "two-up", sheet=TWO_UP)
    expect(spot(page, "Ante")).to_be_visible()
    assert page.locator("pit-felt .felt").evaluate(CLOTH) == "#4a2f16"
    painted = rail(page).locator(".spots").evaluate("each => getComputedStyle(each).backgroundColor")
    assert painted == "rgb(74, 47, 22)"  # #4a2f16

    # Ante below at the left, Lucky Three above at the right, Play below it at the right.
    boxes = {name: page.locator(f'[data-spot="{name}"]').evaluate(MIDDLE) for name in SPOTS}
    assert boxes["ante"][0] < boxes["lucky_three"][0] == boxes["play"][0]
    assert boxes["lucky_three"][1] < boxes["ante"][1] == boxes["play"][1]

    page.keyboard.press("s")  # the key of the place, whatever the house calls what lies there
    expect(spot(page, "Lucky Three")).to_have_accessible_name(re.compile(r"^Lucky Three, \$5"))


def test_a_click_on_a_spot_is_one_message_and_one_answer(page: Page, house: BrowserHouse) -> None:
    """Nothing is asked before a bet: one that may not lie there comes back with why."""
    said: list[dict[str, Any]] = []
    heard: list[dict[str, Any]] = []
    with page.expect_websocket() as opened:
        open_table(page, house, "atlantic-city")
    opened.value.on("framesent", lambda text: said.append(json.loads(text)))
    opened.value.on("framereceived", lambda text: heard.append(json.loads(text)))
    for label in ("Ante", "Ante", "Pair Plus", "Ante"):  # $10 each, and then an Ante above Pair Plus
        with opened.value.expect_event("framereceived"):
            spot(page, label).click()
        assert (len(said), said[-1]["do"]) == (len(heard), "bets")
    assert [each["t"] for each in heard] == ["update", "update", "update", "refused"]
    assert [each["done"] for each in heard[:3]] == [each["id"] for each in said[:3]]
    why = "Pair Plus must be at least the Ante ($15)"
    assert [each["why"] for each in heard[3]["spots"]] == [None, why, None]
    expect(rail(page)).to_contain_text(why)
    assert len(said) == 4


def test_every_house_is_painted_as_its_sheet_says_without_a_script(page: Page, house: BrowserHouse) -> None:
    become(page)
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/")
    cards = page.locator(".felt-card")
    assert cards.evaluate_all("all => all.map(each => each.dataset.house)") == list(houses())
    for name in houses():
        card, felt = page.locator(f'.felt-card[data-house="{name}"]'), load_house(name).felt
        assert card.evaluate(CLOTH) == felt.colours.cloth
        assert card.locator(".fan .card").count() == len(felt.poster)
