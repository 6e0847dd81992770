"""People at a table: an invitation that seats, names and pictures, gestures and who mutes them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import REACHABLE, Faults, Opener
from tests.browser.house import BrowserHouse
from tests.browser.playing import become, open_table, rail

PHONE = (390, 844)
LOOKED_AT = ".empty .sit, .empty .nameplate .name, .empty .nameplate .n, .seat-bar button"
# Which of these, as far as they are on the screen, have something else over them.
COVERED = """looked => [...document.querySelectorAll(looked)]
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight)
  .filter(([each, box]) => [0.1, 0.5, 0.9].some(part => {
    const on = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2);
    return !(on === each || each.contains(on) || on?.contains(each)); }))
  .map(([each]) => each.textContent.trim())"""


def seat(page: Page, number: int, name: str = "") -> str:
    """What a seat is called, once somebody of that name sits there."""
    found = page.get_by_role("region", name=re.compile(f"^Seat {number}, {name}"))
    return found.get_attribute("aria-label") or ""


def test_an_invited_guest_is_seated_with_one_button_and_gestures_are_seen_heard_and_muted(
    page: Page, somebody: Opener, house: BrowserHouse, faults: Faults
) -> None:
    faults.expect("422")  # a name that is refused
    become(page)
    page.add_init_script(REACHABLE)
    page.request.put("/api/me", data={"name": "Mary Ann", "avatar": "cat"})
    wanted = {"id": "o", "house": "rivers", "title": "Oak", "clock": False, "private": True, "seat": 4}
    opened = page.request.post("/api/tables", data=wanted).json()
    page.goto(f"/tables/{opened['table']}?motion=instant")
    rail(page).wait_for()  # who opens a table sits there
    page.get_by_role("button", name="Host and company").click()
    code = page.get_by_role("img", name="QR code of this table's invitation")
    expect(code).to_be_visible()
    assert page.evaluate("document.querySelector('.qr img').decode().then(() => true)")
    link = page.get_by_label("Link to this table").input_value()
    assert link == f"{house.address}/tables/{opened['table']}/invite?invite={opened['invite']}"
    axe.check(page, "the invite dialog")
    page.keyboard.press("Escape")

    guest = somebody(PHONE, has_touch=True)
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Mary Ann invites you to Rivers")
    expect(guest.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
    axe.check(guest, "the invitation")
    guest.get_by_label("Your name, if you like").fill("Bob")
    guest.get_by_title("fish").click()
    guest.get_by_role("button", name="Sit down").click()
    rail(guest).wait_for()
    assert "sit=" not in guest.url  # a reload does not sit down again
    expect(page.get_by_role("region", name=re.compile("^Seat 3, Bob"))).to_be_visible()
    expect(page.locator("[data-seat='3'] .face use")).to_have_attribute("href", re.compile("#fish$"))

    guest.get_by_role("button", name="Gestures").click()
    guest.get_by_role("button", name="Nice hand!").click()
    expect(page.locator("[data-seat='3'] .gesture")).to_have_text("Nice hand!")
    expect(page.get_by_role("status")).to_contain_text("Bob: Nice hand!")
    expect(page.locator("[data-seat='3'] .gesture")).to_have_count(0)  # it has passed by

    page.keyboard.press("w")
    choices = page.get_by_role("group", name="Gestures")
    expect(choices.get_by_role("button", name="Nice hand!")).to_be_focused()
    assert choices.get_by_role("button").count() == 8
    axe.check(page, "the gestures")
    page.get_by_label("Mute Bob").check()
    choices.get_by_role("button", name="Thanks!").focus()
    page.keyboard.press("Enter")
    expect(guest.locator("[data-seat='4'] .gesture")).to_have_text("Thanks!")
    guest.get_by_role("button", name="Gestures").click()
    guest.get_by_role("button", name="Cheers!").click()
    expect(guest.locator("[data-seat='3'] .gesture")).to_have_text("Cheers!")
    page.get_by_role("tab", name="Log").click()
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text("You: Thanks!")
    expect(log).to_contain_text("Bob: Nice hand!")
    expect(log).not_to_contain_text("Cheers!")

    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_label("Name", exact=True).fill("The Dealer")
    guest.get_by_role("button", name="Use this name").click()
    expect(guest.locator(".you-here")).to_contain_text("is the house's own")
    guest.get_by_label("Name", exact=True).fill("Mary Ann")
    guest.get_by_role("button", name="Use this name").click()
    expect(page.get_by_role("region", name=re.compile(r"^Seat 3, Mary Ann \(2\)"))).to_be_visible()
    guest.get_by_title("rocket").click()
    expect(page.locator("[data-seat='3'] .face use")).to_have_attribute("href", re.compile("#rocket$"))


def test_on_a_phone_the_first_screen_has_a_seat_button_that_covers_nothing(
    somebody: Opener, house: BrowserHouse
) -> None:
    phone = somebody(PHONE, has_touch=True)
    open_table(phone, house, "pechanga", seat=False, private=False)
    button = phone.get_by_role("button", name="Take a seat")
    for size in ((844, 390), (320, 640), PHONE):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        expect(button).to_be_in_viewport(ratio=1)
        assert phone.evaluate(COVERED, LOOKED_AT) == [], size
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    button.click()
    rail(phone).wait_for()
    assert seat(phone, 4).startswith("Seat 4, You")
