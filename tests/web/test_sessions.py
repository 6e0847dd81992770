"""Accounts over HTTP: guests who become somebody, sessions, tokens, and what is nobody else's."""

from __future__ import annotations

from http.cookies import SimpleCookie

import pytest

from pitboss.web.guard import COOKIE
from pitboss.web.settings import ServeSettings
from tests.web.edge import PASSWORD, Edge, Visitor, code, cookie_of, named, sign_in

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


@pytest.mark.parametrize("name", ["O'Brien", "Zoë", "José María", "Anne-Marie", "李"])
def test_a_name_of_any_people_is_one_for_guests_and_to_sign_in_with(edge: Edge, name: str) -> None:
    """As phones write it, too: with a curved apostrophe."""
    who, typed = edge.guest(), name.replace("'", "\u2019")
    assert who.ask("PUT", "/api/me", json={"name": typed}).json()["name"] == name
    answer = who.ask("POST", "/api/register", json={"name": typed, "password": PASSWORD})
    assert (answer.status_code, answer.json()["name"]) == (200, name)
    for again in (name, typed.upper(), f" {name.lower()} "):
        signed_in = edge.ask("POST", "/api/sign-in", json={"name": again, "password": PASSWORD})
        assert (signed_in.status_code, signed_in.json()["name"]) == (200, name), again
    like = edge.guest().ask("PUT", "/api/me", json={"name": name.replace("'", "").replace(" ", "-")})
    assert code(like) == (409, "name_taken")


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


def test_guests_from_one_address_are_not_without_number(edge: Edge) -> None:
    answers = [edge.ask("POST", "/api/guests").status_code for _ in range(11)]
    assert answers == [201] * 10 + [429]
    edge.time += 60
    assert edge.ask("POST", "/api/guests").status_code == 201


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
