"""When the way to the table breaks, ends, or was never there: what the page says, and what is kept."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from pitboss.ledger.accounts import operator_actor
from pitboss.table.messages import CloseUp
from tests.browser.conftest import Faults, Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import SEAT, become, deal, decide, open_table, put, rail, results, sit


def decision(page: Page) -> None:
    """There is a hand to decide."""
    expect(rail(page).get_by_role("button", name=re.compile("^Play"))).to_be_enabled()


def my_cards(page: Page) -> list[str]:
    cards = rail(page).get_by_role("img", name=re.compile(" of "))
    expect(cards).to_have_count(3)
    return [str(card.get_attribute("aria-label")) for card in cards.all()]


class SlowLine:
    """A connection whose news from the server can be held back."""

    def __init__(self) -> None:
        self.slow = False
        self.held: list[str | bytes] = []

    def opened(self, page: WebSocketRoute) -> None:
        self.page = page
        server = page.connect_to_server()
        server.on_message(self.heard)

    def heard(self, message: str | bytes) -> None:
        if self.slow:
            self.held.append(message)
        else:
            self.page.send(message)

    def catch_up(self) -> None:
        """What was held back arrives, in its order."""
        self.slow = False
        for message in self.held:
            self.page.send(message)


def test_back_after_a_break(page: Page, house: BrowserHouse, faults: Faults) -> None:
    """Without a network the seat is held and nothing can be sent; then the same hand lies there."""
    faults.expect("ERR_INTERNET_DISCONNECTED")
    open_table(page, house, "rivers")
    put(page, ["Ante"])
    deal(page)
    decision(page)
    cards = my_cards(page)
    page.context.set_offline(True)
    expect(page.get_by_text("Reconnecting… your seat is held.")).to_be_visible()
    expect(rail(page).get_by_role("button", name=re.compile("^Play"))).to_be_disabled()
    page.context.set_offline(False)
    expect(page.get_by_role("banner").get_by_text("Back at round 1.")).to_be_visible()
    decision(page)
    assert my_cards(page) == cards
    decide(page, "Play")
    assert [row.label for row in results(page)][:2] == ["Ante", "Play"]


def test_a_second_tab_is_told_that_it_is_late(page: Page, house: BrowserHouse) -> None:
    """Both tabs show the same hand; what one decides, the other cannot decide again."""
    address = open_table(page, house, "rivers")
    put(page, ["Ante"])
    deal(page)
    decision(page)
    second = page.context.new_page()
    line = SlowLine()
    second.route_web_socket(re.compile("/socket"), line.opened)
    second.goto(f"{address}?motion=instant")
    decision(second)
    assert my_cards(second) == my_cards(page)
    line.slow = True
    decide(page, "Fold")
    results(page)
    decide(second, "Play")
    line.catch_up()
    expect(rail(second)).to_contain_text("Already decided, maybe in another tab")
    assert [row.label for row in results(second)] == ["Ante"]


def test_a_server_that_is_started_again(page: Page, house: BrowserHouse, faults: Faults) -> None:
    """The hand is still there to decide, with the same cards."""
    for part in (
        "ERR_CONNECTION_REFUSED",
        "WebSocket connection",
        "ERR_EMPTY_RESPONSE",
        "ERR_CONNECTION_RESET",
        "503",  # what was asked of a house that is just closing
    ):
        faults.expect(part)
    open_table(page, house, "rivers")
    put(page, ["Ante"])
    deal(page)
    decision(page)
    cards = my_cards(page)
    house.stop()
    expect(rail(page).get_by_role("heading")).to_have_text("No connection: your seat is held")
    house.start()
    expect(page.get_by_role("banner").get_by_text("Table restored at round 1.")).to_be_visible()
    decision(page)
    assert my_cards(page) == cards
    decide(page, "Play")
    assert [row.label for row in results(page)][:2] == ["Ante", "Play"]


def test_a_table_that_is_closed(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "shine")
    put(page, ["Ante"])
    deal(page)
    decide(page, "Play")
    results(page)
    house.do(CloseUp(operator_actor("ivy"), "close-one"))
    expect(page.get_by_text("The operator has closed the table.")).to_be_visible()
    results(page)  # nothing covers them
    page.get_by_role("banner").get_by_role("link", name="My history").click()
    expect(page.get_by_role("link", name="A table that is closed, round 1")).to_be_visible()


def test_a_private_table_asks_for_its_invitation(
    page: Page, somebody: Opener, house: BrowserHouse, faults: Faults
) -> None:
    """Without the link one is told what is missing; with it one comes late and plays the next round."""
    faults.expect("/ticket")
    faults.expect("403")
    address = open_table(page, house, "napa-valley")
    put(page, ["Ante"])
    deal(page)
    decision(page)
    stranger = somebody()
    stranger.goto(address)
    expect(stranger.get_by_role("dialog", name="This table is private")).to_be_visible()

    page.get_by_role("button", name="Host and company").click()
    link = page.get_by_role("textbox", name="Link to this table").input_value()
    page.keyboard.press("Escape")
    stranger.goto(f"{link.replace('/invite?', '?')}&motion=instant")
    sit(stranger, SEAT + 2)
    expect(rail(stranger).get_by_role("heading")).to_have_text("You sat this one out")
    expect(stranger.get_by_role("region", name=re.compile(f"^Seat {SEAT}, Guest .*deciding"))).to_be_visible()
    hidden = stranger.get_by_role("region", name=re.compile(f"^Seat {SEAT},")).get_by_role("img")
    assert {str(each.get_attribute("aria-label")) for each in hidden.all()} == {"face-down card"}
    decide(page, "Fold")
    rail(stranger).get_by_role("button", name="New bets").click()
    put(stranger, ["Ante"])
    expect(rail(page)).to_contain_text("Round 2 is open for bets. The others wait for you.")


def test_the_host_closes_the_table(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """Only the host has the button, is asked once more, and a hand that was dealt is played first."""
    open_table(page, house, "rivers", private=False, title="Alder")
    guest = somebody()
    guest.goto("/")
    guest.get_by_role("link", name=re.compile("Watch.*Alder")).click()
    guest.get_by_role("button", name="Take a seat").click()
    guest.get_by_role("button", name="Host and company").click()
    expect(guest.get_by_role("textbox", name="Link to this table")).to_be_visible()
    expect(guest.get_by_role("button", name="Close after this round…")).to_have_count(0)
    guest.keyboard.press("Escape")
    rail(guest).get_by_role("button", name="Sit this one out").click()
    put(page, ["Ante"])
    deal(page)
    decision(page)
    page.get_by_role("button", name="Host and company").click()
    page.get_by_role("button", name="Close after this round…").click()
    page.get_by_role("button", name="Keep it open").click()
    page.get_by_role("button", name="Close after this round…").click()
    page.get_by_role("button", name="Close the table", exact=True).click()
    expect(page.get_by_text("The host closes the table: this is its last round.")).to_be_visible()
    decide(page, "Fold")
    results(page)
    guest.goto("/")
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(guest.get_by_role("heading", name="Alder")).to_have_count(0)


def test_who_looks_on_takes_a_seat(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """From the lobby: nobody is needed to look on; one click makes a guest who sits beside the middle."""
    open_table(page, house, "rivers", private=False, title="Elm")
    watcher = somebody()
    watcher.goto("/")
    watcher.get_by_role("link", name=re.compile("Watch.*Elm")).click()
    expect(watcher.get_by_text("You are looking on.", exact=False).first).to_be_visible()
    expect(rail(watcher)).to_have_count(0)
    watcher.get_by_role("button", name="Take a seat").click()
    expect(rail(watcher).get_by_role("heading")).to_have_text("Place your bets")
    expect(page.get_by_role("region", name=re.compile(f"^Seat {SEAT - 1}, Guest"))).to_be_visible()


def test_no_such_table(page: Page, house: BrowserHouse, faults: Faults) -> None:
    faults.expect("404")
    become(page)
    answer = page.goto("/tables/00000000000000000000000000000000")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_full_house_says_so(page: Page, house: BrowserHouse, faults: Faults) -> None:
    """Who comes back and finds no room reads why, and comes in when there is some."""
    faults.expect("ERR_INTERNET_DISCONNECTED")
    faults.expect("503")
    open_table(page, house, "shine")
    most, house.house.sockets.most = house.house.sockets.most, 0
    try:
        page.context.set_offline(True)
        page.context.set_offline(False)
        text = "The house is full: try again in half a minute. Reconnecting… your seat is held."
        expect(page.get_by_text(text)).to_be_visible()
    finally:
        house.house.sockets.most = most
    expect(page.get_by_text("Reconnecting…")).to_be_hidden()
    put(page, ["Ante"])
