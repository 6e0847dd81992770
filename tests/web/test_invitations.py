"""Invitations: what the page tells, and to whom; one button that seats; the QR code; a seat for who opens."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from httpx import Response

from pitboss.house.rates import GUESTS
from pitboss.sheet import load_house
from pitboss.web.settings import ServeSettings
from tests.web.edge import HOME, Edge, Visitor, code, cookie_of
from tests.web.test_pages import FORM, HTML, Parts

HIDDEN = ("Rivers", "Oak", "Mary Ann", "$5", "seats")


def look(edge: Edge, path: str, who: Visitor | None = None, status: int = 200) -> Parts:
    answer = edge.ask("GET", path, who.secret if who else None, headers=HTML)
    assert answer.status_code == status, answer.text
    return Parts(answer.text)


def previews(page: Parts) -> dict[str | None, str | None]:
    """What other sites show of a page."""
    found = [each for tag, each in page.elements if tag == "meta" and "property" in each]
    return {each["property"]: each["content"] for each in found}


def post(edge: Edge, table: str, who: Visitor | None = None, **form: str) -> Response:
    return edge.ask(
        "POST",
        f"/tables/{table}/invite",
        who.secret if who else None,
        content=urlencode(form),
        headers=FORM,
        follow_redirects=False,
    )


def hosted(edge: Edge, **more: Any) -> tuple[Visitor, str, str]:
    """A private table of Mary Ann's, who sits there beside a bot."""
    ann = edge.guest()
    ann.ask("PUT", "/api/me", json={"name": "Mary Ann", "avatar": "cat"})
    asked: dict[str, Any] = {"title": "Oak", "private": True, "bots": ["mimic"], "seat": 4} | more
    opened = ann.opened(**asked)
    return ann, opened["table"], opened["invite"]


def test_an_invitation_says_who_invites_where_to_and_who_sits_there(edge: Edge) -> None:
    _, table, invite = hosted(edge)
    page = look(edge, f"/tables/{table}/invite?invite={invite}")
    said = page.said()
    sheet = load_house("rivers")
    for words in (
        "Mary Ann invites you to",
        "Rivers",
        sheet.game,
        "Oak",
        "$5–$500",
        "2 of 7 taken",
        "mimic bot",
    ):
        assert words in said, words
    assert page.blocked == []
    meta = {
        found["property"]: found["content"]
        for tag, found in page.elements
        if tag == "meta" and "property" in found
    }
    assert meta["og:title"] == "Mary Ann invites you to Rivers"
    assert "5 of 7 seats free" in str(meta["og:description"])
    assert meta["og:url"] == f"{HOME}/tables/{table}/invite?invite={invite}"
    assert ("meta", {"name": "robots", "content": "noindex"}) in page.elements
    assert "mimic bot" not in str(meta)  # a preview names nobody but the host
    pictures = [found for tag, found in page.elements if tag == "input" and found.get("name") == "avatar"]
    assert len(pictures) >= 12
    assert [tag for tag, found in page.elements if tag == "button"] == ["button"]


@pytest.mark.parametrize("wrong", ["", "?invite=", "?invite=id0", "?invite=%00", "?invite=%E2%98%83"])
def test_without_its_invitation_a_private_table_says_nothing_of_itself(edge: Edge, wrong: str) -> None:
    ann, table, invite = hosted(edge)
    bob = edge.guest()
    for who in (None, bob):
        page = look(edge, f"/tables/{table}/invite{wrong}", who, 403)
        assert not any(words in page.said() for words in HIDDEN), page.said()
        assert invite not in str(page.elements)
        picture = edge.ask("GET", f"/tables/{table}/invite.svg{wrong}", who.secret if who else None)
        assert code(picture) == (403, "private")
    refused = post(edge, table, bob, invite=parse_qs(wrong.lstrip("?")).get("invite", [""])[0], name="Bob")
    assert refused.status_code == 403
    assert bob.ask("GET", "/api/me").json()["name"].startswith("Guest")
    assert "Rivers" in look(edge, f"/tables/{table}/invite", ann).said()  # who knows it needs no key


def test_a_public_table_invites_without_a_key_and_names_nobody_where_nobody_may_look_on(edge: Edge) -> None:
    _, table, invite = hosted(edge, private=False, spectators=False)
    said = look(edge, f"/tables/{table}/invite").said()
    assert "2 of 7 taken" in said
    assert "mimic bot" not in said
    for path, who in ((f"?invite={invite}", None), ("", edge.guest())):
        assert "mimic bot" in look(edge, f"/tables/{table}/invite{path}", who).said()
    key = [
        found["content"]
        for tag, found in look(edge, f"/tables/{table}/invite").elements
        if "og:url" in found.values()
    ]
    assert key == [f"{HOME}/tables/{table}/invite"]


def test_an_ended_table_says_so_and_one_that_never_was_is_not_there(edge: Edge) -> None:
    ann, table, invite = hosted(edge)
    assert ann.ask("DELETE", f"/api/tables/{table}").json()["closed"]
    said = look(edge, f"/tables/{table}/invite?invite={invite}", status=410).said()
    assert "This table has ended" in said
    assert "Rivers" not in said
    assert post(edge, table, None, invite=invite).status_code == 410
    look(edge, "/tables/nowhere/invite", status=404)
    assert code(edge.ask("GET", f"/tables/{table}/invite.svg?invite={invite}")) == (404, "no_table")


def test_one_button_makes_a_guest_with_a_name_and_a_picture_and_leads_to_a_seat(edge: Edge) -> None:
    _, table, invite = hosted(edge)
    answer = post(edge, table, None, invite=invite, name=" Bob  O\u2019Brien ", avatar="fish")
    assert answer.status_code == 303
    there = urlsplit(answer.headers["location"])
    assert there.path == f"/tables/{table}"
    assert parse_qs(there.query) == {"sit": ["1"], "invite": [invite]}
    secret = cookie_of(answer)
    me = edge.ask("GET", "/api/me", secret).json()
    assert (me["name"], me["avatar"], me["guest"]) == ("Bob O'Brien", "fish", True)
    bob = Visitor(edge, me["id"], secret)
    with bob.join(table, invite) as place:
        place.sits(3)
        assert [(each["name"], each["avatar"]) for each in place.view["seats"][2:4]] == [
            ("Bob O'Brien", "fish"),
            ("Mary Ann", "cat"),
        ]
    again = look(edge, f"/tables/{table}/invite?invite={invite}", bob)
    assert "To your seat" in again.said()


def test_a_name_that_is_refused_makes_no_guest_and_says_why(edge: Edge) -> None:
    _, table, invite = hosted(edge)
    answer = post(edge, table, None, invite=invite, name="The Dealer", avatar="fish")
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    page = Parts(answer.text)
    assert "is the house's own" in unescape(page.said())
    fields = {found.get("name"): found for tag, found in page.elements if tag == "input"}
    assert (fields["name"]["value"], fields["name"]["aria-invalid"]) == ("The Dealer", "true")
    assert fields["invite"]["value"] == invite


def test_guests_of_an_invitation_are_limited_like_others(edge: Edge) -> None:
    _, table, invite = hosted(edge)
    answers = [post(edge, table, None, invite=invite).status_code for _ in range(GUESTS.per_minute + 1)]
    assert answers == [303] * GUESTS.per_minute + [429]


def test_the_qr_code_is_the_invitation(edge: Edge) -> None:
    _, table, invite = hosted(edge)
    answer = edge.ask("GET", f"/tables/{table}/invite.svg?invite={invite}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"
    assert modules(answer.text) == modules_of(f"{HOME}/tables/{table}/invite?invite={invite}")
    assert "script" not in answer.text


def test_no_qr_code_holds_an_address_of_any_length() -> None:
    """Behind a proxy every name is answered, and a code has room for some hundred letters."""
    with Edge(ServeSettings(proxies=("192.0.2.9",))) as edge:
        _, table, invite = hosted(edge)
        path, host = f"/tables/{table}/invite.svg?invite={invite}", "a" * 700 + ".example"
        assert edge.ask("GET", path, headers={"Host": host}).status_code in (400, 413)


def modules(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a code drawn as rows of strokes."""
    found, x, y = set(), 0.0, 0.0
    (path,) = re.findall(r'd="(M[^"]+)"[^>]*stroke|stroke="#14181b"[^>]*d="([^"]+)"', svg)
    for letter, numbers in re.findall(r"([MmhH])([-\d. ,]+)", path[0] or path[1]):
        values = [float(each) for each in re.findall(r"-?\d*\.?\d+", numbers)]
        match letter:
            case "M":
                x, y = values
            case "m":
                x, y = x + values[0], y + values[1]
            case "h":
                found |= {(round(x) + step, round(y - 0.5)) for step in range(round(values[0]))}
                x += values[0]
    return found


def modules_of(text: str) -> set[tuple[int, int]]:
    """What the standard makes of a text, with a border of four."""
    import segno

    rows = segno.make(text, error="m", micro=False).matrix
    return {(x + 4, y + 4) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


def test_who_opens_a_table_has_the_seat_they_ask_for_before_the_bots(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open(seat=1, bots=["mimic", "mimic"])
    people = edge.room(table).live.seating.people
    assert people[ann.id].seats == (1,)
    assert sorted(seat for each in people.values() for seat in each.seats) == [1, 2, 3]
    for wrong in (0, 8, "1"):
        answer = ann.tries_to_open(house="rivers", seat=wrong)
        assert answer.status_code == 422
    assert len(edge.house.floor.rooms) == 1  # nothing was opened
    form = urlencode({"house": "rivers", "title": "Oak", "bots": "2"})
    opened = edge.ask("POST", "/open", content=form, headers=FORM, follow_redirects=False)
    assert opened.status_code == 303
    live = edge.room(opened.headers["location"].rpartition("/")[2]).live
    assert live.seating.at(4) is not None
    assert live.seating.people[live.settings.host].seats == (4,)
