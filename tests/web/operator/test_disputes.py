"""A disputed round: found, judged again, told, noted; and what somebody changed in the database shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from pitboss.ledger.people import erase
from pitboss.proof import receipt, verify
from pitboss.sheet import houses
from tests.proof.forging import Forgery, open_up, run
from tests.web.edge import NOON, Edge, Visitor
from tests.web.operator.desk import Data, Desk, named

BETS = {"rivers": {"ante": 1000, "pair_plus": 500, "progressive": 100}}


def play(edge: Edge, player: Visitor, table: str, rounds: int = 1, action: str = "play") -> None:
    """Plays whole rounds at a table without a clock, a minute each."""
    live = edge.room(table).live
    bets = BETS.get(live.table.sheet.id, {"ante": live.table.min})
    with player.join(table) as seat:
        seat.sits()
        for _ in range(rounds):
            seat.deals(**bets)
            seat.done(action, seat=1)
            assert seat.catch_up()["phase"] == "settled"
            edge.time += 60
        seat.done("stand", seat=1)


@pytest.mark.parametrize("action", ["play", "fold"])
@pytest.mark.parametrize("house", houses())
def test_a_good_round_is_good(edge: Edge, desk: Desk, house: str, action: str) -> None:
    table, ann = desk.opens(house), named(edge, "Ann")
    before = edge.funds(ann)
    play(edge, ann, table, action=action)
    found = desk.sees(f"rounds/{table}:1")
    assert (found["right"], found["faults"]) == (True, [])
    assert "Settled again, every line pays what was paid." in found["checks"]
    assert "The ledger moved exactly what the rules give." in found["checks"]
    assert (found["house"], found["ended"], found["at"]) == (house, "settled", int(NOON * 1000))
    [seat] = found["seats"]
    assert (seat["player"], found["people"]) == (ann.id, {ann.id: "Ann"})
    assert seat["ruled"] == seat["paid"] == edge.funds(ann) - before
    assert sum(line["ruled"]["profit"] for line in seat["lines"]) == seat["paid"]
    assert all(line["equal"] and line["ruled"] == line["paid"] for line in seat["lines"])
    assert all(line["ruled"]["clause"] for line in seat["lines"])
    assert any(sentence.startswith("Seat 1 net: ") for sentence in found["tale"])
    assert found["receipt"] == receipt(edge.store, f"{table}:1")
    assert verify(found["receipt"]).good


def test_a_void_round_is_judged_too(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), edge.guest()
    with ann.join(table) as seat:
        seat.sits().deals()
        desk.does(f"tables/{table}/void", cause="cannot go on")
    found = desk.sees(f"rounds/{table}:1")
    assert (found["right"], found["ended"]) == (True, "void")
    assert [line["ruled"]["result"] for line in found["seats"][0]["lines"]] == ["void"]
    assert found["seats"][0]["paid"] == 0


def test_a_round_that_nobody_bet_on(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    answer = desk.ask("GET", f"rounds/{table}:1")
    assert (answer.status_code, answer.json()["code"]) == (409, "round_open")
    assert "seed" not in answer.text
    desk.does(f"tables/{table}/close")
    found = desk.sees(f"rounds/{table}:1")
    assert (found["right"], found["ended"], found["seats"]) == (True, "unused", [])
    assert desk.ask("GET", "rounds/nowhere:1").status_code == 404


def _paid_more(body: str) -> str:
    data = json.loads(body)
    line = data["seats"][0]["lines"][0]
    line["profit"] += 100
    data["seats"][0]["net"] += 100
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _other_bet(body: str) -> str:
    return body.replace('"ante":1000', '"ante":2000')


def _nonsense(body: str) -> str:
    return "{}"


def _rewrite(table: str, column: str, where: str, change: Callable[[str], str]) -> Forgery:
    """Changes one text of the last such row."""

    def forge(connection: Connection) -> None:
        ask = connection.exec_driver_sql
        query = f"SELECT rowid, {column} FROM {table} WHERE {where} ORDER BY rowid DESC"
        row, old = ask(query).all()[0]
        new = change(old)
        assert new != old
        ask(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))

    return forge


def _event(kind: str, change: Callable[[str], str]) -> Forgery:
    return _rewrite("events", "body", f"body LIKE '%\"k\":\"{kind}\"%' AND round LIKE '%:2'", change)


FORGERIES: dict[str, tuple[Forgery, str]] = {
    "a line pays more": (
        _event("settle", _paid_more),
        "Settled again, these lines pay something else than was paid: seat 1 Ante",
    ),
    "another bet": (_event("bets", _other_bet), "The ledger moved something else than the rules give"),
    "no event at all": (_event("settle", _nonsense), "(pitboss audit says more)"),
    "another seed": (
        _rewrite("rounds", "seed", "number = 2", lambda seed: seed[::-1]),
        "The commitment does not open",
    ),
    "another head": (
        _rewrite("rounds", "head", "number = 2", lambda head: head[::-1]),
        "The rounds before and after it do not hang together with it",
    ),
    "another head before": (
        _rewrite("rounds", "head", "number = 1", lambda head: head[::-1]),
        "The rounds before and after it do not hang together with it",
    ),
    "money that was not moved": (
        run(
            "UPDATE transfers SET amount = amount + 1000000"
            " WHERE deed = (SELECT max(deed) FROM events WHERE round LIKE '%:2')"
        ),
        "The ledger moved something else than the rules give",
    ),
    "other rules": (
        _rewrite("sheets", "content", "hash IS NOT NULL", lambda content: content.replace("Rivers", "River")),
        "The sheet",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_was_changed_shows(edge: Edge, desk: Desk, what: str) -> None:
    table, ann = desk.opens(), edge.guest()
    play(edge, ann, table, rounds=3)
    assert desk.sees(f"rounds/{table}:2")["right"]
    forge, told = FORGERIES[what]
    open_up(edge.store)
    edge.store.write(forge)
    found = desk.sees(f"rounds/{table}:2")
    assert not found["right"]
    assert any(told in fault for fault in found["faults"]), found["faults"]
    assert "Traceback" not in str(found)


def test_rounds_are_found_by_id_table_person_and_time(edge: Edge, desk: Desk) -> None:
    ann, bob = named(edge, "Ann"), edge.guest()
    first, second = desk.opens("rivers"), desk.opens("napa-valley")
    play(edge, ann, first, 3)  # at minutes 0, 1 and 2
    play(edge, bob, first, 1)
    play(edge, ann, second, 2)  # at minutes 4 and 5

    def rounds(**query: Any) -> list[str]:
        return [each["round"] for each in desk.sees("rounds", **query)["rounds"] if each["ended"]]

    hers = [f"{second}:2", f"{second}:1", f"{first}:3", f"{first}:2", f"{first}:1"]
    assert rounds(person="ann") == rounds(person=ann.id) == hers
    assert rounds(person=bob.id) == [f"{first}:4"]
    assert rounds(table=first) == [f"{first}:{number}" for number in (4, 3, 2, 1)]
    assert rounds(id=f"{first}:2") == [f"{first}:2"]
    assert rounds(id="nowhere:1") == []
    minute = 60_000
    start = int(NOON * 1000)
    assert rounds(since=start + minute, until=start + 3 * minute) == [f"{first}:3", f"{first}:2"]
    assert rounds(person="ann", since=start + 2 * minute, table=first) == [f"{first}:3"]
    everything = desk.sees("rounds")["rounds"]
    assert {each["house"] for each in everything} == {"rivers", "napa-valley"}
    paged: list[Data] = []
    while page := desk.sees("rounds", most=2, **({"before": paged[-1]["place"]} if paged else {}))["rounds"]:
        paged += page
    assert paged == everything
    unknown = desk.ask("GET", "rounds", params={"person": "nobody9"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_person")


def test_notes_are_added_and_never_changed(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    play(edge, edge.guest(), table)
    body = {"id": "n", "text": "Seen on camera.\nThe bet stood."}
    act = desk.ask("POST", f"rounds/{table}:1/notes", json=body).json()
    assert desk.ask("POST", f"rounds/{table}:1/notes", json=body).json() == act | {"repeated": True}
    edge.time += 5
    desk.does(f"rounds/{table}:1/notes", text="Closed")
    notes = desk.sees(f"rounds/{table}:1")["notes"]
    assert [(each["text"], each["name"]) for each in notes] == [(body["text"], "Olga"), ("Closed", "Olga")]
    assert notes[0]["number"] == act["after"]["note"]
    assert act["round"] == f"{table}:1"
    assert desk.refused("rounds/nowhere:1/notes", text="x") == (404, "no_round")
    assert desk.refused(f"rounds/{table}:1/notes", text=" \n ") == (422, "text")
    assert desk.refused(f"rounds/{table}:1/notes", text="a\u0000b") == (422, "text")


def test_a_deleted_person_has_no_name_in_a_dispute(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    play(edge, ann, table)
    edge.store.write(lambda connection: erase(connection, ann.id, 0))
    found = desk.sees(f"rounds/{table}:1")
    assert found["right"]
    assert found["people"] == {}
    assert "Ann" not in json.dumps(found)
