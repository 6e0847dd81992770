"""The Lab in the browser: what it shows is what the API says, exactly; sliders are compared as fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from pitboss.sheet import check_text
from tests.browser.axe import check
from tests.browser.conftest import DESKTOP, Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import HOUSES

PHONE: Final = (360, 740)


def open_lab(page: Page, path: str) -> None:
    """Opens the Lab and waits until every answer is there."""
    page.goto(path)
    page.get_by_role("region", name="This what-if").wait_for()
    settled(page)


def settled(page: Page) -> None:
    """Waits until the server has answered everything."""
    expect(page.locator("#lab [aria-busy=true]")).to_have_count(0)
    expect(page.locator("#lab .waiting")).to_have_count(0)


def api(page: Page, path: str) -> dict[str, Any]:
    answer = page.request.get(path)
    assert answer.status == 200, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def shown(page: Page, wager: str) -> Fraction:
    """The mean of a wager as the page has it."""
    return Fraction(str(page.locator(f".edges [data-wager={wager}]").get_attribute("data-ev")))


def told(page: Page, path: str) -> dict[str, Fraction]:
    return {wager["id"]: Fraction(wager["ev"]) for wager in api(page, path)["wagers"]}


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


@pytest.mark.parametrize("name", HOUSES)
def test_every_house_shows_what_the_api_says(page: Page, house: BrowserHouse, name: str) -> None:
    open_lab(page, f"/lab/{name}")
    for wager in api(page, f"/api/lab/{name}")["wagers"]:
        assert shown(page, wager["id"]) == Fraction(wager["ev"])
        edge = f"{-100 * float(Fraction(wager['ev'])):.2f} %".replace("-", "−")
        expect(box(page, "Edge per wager")).to_contain_text(edge)
    box(page, "Edge per wager").get_by_text("As a table").click()
    expect(box(page, "Edge per wager").get_by_role("table").last).to_be_visible()


def test_a_slider_moves_the_edge_before_any_answer(page: Page, house: BrowserHouse) -> None:
    """The sum over counts is the page's own: the number is there while the server is still silent."""
    open_lab(page, "/lab/rivers")
    silent = re.compile(r"/api/lab/rivers\?set=")
    held: list[Route] = []
    answering = False

    def hold(route: Route) -> None:
        if answering:
            route.continue_()
        else:
            held.append(route)

    page.route(silent, hold)
    slider = box(page, "Pay tables").get_by_role("slider", name="Pair Plus, Straight: odds to 1")
    slider.focus()
    with page.expect_request(silent):
        page.keyboard.press("ArrowRight")
    # 22,100 hands: 48 x 40 + 52 x 30 + 720 x 7 + 1,096 x 3 + 3,744 - 16,440
    by_hand = Fraction(48 * 40 + 52 * 30 + 720 * 7 + 1096 * 3 + 3744 - 16440, 22100)
    assert shown(page, "pair_plus") == by_hand
    expect(page.locator(".edges [data-wager=pair_plus]")).to_contain_text("7.28 → to 4.02 %")
    answering = True
    for route in held:
        route.continue_()
    settled(page)
    assert shown(page, "pair_plus") == by_hand
    assert parse_qs(urlsplit(page.url).query)["set"] == ["pays.pair_plus.lines.straight=7 to 1"]


MOVES: Final = {
    "pechanga": ("Double Shot Bonus, first three", "Flush", "pays.double_shot.pat.flush", "to"),
    "atlantic-city": ("Six Card Bonus", "Flush", "pays.six_card_bonus.lines.flush", "to"),
    "napa-valley": ("Pair Plus", "Straight", "pays.pair_plus.lines.straight", "to"),
    "shine": ("Ante Bonus", "Straight", "pays.ante_bonus.lines.straight", "to"),
    "rivers": ("Progressive", "Straight", "pays.progressive.lines.straight", "for"),
}


@pytest.mark.parametrize("name", HOUSES)
def test_moved_pays_are_the_servers_exact_means(page: Page, house: BrowserHouse, name: str) -> None:
    """Written odds, a fraction among them; where play could change the number waits for the server."""
    title, line, key, kind = MOVES[name]
    open_lab(page, f"/lab/{name}")
    for odds in ("9", "5/2"):
        field = box(page, "Pay tables").get_by_role(
            "textbox", name=re.compile(f"^{re.escape(title)}, {re.escape(line)}: write the odds {kind} 1")
        )
        field.fill(odds)
        field.blur()
        settled(page)
        top, _, below = odds.partition("/")
        change = quote(f"{key}={top} {kind} {below or 1}")
        answer = told(page, f"/api/lab/{name}?set={change}")
        assert {wager: shown(page, wager) for wager in answer} == answer


def test_odds_that_are_none_are_not_taken(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/rivers")
    before = shown(page, "pair_plus")
    field = box(page, "Pay tables").get_by_role("textbox", name=re.compile("^Pair Plus, Flush"))
    field.fill("0")
    field.blur()
    assert "above 0" in str(field.evaluate("field => field.validationMessage"))
    assert shown(page, "pair_plus") == before
    assert page.url.endswith("/lab/rivers")


def test_knobs_strategy_and_the_back_button(page: Page, house: BrowserHouse) -> None:
    """Every step is in the address; back undoes it, and a second browser sees the same."""
    open_lab(page, "/lab/atlantic-city")
    printed = shown(page, "ante")
    page.get_by_label("Dealer's cards up").select_option("1")
    settled(page)
    one_up = told(page, "/api/lab/atlantic-city?set=dealer.shows%3D1")["ante"]
    assert shown(page, "ante") == one_up
    assert round(float(one_up), 6) == 0.034829  # published, see figures.md
    page.get_by_label("Played").select_option("mimic")
    settled(page)
    assert shown(page, "ante") < one_up
    page.go_back()
    settled(page)
    assert shown(page, "ante") == one_up
    page.go_back()
    settled(page)
    assert shown(page, "ante") == printed
    page.go_forward()
    settled(page)
    assert shown(page, "ante") == one_up
    open_lab(page, page.url)
    assert shown(page, "ante") == one_up
    box(page, "This what-if").get_by_role("button", name="Printed sheet").click()
    settled(page)
    assert shown(page, "ante") == printed


def test_a_refused_change_says_why(page: Page, house: BrowserHouse, faults: Any) -> None:
    faults.expect("422")
    open_lab(page, "/lab/rivers")
    page.get_by_label("Anything else on the sheet").fill("dealer.show=1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is not a key of this table")
    page.get_by_role("button", name="Undo: dealer.show: 1").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.url.endswith("/lab/rivers")


def test_a_long_question_says_how_long_and_can_be_cancelled(page: Page, house: BrowserHouse) -> None:
    """The page counts its seconds; the answer that comes in the end is marked as simulated."""
    changed = re.compile(r"/api/lab/rivers\?set=")
    page.route(changed, lambda route: None)  # no answer
    page.clock.install()
    page.goto("/lab/rivers?set=dealer.shows%3D1")
    bar = page.get_by_role("region", name="This what-if")
    expect(bar).to_contain_text("Counting every deal…")
    page.clock.run_for(3_000)
    expect(bar).to_contain_text("3 s so far")
    bar.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert").filter(has_text="Cancelled.")).to_be_visible()
    found = api(page, "/api/lab/rivers?set=dealer.shows%3D1")
    ante, *others = found["wagers"]
    run = {"seed": "1", "rounds": 1_048_576, "confidence": 0.95, "why": "", "words": "Ante is simulated: …"}
    made = {
        "id": "ante",
        "label": ante["label"],
        "ev": 0.034,
        "low": 0.03,
        "high": 0.038,
        "house_edge": -0.034,
    }
    made |= {"stdev": 1.6, "win_frequency": 0.5, "simulation": run}
    answer = found | {"wagers": others, "simulated": [made]}
    page.unroute(changed)
    page.route(changed, lambda route: route.fulfill(json=answer))
    page.get_by_role("button", name="Try again").first.click()
    page.clock.run_for(1_000)
    row = box(page, "Edge per wager").get_by_role("listitem").filter(has_text="Ante is simulated")
    expect(row).to_contain_text("−3.40 %")
    expect(row).to_contain_text("between −3.80 % and −3.00 %")
    expect(row).to_contain_text("Ante is simulated: …")


def test_the_grid_by_keyboard(page: Page, house: BrowserHouse) -> None:
    """Tab stops once in the grid, arrows move in it, Enter opens a cell with the server's hands."""
    open_lab(page, "/lab/rivers")
    grid = box(page, "Best play").get_by_role("table", name="High-card hands")
    grid.get_by_role("button", name=re.compile("^A-K high")).focus()
    page.keyboard.press("ArrowDown")  # there is no K-K: the next cell below is not there
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    focused = str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert grid.locator("[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    settled(page)
    cell = parse_qs(urlsplit(page.url).query)["cell"][0]
    assert focused.startswith(f"{cell[0]}-{cell[1]} high")
    hands = api(page, f"/api/lab/rivers/hands?cell={cell}")["hands"]
    rows = page.get_by_role("region", name=f"{cell[0]}-{cell[1]} high").get_by_role("row")
    expect(rows).to_have_count(len(hands) + 1)


def test_best_play_in_words(page: Page, house: BrowserHouse) -> None:
    """The figures of the sheet book: Q-6-4; Napa's rows by up card; Pechanga's draws."""
    open_lab(page, "/lab/atlantic-city")
    expect(box(page, "Best play")).to_contain_text("Play Q-6-4 or better, fold the rest.")
    open_lab(page, "/lab/napa-valley")
    table = box(page, "Best play").get_by_role("table", name="Against each up card")
    for up in "QKA":
        expect(table.get_by_role("row", name=re.compile(f"^{up} {up}-9-2 or better"))).to_be_visible()
    table.get_by_role("button", name="Grid against K").click()
    settled(page)
    expect(page.get_by_role("table", name="High-card hands against K")).to_be_visible()
    open_lab(page, "/lab/pechanga")
    expect(box(page, "Best play")).to_contain_text("Draw 18,696")
    expect(box(page, "Best play")).to_contain_text("Fold 1,488")
    rule = box(page, "Best play").locator(".rule li").all_inner_texts()
    assert rule[0] == "Play a flush or better."
    for address in ("/rules/pechanga", "/drill?house=pechanga"):  # the same rule in the same words
        page.goto(address)
        assert page.locator(".rule li").all_text_contents() == rule


def test_one_hand_typed_and_picked(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/napa-valley")
    page.get_by_label("Your cards").fill("kd 9c 2s")
    page.keyboard.press("Tab")
    page.get_by_role("button", name=re.compile("king of hearts")).click()
    settled(page)
    hand = api(page, "/api/lab/napa-valley/hand?cards=Kd%209c%202s&up=Kh")
    for action in hand["actions"]:
        row = box(page, "One hand").get_by_role("row", name=re.compile(f"^{action['label']}"))
        expect(row).to_contain_text(action["ev"])
    for end in ("win", "tie", "lose", "not_qualified"):
        expect(page.locator(f".end-{end}")).to_contain_text(f"{hand['ends'][end]:,}")


def test_a_sitting(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/rivers")
    form = box(page, "A sitting")
    bankroll = form.get_by_role("textbox", name="Bankroll")
    bankroll.fill("$200")
    form.get_by_role("spinbutton", name="Rounds").fill("120")
    form.get_by_label("Leave when ahead by").fill("100")
    form.get_by_role("button", name="Work it out").click()
    settled(page)
    query = parse_qs(urlsplit(page.url).query)
    assert (query["bankroll"], query["rounds"], query["stop_win"]) == (["20000"], ["120"], ["10000"])
    end = api(page, "/api/lab/rivers/session?bets=ante%3D1000&bankroll=20000&rounds=120&stop_win=10000")
    expect(form).to_contain_text(f"{end['result']['ruin']:.2%}".replace("%", " %"))
    for name in ("How the bankroll can go", "Where it ends"):
        figure = form.locator("lab-figure").filter(has_text=name)
        expect(figure.get_by_role("img")).to_be_visible()
        figure.get_by_text("As a table").click()
        expect(figure.get_by_role("table")).to_be_visible()
    bankroll.fill("much")
    form.get_by_role("button", name="Work it out").click()
    assert "not an amount" in str(bankroll.evaluate("field => field.validationMessage"))


def test_taken_away(page: Page, house: BrowserHouse) -> None:
    """CSV, a picture, and the changed sheet, which the checker accepts."""
    open_lab(page, "/lab/rivers?set=pays.pair_plus.lines.straight%3D7%20to%201")
    with page.expect_download() as sheet:
        page.get_by_role("link", name="Sheet (TOML)").click()
    assert sheet.value.suggested_filename == "rivers-changed.toml"
    checked = check_text(Path(sheet.value.path()).read_text(encoding="utf-8")).sheet
    assert checked is not None
    assert checked.pays["pair_plus"].columns["lines"].lines["straight"].text == "7 to 1"
    with page.expect_download() as picture:
        box(page, "Edge per wager").get_by_role("button", name=re.compile("^PNG")).click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as table:
        box(page, "Edge per wager").get_by_role("button", name=re.compile("^CSV")).click()
    assert "Pair Plus,4.02 %,7.28 %" in Path(table.value.path()).read_text(encoding="utf-8")


def test_a_changed_sheet_opens_as_a_table(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/rivers?set=pays.pair_plus.lines.straight%3D7%20to%201")
    page.get_by_role("button", name="Open as a table").click()
    page.wait_for_url(re.compile("/tables/"))
    page.get_by_role("region", name=re.compile("^Seat 4,")).wait_for()
    sheet = house.room.live.table.sheet
    assert sheet.name == "Rivers, changed"
    assert sheet.pays["pair_plus"].columns["lines"].lines["straight"].text == "7 to 1"


def test_beside_other_houses(page: Page, house: BrowserHouse) -> None:
    open_lab(page, "/lab/rivers")
    box(page, "Beside other houses").get_by_label("Pechanga").check()
    settled(page)
    table = page.get_by_role("table", name="Houses compared")
    expect(table.get_by_role("row", name=re.compile("^Ante"))).to_contain_text("143428213/17559223500")
    expect(table.get_by_role("row", name=re.compile("^Progressive"))).to_contain_text("not offered")


@pytest.mark.parametrize(("name", "size"), [*((name, PHONE) for name in HOUSES), ("napa-valley", DESKTOP)])
def test_axe_finds_nothing_and_nothing_sticks_out(
    somebody: Opener, house: BrowserHouse, name: str, size: tuple[int, int]
) -> None:
    page = somebody(size)
    open_lab(page, f"/lab/{name}?cards=Kd%209c%202s&players=3&beside=shine")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, name)


def test_without_a_script(somebody: Opener, house: BrowserHouse) -> None:
    """The printed sheet is there to be read."""
    page = somebody(java_script_enabled=False)
    page.goto("/lab/rivers")
    table = page.get_by_role("table").first
    expect(table.get_by_role("row", name=re.compile("^Pair Plus"))).to_contain_text("−402/5525")
    expect(page.get_by_role("heading", name="Best play")).to_be_visible()
    page.get_by_role("link", name="Napa Valley").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Napa Valley")
