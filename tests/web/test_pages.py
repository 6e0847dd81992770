"""The pages as a browser without a script meets them: what they load, what they say, what their forms do."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote, urljoin, urlsplit

import pytest
from httpx import Response

from pitboss.cards import parse_cards
from pitboss.hands import category3
from pitboss.house.house_cards import EXAMPLES, house_cards
from pitboss.sheet import Sheet, houses, load_house, standard_clauses
from pitboss.sheet.pays import Pay
from tests.web.edge import HOME, Edge, Visitor, code, cookie_of

HTML = {"Accept": "text/html,application/xhtml+xml"}
FORM = {**HTML, "Content-Type": "application/x-www-form-urlencoded", "Origin": HOME}
DOCUMENTS = ("/", "/rules", "/account", "/history", "/verify", *(f"/rules/{house}" for house in houses()))


class Parts(HTMLParser):
    """What is in a page: its elements, its text, and what the policy of the pages would block."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.blocked: list[str] = []
        self.text: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        self._inside = tag
        self.blocked += [f"{tag} {name}" for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or any((value or "").startswith("javascript:") for value in found.values()):
            self.blocked.append(tag)
        for name in ("src", "href", "action"):
            if (found.get(name) or "").startswith(("http:", "https:", "//")):
                self.blocked.append(f"{tag} {found[name]}")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script" and data.strip():
            self.blocked.append("script")
        self.text.append(data)

    def ids(self) -> list[str]:
        return [str(found["id"]) for _, found in self.elements if "id" in found]

    def links(self) -> list[str]:
        return [str(found["href"]) for tag, found in self.elements if tag == "a" and found.get("href")]

    def said(self) -> str:
        return " ".join(" ".join(self.text).split())


def parts(answer: Response, status: int = 200) -> Parts:
    """A sound page, taken apart."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert answer.headers["cache-control"] == "no-store"
    found = Parts(answer.text)
    assert found.blocked == []
    assert len(found.ids()) == len(set(found.ids()))
    assert [tag for tag, _ in found.elements].count("h1") == 1
    return found


def form(edge: Edge, path: str, secret: str | None = None, **fields: str) -> Response:
    """A form as a browser sends it; where it leads to is not followed."""
    body = "&".join(f"{quote(name)}={quote(value)}" for name, value in fields.items())
    return edge.ask("POST", path, secret, content=body, headers=FORM, follow_redirects=False)


def plays_a_round(edge: Edge, who: Visitor, **more: object) -> str:
    """A round at a table of its own, folded; its id."""
    table = who.open("rivers", **more)
    with who.join(table) as seat:
        seat.sits(1).deals(1)
        seat.done("fold", seat=1)
    return f"{table}:1"


def test_every_page_is_sound_for_a_stranger(edge: Edge) -> None:
    for path in DOCUMENTS:
        assert "Sign in" in parts(edge.ask("GET", path, headers=HTML)).said()


def test_pages_are_sound_for_a_guest_and_links_lead_somewhere(edge: Edge) -> None:
    ann = edge.guest()
    seen = set(DOCUMENTS)
    for path in DOCUMENTS:
        found = parts(ann.ask("GET", path, headers=HTML))
        assert f"Guest {ann.id[:5]}" in found.said()
        for link in found.links():
            target, _, mark = link.partition("#")
            if not target:
                assert mark in found.ids(), f"{path}: {link}"
            elif target not in seen:
                assert ann.ask("GET", target, headers=HTML).status_code == 200, f"{path}: {link}"
                seen.add(target)


def test_a_sheet_has_every_clause_with_its_reading_and_every_pay(edge: Edge) -> None:
    for house in houses():
        _is_whole(edge, load_house(house))


def _is_whole(edge: Edge, sheet: Sheet) -> None:
    found = parts(edge.ask("GET", f"/rules/{sheet.id}", headers=HTML))
    said = found.said()
    for clause in (*sheet.clauses.values(), *standard_clauses().values()):
        assert clause.id in found.ids()
        assert clause.says in said
        if clause.reading:
            assert f"Reading. {clause.reading}" in said
    for notice in sheet.notices:
        assert notice.text in said
    for each in sheet.pays.values():
        for column in each.columns.values():
            for pay in column.lines.values():
                assert pay.text in said
    assert said.count("posted by the house") >= sum(table.posted is not None for table in sheet.pays.values())


def test_the_sheets_print_the_known_figures(edge: Edge) -> None:
    said = {house: parts(edge.ask("GET", f"/rules/{house}", headers=HTML)).said() for house in houses()}
    assert "3.37 %" in said["atlantic-city"]
    assert "−686689/20358520" in said["atlantic-city"]
    assert "7.10 %" in said["atlantic-city"]
    assert "7.28 %" in said["rivers"]
    assert "10.22 %" in said["rivers"]
    assert "1.80 %" in said["napa-valley"]
    assert "−229314/12724075" in said["napa-valley"]
    assert "0.82 % in your favour" in said["pechanga"]
    assert "−0.82 %" not in said["pechanga"]
    assert "143428213/17559223500" in said["pechanga"]
    assert "1 in 5,525" in said["napa-valley"]  # 4 mini royals of 22,100 hands
    assert "40 to 1 1 in 460 adds 8.69 %" in said["rivers"]  # 48 straight flushes: 40 x 48 / 22,100


def test_what_the_lines_of_a_bet_add_and_what_its_losers_take_is_its_price(edge: Edge) -> None:
    pays = edge.ask("GET", "/api/houses/rivers/pays").json()
    lines = next(each["rows"] for each in pays["tables"] if each["id"] == "pair_plus")
    added = sum(cell["chance"]["adds"] for row in lines for cell in row["cells"])
    assert added - 16_440 / 22_100 == pytest.approx(-402 / 5_525)  # high cards lose


def test_the_lobby_tells_what_is_special_about_each_house(edge: Edge) -> None:
    said = parts(edge.ask("GET", "/", headers=HTML)).said()
    for text in (
        "Discard one card, get another",
        "in your favour, played perfectly",
        "A player is the bank",
        "shows before you decide",
        "Each table posts its own pays",
        "Six Card Bonus pays up to 1000 to 1",
        "Meter $1,000",
        "No table is open to everybody now",
    ):
        assert text in said
    shown = edge.call(house_cards, edge.house.desk)
    edges = {card.sheet.id: round(card.edge or 0, 7) for card in shown}
    assert edges["rivers"] == edges["shine"] == edges["atlantic-city"] == 0.0337298
    assert edges["napa-valley"] == 0.0180221
    assert edges["pechanga"] == -0.0081683


def test_the_example_hands_are_what_they_show() -> None:
    found = [category3(*parse_cards(" ".join(cards))) for cards in EXAMPLES.values()]
    assert found == list(EXAMPLES)
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("house", houses())
def test_play_now_makes_a_guest_with_a_seat_at_a_private_table(edge: Edge, house: str) -> None:
    answer = form(edge, "/play", house=house, bots="4")
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/tables/")
    live = edge.room(table).live
    assert live.settings.private
    assert live.settings.clock is None
    me = edge.house.accounts.sessions.who(cookie_of(answer))
    assert me is not None
    assert me.id == live.settings.host
    assert live.seating.people[me.id].seats == (4,)
    assert sum(each.bot is not None for each in live.seating.seated()) == 4
    again = form(edge, "/play", cookie_of(answer), house=house, bots="6")
    assert again.headers["location"] == f"/tables/{table}"  # play goes on where one sits
    assert "set-cookie" not in again.headers
    assert sum(each.bot is not None for each in edge.room(table).live.seating.seated()) == 6
    lobby = parts(edge.ask("GET", "/", cookie_of(answer), headers=HTML))
    assert f"/tables/{table}" in lobby.links()
    assert f"/tables/{table}" not in parts(edge.ask("GET", "/", headers=HTML)).links()


def test_play_now_says_why_not(edge: Edge) -> None:
    ann = edge.guest()
    ann.ask("PUT", "/api/limits", json={"excluded_until": int(edge.time * 1000) + 86_400_000})
    answer = form(edge, "/play", ann.secret, house="rivers")
    assert "You are excluded from play until" in parts(answer, 403).said()
    assert "There is no house" in parts(form(edge, "/play", house="nowhere"), 404).said()
    assert (
        "is not a whole number from 0 to 6" in parts(form(edge, "/play", house="shine", bots="7"), 422).said()
    )
    assert edge.house.floor.rooms == {}


def test_a_table_is_opened_by_a_form(edge: Edge) -> None:
    fields = {"house": "rivers", "title": "Oak", "low": "10", "high": "$1,000", "bots": "2", "bot": "timid"}
    answer = form(edge, "/open", **fields, clock="on")
    assert answer.status_code == 303
    live = edge.room(answer.headers["location"].removeprefix("/tables/")).live
    assert (live.table.min, live.table.max, live.settings.name) == (1000, 100_000, "Oak")
    assert live.settings.clock is not None
    assert not live.settings.private
    assert not live.settings.spectators
    assert [(each.bot, each.seats) for each in live.seating.seated()] == [
        ("timid", (1,)),
        ("timid", (2,)),
        (None, (4,)),  # its opener, in the middle
    ]
    lobby = parts(edge.ask("GET", "/", headers=HTML))
    assert "Oak Rivers · $10–$1,000" in lobby.said()
    assert answer.headers["location"] in lobby.links()
    alone = edge.ask("GET", "/lobby/tables", headers=HTML)
    assert alone.status_code == 200
    assert "Oak" in alone.text
    assert "<html" not in alone.text


def test_pays_are_posted_by_a_form_where_the_house_posts_them(edge: Edge) -> None:
    asked = {f"{table}.{key}": str(pay.text.split(" ")[0]) for table, key, pay in _posted_lines()}
    same = form(edge, "/open", house="shine", title="Same", **asked)
    changed = form(edge, "/open", house="shine", title="Other", **{**asked, "pair_xxx.flush": "4"})
    one, other = (
        edge.room(each.headers["location"].removeprefix("/tables/")).live for each in (same, changed)
    )
    assert one.table.sheet.hash == load_house("shine").hash
    assert other.table.sheet.pays["pair_xxx"].columns["lines"].lines["flush"].text == "4 to 1"
    assert other.table.sheet.pays["super_6_bonus"] == load_house("shine").pays["super_6_bonus"]
    elsewhere = form(edge, "/open", house="rivers", title="R", **{"pair_xxx.flush": "4"})
    assert elsewhere.status_code == 303  # fields of another house mean nothing here


def _posted_lines() -> Iterator[tuple[str, str, Pay]]:
    for table in load_house("shine").pays.values():
        for key, pay in table.columns["lines"].lines.items():
            yield table.id, key, pay


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("low", "ten", "'ten' is not an amount of money"),
        ("low", "600", "minimum"),
        ("title", "x" * 61, "title: String should have at most 60 characters"),
        ("title", "a\x07b", "A title has printable characters"),
        ("bots", "99", "'99' is not a whole number from 0 to 6"),
        ("bot", "cheat", "'cheat' is no bot"),
        ("pair_xxx.flush", "-1", "'-1' is not a whole number"),
        ("house", "monaco", "There is no house 'monaco'"),
    ],
)
def test_a_refused_form_comes_back_with_the_sentence_and_as_it_was(
    edge: Edge, field: str, value: str, says: str
) -> None:
    fields = {"house": "shine", "title": "Oak & Co", "low": "5", "high": "500", "bots": "1", field: value}
    found = parts(form(edge, "/open", **fields), 404 if field == "house" else 422)
    assert says in found.said()
    values = {str(each.get("name")): each.get("value") for tag, each in found.elements if tag == "input"}
    for name in {"title", "low", "high", "bots", field} - {"house", "bot"}:
        assert values[name] == fields[name]
    assert edge.house.floor.rooms == {}


def test_forms_of_foreign_pages_and_other_kinds_do_nothing(edge: Edge) -> None:
    foreign = {**FORM, "Origin": "https://evil.example"}
    answer = edge.ask("POST", "/play", content="house=rivers", headers=foreign, follow_redirects=False)
    assert "This page may not do that" in parts(answer, 403).said()
    for content, kind in (
        (b'{"house":"rivers"}', "application/json"),
        (b"house=rivers", "text/plain"),
        (b"\xff=1", FORM["Content-Type"]),
        (b"&".join(b"a%d=1" % n for n in range(100)), FORM["Content-Type"]),
    ):
        headers = {**FORM, "Content-Type": kind}
        assert edge.ask("POST", "/play", content=content, headers=headers).status_code == 422
    assert edge.house.floor.rooms == {}


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        ("/play", "house=rivers&house=shine", "The field 'house' stands in the form twice"),
        ("/open", "house=rivers&title=a&title=b", "The field 'title' stands in the form twice"),
        ("/verify", "receipt=a&receipt=b", "The field 'receipt' stands in the form twice"),
        ("/play", "house=rivers&stake=5", "This form has no field 'stake'"),
        ("/verify", "receipt=a&file=b", "This form has no field 'file'"),
        ("/play", "house=%ED%A0%80", "This form cannot be read"),
        ("/verify", "receipt=%ED%A0%80", "This form cannot be read"),
    ],
)
def test_a_form_says_each_of_its_fields_once_and_in_whole_letters(
    edge: Edge, path: str, content: str, said: str
) -> None:
    answer = edge.ask("POST", path, content=content, headers=FORM, follow_redirects=False)
    assert said in parts(answer, 422).said()
    assert edge.house.floor.rooms == {}


def test_a_malicious_title_is_only_a_title(edge: Edge) -> None:
    title = '"><script>alert(1)</script><b onclick=x>'
    ann = edge.guest()
    table = ann.open("rivers", title=title)
    with ann.join(table) as seat:
        seat.sits(1).deals(1)
        seat.done("fold", seat=1)
    for path in ("/", "/lobby/tables", "/history", f"/rounds/{table}:1", f"/tables/{table}"):
        text = ann.ask("GET", path, headers=HTML).text
        found = Parts(text)
        assert "alert(1)" in text
        assert "<script>alert" not in text
        assert found.blocked == [], path
        assert all(name != "b" or "onclick" not in attributes for name, attributes in found.elements)
    refused = form(edge, "/open", house="rivers", title=title, low="x")
    assert title in [each.get("value") for _, each in parts(refused, 422).elements]


def test_over_a_foreign_link_the_page_is_asked_for_again(edge: Edge) -> None:
    """The cookie of a session does not come along with a link on another site; it does the second time."""
    ann = edge.guest()
    round_ = plays_a_round(edge, ann, private=True)
    headers = {**HTML, "Sec-Fetch-Site": "cross-site"}
    first = edge.ask("GET", f"/rounds/{round_}?a=1&b=%22", headers=headers)
    found = Parts(first.text)
    refresh = next(
        attributes for tag, attributes in found.elements if tag == "meta" and "content" in attributes
    )
    assert refresh["content"] == f"0; url=/rounds/{round_}?a=1&b=%22"
    assert found.blocked == []
    parts(ann.ask("GET", f"/rounds/{round_}?a=1", headers={**HTML, "Sec-Fetch-Site": "same-origin"}))


def test_what_is_not_there_is_told_to_people_and_to_programs(edge: Edge) -> None:
    found = parts(edge.ask("GET", "/nowhere", headers=HTML), 404)
    assert "There is no such page" in found.said()
    assert "/" in found.links()
    assert "table abc" not in found.said()
    assert "abc" in parts(edge.ask("GET", "/tables/abc", headers=HTML), 404).said()
    assert "no:7" in parts(edge.ask("GET", "/rounds/no:7", headers=HTML), 404).said()
    assert "monaco" in parts(edge.ask("GET", "/rules/monaco", headers=HTML), 404).said()
    assert code(edge.ask("GET", "/tables/abc")) == (404, "no_table")
    assert code(edge.ask("GET", "/api/nowhere", headers=HTML)) == (404, "no_page")
    assert edge.ask("GET", "/history?only=all", headers=HTML).status_code == 422


def test_a_fault_of_ours_is_a_page_without_its_cause(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret thing")

    monkeypatch.setattr(edge.house.floor, "listed", broken)
    answer = edge.client.get("/", headers=HTML)
    assert "went wrong on our side" in parts(answer, 500).said()
    assert "secret thing" not in answer.text
    assert edge.client.get("/").json()["code"] == "fault"


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/login",
        "///evil.example",
        "/%2Fevil.example",
        "/%2F%2Fevil.example",
        "/\\evil.example",
        "/%5Cevil.example",
        "/%5C%5Cevil.example/a",
        "/%09/evil.example",
        "/%0a//evil.example",
        "//evil.example:80/%2e%2e",
        "//evil.example?next=//evil.example",
        "//evil.example/tables/x",
    ],
)
def test_no_link_leads_from_here_to_another_house(edge: Edge, path: str) -> None:
    headers = {**HTML, "Sec-Fetch-Site": "cross-site"}
    answer = edge.client.request(
        "GET", f"http://127.0.0.1:8888{path}", headers=headers, follow_redirects=False
    )
    assert "location" not in answer.headers
    found = Parts(answer.text)
    targets = [
        value for _, each in found.elements for key, value in each.items() if key in ("href", "content")
    ]
    for target in filter(None, (each.removeprefix("0; url=") for each in targets if each)):
        cleaned = "".join(letter for letter in target if letter > " ").replace("\\", "/")
        assert urlsplit(urljoin("http://127.0.0.1:8888/", cleaned)).netloc in ("127.0.0.1:8888", ""), target
