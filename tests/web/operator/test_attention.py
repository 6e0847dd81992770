"""What needs attention: facts from all servers, nothing where all is well; and the list of tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.cards import card_text
from pitboss.house.attention import MOST_HERE, Incidents
from pitboss.ledger import Store
from pitboss.ledger.operators import begin_audit, end_audit, incidents_since
from pitboss.ledger.schema import rounds
from pitboss.round import Refusal
from tests.web.edge import NOON, Edge, sign_in
from tests.web.operator.desk import Desk, named

NOW = int(NOON * 1000)
SEEDS = select(rounds.c.seed).where(rounds.c.ended.is_(None))
HOUR = 3_600_000


def facts(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for each in desk.sees("attention")["facts"]:
        known = {key: value for key, value in each.items() if value is not None}
        found.setdefault(known.pop("key"), []).append(known)
    return found


def test_an_empty_list_says_that_all_is_well(edge: Edge, desk: Desk) -> None:
    desk.opens()
    assert desk.sees("attention") == {"at": NOW, "facts": []}


def test_tables_rounds_people_and_disputes_are_facts_with_keys(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    with ann.join(table) as a:
        a.sits().deals()
        a.done("fold", seat=1)
        a.done("bets", seat=1, wagers={"ante": 1000})
        desk.does(f"tables/{table}/void", cause="malfunction")
    desk.does(f"tables/{table}/freeze")
    desk.does("people/ann/exclude", until=NOW + 48 * HOUR)
    assert ann.ask("POST", f"/api/rounds/{table}:1/dispute", json={"text": "I had it"}).status_code == 201
    found = facts(desk)
    assert list(found) == ["dispute", "table_frozen", "round_void", "exclusion"]  # the most urgent first
    [dispute] = found["dispute"]
    assert (dispute["round"], dispute["person"], dispute["name"]) == (f"{table}:1", ann.id, "Ann")
    assert found["table_frozen"] == [{"times": 1, "table": table, "title": "Main floor"}]
    assert [each["round"] for each in found["round_void"]] == [f"{table}:2"]
    assert [(each["person"], each["until"]) for each in found["exclusion"]] == [(ann.id, NOW + 48 * HOUR)]
    edge.time += 25 * 3600
    assert "round_void" not in facts(desk)


def test_an_audit_that_found_faults_stays_until_the_next_is_clean(edge: Edge, desk: Desk) -> None:
    for state, told in (("clean", False), ("faulty", True), ("lost", True), ("clean", False)):
        number = edge.store.write(lambda connection: begin_audit(connection, desk.me.id, NOW))
        edge.store.write(lambda connection, n=number, s=state: end_audit(connection, n, s, NOW, 2))  # type: ignore[misc]
        assert ("audit_failed" in facts(desk)) == told, state


def test_a_limit_that_was_hit_is_told_once_for_each_person(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    assert ann.ask("PUT", "/api/limits", json={"loss": 1500}).status_code == 200
    with ann.join(table) as a:
        a.sits()
        for _ in range(3):
            assert a.refused("bets", seat=1, wagers={"ante": 1000}) == "limit"
    [limit] = facts(desk)["limit"]
    assert (limit["person"], limit["which"], limit["times"]) == (ann.id, "loss", 3)


def test_sign_ins_that_fail_again_and_again_are_an_attack(edge: Edge, desk: Desk) -> None:
    ann = named(edge, "Ann")
    for wrong in range(4):
        sign_in(edge, "ann", f"wrong horse {wrong}")
    assert "sign_in_name" not in facts(desk)  # anybody mistypes a password
    for wrong in range(8):
        sign_in(edge, "ann", f"wrong horse {wrong}")  # most are refused unheard by now
        sign_in(edge, "a password in the wrong field", f"wrong horse {wrong}")
    found = facts(desk)
    [name] = found["sign_in_name"]
    assert (name["person"], name["name"], name["times"]) == (ann.id, "Ann", 12)
    [network] = found["sign_in_network"]
    assert (network["network"], network["times"]) == ("192.0.2.1", 20)
    assert "wrong" not in json.dumps(desk.sees("attention"))


def test_servers_add_up_and_a_flood_is_bounded(store: Store) -> None:
    """Two servers of one house, in whose memory what they meet waits."""
    here, there = (Incidents(store, lambda: NOW) for _ in range(2))
    for each in (here, there):
        for n in range(MOST_HERE + 100):
            each.note("sign_in_network", f"10.0.0.{n}")
        each.note("sign_in_network", "10.0.0.1")
        each.write()
        assert each._waiting == {}
    found = store.read(lambda connection: incidents_since(connection, "sign_in_network", 0, 1, 10_000))
    assert len(found) == MOST_HERE
    assert {each.subject: each.times for each in found}["10.0.0.1"] == 4
    here.note_sign_in("nobody", "10.9.9.9", Refusal("message", "x"))
    assert here._waiting == {}


def test_a_table_that_could_not_be_taken_up_is_told_until_it_is_closed(edge: Edge, desk: Desk) -> None:
    table = desk.opens()
    edge.house.floor.unusable.faults[table] = "Unusable"
    [found] = facts(desk)["table_set_aside"]
    assert (found["table"], found["fault"]) == (table, "Unusable")
    [row] = desk.sees("tables")["tables"]
    assert (row["state"], row["fault"]) == ("set_aside", "Unusable")
    del edge.house.floor.unusable.faults[table]
    assert facts(desk) == {}


@pytest.mark.parametrize("private", [False, True])
def test_every_table_is_listed_and_shown_without_a_hidden_card(edge: Edge, desk: Desk, private: bool) -> None:
    ann = named(edge, "Ann")
    opened = ann.opened(private=private, bots=["timid"])
    table = opened["table"]
    with ann.join(table) as a:
        a.sits(3).deals(3)
        [row] = desk.sees("tables")["tables"]
        assert (row["table"], row["state"], row["private"], row["round"]) == (table, "playing", private, 1)
        assert [(each["name"], each["bot"]) for each in row["people"] if not each["bot"]] == [("Ann", None)]
        assert (row["host"], row["host_name"]) == (ann.id, "Ann")
        shown = desk.ask("GET", f"tables/{table}")
        live = edge.room(table).live.open_round
        assert live is not None
        hidden = {card_text(card) for card in live.deck}
        assert len(hidden) == 52
        secrets = [row.seed for row in edge.store.read(lambda connection: connection.execute(SEEDS).all())]
        for text in (shown.text, desk.ask("GET", "tables").text, desk.ask("GET", "attention").text):
            assert not any(f'"{card}"' in text for card in hidden)
            assert not any(secret in text for secret in (opened["invite"], *secrets))
        assert secrets
        view = shown.json()["view"]
        assert view["state"]["phase"] == "decisions"
        assert view["you"]["me"] is None
        assert {each["cause"]: each["clause"] for each in shown.json()["voids"]}["cannot go on"] == "STD-12"
    assert desk.ask("GET", "tables/nowhere").status_code == 404


def test_the_journal_is_found_by_table_person_operator_kind_and_time(edge: Edge, desk: Desk) -> None:
    table, ann = desk.opens(), named(edge, "Ann")
    desk.does("grants", person="ann", cents=500, why="welcome")
    edge.time += 3600
    desk.does(f"tables/{table}/freeze")
    desk.does("people/ann/sign-out")

    def kinds(**query: Any) -> list[str]:
        return [each["what"] for each in desk.acts(**query)]

    assert kinds(person="ANN") == kinds(person=ann.id) == ["sign out", "grant"]
    assert kinds(table=table) == ["freeze", "open"]
    assert kinds(kind="grant") == ["grant"]
    assert kinds(operator="olga") == ["sign out", "freeze", "grant", "open"]
    assert kinds(operator="console") == []
    assert kinds(since=NOW + 1) == ["sign out", "freeze"]
    assert kinds(until=NOW + 1) == ["grant", "open"]
    page = desk.sees("acts", most=3)
    rest = desk.sees("acts", most=3, before=page["next"])
    assert [each["what"] for each in page["acts"] + rest["acts"]] == kinds()
    assert (rest["next"], page["people"][ann.id]) == (None, "Ann")
    assert page["kinds"] == ["freeze", "grant", "open", "sign out"]
    for wrong in ({"most": 0}, {"before": 2**63}):
        assert desk.ask("GET", "acts", params=wrong).status_code == 422


def test_people_who_were_here_at_one_moment_are_all_listed(edge: Edge, desk: Desk) -> None:
    ids = {edge.guest().id for _ in range(7)} | {desk.me.id}
    seen, after = [], ""
    while True:
        page = desk.sees("people", most=3, **({"after": after} if after else {}))
        seen += [each["id"] for each in page["people"]]
        after = page["next"]
        if after is None:
            break
    assert len(seen) == len(ids)
    assert set(seen) == ids
    for bad in ("x", "1", ":a", "9" * 20 + ":a"):
        assert desk.ask("GET", "people", params={"after": bad}).status_code == 422
