"""Raised Plays in the Lab and in the Drill: signs and buttons of their own, by mouse and by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_drill as drill
from tests.browser.axe import DRAWN, check
from tests.browser.conftest import DESKTOP, Opener
from tests.browser.house import BrowserHouse
from tests.browser.test_lab import PHONE, api, box, open_lab, settled, shown
from tests.further_houses import ULTIMATE, further_house
from tests.naive.hands import rank3
from tests.odds.test_raises import plain

ANY: Final = "set=play.raises.from%3Dany"


@pytest.fixture(autouse=True)
def ultimate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Before the house opens: it is one of its houses."""
    with further_house(ULTIMATE, tmp_path_factory.mktemp("further")) as name:
        yield name


@pytest.fixture
def house(tmp_path: Path) -> Iterator[BrowserHouse]:
    """A house that is open, and reckons where the further house is known."""
    found = BrowserHouse(tmp_path / "house.db", in_process=True)
    found.start()
    yield found
    found.stop()


def test_the_lab_shows_each_raise(page: Page, house: BrowserHouse, tmp_path: Path) -> None:
    open_lab(page, "/lab/ultimate?up=Q&cards=9s%209d%203h&shown=2d")
    best = box(page, "Best play")
    (against,) = [each for each in api(page, "/api/lab/ultimate/chart")["cut_offs"] if each["up"] == "Q"]
    row = best.get_by_role("table", name="Against each up card").get_by_role("row", name=re.compile("^Q"))
    expect(row).to_contain_text(against["raised"])
    legend = best.get_by_label("Colour and sign")
    for name in ("▲ Play", "2× Play", "3× Play", "✕ Fold"):
        expect(legend.get_by_text(name, exact=True)).to_be_visible()
    pairs = best.get_by_role("row", name=re.compile("^Pair"))
    expect(pairs).to_contain_text("3× Play")

    hand = box(page, "One hand")
    worth = plain(["9s", "9d", "3h"], ["2d"])
    labels = {"fold": "Fold", "play": "Play", "play_2x": "Play 2×", "play_3x": "Play 3×"}
    for action, ev in worth.items():
        row = hand.get_by_role("row", name=re.compile(f"^{labels[action]}( ✔ best)? [+−]"))
        expect(row).to_contain_text(str(ev))
    expect(hand.get_by_role("row", name=re.compile("✔ best"))).to_contain_text("Play 3×")

    with page.expect_download() as loading:
        best.get_by_role("button", name=re.compile("CSV")).click()
    head = Path(loading.value.path()).read_text(encoding="utf-8").splitlines()[0]
    assert head.split(",")[4:8] == ["Play", "Play 2×", "Play 3×", "Draw"]


def test_raises_are_knobs_and_a_grid_of_any_hand_has_their_sign(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/ultimate?up=2")
    before = shown(page, "ante")
    page.get_by_label("… with at least").select_option("any")
    settled(page)
    assert parse_qs(urlsplit(page.url).query)["set"] == ["play.raises.from=any"]
    (ante, _) = api(page, f"/api/lab/ultimate?{ANY}")["wagers"]
    assert shown(page, "ante") == Fraction(ante["ev"]) > before
    box(page, "Best play").get_by_role("button", name="Grid against 2").click()
    settled(page)
    grid = page.get_by_role("table", name="High-card hands against 2")
    cell = grid.get_by_role("button", name=re.compile("^A-K high: Play 3×"))
    expect(cell.locator("[data-sign]")).to_have_attribute("data-sign", "3×")
    cell.click()
    settled(page)
    region = page.get_by_role("region", name="A-K high against 2")
    expect(region.get_by_role("row").nth(1)).to_contain_text("play 3x")

    page.get_by_label("Play may be raised to so many Antes").select_option("[2, 3, 4]")
    settled(page)
    expect(box(page, "Best play").get_by_role("columnheader", name="Play 4×")).to_be_visible()


def test_the_slider_of_the_blind_moves_the_main_game(page: Page, house: BrowserHouse) -> None:
    """Its pays stand once, and both means are those of the server."""
    open_lab(page, "/lab/ultimate")
    pays = box(page, "Pay tables")
    odds = pays.get_by_role("textbox", name=re.compile("^Blind, Flush"))
    expect(odds).to_have_count(1)
    odds.fill("2")
    odds.press("Enter")
    settled(page)
    changed = api(page, "/api/lab/ultimate?set=pays.blind.lines.flush%3D2%20to%201")["wagers"]
    assert {each["id"]: shown(page, each["id"]) for each in changed} == {
        each["id"]: Fraction(each["ev"]) for each in changed
    }
    sitting = box(page, "A sitting")
    expect(sitting.get_by_label("Blind", exact=True)).to_have_value("$10")
    expect(sitting.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_axe_finds_nothing_in_the_lab(somebody: Opener, house: BrowserHouse, size: tuple[int, int]) -> None:
    page = somebody(size)
    address = f"/lab/ultimate?{ANY}&up=2&cell=AK&cards=9s%209d%203h&shown=2d&beside=rivers"
    open_lab(page, address)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, f"raises {size}")


def to_a_pair(page: Page) -> None:
    """Goes on in the drill to a hand that may raise."""
    for number in range(2, 30):
        if rank3(drill.hand(page)["cards"])[0]:
            return
        page.keyboard.press("f")
        drill.felt(page).get_by_role("table").wait_for()
        page.keyboard.press("Space")
        expect(drill.felt(page).get_by_role("heading", name=f"Hand {number} of")).to_be_visible()
    raise AssertionError("no hand of this drill may raise")


def test_a_raise_is_an_answer_by_button_and_by_key(page: Page, house: BrowserHouse) -> None:
    for action, key in (("play_2x", "2"), ("play_3x", "")):
        drill.begin(page, "ultimate", "&kind=mixed")
        expect(drill.felt(page)).to_contain_text("Ante $10 and Blind $10. What do you do?")
        expect(page.get_by_text("Keys: P play, 2 3 a raised Play")).to_be_visible()
        to_a_pair(page)
        asked = drill.hand(page)
        worth = plain(asked["cards"], asked["up"])
        buttons = drill.felt(page).get_by_role("button")
        for place, name in enumerate(("Play P", "Play 2× 2", "Play 3× 3", "Fold F")):
            expect(buttons.nth(place)).to_have_accessible_name(name)
        if key:
            page.keyboard.press(key)
        else:
            buttons.nth(2).click()
        table = drill.felt(page).get_by_role("table")
        table.wait_for()
        cost = max(worth.values()) - worth[action]
        mine = table.get_by_role("row", name=re.compile("your answer"))
        expect(mine).to_contain_text("Play 2×" if key else "Play 3×")
        expect(mine).to_contain_text(drill.to_the_cent(worth[action] * 1000))
        expect(mine).to_contain_text(drill.to_the_cent(cost * 1000) if cost else "best")
        expect(page.get_by_role("status")).to_contain_text("raise 3× with pair or better")


def test_the_drill_has_no_fault_that_axe_finds(page: Page, house: BrowserHouse) -> None:
    drill.begin(page, "ultimate", "&kind=mixed")
    to_a_pair(page)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(DRAWN)
        check(page, f"{page.url} {size}")
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    last = drill.felt(page).get_by_role("button", name="Fold").bounding_box()
    assert last
    assert last["height"] >= 44
    assert last["y"] + last["height"] <= PHONE[1], "it is in reach without scrolling"
    page.keyboard.press("2")
    drill.felt(page).get_by_role("table").wait_for()
    check(page, f"{page.url} answered")
