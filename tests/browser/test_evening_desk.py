"""The host's desk of an evening: pause, removing, moves, late entry, calling it off; the result on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from pitboss.ledger.accounts import chips_account, read_balances
from pitboss.ledger.people import set_role
from pitboss.money import MICRO
from pitboss.proof.house_audit import audit
from tests.browser import axe
from tests.browser.conftest import Opener
from tests.browser.house import BrowserHouse
from tests.browser.operated import OWN_SEED
from tests.browser.playing import become, deal, decide, put, rail

PHONE = (390, 844)
BEAMER = (1280, 720)
CLOSE_AND_ASK = """(dialog, button) => new Promise(done => {
    dialog.addEventListener("close", () => setTimeout(done), {once: true});
    dialog.close();
    button.click();
})"""
PAPER = (718, 1047)  # pixels of A4 within its margins
STILL = 'localStorage.setItem(\'pitboss.prefs\', \'{"motion":"instant","firstHands":["rivers"]}\')'
GUEST = "Bartholomew the 2nd"
STAKE = 100_000
RESULT = 2  # seconds that it is shown
FUNDS = 100_000  # what a guest has of the house's money, which no evening touches
EVENING = {
    "id": "evening",
    "name": "Friday night",
    "house": "rivers",
    "chips": STAKE,
    "levels": [{"low": 500, "high": 5000, "rounds": 9}, {"low": 1000, "high": 10_000}],
    "seats": 3,
    "late_until": 2,
    "clock": {"bets": 300, "decision": 300, "result": RESULT},
}
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
# What is on the paper and does not fit on it, or is too pale to be read on white.
UNFIT = """() => {
  const written = each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const light = each => Math.max(...getComputedStyle(each).color.match(/[0-9.]+/g).slice(0, 3).map(Number));
  const cut = each => each.getBoundingClientRect().right > innerWidth + 0.5
    || (getComputedStyle(each).overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 1);
  return [...document.querySelectorAll('body *')]
    .filter(each => each.checkVisibility() && !each.closest('.unseen, svg'))
    .filter(each => cut(each) || (written(each) && light(each) > 130))
    .map(each => [getComputedStyle(each).color, each.outerHTML.slice(0, 120)]); }"""


def person(page: Page, name: str) -> str:
    """Somebody with a name, each of whose commands has an id of its own."""
    for script in (OWN_SEED, STILL):
        page.add_init_script(script)
    found = become(page)
    page.request.put("/api/me", data={"name": name})
    return found


def puts_on(page: Page, **more: Any) -> str:
    answer = page.request.post("/api/evenings", data={**EVENING, **more})
    assert answer.status == 201, answer.text()
    found: str = answer.json()["id"]
    return found


def shown(page: Page, evening: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/evenings/{evening}").json()
    return found


def standing(page: Page, evening: str, name: str) -> dict[str, Any]:
    (found,) = [each for each in shown(page, evening)["standings"] if each["name"] == name]
    return dict(found)


def chips(house: BrowserHouse, evening: str, *people: str) -> list[int]:
    """What the books say that somebody has of the evening's chips, in cents."""
    accounts = [chips_account(evening, each) for each in people]
    held = house.store.read(lambda connection: read_balances(connection, accounts))
    return [held.get(each, 0) // MICRO for each in accounts]


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name=re.compile("^(Standings|Starting list)$")).get_by_role(
        "row", name=re.compile(rf"\b{name}\b")
    )


def desk(page: Page) -> Locator:
    return page.get_by_role("region", name="The host’s desk")


def presses(page: Page, button: Locator) -> None:
    button.focus()
    page.keyboard.press("Enter")


def answers_yes(page: Page, says: str) -> None:
    """By keyboard: the question stands on No, and yes is the key before it."""
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text(says)
    expect(asked.get_by_role("button", name="No")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(asked).to_be_hidden()


def removes(page: Page, name: str, told: str) -> None:
    """Thinks better of it, asks again before the page has heard of the first "no", and then removes."""
    button = row(page, name).get_by_role("button", name=f"Remove {name}")
    presses(page, button)
    expect(page.get_by_role("dialog")).to_contain_text(f"Remove {name}?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text(f"Remove {name}?")
    page.get_by_role("dialog").evaluate(CLOSE_AND_ASK, button.element_handle())
    answers_yes(page, f"Remove {name}?")
    expect(page.get_by_text(told, exact=True)).to_be_focused()  # its button is gone


def line(page: Page) -> Locator:
    """How far the evening is, at a table of it."""
    return page.locator(".evening-line")


def folds(house: BrowserHouse, *pages: Page) -> None:
    """A round in which everybody loses the lowest Ante."""
    for each in pages:
        put(each, ["Ante"])
        deal(each)
    for each in pages:
        decide(each, "Fold")
    house.shows_results(RESULT)


@contextmanager
def printed(page: Page) -> Iterator[None]:
    """A page on paper: nothing to press, nothing cut off, and dark letters."""
    before = page.viewport_size
    page.set_viewport_size({"width": PAPER[0], "height": PAPER[1]})
    page.emulate_media(media="print")
    assert page.evaluate(UNFIT) == []
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("navigation")).to_have_count(0)
    yield
    page.emulate_media(media="screen")
    if before:
        page.set_viewport_size(before)


def test_the_host_pauses_removes_takes_late_comers_in_and_calls_it_off(
    somebody: Opener, house: BrowserHouse
) -> None:
    host, bob, wall = somebody(), somebody(), somebody(BEAMER)
    person(host, "Ann")
    bob_id = person(bob, "Bob")
    evening = puts_on(host, bots=3)
    bob.request.post(f"/api/evenings/{evening}/enter", data={"id": "enter"})
    host.goto(f"/evening/{evening}")
    presses(host, desk(host).get_by_role("button", name="Start"))
    answers_yes(host, "Start with 4 players now?")
    expect(host.get_by_text("It has begun.", exact=True)).to_be_focused()
    wall.goto(f"/evening/{evening}/wall")
    bob.goto(f"/evening/{evening}")
    bob.get_by_role("link", name="To your table").first.click()
    rail(bob).wait_for()

    # In a round: who is removed plays it to its end, and everybody sees that at once.
    mine = standing(host, evening, "Bob")["table"]
    near, far, third = sorted(
        (each for each in shown(host, evening)["standings"] if each["bot"]),
        key=lambda each: each["table"] != mine,
    )
    removes(host, near["name"], f"{near['name']} is out when this round has ended.")
    expect(row(host, near["name"])).to_contain_text("Out after this round")
    expect(row(host, near["name"]).get_by_role("button")).to_have_count(0)
    expect(wall.get_by_role("listitem").filter(has_text=near["name"])).to_contain_text("Out after this round")
    assert standing(host, evening, near["name"])["state"] == "playing"

    presses(host, desk(host).get_by_role("button", name="Pause"))
    expect(desk(host).get_by_role("button", name="Go on")).to_be_focused()
    expect(host.get_by_text("Paused: this round is played to its end.")).to_be_visible()
    expect(wall.get_by_role("timer")).to_have_text("Paused")
    expect(line(bob)).to_contain_text("Paused after this round")
    axe.check(host, "the desk of an evening that is paused")
    with printed(host):
        expect(row(host, "Bob")).to_contain_text("$1,000")
    put(bob, ["Ante"])
    deal(bob)
    mine = bob.get_by_role("region", name=re.compile("^Seat ., You")).locator(".seat-stack")
    for each in (line(bob), mine, rail(bob).locator(".rail-standing"), row(host, "Bob")):
        expect(each).to_contain_text("$990")  # $5 on the Ante, $5 kept for Play
    expect(wall.get_by_role("listitem").filter(has_text="Bob").first).to_contain_text("$990")
    decide(bob, "Fold")
    house.shows_results(RESULT)
    expect(line(bob)).to_contain_text("Paused: no clock runs until the host goes on")
    expect(bob.get_by_text("Evening paused", exact=True)).to_be_visible()
    expect(bob.get_by_role("timer")).to_have_count(0)
    expect(rail(bob).get_by_role("button", name=re.compile("^New bets"))).to_be_hidden()
    expect(bob.get_by_role("region", name=re.compile("^Seat "))).to_have_count(2)  # of seven at other tables
    expect(row(host, near["name"])).to_contain_text("Out in round 1")
    expect(row(host, "Bob")).to_contain_text("$995")
    expect(host.get_by_text("Paused: this round is played to its end.")).to_have_count(0)  # it was
    expect(desk(host)).to_contain_text("No clock runs until you go on.")
    assert chips(house, evening, near["person"], bob_id) == [0, STAKE - 500]
    assert [shown(host, evening)[key] for key in ("round", "playing", "paused")] == [1, 3, True]

    # One table is enough now: who sits alone is told where to, and moves there with the stack.
    presses(host, desk(host).get_by_role("button", name="Go on"))
    expect(desk(host).get_by_role("button", name="Pause")).to_be_focused()
    number = far["table"].rpartition(".")[2]
    expect(line(bob)).to_contain_text(f"You move to Table {number}, seat 3.")
    expect(row(host, "Bob")).to_contain_text(f"Table {number}")
    line(bob).get_by_role("link", name="Go there").click()
    bob.wait_for_url(re.compile(re.escape(far["table"])))
    rail(bob).wait_for()
    expect(line(bob)).to_contain_text("$995")
    assert chips(house, evening, bob_id) == [STAKE - 500]

    # Late: with the whole stake, from the next round on; the page of who comes takes them there.
    zoe = somebody()
    zoe_id = person(zoe, "Zoe")
    zoe.goto(f"/evening/{evening}")
    expect(wall.get_by_role("heading", name="Enter until round 2")).to_be_visible()
    zoe.get_by_role("button", name="Enter now, with the same chips").click()
    expect(zoe.get_by_text("You are in: you are seated with the next round")).to_be_visible()
    expect(row(host, "Zoe")).to_contain_text("Waits for a seat")
    assert chips(house, evening, zoe_id) == [STAKE]

    # In a pause after a round: who is removed is out at once.
    desk(host).get_by_role("button", name="Pause").click()
    folds(house, bob)
    expect(desk(host)).to_contain_text("Round 2: 1 of 1 table has ended it.")
    expect(row(host, "Bob")).to_contain_text("$990")
    left = chips(house, evening, third["person"])[0]
    removes(host, third["name"], f"{third['name']} is out.")
    expect(row(host, third["name"])).to_contain_text("Out in round 2")
    expect(wall.get_by_role("listitem").filter(has_text=third["name"]).first).to_contain_text(
        "Out in round 2"
    )
    assert left > 0
    assert chips(house, evening, third["person"]) == [0]
    desk(host).get_by_role("button", name="Go on").click()
    rail(zoe).wait_for()
    expect(wall.get_by_role("heading", name=re.compile("^Enter until"))).to_be_hidden()

    calls_it_off(house, host, bob, zoe, wall)
    assert chips(house, evening, bob_id, zoe_id, far["person"]) == [0, 0, 0]
    assert [house.house.pit.funds(each) for each in (bob_id, zoe_id)] == [FUNDS, FUNDS]
    expect(bob.get_by_text(re.compile("called off")).first).to_be_visible()
    assert audit(house.store).clean


def calls_it_off(house: BrowserHouse, host: Page, bob: Page, zoe: Page, wall: Page) -> None:
    """The round is played to its end, and everybody knows; then there is no winner."""
    presses(host, desk(host).get_by_role("button", name="Call it off"))
    answers_yes(host, "It would end for everybody after this round, without a winner")
    expect(host.get_by_text("It is called off when this round has ended.")).to_be_focused()
    expect(desk(host)).to_contain_text("it ends when this round has.")
    expect(desk(host).get_by_role("button")).to_have_count(0)
    expect(host.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    expect(wall.get_by_text("Ends after this round")).to_be_visible()
    axe.check(host, "an evening that is called off after its round")
    bob.get_by_role("button", name=re.compile("^New bets")).click()
    folds(house, bob, zoe)
    expect(wall.get_by_role("heading", name="Called off")).to_be_visible()
    expect(host.get_by_text("it has no winner")).to_be_visible()
    expect(row(host, "Bob")).to_contain_text("$985")
    expect(host.get_by_role("table", name="Standings")).not_to_contain_text("another table")
    expect(line(bob)).to_contain_text("The evening was called off.")
    expect(line(bob).get_by_role("link", name="To the evening")).to_be_visible()
    axe.check(host, "an evening that was called off")


def test_a_desk_on_a_phone_an_operator_at_it_and_the_result_on_paper(
    somebody: Opener, house: BrowserHouse
) -> None:
    host, guest, olga = somebody(PHONE, has_touch=True), somebody(PHONE, has_touch=True), somebody()
    person(host, "Ann")
    person(guest, GUEST)
    operator = person(olga, "Olga")
    house.store.write(lambda connection: set_role(connection, operator, "operator", "test", 0))
    is_called_off_before_it_began(host, guest)

    prizes = ["The golden cup", "A bottle of wine", "A deck of cards"]
    league = host.request.post("/api/leagues", data={"id": "league", "name": "Fridays"}).json()["id"]
    more = {"late_until": 0, "bots": 12, "prizes": prizes, "league": league}
    evening = puts_on(host, kind="rounds", rounds=1, id="played", **more)
    guest.request.post(f"/api/evenings/{evening}/enter", data={"id": "enters"})
    host.goto(f"/evening/{evening}")
    runs_it_without_being_the_host(olga, evening)
    guest.goto(f"/evening/{evening}")
    guest.get_by_role("link", name="To your table").first.click()
    folds(house, guest)
    expect(host.get_by_role("heading", name="Result")).to_be_visible()
    is_on_paper(host, shown(host, evening), prizes)


def is_called_off_before_it_began(host: Page, guest: Page) -> None:
    """The list on a phone: who is taken off it, bots that come after one that went, and no evening at all."""
    evening = puts_on(host, bots=2)
    guest.request.post(f"/api/evenings/{evening}/enter", data={"id": "enter"})
    for each in (host, guest):
        each.goto(f"/evening/{evening}")
    row(host, "Bot 1").get_by_role("button", name="Remove Bot 1").tap()
    host.get_by_role("button", name="Yes, remove").tap()
    expect(host.get_by_text("Bot 1 is off the list.")).to_be_visible()
    for number in (2, 3):
        desk(host).get_by_role("button", name="One more bot").tap()
        expect(desk(host)).to_contain_text(f"{number + 1} players are on the list.")
    axe.check(host, "the desk on a phone")
    assert host.evaluate(SIDEWAYS) <= 0
    assert {each["name"] for each in shown(host, evening)["standings"]} == {
        "Bot 1",
        "Bot 2",
        "Bot 3",
        GUEST,
    }
    desk(host).get_by_role("button", name="Call it off").tap()
    expect(host.get_by_role("dialog")).to_contain_text(
        "Nobody could enter any more, and that cannot be undone."
    )
    host.get_by_role("button", name="Yes, call it off").tap()
    expect(host.get_by_text("It is called off.", exact=True)).to_be_visible()
    for each in (host, guest):
        expect(each.get_by_text("it has no winner")).to_be_visible()
        expect(row(each, GUEST)).not_to_contain_text("Waits")
        assert each.get_by_role("columnheader").all_inner_texts() == ["Player"]
    guest.goto("/evenings")
    expect(
        guest.get_by_role("region", name="Over").get_by_role("link", name=re.compile("^Look.*Friday night"))
    ).to_be_visible()


def runs_it_without_being_the_host(olga: Page, evening: str) -> None:
    """An operator is asked why, and it stands in the journal."""
    olga.goto(f"/evening/{evening}")
    acts = (
        ("Start", "Yes, start", "The host is late", "It has begun."),
        ("Pause", "Yes, do it", "A fire alarm", "Paused: this round is played to its end."),
        ("Go on", "Yes, do it", "It was none", "It goes on."),
    )
    for act, yes, why, told in acts:
        presses(olga, desk(olga).get_by_role("button", name=act))
        asked = olga.get_by_role("dialog")
        if act == "Start":
            axe.check(olga, "why an operator does it")
        asked.get_by_label("Reason").fill(why)
        asked.get_by_role("button", name=yes).click()
        expect(olga.get_by_text(told, exact=True)).to_be_visible()
        expect(asked).to_be_hidden()
    journal = olga.request.get("/api/operator/acts").text()
    assert all(why in journal for _, _, why, _ in acts)


def is_on_paper(page: Page, evening: dict[str, Any], prizes: list[str]) -> None:
    """All places, chips and prizes; then the table of the league."""
    with printed(page):
        table = page.get_by_role("table", name="Standings")
        rows = table.get_by_role("row").all_inner_texts()[1:]
        assert len(rows) == len(evening["standings"]) == 13
        for text, each in zip(rows, evening["standings"], strict=True):
            assert each["name"] in text
            assert f"{'=' if each['tied'] else ''}{each['place']}" in text.split()[0]
        expect(row(page, GUEST)).to_contain_text("$995")
        expect(row(page, GUEST)).to_contain_text(prizes[0])
        paper = page.locator("pit-evening").inner_text()
        assert prizes[0] in paper  # the one person's, whatever place the bots have
        assert not any(prize in paper for prize in prizes[1:])
        assert "Friday night" in paper
    page.goto(f"/league/{evening['league']}")
    with printed(page):
        expect(page.get_by_role("row", name=re.compile(GUEST))).to_be_visible()
