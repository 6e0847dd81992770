"""What an operator does: only with the role, once for each id, and written down with before and after."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import Connection, text

from pitboss.evening.model import Clock
from pitboss.house.operator_journal import Change, Command, known_act, write_down
from pitboss.house.operator_people import PeopleDesk
from pitboss.ledger import Store
from pitboss.ledger.people import erase, set_role
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from pitboss.table import PROPOSITION
from pitboss.web import operator_records, operators
from pitboss.web.guard import COOKIE
from tests.ledger.books import balances
from tests.ledger.reached import TornOff, listening
from tests.web.edge import NOON, Edge
from tests.web.operator.desk import Desk, named

DAY = 24 * 60 * 60 * 1000
LATE = {"id": "c", "why": "it is late"}
ROUTES = [
    (method, route.path)
    for route in (*operators.routes.routes, *operator_records.routes.routes)
    if isinstance(route, APIRoute)
    for method in sorted(route.methods or ())
]


def _bodies(table: str) -> dict[str, dict[str, Any]]:
    """A body that an operator may send, for every action; all but a note give a reason."""
    bodies: dict[str, dict[str, Any]] = {
        "tables": {"house": "rivers", "title": "Main floor"},
        f"tables/{table}/close": {},
        f"tables/{table}/freeze": {},
        f"tables/{table}/thaw": {},
        f"tables/{table}/void": {"cause": "malfunction"},
        f"tables/{table}/host": {"do": "change", "low": 1000},
        "grants": {"person": "Olga", "cents": 500, "why": "a birthday"},
        "people/Olga/exclude": {"until": int(NOON * 1000) + DAY, "why": "asked for it"},
        "people/Olga/reset": {"why": "forgot it"},
        "people/Olga/sign-out": {"why": "lost the phone"},
        "people/Olga/delete": {"why": "asked for it"},
        f"rounds/{table}:1/notes": {"text": "seen on camera"},
        f"rounds/{table}:1/dispute": {"why": "a player says so"},
        f"rounds/{table}:1/dispute/close": {"verdict": "stands", "why": "judged again"},
        "audits": {"why": "the first of the month"},
        "audits/1/stop": {"why": "too slow"},
    }
    return {path: body if "text" in body else {"why": "because", **body} for path, body in bodies.items()}


def test_nothing_goes_without_the_role(edge: Edge, desk: Desk) -> None:
    table, somebody = desk.opens(), edge.guest()
    before = _rows(edge)
    for method, route in ROUTES:
        path = route.format(table=table, name="Olga", round_id=f"{table}:1", kind="person", number=1)
        body = _bodies(table).get(path.removeprefix("/api/operator/"), {}) | {"id": "x1"}
        more: dict[str, Any] = {"json": body} if method == "POST" else {}
        nobody, player = edge.ask(method, path, **more), somebody.ask(method, path, **more)
        assert (nobody.status_code, nobody.json()["code"]) == (401, "signed_out"), route
        assert (player.status_code, player.json()["code"]) == (403, "not_operator"), route
        assert _rows(edge) == before, route


def _rows(edge: Edge) -> dict[str, list[Any]]:
    """Every row that an operator can cause; a new guest brings rows elsewhere."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        tables = ("acts", "notes", "felts", "rounds", "events", "lobby")
        return {table: list(connection.execute(text(f"SELECT * FROM {table}"))) for table in tables}

    return edge.store.read(read)


def test_every_action_is_tried_above() -> None:
    posts = {path for method, path in ROUTES if method == "POST"}
    filled = {
        f"/api/operator/{path}".replace("/T/", "/{table}/")
        .replace("/Olga/", "/{name}/")
        .replace("/1/", "/{number}/")
        for path in _bodies("T")
    }
    assert {path.replace("/T:1/", "/{round_id}/") for path in filled} == posts


def test_no_act_goes_without_a_reason_and_each_is_in_the_journal(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    for path, body in _bodies(table).items():
        if "why" not in body:
            continue
        before = _rows(edge)
        for why in ({"why": ""}, {"why": "  "}, {"why": "x" * 401}, {}):
            asked = {key: value for key, value in body.items() if key != "why"} | {"id": "r"} | why
            answer = desk.ask("POST", path, json=asked)
            assert (answer.status_code, answer.json()["code"]) == (422, "message"), (path, why)
        assert _rows(edge) == before, path
    act = desk.does(f"tables/{table}/freeze", why="two people quarrel")
    assert act["after"]["why"] == act["after"]["asked"]["why"] == "two people quarrel"
    assert desk.acts(table=table)[0] == act


def test_who_loses_the_role_can_do_nothing_more(edge: Edge, desk: Desk) -> None:
    edge.store.write(lambda connection: set_role(connection, desk.me.id, "player", "test", 0))
    assert desk.ask("GET", "acts").status_code == 403
    assert desk.ask("POST", "grants", json=_bodies("")["grants"] | {"id": "x"}).status_code == 403


def test_unknown_fields_are_refused(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    for path, body in _bodies(table).items():
        assert desk.refused(path, **body, colour="red") == (422, "message"), path
    for path in ("acts", "rounds", "hold"):
        assert desk.ask("GET", path, params={"colour": "red"}).status_code == 422
    assert desk.refused("grants", person="Olga", cents="500") == (422, "message")
    assert desk.refused("grants", person="Olga", cents=0) == (422, "message")
    assert desk.ask("POST", "grants", json=_bodies("")["grants"]).status_code == 422  # no id


def test_a_house_table_is_opened_once_and_is_in_the_lobby(edge: Edge, desk: Desk) -> None:
    body = {
        "id": "open-1",
        "why": "busy",
        "house": "shine",
        "title": "Main floor",
        "low": 1000,
        "bots": ["timid"],
    }
    first = desk.ask("POST", "tables", json=body).json()
    again = desk.ask("POST", "tables", json=body).json()
    assert again == first | {"repeated": True}
    [listed] = edge.ask("GET", "/api/tables").json()
    assert (listed["table"], listed["house"], listed["low"]) == (first["table"], "shine", 1000)
    assert (listed["private"], listed["bots"]) == (False, 1)
    assert first["before"] == {}
    assert first["after"]["low"] == 1000
    assert first["after"]["asked"]["house"] == "shine"
    assert (first["actor"], first["name"]) == (desk.me.id, "Olga")
    other = desk.ask("POST", "tables", json=body | {"title": "Another"})
    assert (other.status_code, other.json()["code"]) == (422, "id_used")
    assert desk.refused("tables", house="rivers", title="x", private=True) == (422, "message")
    assert desk.refused("tables", house="../etc", title="x") == (404, "no_house")


def test_a_stopped_table_refuses_bets_and_goes_on_with_full_clocks(edge: Edge, desk: Desk) -> None:
    table = desk.opens(clock=True)
    room, clock = edge.room(table), Clock()
    with edge.guest().join(table) as ann:
        ann.sits().done("bets", seat=1, wagers={"ante": 1000})
        assert room.live.deadline == NOON + clock.bets
        edge.time += clock.bets - 1
        act = desk.does(f"tables/{table}/freeze")
        assert (act["before"]["frozen"], act["after"]["frozen"]) == (False, True)
        assert room.live.deadline is None
        assert ann.refused("bets", seat=1, wagers={"ante": 1500}) == "frozen"
        assert ann.refused("ready") == "frozen"
        assert desk.refused(f"tables/{table}/freeze") == (422, "frozen")
        edge.time += 3600
        act = desk.does(f"tables/{table}/thaw")
        assert (act["before"]["frozen"], act["after"]["frozen"]) == (True, False)
        assert room.live.deadline == edge.time + clock.bets
        assert ann.done("bets", seat=1, wagers={"ante": 1500})
    assert desk.refused(f"tables/{table}/thaw") == (422, "not_frozen")
    assert [each["what"] for each in desk.acts(table=table)] == ["thaw", "freeze", "open"]


def test_an_operator_does_what_a_host_may_and_it_is_written_down(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    act = desk.does(f"tables/{table}/host", do="change", low=1000)
    assert act["what"] == "change"
    assert (act["before"]["terms"][0], act["after"]["terms"][0]) == (500, 1000)
    with edge.guest().join(table) as ann:
        ann.sits().done("bets", seat=1, wagers={"ante": 1000})
        assert desk.refused(f"tables/{table}/host", do="change", low=500) == (422, "bets_placed")
        assert desk.refused(f"tables/{table}/host", do="remove") == (422, "message")
        desk.does(f"tables/{table}/host", do="deal_now")
        assert edge.room(table).live.phase == "decisions"
        desk.does(f"tables/{table}/host", do="remove", seat=1)
        assert edge.room(table).live.phase == "settled"
    assert [each["what"] for each in desk.acts(table=table)] == ["remove", "deal_now", "change", "open"]


def test_a_table_that_closes_after_this_hand_does_so_after_a_restart_too(edge: Edge, desk: Desk) -> None:
    table, player = desk.opens(), edge.guest()
    with player.join(table) as ann:
        ann.sits().deals()
        act = desk.ask("POST", f"tables/{table}/close", json=LATE).json()
        assert (act["after"]["closing"], act["after"]["closed"]) == (True, False)
    with Edge(store=edge.store, entropy=Random("later").randbytes) as other:
        player.edge = other
        with player.join(table) as ann:
            assert ann.say("fold", seat=1)["t"] == "done"
        assert other.ask("GET", "/api/tables").json() == []
        desk.me.edge = other
        assert desk.ask("POST", f"tables/{table}/close", json=LATE).json() == act | {"repeated": True}


def test_a_deleted_persons_name_is_not_in_the_journal(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Annabel")
    desk.does("grants", person="annabel", cents=500, why="a birthday")
    desk.does("people/ANNABEL/exclude", until=int(NOON * 1000) + DAY, why="asked for it")
    edge.store.write(lambda connection: erase(connection, ann.id, 0))
    found = str(_rows(edge)).lower()
    assert ann.id in found
    assert "annabel" not in found
    assert desk.refused("grants", person=ann.id, cents=1, why="x") == (404, "no_person")


def test_what_was_done_to_a_person_is_answered_again_when_they_are_gone(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    asked: dict[str, dict[str, object]] = {
        "grants": {"person": "Ann", "cents": 500},
        "people/Ann/sign-out": {},
        "people/Ann/exclude": {"until": int(edge.time * 1000) + 10 * 86_400_000},
        f"people/{ann.id}/delete": {},
    }
    bodies = {path: {"id": edge.new_id(), "why": "because", **more} for path, more in asked.items()}
    first = {path: desk.ask("POST", path, json=body).json() for path, body in bodies.items()}
    for path, body in bodies.items():
        assert desk.ask("POST", path, json=body).json() == first[path] | {"repeated": True}
        other = desk.ask("POST", path, json=body | {"why": "another reason"})
        assert (other.status_code, other.json()["code"]) == (404, "no_person")
    assert len(desk.acts(kind="delete")) == 1


def test_repeating_a_stop_stops_nothing_again(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    first = desk.ask("POST", f"tables/{table}/freeze", json=LATE).json()
    desk.does(f"tables/{table}/thaw")
    again = desk.ask("POST", f"tables/{table}/freeze", json=LATE).json()
    assert again == first | {"repeated": True}
    assert not edge.room(table).live.frozen
    assert len(desk.acts()) == 3


@pytest.mark.parametrize("stage", ["bets", "decisions"])
def test_a_void_returns_everything_once(edge: Edge, desk: Desk, stage: str) -> None:
    table = desk.opens()
    player = edge.guest()
    with player.join(table) as ann:
        before = edge.funds(player)
        ann.sits().done("bets", seat=1, wagers={"ante": 1000, "pair_plus": 500})
        if stage == "decisions":
            ann.done("ready")
        round_ = edge.room(table).live.open_round
        assert round_ is not None
        assert desk.refused(f"tables/{table}/void", cause="malfunction", round="other:1") == (422, "stale")
        body = {**LATE, "cause": "malfunction", "round": round_.id}
        act = desk.ask("POST", f"tables/{table}/void", json=body).json()
        assert desk.ask("POST", f"tables/{table}/void", json=body).json() == act | {"repeated": True}
        assert edge.funds(player) == before
        assert act["round"] == round_.id
        assert act["before"]["phase"] == stage
        assert act["after"]["phase"] == "void"
        assert act["before"]["funds"] == {player.id: before - 2500}  # the reserve for Play too
        assert act["after"]["funds"] == {player.id: before}
        assert ann.catch_up()["phase"] == "void"
    assert desk.refused(f"tables/{table}/void", cause="malfunction") == (404, "no_round")
    assert desk.refused(f"tables/{table}/void", cause="bored") == (422, "message")
    edge.books_balance()


def test_a_closed_table_gives_bets_back_and_is_gone(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    player = edge.guest()
    with player.join(table) as ann:
        before = edge.funds(player)
        ann.sits().done("bets", seat=1, wagers={"ante": 1000})
        act = desk.ask("POST", f"tables/{table}/close", json=LATE).json()
    assert edge.funds(player) == before
    assert (act["before"]["closed"], act["after"]["closed"]) == (False, True)
    assert edge.ask("GET", "/api/tables").json() == []
    again = desk.ask("POST", f"tables/{table}/close", json=LATE)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert desk.refused(f"tables/{table}/close") == (404, "no_table")


def test_a_grant_is_given_once_with_its_reason(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    before, mint = edge.funds(ann), balances(edge.store)["mint"]
    body = {"id": "g", "person": "ANN", "cents": 12_345, "why": "a spilled drink"}
    for turn in range(3):
        answer = desk.ask("POST", "grants", json=body)
        assert answer.status_code == 201
        assert answer.json()["repeated"] == (turn > 0)
    assert edge.funds(ann) == before + 12_345
    assert balances(edge.store)["mint"] == mint - 12_345 * 10**6
    act = desk.acts()[0]
    assert act["before"] == {"person": ann.id, "funds": before}
    assert act["after"]["funds"] == before + 12_345
    assert act["after"]["why"] == "a spilled drink"
    more = desk.ask("POST", "grants", json=body | {"cents": 99})
    assert (more.status_code, more.json()["code"]) == (422, "id_used")
    assert desk.does("grants", person=edge.guest().id, cents=1, why="x")["after"]["granted"] == 1
    assert desk.refused("grants", person="nobody9", cents=1, why="x") == (404, "no_person")
    assert desk.refused("grants", person="proposition", cents=1, why="x") == (404, "no_person")
    edge.books_balance()


def test_a_grant_that_cannot_be_written_down_is_not_given(edge: Edge, desk: Desk) -> None:
    """The money and the act are one transaction: who repeats it after a fall of the house gets it once."""
    ann = named(edge, "Ann")
    before, deeds = edge.funds(ann), []

    def falls(point: str) -> None:
        deeds.extend([point] if point == "journal:deed" else [])
        if len(deeds) == 2:  # the first is the grant's own, the second the act's
            raise TornOff(point)

    at_work = PeopleDesk(desk.me.id, edge.store, lambda: 7, edge.house.pit, lambda: "secret")
    with listening(falls), pytest.raises(TornOff):
        at_work.grant("g", ann.id, 700, "")
    assert edge.funds(ann) == before
    act = desk.ask("POST", "grants", json={**LATE, "person": "Ann", "cents": 700}).json()
    assert edge.funds(ann) == before + 700
    assert (act["before"]["funds"], act["after"]["funds"], act["repeated"]) == (before, before + 700, False)


def test_who_is_excluded_is_shown_out_and_cannot_bet(edge: Edge, desk: Desk) -> None:
    table, player = desk.opens(), named(edge, "Ann")
    until = int(NOON * 1000) + 3 * DAY
    with player.join(table) as ann:
        ann.sits()
        body = {"id": "e", "until": until, "why": "asked by the family"}
        act = desk.ask("POST", "people/ann/exclude", json=body).json()
        assert ann.ended() == (1008, "excluded")
    assert desk.ask("POST", "people/ann/exclude", json=body).json() == act | {"repeated": True}
    assert act["before"] == {"person": player.id, "excluded_until": None}
    assert act["after"]["excluded_until"] == until
    assert edge.room(table).live.seating.seated() == ()
    ticket = player.ask("POST", f"/api/tables/{table}/ticket", json={})
    assert (ticket.status_code, ticket.json()["code"]) == (403, "excluded")
    assert player.ask("GET", "/api/me").json()["limits"]["excluded_until"] == until
    assert desk.refused("people/ann/exclude", until=until - 1, why="x") == (422, "excluded_longer")
    assert desk.refused("people/ann/exclude", until=int(NOON * 1000), why="x") == (422, "limit_value")
    assert desk.refused("people/nobody9/exclude", until=until, why="x") == (404, "no_person")
    edge.time += 3 * DAY / 1000
    assert player.ask("POST", f"/api/tables/{table}/ticket", json={}).status_code == 200


def test_a_hand_that_was_dealt_is_played_to_its_end(edge: Edge, desk: Desk) -> None:
    table, player = desk.opens(), edge.guest()
    until = int(NOON * 1000) + DAY
    with player.join(table) as ann:
        ann.sits().deals()
        desk.does(f"people/{player.id}/exclude", until=until, why="x")
        with player.join(table) as back:  # a lost connection costs no hand
            back.done("play", seat=1)
            assert back.catch_up()["phase"] == "settled"
        assert edge.room(table).live.seating.people[player.id].seats == ()
        ann.catch_up()
        ann.sits()
        assert ann.refused("bets", seat=1, wagers={"ante": 1000}) == "excluded"
    assert player.ask("POST", f"/api/tables/{table}/ticket", json={}).status_code == 403


def test_of_many_at_once_one_has_an_effect(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    before = edge.funds(ann)

    def ask(path: str, body: dict[str, Any]) -> bool:
        headers = {"Cookie": f"{COOKIE}={desk.me.secret}"}
        answer = edge.client.post(f"/api/operator/{path}", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return bool(answer.json()["repeated"])

    grant = {"id": "g", "why": "w", "person": "ann", "cents": 100}
    table = {"id": "t", "why": "w", "house": "shine", "title": "Main floor"}
    with ThreadPoolExecutor(6) as threads:
        for path, body in (("grants", grant), ("tables", table)):
            repeated = list(threads.map(ask, [path] * 6, [body] * 6))
            assert sorted(repeated) == [False] + [True] * 5
    assert edge.funds(ann) == before + 100
    assert len(edge.ask("GET", "/api/tables").json()) == 1
    assert [each["what"] for each in desk.acts()] == ["open", "grant"]


def test_the_books_of_an_operated_evening_are_clean(edge: Edge, desk: Desk) -> None:
    table, player = desk.opens("napa-valley", bots=["random", "timid"]), named(edge, "Ann")
    desk.does("grants", person="ann", cents=50_000, why="first evening")
    with player.join(table) as ann:
        ann.sits(3)
        for number in range(4):
            ann.deals(3, ante=edge.room(table).live.table.min)
            if number % 2:
                act = desk.does(f"tables/{table}/void", cause="cannot go on")
                assert PROPOSITION not in act["before"]["funds"]
            else:
                desk.does(f"tables/{table}/freeze")
                desk.does(f"tables/{table}/thaw")
                ann.done("play", seat=3)
        ann.done("bets", seat=3, wagers={"ante": edge.room(table).live.table.min})
        desk.does(f"tables/{table}/close")
    desk.does("people/ann/exclude", until=int(NOON * 1000) + DAY, why="asked for it")
    found = audit(edge.store)
    assert found.faults == ()
    edge.books_balance()


def test_a_command_is_known_again_by_its_exact_id_on_every_kind_of_database(store: Store) -> None:
    command = Command("olga", "a_b", "grant", {"person": "Ann", "cents": 5})
    assert known_act(store, command) is None
    number = write_down(store, command, 7, Change({"funds": 0}, {"funds": 5})).number
    found = known_act(store, command)
    assert found is not None
    assert (found.number, found.before, found.repeated) == (number, {"funds": 0}, True)
    for other in ("axb", "A_B", "a", "_b", "a_b%"):
        assert known_act(store, command._replace(id=other)) is None
    assert known_act(store, command._replace(operator="otto")) is None
    with pytest.raises(Refusal, match="used before for something else"):
        known_act(store, command._replace(asked={"person": "Ann", "cents": 6}))
    with pytest.raises(Refusal, match="used before for something else"):
        known_act(store, command._replace(what="exclude"))
