"""Accounts over HTTP: guests who become somebody, sessions, known browsers, tokens; what is nobody else's."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from httpx import Response

from pitboss.house.accounts import MOST_DEVICES
from pitboss.house.credentials import LEAST_GUESSES, PASSWORD_LENGTH, WEIGHED
from pitboss.house.rates import BY_ADDRESS, BY_NAME, BY_STRANGERS
from pitboss.web.guard import COOKIE, DEVICE_COOKIE, LARGEST
from pitboss.web.settings import ServeSettings
from tests.web.edge import HOME, PASSWORD, Edge, Visitor, code, cookie_of, named, sign_in

DAY = 24 * 3600
CLOSED_TO_STRANGERS = [
    ("GET", "/api/me", None),
    ("DELETE", "/api/me", {"password": ""}),
    ("POST", "/api/register", {"name": "Ann", "password": PASSWORD}),
    ("POST", "/api/password", {"old": PASSWORD, "new": "another horse 8"}),
    ("POST", "/api/top-up", None),
    ("PUT", "/api/limits", {"loss": 1000}),
    ("GET", "/api/tokens", None),
    ("POST", "/api/tokens", {"label": "mine"}),
    ("DELETE", "/api/tokens/abc", None),
    ("POST", "/api/tables", {"id": "t", "house": "rivers", "title": "T"}),
    ("GET", "/api/rounds", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CLOSED_TO_STRANGERS)
def test_who_is_not_signed_in_gets_no_further(
    edge: Edge, method: str, path: str, body: dict[str, str] | None
) -> None:
    for secret in (None, "", "guessed", "a" * 43):
        assert code(edge.ask(method, path, secret, json=body)) == (401, "signed_out")
    for header in ("Bearer", "Bearer ", "Bearer guessed", "Basic YTpi", "x"):
        assert edge.ask(method, path, headers={"Authorization": header}, json=body).status_code == 401


def test_a_guest_who_registers_keeps_the_money_through_signing_out_and_in(edge: Edge) -> None:
    began = edge.ask("POST", "/api/guests")
    assert (began.status_code, began.json()["funds"], began.json()["guest"]) == (201, 100_000, True)
    me = Visitor(edge, began.json()["id"], cookie_of(began))
    table = me.open()
    with me.join(table) as a:
        a.sits(1).deals(1)
        a.done("fold", seat=1)
    answer = me.ask("POST", "/api/register", json={"name": "Ann", "password": PASSWORD})
    kept = answer.json()
    assert (kept["id"], kept["name"], kept["guest"], kept["funds"]) == (me.id, "Ann", False, 99_000)
    # Whoever knew the guest's secret is out.
    assert code(me.ask("GET", "/api/me")) == (401, "signed_out")
    me = Visitor(edge, me.id, cookie_of(answer))
    out = me.ask("POST", "/api/sign-out")
    assert out.status_code == 204
    assert 'pitboss_session=""' in out.headers["set-cookie"]
    assert code(me.ask("GET", "/api/me")) == (401, "signed_out")
    again = sign_in(edge, "aNN")
    assert (again.json()["id"], again.json()["funds"]) == (me.id, 99_000)
    assert cookie_of(again) != me.secret
    assert edge.ask("GET", "/api/me", cookie_of(again)).json()["name"] == "Ann"


def test_nobody_asks_for_a_role_or_for_money(edge: Edge) -> None:
    ann = edge.guest()
    body = {"name": "Ann", "password": PASSWORD}
    for forged in ({"role": "operator"}, {"funds": 10**9}, {"id": "x"}, {"guest": False}):
        answer = ann.ask("POST", "/api/register", json={**body, **forged})
        assert code(answer) == (422, "message")
        assert next(iter(forged)) in answer.json()["text"]
    me = ann.ask("GET", "/api/me").json()
    assert (me["role"], me["funds"], me["guest"]) == ("player", 100_000, True)


# Tokens for programs


def test_a_programs_token_is_its_owners_until_it_is_revoked(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    secret = ann.ask("POST", "/api/tokens", json={"label": "bot"}).json()["secret"]
    bearer = {"Authorization": f"Bearer {secret}"}
    assert edge.ask("GET", "/api/me", headers=bearer).json()["id"] == ann.id
    listed = ann.ask("GET", "/api/tokens").json()
    assert [each["label"] for each in listed] == ["bot"]
    assert secret not in ann.ask("GET", "/api/tokens").text
    assert bob.ask("GET", "/api/tokens").json() == []
    path = f"/api/tokens/{listed[0]['id']}"
    assert code(bob.ask("DELETE", path)) == (404, "token")
    assert edge.ask("GET", "/api/me", headers=bearer).status_code == 200
    assert ann.ask("DELETE", path).status_code == 204
    assert edge.ask("GET", "/api/me", headers=bearer).status_code == 401
    assert (
        edge.ask("GET", "/api/me", headers={"Authorization": f"Bearer {listed[0]['id']}"}).status_code == 401
    )


# Cookies, attempts


def test_the_cookie_is_for_this_site_and_for_no_script() -> None:
    for base, settings, secure in (
        ("http://127.0.0.1:8888", ServeSettings(), False),
        ("https://127.0.0.1:8888", ServeSettings(), True),
        ("http://127.0.0.1:8888", ServeSettings(certificate="c.pem", key="k.pem"), True),
    ):
        with Edge(settings, base=base) as edge:
            header = edge.ask("POST", "/api/guests").headers["set-cookie"]
        jar = SimpleCookie(header)[COOKIE]
        assert jar["httponly"] is True
        assert (jar["samesite"].lower(), jar["path"], jar["domain"]) == ("strict", "/", "")
        assert bool(jar["secure"]) is secure


@pytest.mark.parametrize("peer", ["10.0.0.1", "192.0.2.1"])
def test_a_proxy_that_speaks_tls_is_believed_where_the_settings_name_it(peer: str) -> None:
    with Edge(ServeSettings(proxies=("10.0.0.1",)), address=peer) as edge:
        header = edge.ask("POST", "/api/guests", headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert ("secure" in header.lower()) is (peer == "10.0.0.1")


def test_passwords_cannot_be_guessed_for_long(edge: Edge) -> None:
    named(edge, "Ann")
    answers = [code(sign_in(edge, "Ann", f"wrong {number}")) for number in range(5)]
    assert answers == [(401, "credentials")] * 5
    assert code(sign_in(edge, "ANN")) == (429, "rate")  # even the right one
    assert code(sign_in(edge, "Bob")) == (401, "credentials")
    edge.time += 60
    assert sign_in(edge, "Ann").status_code == 200


def _guests(edge: Edge, told: str) -> list[int]:
    return [edge.ask("POST", "/api/guests", headers={"X-Forwarded-For": told}).status_code for _ in range(11)]


def test_who_is_no_proxy_of_ours_says_nothing_of_addresses() -> None:
    with Edge(ServeSettings(proxies=("10.0.0.1",)), address="192.0.2.1") as edge:
        assert _guests(edge, "203.0.113.1") == [201] * 10 + [429]
        assert edge.ask("POST", "/api/guests", headers={"X-Forwarded-For": "203.0.113.2"}).status_code == 429


def test_a_trusted_proxy_is_believed_for_one_hop() -> None:
    with Edge(ServeSettings(proxies=("10.0.0.1", "10.0.0.2")), address="10.0.0.1") as edge:
        assert _guests(edge, "203.0.113.1") == [201] * 10 + [429]
        for told, status in (
            ("203.0.113.2", 201),  # somebody else
            ("198.51.100.9, 203.0.113.1", 429),  # what a client has said itself stands further left
            ("203.0.113.1, 10.0.0.2", 429),  # two proxies
            ("198.51.100.9, 203.0.113.3, 10.0.0.2", 201),
        ):
            answer = edge.ask("POST", "/api/guests", headers={"X-Forwarded-For": told})
            assert answer.status_code == status, told


def test_a_proxy_that_adds_a_line_of_its_own_is_believed_and_not_what_the_client_has_written() -> None:
    edge = Edge(ServeSettings(proxies=("10.0.0.1",)), address="10.0.0.1")

    def guest(*lines: str) -> int:
        headers = [(b"x-forwarded-for", line.encode()) for line in lines]
        return int(edge.client.post("/api/guests", headers=headers).status_code)

    with edge.client:
        edge.client.cookies.clear()
        answers = [guest(f"198.51.100.{number}", "203.0.113.1") for number in range(11)]
        assert answers == [201] * 10 + [429]
        assert guest("203.0.113.1:4711") == 429, "a port is no other address"
        assert guest("203.0.113.1", "203.0.113.2") == 201


SERVE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
ORIGIN = {"Origin": HOME}


def given(answer: Response, name: str) -> str | None:
    """What an answer sets a cookie to."""
    jars = [SimpleCookie(text) for text in answer.headers.get_list("set-cookie")]
    return next((jar[name].value for jar in jars if name in jar), None)


def registered(edge: Edge, name: str = "Anna") -> tuple[Visitor, str]:
    """Somebody with a name, in a browser."""
    guest = edge.guest()
    body = {"name": name, "password": PASSWORD}
    answer = guest.ask("POST", "/api/register", json=body, headers=ORIGIN)
    secret, device = given(answer, COOKIE), given(answer, DEVICE_COOKIE)
    assert secret is not None
    assert device is not None
    return Visitor(edge, guest.id, secret), device


def sign_in_at(edge: Edge, password: str, device: str | None = None, **headers: str) -> Response:
    cookie = {} if device is None else {"Cookie": f"{DEVICE_COOKIE}={device}"}
    body = {"name": "anna", "password": password}
    return edge.ask("POST", "/api/sign-in", json=body, headers={**cookie, **headers})


def test_a_browser_gets_a_cookie_that_no_script_reads_and_programs_get_none(edge: Edge) -> None:
    _, device = registered(edge)
    answer = sign_in_at(edge, PASSWORD, device, **ORIGIN)
    (text,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith(DEVICE_COOKIE)]
    parts = {part.strip().lower() for part in text.split(";")}
    assert {"httponly", "samesite=strict", "path=/", f"max-age={365 * 24 * 3600}"} <= parts
    assert given(answer, DEVICE_COOKIE) == device
    assert given(sign_in_at(edge, PASSWORD), DEVICE_COOKIE) is None
    assert given(sign_in_at(edge, "wrong horse 9", device, **ORIGIN), DEVICE_COOKIE) is None
    assert edge.ask("GET", "/api/me", device).status_code == 401, "it opens nothing"


def test_a_new_password_ends_every_other_session_token_and_socket(edge: Edge) -> None:
    ann, device = registered(edge)
    other = given(sign_in_at(edge, PASSWORD), COOKIE)
    token = ann.ask("POST", "/api/tokens", json={"label": "bot"}).json()["secret"]
    table = ann.open("rivers")
    with ann.join(table) as seat:
        seat.sits(1)
        body = {"old": PASSWORD, "new": "another horse 8"}
        answer = ann.ask("POST", "/api/password", json=body, headers=ORIGIN)
        assert answer.status_code == 204
        assert seat.ended() == (1008, "signed_out")
    bearer = {"Authorization": f"Bearer {token}"}
    assert edge.ask("GET", "/api/me", headers=bearer).status_code == 401
    for old in (ann.secret, other):
        assert edge.ask("GET", "/api/me", old).status_code == 401
    fresh = given(answer, COOKIE)
    assert edge.ask("GET", "/api/me", fresh).json()["id"] == ann.id
    known = given(answer, DEVICE_COOKIE)
    assert known not in (None, device)
    assert edge.ask("GET", "/api/tokens", fresh).json() == []


def test_the_limits_that_operators_read_are_those_of_the_doors() -> None:
    rows = [row.strip("| ").split(" | ") for row in SERVE.splitlines() if row.startswith("| ")]
    said = {row[0]: [int(each) for each in re.findall(r"\d+", row[1].replace(",", ""))] for row in rows}
    assert said["attempts to sign in with a name from one address"] == [*BY_NAME]
    assert said["attempts to sign in from one address, with any names"] == [*BY_ADDRESS]
    assert said["attempts to sign in with a name from everywhere"] == [*BY_STRANGERS]
    again = "attempts of such a browser; of a person who is signed in and must give the password once more"
    assert said[again] == said["names and passwords tried when registering"] == [*BY_NAME]
    assert said["browsers that a person is known by"] == [MOST_DEVICES]
    assert said["a password"] == [*PASSWORD_LENGTH, WEIGHED, 10, 8]
    assert LEAST_GUESSES == 10**8
    assert said["a receipt to verify"] == [LARGEST]


def test_the_page_says_in_one_sentence_which_passwords_are_taken(edge: Edge) -> None:
    page = edge.ask("GET", "/account", headers={"Accept": "text/html"}).text
    assert "8 to 128 characters of any kind, and nothing that is easy to guess" in page
    guest = edge.guest()
    answer = guest.ask("POST", "/api/register", json={"name": "Anna", "password": "Password2026"})
    assert (answer.status_code, answer.json()["code"]) == (422, "password")
    assert "no common password, no row of keys" in answer.json()["text"]
