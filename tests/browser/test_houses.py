"""What is special at each house, as a person sees it in the browser."""

from __future__ import annotations

import re
from collections import Counter
from unittest.mock import patch

from playwright.sync_api import Locator, Page, expect

from pitboss.hands import Category, category3, lowest_value, value3, value_of_ranks
from pitboss.ledger.people import set_role
from pitboss.table import StartDeal
from pitboss.table.messages import Tick
from tests.browser.axe import check
from tests.browser.conftest import DESKTOP, Opener
from tests.browser.house import PERSON, BrowserHouse, Deal, holds
from tests.browser.playing import SEAT, Row, become, deal, decide, open_table, put, rail, results, sit, spot

OTHER = 2


def felt_seat(page: Page, seat: int = SEAT) -> str:
    """All that stands at a seat of the felt."""
    return page.get_by_role("region", name=re.compile(f"^Seat {seat},")).inner_text()


def row(page: Page, label: str) -> Row:
    """One line of the results."""
    (found,) = [each for each in results(page) if each.label == label]
    return found


def log(page: Page) -> str:
    """What has happened, in sentences."""
    page.get_by_role("tab", name="Log").click()
    panel = page.get_by_role("tabpanel", name="Log")
    panel.get_by_role("listitem").first.wait_for()  # it is fetched when it is first wanted
    return panel.inner_text()


def sure(page: Page) -> Locator:
    """The bets that my own cards have won or lost."""
    return rail(page).get_by_role("list", name="Won or lost already").get_by_role("listitem")


def lit(page: Page) -> list[str]:
    """The lit lines of the pay tables in the panel, each with the title of its table."""
    panel = page.get_by_role("tabpanel", name="Pays")
    expect(panel.get_by_role("table").first).to_be_attached()
    first_text = (
        "(each) => [...each.childNodes].map((node) => node.nodeType === 3 ? node.data.trim() : '').join('')"
    )
    places = "[row.closest('section').querySelector('h2'), row.cells[0]]"
    found: list[str] = panel.locator("tr.made").evaluate_all(
        f"rows => rows.map((row) => {places}.map({first_text}).join(': '))"
    )
    return found


def comes(somebody: Opener, address: str, seat: int = OTHER) -> Page:
    """Another person, who sits down, too."""
    page = somebody()
    become(page)
    page.goto(f"{address}?motion=instant")
    sit(page, seat)
    return page


# Pechanga


def a_pair_that_is_broken_up(deal: Deal) -> bool:
    """A pair; without one of its cards the hand is nothing; the dealer draws to nothing, too."""
    mine = deal.hands[SEAT]
    twins = [card for card in mine if sum(card >> 2 == other >> 2 for other in mine) == 2]
    if not twins or category3(*deal.dealer) is not Category.HIGH_CARD:
        return False
    (kept,) = (card for card in mine if card not in twins)
    return all(category3(kept, twin, deal.draws[SEAT]) is Category.HIGH_CARD for twin in twins)


def test_a_dealt_pair_is_paid_after_it_was_drawn_to(page: Page, house: BrowserHouse) -> None:
    house.wish({SEAT: PERSON}, a_pair_that_is_broken_up)
    open_table(page, house, "pechanga")
    put(page, ["Ante", "Double Shot Bonus"])
    deal(page)
    cards = rail(page).get_by_role("button", name=re.compile("^Discard the "))
    expect(cards).to_have_count(3)
    names = [str(each.get_attribute("aria-label")) for each in cards.all()]
    ranks = Counter(name.split()[2] for name in names)
    pair = next(name for name in names if ranks[name.split()[2]] == 2)
    expect(rail(page).get_by_role("button", name="Draw: pick a card")).to_be_disabled()
    cards.and_(page.get_by_role("button", name=pair)).click()
    rail(page).get_by_role("button", name=re.compile("^Draw: discard ")).click()
    assert row(page, "Double Shot Bonus") == Row("Double Shot Bonus", "win", "1 to 1", "+$5", "PEC-14")
    expect(rail(page)).to_contain_text("First 3: Pair")
    assert "FIRST 3\nPAIR" in felt_seat(page).upper()
    dealer = page.get_by_role("region", name=re.compile("^Dealer"))
    expect(dealer.get_by_role("img")).to_have_count(4)
    expect(dealer.get_by_text("not used")).to_have_count(1)


# Napa Valley


def a_straight_flush_against_a_pair(deal: Deal) -> bool:
    return (
        category3(*deal.hands[OTHER]) is Category.STRAIGHT_FLUSH and category3(*deal.dealer) is Category.PAIR
    )


def wish_for_the_bank(page: Page, wish: str = "Ask me") -> None:
    page.get_by_role("button", name="The bank").click()
    page.get_by_role("dialog", name="The bank").get_by_role("radio", name=wish).check()
    page.keyboard.press("Escape")


def test_the_bank_is_taken_and_exhausted(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """A bank of $10, and a straight flush that asks for far more: NAPA-11."""
    house.wish({OTHER: PERSON}, a_straight_flush_against_a_pair)
    address = open_table(page, house, "napa-valley", low=500, high=1000, private=False)
    wish_for_the_bank(page)
    offer = rail(page).get_by_role("region", name="The bank is offered to you")
    expect(page.get_by_role("dialog")).to_have_count(0)  # it covers nothing
    expect(offer).to_contain_text("It takes $10 or more. Nobody has bet yet.")
    offer.get_by_role("slider").fill("1000")
    offer.get_by_role("button", name="Take the bank with $10", exact=True).click()
    expect(rail(page).get_by_role("heading", level=2)).to_have_text("You hold the bank")
    expect(page.get_by_role("main")).to_contain_text("no bets yet")

    player = comes(somebody, address)
    put(player, ["Ante", "Pair Plus"])
    expect(rail(player)).to_contain_text("Not covered by the bank")  # Pair Plus, after Ante and Play
    rows = rail(page).get_by_role("table", name="Your stake covers clockwise, seat 2 first.")
    cells = rows.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells).to_have_text(["Ante $5 Pair Plus $5", "$10", "$10", re.compile("Part$")])
    figures = rail(page).get_by_label("How the bank stands")
    for words in ("Stake$10", "At worst−$10", "At best+$10"):
        expect(figures).to_contain_text(words)
    expect(figures).to_contain_text("with this stake")  # the desk has reckoned it
    expect(figures).to_contain_text("Your stake runs short in")
    page.keyboard.press("v")
    expect(page.get_by_role("status").first).to_contain_text("At worst −$10, at best +$10.")
    deal(page)
    deal(player)
    decide(player, "Play")
    lines = {each.label: each for each in results(player)}
    # $5 for the Ante and $5 for Play are all there is; nothing is left for Pair Plus
    assert (lines["Ante"].word, lines["Ante"].profit) == ("win", "+$5")
    assert (lines["Play"].word, lines["Play"].profit) == ("win", "+$5")
    assert (lines["Pair Plus"].word, lines["Pair Plus"].profit, lines["Pair Plus"].clause) == (
        "returned",
        "$0",
        "NAPA-11",
    )
    expect(player.get_by_text(f"Bank exhausted at seat {OTHER}: $5 of your wagers returned")).to_be_visible()
    short = rail(player).get_by_text("Pair Plus $5 returned: the bank could not cover the $200 win.")
    for width, height in ((390, 844), (360, 740), (844, 390), (820, 1180), DESKTOP):
        player.set_viewport_size({"width": width, "height": height})
        expect(rail(player).get_by_role("heading", level=2)).to_have_text("You won $10")
        expect(short).to_be_in_viewport(ratio=1)
    log(player)
    expect(player.get_by_role("tabpanel", name="Log")).to_contain_text(
        f"The bank is exhausted at seat {OTHER}"
    )
    expect(rail(page).get_by_role("heading", level=2)).to_have_text("The bank: −$10")
    for words in ("→ paid −$5 Play $5", "→ paid −$5 Pair Plus $5", "↩ went back"):
        expect(cells.first).to_contain_text(words)
    expect(cells.first).to_contain_text("$200 not covered")
    expect(cells.nth(1)).to_have_text("−$10")
    expect(cells.nth(2)).to_have_text("$0")
    check(page, "the bank, settled")

    page.get_by_role("button", name="Text table").press("Enter")
    text = page.get_by_role("main").get_by_role("region", name="Bank", exact=True)
    for words in ("Ante $5 paid −$5", "$200 not covered", "The bank: −$10."):
        expect(text.get_by_role("listitem").filter(has_text=words)).to_have_count(1)
    expect(text.get_by_role("button", name="Keep the bank, $10")).to_be_enabled()
    check(page, "the bank as text, settled")
    page.get_by_role("main").get_by_role("button", name="Back to the felt").click()
    rail(page).get_by_role("button", name="Keep the bank, $10").wait_for()

    page.keyboard.press("r")  # as a player bets again, the bank is kept
    expect(rail(page)).to_contain_text("Round 2 of 2")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_bank_is_passed_and_a_round_is_void(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """The house's player banks; own cards are face down until the up card shows; an operator voids."""
    address = open_table(page, house, "napa-valley")
    wish_for_the_bank(page)
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_role("region", name="The bank is offered to you")).to_have_count(0)
    put(page, ["Ante", "Pair Plus"])
    expect(rail(page)).to_contain_text("Covered")

    deal_only(house)  # NAPA-4
    expect(rail(page).get_by_role("img", name="face-down card")).to_have_count(3)
    house.do(Tick())
    expect(rail(page).get_by_role("img", name=re.compile(" of "))).to_have_count(3)
    dealer = page.get_by_role("region", name=re.compile("queen high"))
    expect(dealer.get_by_role("img", name="face-down card")).to_have_count(2)
    expect(dealer.get_by_role("img", name=re.compile(" of "))).to_have_count(1)

    decide(page, "Fold")
    rail(page).get_by_role("button", name="New bets").click()
    page.get_by_role("button", name="Not now").click()  # the bank is offered again in every round
    put(page, ["Ante", "Pair Plus"])
    expect(rail(page)).to_contain_text("Covered")
    deal_only(house)
    operator = somebody()
    person = become(operator)
    house.store.write(lambda connection: set_role(connection, person, "operator", "test", 0))
    table = address.rpartition("/")[2]
    answer = operator.request.post(
        f"/api/operator/tables/{table}/void", data={"id": "void-one", "cause": "exposed", "why": "seen"}
    )
    assert answer.status == 200, answer.text()
    expect(rail(page).get_by_role("heading", level=2)).to_have_text("Round void")
    assert {(each.word, each.profit, each.clause) for each in results(page)} == {
        ("returned", "$0", "NAPA-12")
    }
    banner = "Round void — cards were exposed (NAPA-12). All wagers returned."
    expect(page.get_by_role("main")).to_contain_text(banner)
    log(page)
    expect(page.get_by_role("tabpanel", name="Log")).to_contain_text("more cards were exposed than may show")


def deal_only(house: BrowserHouse) -> None:
    """The cards are dealt, and the table stands still there."""
    with patch("pitboss.table.steps.go_on", lambda turn: turn.dealer(StartDeal())):
        house.do(Tick())


# Rivers


def test_envy_across_two_browsers(page: Page, somebody: Opener, house: BrowserHouse) -> None:
    """Another's A-K-Q of hearts pays me $25 (RIV-11), my own pays me nothing of that kind."""
    house.wish({OTHER: PERSON, SEAT: PERSON}, holds(OTHER, "Ah Kh Qh"))
    address = open_table(page, house, "rivers", private=False)
    other = comes(somebody, address)
    for each in (page, other):
        put(each, ["Ante", "Progressive"])
        deal(each)
    for each in (page, other):
        decide(each, "Play")
    assert row(page, "Envy") == Row("Envy", "bonus", "$25", "+$25", "RIV-11")
    assert row(other, "Progressive") == Row("Progressive", "win", "500 for 1", "+$499", "RIV-10")
    assert not [each for each in results(other) if each.label == "Envy"]
    assert "★ Envy +$25" in felt_seat(page)
    assert "Envy" not in felt_seat(page, OTHER)
    assert "Envy: you are paid $25 for " in log(page)
    assert "'s A-K-Q suited." in log(page)


def test_the_jackpot_takes_the_meter(page: Page, house: BrowserHouse) -> None:
    """A-K-Q of spades is paid the whole meter for $1, which starts again at $1,000 (RIV-10, RIV-12)."""
    house.wish({SEAT: PERSON}, holds(SEAT, "As Ks Qs"))
    open_table(page, house, "rivers")
    put(page, ["Ante", "Pair Plus", "Progressive"])
    expect(page.get_by_role("switch", name="Progressive, $1")).to_be_checked()
    deal(page)
    expect(sure(page)).to_have_text(
        [
            "✔ Ante Bonus pays 5 to 1 if you play.",
            "✔ Pair Plus pays 40 to 1 whatever the dealer has.",
            "✔ Progressive pays 100 % of the meter whatever the dealer has.",
        ]
    )
    made = ["Ante Bonus: Straight flush", "Pair Plus: Straight flush", "Progressive: A-K-Q of Spades"]
    assert lit(page) == made
    decide(page, "Play")
    expect(
        rail(page).get_by_text(re.compile("^(Your A-K-Q suited beats|Dealer does not qualify:) "))
    ).to_be_visible()
    assert lit(page) == made
    assert row(page, "Progressive") == Row("Progressive", "win", "100 % of the meter", "+$999.25", "RIV-10")
    expect(page.get_by_role("main")).to_contain_text("Progressive $1,000.00")
    said = log(page)
    assert "You hit Progressive with A-K-Q of Spades: $1,000.25 from the meter!" in said
    assert "The meter stands at $1,000" in said


def test_pair_plus_alone_has_no_decision(page: Page, house: BrowserHouse) -> None:
    open_table(page, house, "rivers")
    put(page, ["Pair Plus"])
    deal(page)
    assert [each.label for each in results(page)] == ["Pair Plus"]
    assert not re.search("You (play|fold)", log(page))


# Atlantic City


def test_a_spot_says_what_it_needs(page: Page, house: BrowserHouse) -> None:
    """Six Card needs Ante and Pair Plus (AC-9); Pair Plus is at least the Ante (AC-3)."""
    open_table(page, house, "atlantic-city")
    expect(spot(page, "Six Card Bonus")).to_be_disabled()
    expect(
        rail(page)
        .get_by_role("group", name="Your bets")
        .get_by_text("Six Card Bonus needs Ante and Pair Plus")
    ).to_have_count(1)
    put(page, ["Ante", "Ante"])
    expect(spot(page, "Six Card Bonus")).to_be_disabled()
    expect(spot(page, "Pair Plus")).to_have_accessible_name("Pair Plus, no bet, minimum $10. Adds $10")
    put(page, ["Pair Plus"])
    expect(rail(page).get_by_role("heading")).to_have_text("$20 on the table")
    expect(spot(page, "Six Card Bonus")).to_be_enabled()
    put(page, ["Six Card Bonus"])
    rail(page).get_by_role("button", name=re.compile("off Pair Plus$")).click()
    expect(rail(page).get_by_role("heading")).to_have_text("This bet does not stand yet")
    expect(rail(page).get_by_role("button", name="Deal")).to_be_disabled()


# Shine


def test_posted_pays_are_shown_as_such(page: Page, house: BrowserHouse) -> None:
    """What the opener posts stands in the panel, with its badge (SHINE-7)."""
    odds = 7
    open_table(page, house, "shine", pays={"pair_xxx": {"straight": odds, "pair": 1}})
    pays = page.get_by_role("tabpanel", name="Pays")
    expect(pays.get_by_text("Posted at this table").first).to_be_visible()
    expect(pays.get_by_role("row", name=re.compile(f"^Straight {odds} to 1"))).to_have_count(1)


def flush_against_high_card(deal: Deal) -> bool:
    """A flush, and a dealer who plays with less than a pair."""
    value, queen = value3(*deal.dealer), value_of_ranks(10, 1, 0)
    return category3(*deal.hands[SEAT]) is Category.FLUSH and queen <= value < lowest_value(Category.PAIR)


def test_a_flush_lights_the_bet_on_three_cards_and_no_other(page: Page, house: BrowserHouse) -> None:
    """The flush of Super 6 is made of six cards, and nobody has bet on it (SHINE-7, SHINE-8)."""
    house.wish({SEAT: PERSON}, flush_against_high_card)
    open_table(page, house, "shine")
    put(page, ["Ante", "Pair XXX"])
    deal(page)
    expect(sure(page)).to_have_text(["✔ Pair XXX pays 3 to 1 whatever the dealer has."])
    assert lit(page) == ["Pair XXX: Flush"]
    decide(page, "Play")
    expect(rail(page).get_by_text(re.compile(r"^Your flush beats (queen|king|ace) high\.$"))).to_be_visible()
    assert lit(page) == ["Pair XXX: Flush"]


# Several hands


def test_two_hands_of_one_person(page: Page, house: BrowserHouse) -> None:
    """Each has its bets; after one decision the other hand comes by itself."""
    open_table(page, house, "napa-valley")
    sit(page, SEAT + 1)
    hands = rail(page).get_by_role("group", name="Your hands")
    for seat in (SEAT + 1, SEAT):
        hands.get_by_role("button", name=f"Hand {seat}").click()
        put(page, ["Ante"])
    deal(page)
    expect(rail(page).get_by_role("heading")).to_have_text(f"Your move at hand {SEAT}")
    decide(page, "Play")
    expect(rail(page).get_by_role("heading")).to_have_text(f"Your move at hand {SEAT + 1}")
    decide(page, "Fold")
    for seat, lines in ((SEAT, ["Ante", "Play"]), (SEAT + 1, ["Ante"])):
        hands.get_by_role("button", name=re.compile(f"^Hand {seat}")).click()
        expect(hands.get_by_role("button", name=re.compile(f"^Hand {seat}"))).to_have_attribute(
            "aria-pressed", "true"
        )
        assert [each.label for each in results(page)] == lines
