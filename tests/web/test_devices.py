"""Signing in over HTTP: the cookie of a known browser, and what a new password ends."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path

from httpx import Response

from pitboss.house.accounts import MOST_DEVICES
from pitboss.house.credentials import LEAST_GUESSES, PASSWORD_LENGTH, WEIGHED
from pitboss.house.rates import BY_ADDRESS, BY_NAME, BY_STRANGERS
from pitboss.web.guard import COOKIE, DEVICE_COOKIE, LARGEST
from tests.web.edge import HOME, PASSWORD, Edge, Visitor

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


def sign_in(edge: Edge, password: str, device: str | None = None, **headers: str) -> Response:
    cookie = {} if device is None else {"Cookie": f"{DEVICE_COOKIE}={device}"}
    body = {"name": "anna", "password": password}
    return edge.ask("POST", "/api/sign-in", json=body, headers={**cookie, **headers})


def test_a_browser_gets_a_cookie_that_no_script_reads_and_programs_get_none(edge: Edge) -> None:
    _, device = registered(edge)
    answer = sign_in(edge, PASSWORD, device, **ORIGIN)
    (text,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith(DEVICE_COOKIE)]
    parts = {part.strip().lower() for part in text.split(";")}
    assert {"httponly", "samesite=strict", "path=/", f"max-age={365 * 24 * 3600}"} <= parts
    assert given(answer, DEVICE_COOKIE) == device
    assert given(sign_in(edge, PASSWORD), DEVICE_COOKIE) is None
    assert given(sign_in(edge, "wrong horse 9", device, **ORIGIN), DEVICE_COOKIE) is None
    assert edge.ask("GET", "/api/me", device).status_code == 401, "it opens nothing"


def test_a_new_password_ends_every_other_session_token_and_socket(edge: Edge) -> None:
    ann, device = registered(edge)
    other = given(sign_in(edge, PASSWORD), COOKIE)
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
