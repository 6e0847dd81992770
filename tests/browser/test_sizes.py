"""In small windows and at 400 % everything can be reached; a table to oneself is laid out for one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pitboss.hands import Category, SixCategory, category3, category6
from pitboss.report import as_html, par_sheet
from pitboss.sheet import houses
from tests.browser.axe import DRAWN, check
from tests.browser.conftest import Opener
from tests.browser.house import BOT, PERSON, BrowserHouse, Deal
from tests.browser.pictures import WISHES
from tests.browser.playing import BETS, SEAT, deal, decide, open_table, put, rail, results
from tests.browser.test_coach import at_level
from tests.browser.test_houses import wish_for_the_bank

ZOOM = (360, 225)  # 1440 × 900 at 400 %
NARROW = (320, 568)
SIDEWAYS = ((844, 390), (667, 375))
DESK = (1440, 900)
# What cannot be brought onto the screen, or has something else over it there.
BEYOND = """looked => [...document.querySelectorAll(looked)]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('.unseen'))
  .filter(each => {
    each.scrollIntoView({block: 'center'});
    const box = each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const over = document.elementFromPoint(x, y);
    const shown = box.left > -2 && box.right < innerWidth + 2 && box.top > -2 && box.bottom < innerHeight + 2;
    return box.width > 1 && !(shown && (each.contains(over) || over?.contains(each)));
  })
  .map(each => [each.className, each.textContent.trim() || each.ariaLabel])"""
# Which of these lie on each other.
CROWDED = """looked => {
  const found = [...document.querySelectorAll(looked)].filter(each => each.checkVisibility());
  const boxes = found.map(each => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width > 1);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([other, b]) => !one.contains(other) && a.left < b.right - 1.5 && b.left < a.right - 1.5
      && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5)
    .map(([other]) => [one.className, one.textContent.trim(), other.className, other.textContent.trim()]));
}"""
PHONES = ((390, 844), NARROW, SIDEWAYS[0])
STILL = (DESK, (1024, 768), *PHONES)
# Where these lie, and how large the first is; those that are there.
PLACES = """() => {
  scrollTo(0, 0);
  const parts = ['.rail', '.rail-status', '.rail .hand-cards > *', '.rail .spots', '.rail .bets-line'];
  return Object.fromEntries(parts.map(each => [each, document.querySelector(each)])
    .filter(([, each]) => each?.checkVisibility())
    .map(([name, each], i) => [name, each.getBoundingClientRect(), i])
    .map(([name, box, i]) => [name, i ? [box.left, box.top] : [box.left, box.top, box.width, box.height]]));
}"""
COACH_PART = re.compile(r"/coach-[\w-]+\.js$")
LIVE = ".rail button, .chip-choice, .results tr, .spot-label, .spot-note, .shut-whys span, .verdict"
BANK = ".rail button, .bank-rows tr, .bank-figures dd"
SPOTS = ".spot-label, .spot-note, .less i, .bet-ring, .sensor, .play-box, .chip-choice, .tool, .deal"


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)


def look(page: Page, where: str, *, looked: str = LIVE) -> None:
    """Nothing is out of reach, beside the window, or over something else."""
    for size in (ZOOM, NARROW, *SIDEWAYS):
        resize(page, size)
        told = f"{where} at {size}"
        assert page.evaluate(BEYOND, looked) == [], told
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], told
        assert page.evaluate(CROWDED, SPOTS) == [], told


Places = dict[tuple[int, int], dict[str, list[float]]]


def places(page: Page) -> Places:
    """Where the Rail, its heading, cards and bets lie at each size, as far as they are there."""
    found = {}
    for size in STILL:
        resize(page, size)
        found[size] = page.evaluate(PLACES)
    return found


def check_still(looks: dict[str, Places], *, sizes: tuple[tuple[int, int], ...] = STILL) -> None:
    """Whatever is there at two of these looks lies at one place."""
    for size in sizes:
        first: dict[str, tuple[str, list[float]]] = {}
        for when, found in looks.items():
            for part, place in found[size].items():
                before, where = first.setdefault(part, (when, place))
                assert place == where, f"{part} at {size}: {before} {where}, {when} {place}"


def a_straight_flush_and_six_cards_that_win(deal: Deal) -> bool:
    """The longest result: three bets are won before the dealer's cards show, and one more with them."""
    six = [*deal.hands[SEAT], *deal.dealer]
    return WISHES["rivers"](deal) and category6(six) >= SixCategory.STRAIGHT


def test_everything_is_in_reach_in_every_phase(somebody: Opener, house: BrowserHouse) -> None:
    """Also on a phone on its side: why spots are shut, the verdict, and every row of the result.

    The Rail holds still from the bet to the result, whatever it says of bets that are won already, and also
    before the coach has come, when it has, and when it speaks.
    """
    page = somebody(SIDEWAYS[1], has_touch=True)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route(COACH_PART, hold)
    house.wish({SEAT: PERSON}, a_straight_flush_and_six_cards_that_win)
    open_table(page, house, "rivers")
    why = rail(page).locator(".shut-whys", has_text="6 Card Bonus needs Ante or Pair Plus")
    expect(why).to_be_in_viewport(ratio=1)
    look(page, "before the bets")
    put(page, BETS["rivers"])
    expect(rail(page)).to_contain_text("Add more, or press Deal.")
    look(page, "bets")
    looks = {"bets": places(page)}
    deal(page)
    expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
    looks["no coach yet"] = places(page)
    for each in late:
        each.continue_()
    ask = rail(page).get_by_role("button", name="Ask the coach")
    expect(ask).to_be_visible()
    expect(rail(page).get_by_role("list", name="Won or lost already").get_by_role("listitem")).to_have_count(
        3
    )
    look(page, "decisions")
    looks["decision"] = places(page)
    ask.click()
    expect(rail(page).get_by_role("group", name="Coach")).to_be_visible()
    coached = {"coached": places(page)}
    decide(page, "Play")
    rows = len(results(page))
    look(page, "result")
    looks["paid"] = places(page)
    check_still(looks)
    check_still(looks | coached, sizes=PHONES)
    for size in SIDEWAYS:
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
        for row in range(rows):
            expect(rail(page).locator(".results tbody tr").nth(row)).to_be_in_viewport(ratio=1)


def test_the_rail_holds_still_where_a_card_is_traded(page: Page, house: BrowserHouse) -> None:
    """On a phone, either way up: cards to pick from, one that is thrown away, the chip of the last result."""
    open_table(page, house, "pechanga")
    put(page, ["Ante"])
    deal(page)
    decide(page, "Fold")
    rail(page).get_by_role("button", name="New bets").click()
    put(page, BETS["pechanga"])
    expect(rail(page)).to_contain_text("Add more, or press Deal.")
    looks = {"bets": places(page)}
    deal(page)
    card = rail(page).locator(".pick").nth(1)
    card.click()
    looks["decision"] = places(page)
    decide(page, "Draw")
    results(page)
    expect(rail(page).locator(".muck")).to_be_visible()
    looks["paid"] = places(page)
    check_still(looks, sizes=PHONES)


def test_the_bank_the_dialogs_and_the_invitation_are_in_reach(page: Page, house: BrowserHouse) -> None:
    address = open_table(page, house, "napa-valley", bots=["optimal", "timid"])
    invite = page.request.get(f"/api{address}").json().get("invite")
    for name in ("The bank", "Host and company", "Settings", "Keys and help"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        look(page, name, looked="dialog button, dialog a, dialog label")
        page.keyboard.press("Escape")
        resize(page, DESK)
    wish_for_the_bank(page)
    rail(page).get_by_role("region", name="The bank is offered to you").wait_for()
    look(page, "the offer of the bank", looked=".offer button, .offer input")
    resize(page, DESK)
    rail(page).get_by_role("button", name=re.compile("^Take the bank with")).click()
    expect(rail(page).get_by_role("heading", level=2)).to_have_text("You hold the bank")
    look(page, "the bank while bets are open", looked=BANK)
    deal(page)
    rail(page).get_by_role("button", name=re.compile("^Keep the bank")).wait_for()
    look(page, "the bank, paid", looked=BANK)
    page.goto(f"{address}/invite" + (f"?invite={invite}" if invite else ""))
    look(page, "the invitation", looked=".invitation button, .invitation a, .invitation label")


@pytest.mark.parametrize("name", ["rivers", "pechanga", "napa-valley"])
def test_no_button_moves_when_the_coach_answers(page: Page, house: BrowserHouse, name: str) -> None:
    """Whether it warns of a mistake, is silent again, or is asked."""
    at_level(page, "ask")
    house.wish({SEAT: PERSON, 1: BOT, 2: BOT}, lambda deal: category3(*deal.hands[SEAT]) is Category.PAIR)
    open_table(page, house, name, bots=["optimal", "timid"])
    put(page, BETS[name])
    deal(page)
    ask = rail(page).get_by_role("button", name="Ask the coach")
    expect(ask).to_be_visible()
    looks = {"before": moving(page)}
    resize(page, DESK)
    decide(page, "Fold")
    expect(rail(page).get_by_role("button", name="Think again")).to_be_visible()
    looks["warned"] = moving(page)
    resize(page, DESK)
    rail(page).get_by_role("button", name="Think again").click()
    looks["silent"] = moving(page)
    resize(page, DESK)
    ask.click()
    expect(rail(page).get_by_role("list", name="What each action is worth")).to_be_visible()
    looks["asked"] = moving(page)
    moved = {
        (when, size, part): (before, look[size].get(part))
        for when, look in looks.items()
        for size in ASKED
        for part, before in looks["before"][size].items()
        if look[size].get(part) != before
    }
    assert moved == {}


ASKED = ((1440, 900), (1280, 720), (1024, 768), (820, 1180), (768, 1024), (390, 844), (360, 740), (844, 390))
BUTTONS = """() => {
  scrollTo(0, 0);
  const looked = '.rail [data-action], .rail .pick, .rail .hero, .rail-status';
  return Object.fromEntries([...document.querySelectorAll(looked)]
    .map((each, i) => [`${each.className} ${i}`, each.getBoundingClientRect()])
    .map(([name, box]) => [name, [box.left, box.top, box.width, box.height]]));
}"""


def moving(page: Page) -> Places:
    """Where the buttons of a decision and the cards are at each size."""
    found = {}
    for size in ASKED:
        resize(page, size)
        found[size] = page.evaluate(BUTTONS)
    return found


# What of this is not whole: cut off by the felt, its middle or the window, or under something else.
CUT = """looked => {
  scrollTo(0, 0);
  const box = (each) => each.getBoundingClientRect();
  const inside = (one, out) => one.left >= out.left - 0.5 && one.right <= out.right + 0.5
    && one.top >= out.top - 0.5 && one.bottom <= out.bottom + 0.5;
  return [...document.querySelectorAll(looked)].filter((each) => {
    const one = box(each);
    const over = document.elementFromPoint(one.left + one.width / 2, one.top + one.height / 2);
    const holds = each.closest('.meter-plate') ? ['.felt'] : ['.felt', '.centre'];
    return !each.checkVisibility() || !holds.every((out) => inside(one, box(document.querySelector(out))))
      || !(each.contains(over) || over?.contains(each));
  }).map((each) => [each.className, each.textContent.trim(), Math.round(box(each).top)]);
}"""
DEALT = ".dealer-cards .card, .verdict, .not-used"
METER = ".meter-plate .meter-title, .meter-plate .meter-value"


@pytest.mark.parametrize("bots", [[], ["optimal", "timid", "random"]], ids=["alone", "company"])
@pytest.mark.parametrize("name", ["rivers", "pechanga", "napa-valley"])
def test_a_first_hand_is_whole_on_a_phone(
    somebody: Opener, house: BrowserHouse, name: str, bots: list[str]
) -> None:
    """The dealer's cards and what they are; in company, where they are not so large, the meter, too."""
    page = somebody((390, 844), has_touch=True)
    looked = f"{DEALT}, {METER}" if bots else DEALT

    def whole(where: str) -> None:
        for size in ((360, 740), (375, 667), (375, 812), (390, 844), (412, 915)):
            resize(page, size)
            assert page.evaluate(CUT, looked) == [], f"{where} at {size}"

    open_table(page, house, name, bots=bots)
    expect(page.get_by_role("region", name="Your first hand")).to_be_visible()
    put(page, BETS[name])
    whole("bets")
    deal(page)
    rail(page).get_by_role("button", name="Ask the coach").click()
    expect(rail(page).get_by_role("group", name="Coach")).to_be_visible()
    whole("decision")
    decide(page, "Play")
    results(page)
    expect(page.locator(".verdict")).to_be_attached()
    whole("result")


def width(page: Page, which: str) -> float:
    found: float = page.locator(which).first.evaluate("(card) => card.getBoundingClientRect().width")
    return found


def test_a_table_to_oneself(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "rivers")
    seats = page.get_by_role("region", name=re.compile(r"^Seat \d,"))
    more = page.get_by_role("button", name="6 free seats")
    for size in (DESK, (1024, 768), (390, 844), NARROW, SIDEWAYS[0]):
        resize(page, size)
        expect(seats).to_have_count(1)
        expect(more).to_be_visible()
    resize(page, DESK)
    put(page, ["Ante"])
    deal(page)
    expect(rail(page).get_by_role("group", name="Decision")).to_be_visible()
    large = [width(page, each) for each in (".dealer-cards .card", ".seat-cards .card")]
    more.click()
    expect(seats).to_have_count(7)
    check(page, "free seats unfolded")
    small = [width(page, each) for each in (".dealer-cards .card", ".seat-cards .card")]
    assert all(one > 1.2 * other for one, other in zip(large, small, strict=True)), (large, small)
    decide(page, "Fold")
    rail(page).get_by_role("button", name="New bets").click()
    deal_to_fold(page)
    expect(seats).to_have_count(1)  # folded again with the next cards
    rail(page).get_by_role("button", name="New bets").click()
    page.get_by_role("button", name="Add a bot").click()
    expect(seats).to_have_count(7)


def deal_to_fold(page: Page) -> None:
    put(page, ["Ante"])
    deal(page)
    decide(page, "Fold")
    results(page)


def test_spots_say_what_the_table_takes(page: Page, house: BrowserHouse) -> None:
    """No chip above the maximum, no range upside down, and what waits for Play beside the balance."""
    open_table(page, house, "atlantic-city", low=2_500, high=10_000)
    chips = rail(page).get_by_role("radio")
    assert [each.get_attribute("aria-label") for each in chips.all()] == [
        "$1 chip",
        "$5 chip",
        "$25 chip",
        "$100 chip",
    ]
    expect(rail(page).get_by_role("radio", name="$25 chip")).to_be_checked()
    put(page, ["Ante"])
    expect(rail(page).get_by_text("+ $25 for Play")).to_be_visible()
    expect(rail(page).get_by_text("$950", exact=True)).to_be_visible()
    rail(page).get_by_role("radio", name="$100 chip").check(force=True)  # the chip is drawn over it
    put(page, ["Ante"])
    expect(rail(page).get_by_role("heading", level=2)).to_have_text("This bet does not stand yet")
    pair_plus = rail(page).locator('[data-spot="pair_plus"]')
    expect(pair_plus).to_contain_text("no more than $100 fits")
    expect(pair_plus.get_by_role("button")).to_have_attribute("aria-disabled", "true")
    expect(pair_plus).not_to_contain_text("–")


def test_a_par_sheet_fits_the_paper(chromium: Browser) -> None:
    """A4 between its margins: nothing of a table is cut off, at any house."""
    wider = "[...document.querySelectorAll('table')].filter(t => t.scrollWidth > t.parentElement.clientWidth)"
    page = chromium.new_page(viewport={"width": 702, "height": 1010})
    page.emulate_media(media="print")
    for house in houses():
        page.set_content(as_html(par_sheet(house)))
        assert page.evaluate(f"{wider}.map(each => each.caption?.textContent)") == [], house
    page.close()
