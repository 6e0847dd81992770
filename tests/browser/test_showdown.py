"""The showdown as a person sees it: nothing tells its end early, the Rail holds still, results stay."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.house import PERSON, BrowserHouse, holds
from tests.browser.playing import (
    BETS,
    SEAT,
    deal,
    decide,
    money,
    open_table,
    paid,
    put,
    rail,
    results,
    spot,
)
from tests.browser.test_houses import OTHER, comes

STEP: Final = 120  # ms between two looks
MOST_LOOKS: Final = 150
# All that can be read or heard, where the parts of the Rail lie, and how many of the dealer's cards are down.
LOOK: Final = """() => {
  const texts = [document.title, document.body.innerText];
  for (const each of document.querySelectorAll('[aria-label], [title]'))
    texts.push(each.getAttribute('aria-label') ?? '', each.getAttribute('title') ?? '');
  const sum = (each, side) => (each ? each[side] + sum(each.offsetParent, side) : 0);
  const place = (each) => [sum(each, 'offsetLeft'), sum(each, 'offsetTop')];
  const box = (selector) => [...document.querySelectorAll(selector)].map(place);
  const down = (selector) => document.querySelectorAll(`${selector} .card.down`).length;
  return {
    text: texts.join('\\n'),
    down: down('.dealer-cards'),
    mine: down('pit-rail .hand-cards'),
    step: document.querySelector('.steps .now')?.textContent,
    live: !!document.querySelector('[data-action=play]:not([aria-disabled])'),
    there: !!document.querySelector('[data-action=play]'),
    head: box('.rail-status'),
    spots: box('.rail .spots, .rail .spot'),
    cards: box('.rail .hand-cards > *').slice(0, 3),
  };
}"""


def watched(page: Page, *, until: str) -> list[dict[str, Any]]:
    """Looks at the page again and again while its clock runs, until a step of the round has come."""
    looks = []
    for _ in range(MOST_LOOKS):
        page.clock.run_for(STEP)
        looks.append(page.evaluate(LOOK))
        if looks[-1]["step"] == until:
            return looks
    raise AssertionError(f"{until} does not come; {looks[-1]['step']} lasts")


def hold_the_clock(page: Page) -> None:
    """Once the bets stand, the page's time goes on only when the test says so."""
    expect(rail(page).get_by_role("button", name=re.compile("^(Deal|Ready)"))).to_be_enabled()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def held(look: dict[str, Any]) -> str:
    """The balance in the Rail."""
    found = re.search(r"Balance\n(\S+)", look["text"])
    assert found
    return found[1]


def a_slow_table(page: Page, house: BrowserHouse, name: str, **settings: Any) -> str:
    """A table whose rounds are shown in their time."""
    page.clock.install()
    address = open_table(page, house, name, **settings)
    page.goto(f"{address}?motion=normal")
    expect(spot(page, "Ante")).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("tab", name="Log").click()
    return address


@pytest.mark.parametrize("name", ["pechanga", "rivers"])
def test_nothing_tells_the_end_early_and_the_rail_holds_still(
    page: Page, house: BrowserHouse, name: str
) -> None:
    a_slow_table(page, house, name, bots=["optimal"])
    put(page, BETS[name])
    expect(rail(page).get_by_role("heading")).to_contain_text("on the table")
    hold_the_clock(page)
    before = page.evaluate(LOOK)
    deal(page)
    expect(page.locator(".steps .now")).to_have_text("Deal")
    dealt = [page.evaluate(LOOK), *watched(page, until="Decide")]
    assert any(each["mine"] == 3 for each in dealt)
    for each in dealt:
        assert each["live"] == (each["step"] == "Decide"), "one's own cards turn first"
        assert each["there"]
        assert not (each["live"] and each["mine"])

    decide(page, "Play")
    expect(page.locator(".steps .now")).to_have_text("Reveal")
    shown = [page.evaluate(LOOK), *watched(page, until="Pay")]
    books = paid(page, house)
    dark = [each for each in shown if each["down"] > 0]
    assert len(dark) > 3
    balance = page.locator(".rail-standing dd").first.inner_text()
    words = page.locator(".verdict span").inner_text() if page.locator(".verdict").count() else ""
    plates = " ".join(page.locator(".nameplate").all_inner_texts()).upper()
    words = "" if words.upper() in plates else words.upper()  # a seat may hold the like
    assert balance in shown[-1]["text"]
    assert "Your round" in shown[-1]["text"]
    back = sum(line["stake"] + line["profit"] for line in books["lines"])
    for each in dark:
        assert "Your round" not in each["text"]
        assert f"net {money(books['net'])}" not in each["text"]
        assert held(each) == held(dealt[-1]), "Play is paid from what was kept for it"
        assert not re.search(r"\+ \$\d+ for ", each["text"]), "nothing is kept any more"
        assert held(each) != balance or back == 0
        assert not words or words not in each["text"].upper().replace("QUEEN HIGH OR BETTER", "")
        assert not re.search(r"\b(qualifies\.|qualify|loses to|beats|You won|You lost)\b", each["text"])

    everything = [before, *dealt, *shown]
    for part in ("head", "spots", "cards"):
        assert {str(each[part]) for each in everything} == {str(before[part])}, part


def test_any_key_shows_the_end_everywhere(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """A skip does nothing else; without motion there is nothing to skip, in felt and text alike."""
    a_slow_table(page, house, "rivers", bots=["optimal"])
    put(page, ["Ante"])
    hold_the_clock(page)
    deal(page)
    expect(page.locator(".steps .now")).to_have_text("Deal")
    page.keyboard.press("p")  # turns the cards, and plays nothing
    expect(page.locator(".steps .now")).to_have_text("Decide")
    expect(rail(page).get_by_role("button", name=re.compile("^Play"))).to_be_enabled()
    decide(page, "Play")
    expect(page.locator(".steps .now")).to_have_text("Reveal")
    page.keyboard.press("r")  # shows the end, and bets nothing
    expect(page.locator(".steps .now")).to_have_text("Pay")
    net = money(paid(page, house)["net"])
    expect(rail(page).locator(".round-net")).to_contain_text(net)
    expect(page.get_by_role("tabpanel", name="Log")).to_contain_text(f"Your round: {net}.")
    expect(page.locator(".decisive").first).to_be_visible()

    calm = somebody(reduced_motion="reduce")
    a_slow_table(calm, house, "rivers")
    put(calm, ["Ante"])
    hold_the_clock(calm)
    deal(calm)
    decide(calm, "Play")
    expect(calm.locator(".steps .now")).to_have_text("Pay")
    sentence = rail(calm).locator(".decisive").inner_text()
    calm.get_by_role("tab", name="Log").focus()
    calm.evaluate("document.querySelector('.to-text').click()")
    expect(calm.locator(".text-table")).to_contain_text(sentence)


def test_results_stay_until_their_person_goes_on(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """Somebody opens the next round; my result lies there, and I can still bet in that round."""
    address = open_table(page, house, "rivers", private=False)
    other = comes(somebody, address)
    for each in (page, other):
        put(each, ["Ante", "Pair Plus"])
        deal(each)
    for each in (page, other):
        decide(each, "Play")
    first = results(page)
    net = money(paid(page, house)["net"])
    rail(other).get_by_role("button", name="Rebet & Deal").click()
    expect(rail(page)).to_contain_text("Round 2 is open for bets. The others wait for you.")
    assert results(page) == first
    assert len(page.locator(".wager .chip").all()) > 0, "the chips still lie there"
    expect(rail(page).locator(".round-net")).to_contain_text(net)
    expect(rail(other).get_by_role("heading")).to_have_text("You are ready")

    rail(page).get_by_role("button", name="New bets").click()
    expect(rail(page).get_by_role("heading")).to_have_text("Place your bets")
    rail(page).get_by_role("button", name=re.compile(f"^Your result of round 1, {re.escape(net)}")).click()
    again = page.get_by_role("dialog", name="Your last result")
    expect(again.get_by_role("row")).to_have_count(len(first) + 1)
    expect(again.get_by_role("link", name="The receipt of this round")).to_have_attribute(
        "href", f"{address.replace('/tables/', '/rounds/')}:1"
    )
    page.keyboard.press("Escape")
    put(page, ["Ante"])
    deal(page)
    for each in (page, other):
        expect(rail(each).get_by_role("button", name=re.compile("^Play"))).to_be_enabled()


def test_a_jackpot_is_called_by_its_name_and_can_be_kept(
    page: Page, somebody: Opener, house: BrowserHouse
) -> None:
    """The whole table sees who took it; who took it keeps a picture of it, and its receipt (RIV-10)."""
    house.wish({OTHER: PERSON, SEAT: PERSON}, holds(SEAT, "As Ks Qs"))
    address = open_table(page, house, "rivers", private=False)
    other = comes(somebody, address)
    for each in (page, other):
        put(each, ["Ante", "Progressive"])
        deal(each)
    for each in (page, other):
        decide(each, "Play")
    said = re.compile("You hit Progressive with A-K-Q.*from the meter!")
    expect(page.locator(".jackpot.won")).to_contain_text(said)
    seen = other.locator(".jackpot")
    expect(seen).to_contain_text(re.compile(r"hits Progressive with A-K-Q.*from the meter!"))
    expect(seen).to_contain_text(re.compile(r"Envy: you are paid \$100 for "))
    expect(other.get_by_role("button", name="Keep a picture")).to_have_count(0)
    with page.expect_download() as kept:
        rail(page).get_by_role("button", name="Keep a picture").click()
    assert re.fullmatch(r"pitboss-rivers-.+-1\.png", kept.value.suggested_filename)
    assert kept.value.path().read_bytes().startswith(b"\x89PNG")
    link = rail(page).get_by_role("link", name="Receipt")
    assert page.request.get(str(link.get_attribute("href"))).status == 200
