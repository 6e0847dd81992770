"""What an operator does with people: finds, shows, signs out, helps, deletes; and the console's page."""

from __future__ import annotations

import re

from pitboss.house.operator_people import CONSOLE, PeopleDesk
from pitboss.proof.house_audit import audit
from tests.web.edge import HOME, PASSWORD, Edge
from tests.web.operator.desk import Desk, named

DAY = 86_400.0
OTHER = "horse correct 77"


def test_people_are_found_by_how_they_begin_and_who_was_here_last_is_first(edge: Edge, desk: Desk) -> None:
    named(edge, "Ann")
    edge.time += 600
    guest = edge.guest()
    guest.ask("PUT", "/api/me", json={"name": "Annabel"})
    edge.time += 600
    named(edge, "Bob_1")

    def names(**query: object) -> list[str]:
        return [each["name"] for each in desk.sees("people", **query)["people"]]

    assert set(names()) == {"Bob_1", "Annabel", "Ann", "Olga"}
    assert set(names(search="ANN")) == {"Ann", "Annabel"}
    assert names(search=guest.id[:8]) == ["Annabel"]
    assert names(search="Bob_") == ["Bob_1"]
    assert names(search="B%") == []
    first = desk.sees("people", most=1)["people"]
    rest = desk.sees("people", after=f"{first[0]['last_seen']}:{first[0]['id']}")["people"]
    assert first[0]["id"] not in {each["id"] for each in rest}


def test_one_person_is_shown_with_money_limits_and_sessions_but_no_secret(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    made = ann.ask("POST", "/api/tokens", json={"label": "bot"}).json()["secret"]
    ann.ask("PUT", "/api/limits", json={"loss": 5_000, "minutes": 60})
    desk.does("grants", person="ann", cents=500, why="a birthday")
    shown = desk.ask("GET", "people/ann")
    person = shown.json()
    assert (person["funds"], person["granted"], person["on_tables"]) == (100_500, 100_500, 0)
    limits = person["limits"]
    assert (limits["loss"], limits["minutes"], limits["excluded_until"]) == (5_000, 60, None)
    assert sorted((each["kind"], each["label"]) for each in person["sessions"]) == [
        ("bearer", "bot"),
        ("session", ""),
    ]
    for _ in range(2):  # the operator is here now and then, and Ann is not
        edge.time += 16 * DAY
        later = desk.sees("people/ann")
    assert [each["kind"] for each in later["sessions"]] == ["bearer"]  # the other is over
    assert made not in shown.text
    assert ann.secret not in shown.text
    assert desk.ask("GET", "people/nobody9").status_code == 404


def test_a_lost_password_is_set_again_by_a_link_that_is_good_once(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    body = {"id": "r", "why": "forgot it"}
    made = desk.ask("POST", "people/ann/reset", json=body)
    link = made.json()["link"]
    assert link.startswith(f"{HOME}/reset/")
    secret = link.rpartition("/")[2]
    assert secret not in str(desk.acts())
    again = desk.ask("POST", "people/ann/reset", json=body).json()
    assert (again["link"], again["act"]["repeated"]) == (None, True)
    assert ann.ask("GET", "/api/me").status_code == 200  # nothing has ended yet

    def use(password: str) -> int:
        edge.client.cookies.clear()
        form = {"link": secret, "password": password}
        sent = edge.client.post("/reset", data=form, headers={"Origin": HOME}, follow_redirects=False)
        return int(sent.status_code)

    assert edge.client.get(f"/reset/{secret}").status_code == 200
    assert use("short") == 422
    with ann.join(desk.opens()) as wire:
        assert use(OTHER) == 303
        assert wire.ended() == (1008, "signed_out")
    assert use(OTHER) == 404
    assert ann.ask("GET", "/api/me").status_code == 401
    for password, status in ((PASSWORD, 401), (OTHER, 200)):
        signed = edge.ask("POST", "/api/sign-in", json={"name": "ann", "password": password})
        assert signed.status_code == status
    assert audit(edge.store).faults == ()


def test_a_link_ends_after_a_day_with_a_newer_one_and_with_another_password(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")

    def make() -> str:
        return str(desk.does("people/ann/reset", why="forgot it")["link"]).rpartition("/")[2]

    def is_good(link: str) -> bool:
        edge.client.cookies.clear()
        form = {"link": link, "password": OTHER}
        sent = edge.client.post("/reset", data=form, headers={"Origin": HOME}, follow_redirects=False)
        return int(sent.status_code) == 303

    first, second = make(), make()
    assert not is_good(first)
    edge.time += DAY + 1
    assert not is_good(second)
    third = make()
    renewed = ann.ask("POST", "/api/password", json={"old": PASSWORD, "new": OTHER + "8"})
    assert renewed.status_code == 204
    assert not is_good(third)
    assert desk.refused(f"people/{edge.guest().id}/reset", why="x") == (401, "credentials")


def test_a_person_is_signed_out_everywhere_at_once(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    token = ann.ask("POST", "/api/tokens", json={"label": "bot"}).json()["secret"]
    with ann.join(table) as wire:
        act = desk.does("people/ann/sign-out", why="lost the phone")
        assert wire.ended() == (1008, "signed_out")
    assert act["before"] == {"person": ann.id, "session": 1, "bearer": 1}
    assert ann.ask("GET", "/api/me").status_code == 401
    assert edge.ask("GET", "/api/me", token).status_code == 401


def test_who_is_signed_out_on_the_command_line_goes_from_a_server_that_runs(edge: Edge, desk: Desk) -> None:
    """The server has nothing but the database to hear it from."""
    ann = named(edge, "Ann")
    at_work = PeopleDesk(CONSOLE, edge.store, lambda: int(edge.time * 1000), edge.house.pit, lambda: "secret")
    with ann.join(desk.opens()) as wire:
        at_work.sign_out("s", "ann", "lost the phone")
        assert wire.ended() == (1008, "signed_out")


def test_a_person_is_deleted_who_has_nothing_in_a_round(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    with ann.join(table) as wire:
        wire.sits()
        wire.done("bets", seat=1, wagers={"ante": 1_000})
        assert desk.refused("people/ann/delete", why="asked for it") == (409, "in_play")
        wire.done("bets", seat=1, wagers={})
    act = desk.does("people/ann/delete", why="asked for it")
    assert "Ann" not in str(act)
    assert desk.ask("GET", "people/ann").status_code == 404
    assert desk.refused("people/olga/delete", why="x") == (422, "operator")
    edge.books_balance()
    assert audit(edge.store).faults == ()


def test_where_a_person_sits_is_shown_and_the_link_comes_as_a_picture(edge: Edge, desk: Desk) -> None:
    ann, table = named(edge, "Ann"), desk.opens()
    assert desk.sees("people/ann")["seats"] == []
    with ann.join(table) as seat:
        seat.sits()
        [found] = desk.sees("people/ann")["seats"]
    assert found == {"table": table, "title": "Main floor", "house": "rivers", "private": False, "seats": [1]}
    made = desk.does("people/ann/reset", why="forgot it")
    assert made["picture"].startswith("<svg")
    assert made["link"].rpartition("/")[2] not in made["picture"]  # it is drawn, not written
    again = {"id": made["act"]["after"]["command"], "why": "forgot it"}
    assert desk.ask("POST", "people/ann/reset", json=again).json()["picture"] is None


HTML = {"Accept": "text/html"}


def test_the_console_is_for_operators_alone(edge: Edge, desk: Desk) -> None:
    for path in ("/operator", "/operator/tables", "/operator/tables/id1", "/operator/journal?table=x"):
        shown = desk.me.ask("GET", path, headers=HTML)
        assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
        assert 'id="console"' in shown.text
    for who in (edge.guest(), named(edge, "Paul")):
        refused = who.ask("GET", "/operator/tables", headers=HTML)
        assert refused.status_code == 403
        assert "Only an operator may do this." in refused.text
        assert 'id="console"' not in refused.text
        assert 'href="/account?then=/operator/tables"' in refused.text
        assert who.ask("GET", "/operator").json()["code"] == "not_operator"
        assert 'href="/operator"' not in who.ask("GET", "/account", headers=HTML).text
    assert 'href="/operator"' in desk.me.ask("GET", "/account", headers=HTML).text


def test_who_is_not_signed_in_signs_in_and_comes_back(edge: Edge) -> None:
    answer = edge.ask("GET", "/operator/journal?table=a%26b", headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    page = edge.ask("GET", answer.headers["location"], headers=HTML).text
    assert 'data-call="POST /api/sign-in" data-then="/operator/journal?table=a%26b"' in page
    for other in ("https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "\\\\evil.example"):
        page = edge.ask("GET", "/account", params={"then": other}, headers=HTML).text
        assert 'data-then="//' not in page, other
        assert not re.search(r'data-then="[^/]', page), other
    elsewhere = HTML | {"Sec-Fetch-Site": "cross-site"}  # no session came along: it asks again
    assert "refresh" in edge.ask("GET", "/operator", headers=elsewhere).text
