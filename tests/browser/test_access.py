"""axe-core finds nothing on any page, phase or dialog; what a screen reader is told in each phase."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator, Page, ViewportSize, expect

from pitboss.hands import Category, category3
from tests.browser.axe import DRAWN, check, check_contrast, check_forced
from tests.browser.conftest import Faults, Opener
from tests.browser.house import PERSON, BrowserHouse, Deal
from tests.browser.playing import BETS, HOUSES, SEAT, deal, decide, open_table, put, rail, results, spot

ColorScheme = Literal["dark", "light"]
ForcedColors = Literal["active", "none"]
ARIA = Path(__file__).parent / "aria"


def test_dialogs_and_tabs(page: Page, house: BrowserHouse) -> None:
    """Every dialog of the head, every tab of the panel, at the house that has them all but the meter."""
    open_table(page, house, "napa-valley")
    for name in ("The bank", "Host and company", "Fair deal", "Settings", "Keys and help", "Leave the seat"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check(page, name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for tab in ("Log", "Me"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
        check(page, tab)


# By night on a desk, by day at 320 pixels, and in the machine's own colours at 400 % of 1440 × 900.
LOOKS: tuple[tuple[ColorScheme, ForcedColors, ViewportSize], ...] = (
    ("dark", "none", {"width": 1440, "height": 900}),
    ("light", "none", {"width": 320, "height": 640}),
    ("dark", "active", {"width": 360, "height": 225}),
)


def check_in_every_look(page: Page, path: str) -> None:
    """No fault, and nothing to scroll sideways for, however large and in whatever colours a page is shown."""
    page.goto(path)
    if path.startswith(("/lab", "/drill")):  # they ask for more
        page.wait_for_load_state("networkidle")
    for scheme, forced, size in LOOKS:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        page.set_viewport_size(size)
        where = f"{path} {scheme} {forced} {size['width']}"
        (check_forced if forced == "active" else check)(page, where)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], where


def test_the_other_pages(page: Page, house: BrowserHouse, faults: Faults) -> None:
    faults.expect("404")
    check_in_every_look(page, "/account")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="dark", forced_colors="none")
    open_table(page, house, "shine", private=False)
    put(page, ["Ante"])
    deal(page)
    decide(page, "Play")
    results(page)
    stored = house.room.live.stored_table
    for path in ("/", "/rules", "/rules/shine", "/account", "/history", f"/rounds/{stored.id}:1"):
        check_in_every_look(page, path)
    for path in ("/lab/rivers", "/drill", "/progress", "/verify", "/offline", "/nowhere"):
        check_in_every_look(page, path)
    for name in HOUSES:  # each has tables of its own
        page.goto(f"/rules/{name}")
        check(page, name)


def check_looks(page: Page, where: str) -> None:
    """The table as it lies there: every look, and forced colours by day at a desk."""
    for scheme, forced, size in (*LOOKS, ("light", "active", LOOKS[0][2])):
        page.emulate_media(color_scheme=scheme, forced_colors=forced, reduced_motion="reduce")
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        (check_forced if forced == "active" else check)(page, f"{where} {scheme} {forced} {size['width']}")
    page.set_viewport_size(LOOKS[0][2])


def check_under_the_mouse(page: Page, where: str, *names: str) -> None:
    """What is written on a button can be read while the mouse is on it, live or not, by night and by day."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="none", reduced_motion="reduce")
        for name in names:
            button = page.get_by_role("button", name=re.compile(name)).first
            button.hover(force=True)
            page.evaluate(DRAWN)
            check_contrast(page, f"{where}, {scheme}, the mouse on {name}", "button:hover")


def test_a_table_in_every_look(page: Page, house: BrowserHouse) -> None:
    """Bets, decisions, results, as felt and as text: forced colours, both themes, 320 pixels and 400 %."""
    open_table(page, house, "rivers")
    check_looks(page, "before the bets")
    check_under_the_mouse(page, "before the bets", "^Deal", "^Undo", "free seats$", "^Add a bot")
    put(page, BETS["rivers"])
    expect(rail(page)).to_contain_text("Add more, or press Deal.")
    check_looks(page, "bets")
    check_under_the_mouse(page, "bets", "^Deal", "^Ante, ")
    deal(page)
    expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
    check_looks(page, "decisions")
    check_under_the_mouse(page, "decisions", "^Play", "^Fold")
    page.get_by_role("button", name="Text table").press("Enter")
    page.get_by_role("main", name="Table as text").wait_for()
    check_looks(page, "decisions as text")
    page.get_by_role("main").get_by_role("button", name=re.compile("^Play")).click()
    page.get_by_role("main").get_by_role("table", name="Results").wait_for()
    check_looks(page, "results as text")
    page.get_by_role("main").get_by_role("button", name="Back to the felt").click()
    results(page)
    check_looks(page, "results")
    check_under_the_mouse(page, "results", "^Rebet & Deal", "^New bets")


def test_in_the_machine_s_own_colours(somebody: Opener, house: BrowserHouse) -> None:
    """Cards keep their faces and edges; what is chosen, live or shut differs by more than a hue."""
    page = somebody(forced_colors="active", color_scheme="light")
    open_table(page, house, "rivers")
    page.emulate_media(reduced_motion="reduce")
    shut, live = rail(page).get_by_role("button", name=re.compile("^Deal")), spot(page, "Ante")
    expect(shut).to_be_disabled()
    before = paint(shut, "color", "background-color", "border-style")
    shut.hover(force=True)
    assert paint(shut, "color", "background-color", "border-style") == before
    live.click()
    expect(shut).to_be_enabled()
    for name, was in zip(("color", "background-color", "border-style"), before, strict=True):
        assert paint(shut, name) != [was], name
    tabs = [paint(page.get_by_role("tab", name=each), "background-color") for each in ("Pays", "Log")]
    assert tabs[0] != tabs[1]
    deal(page)
    mine = rail(page).get_by_role("img", name=re.compile(" of ")).first
    assert paint(mine, "background-color") == ["rgb(252, 251, 247)"]  # the face, not the machine's ground
    assert paint(mine, "box-shadow") == ["rgb(0, 0, 0) 0px 0px 0px 1px"]
    assert mine.evaluate("(card) => card.querySelector('svg').getBoundingClientRect().width") > 40


def paint(of: Locator, *names: str) -> list[str]:
    """What a browser draws something with."""
    found: list[str] = of.evaluate(
        "(node, names) => names.map((name) => getComputedStyle(node).getPropertyValue(name))", list(names)
    )
    return found


def matches(page: Page, name: str) -> None:
    expect(page.locator("body")).to_match_aria_snapshot((ARIA / f"{name}.yml").read_text(encoding="utf-8"))


def test_what_is_told_while_bets_are_open(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "atlantic-city")
    matches(page, "bets")


def test_what_is_told_at_a_decision(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, lambda deal: category3(*deal.hands[SEAT]) is Category.PAIR)
    open_table(page, house, "pechanga")
    put(page, ["Ante", "Double Shot Bonus"])
    deal(page)
    expect(rail(page).get_by_role("heading")).to_be_focused()  # never a button: a stray Enter does nothing
    matches(page, "decisions")


def a_straight_flush_against_a_pair(deal: Deal) -> bool:
    return (
        category3(*deal.hands[SEAT]) is Category.STRAIGHT_FLUSH and category3(*deal.dealer) is Category.PAIR
    )


def test_what_is_told_when_it_is_paid(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, a_straight_flush_against_a_pair)
    open_table(page, house, "rivers")
    put(page, ["Ante", "Pair Plus"])
    deal(page)
    decide(page, "Play")
    matches(page, "settled")
