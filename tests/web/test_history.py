"""One's past rounds: marked, chosen, told again step by step, and taken home as files."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from pitboss.proof import verify
from pitboss.round.views import HIDDEN
from pitboss.table.messages import TableCommand, Tick, Void
from tests.seen import seen
from tests.table.rig import HOUSES
from tests.web.edge import Edge, Visitor, code


def _rounds(who: Visitor, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.ask("GET", f"/api/rounds{query}").json()["rounds"]
    return found


def _at_table(edge: Edge, table: str, command: TableCommand) -> None:
    edge.call(edge.room(table).do, command)


VOID = Void("op", "void it", "malfunction")


def test_rounds_say_whose_rules_whose_decision_and_why_void(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("rivers", clock=True, title="The corner")
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        a.done("bets", seat=1, wagers={"ante": 1000})
        b.done("bets", seat=2, wagers={"ante": 1000})
        a.done("ready")
        b.done("ready")
        a.done("play", seat=1)
        edge.time += 25  # Bob's time is over
        _at_table(edge, table, Tick())
        a.done("next")
        a.deals(1)
        b.catch_up()
        b.done("ready")
        _at_table(edge, table, VOID)
    mine, theirs = _rounds(ann), _rounds(bob)
    assert [(each["number"], each["ended"], each["void"]) for each in mine] == [
        (2, "void", "STD-12"),
        (1, "settled", None),
    ]
    assert {(each["house"], each["title"]) for each in mine} == {("rivers", "The corner")}
    assert [each["by_platform"] for each in mine] == [False, False]
    assert [(each["number"], each["by_platform"]) for each in theirs] == [(1, True)]
    assert [each["number"] for each in _rounds(ann, "?only=voids")] == [2]
    assert _rounds(ann, "?only=platform") == _rounds(bob, "?only=voids") == []
    assert _rounds(bob, "?only=platform") == theirs
    assert _rounds(ann, f"?before={mine[0]['place']}") == mine[1:]
    assert code(ann.ask("GET", "/api/rounds?only=wins")) == (422, "message")


@pytest.mark.parametrize("house", HOUSES)
def test_a_round_is_told_again_as_each_of_them_saw_it(edge: Edge, house: str) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open(house)
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        a.done("bets", seat=1, wagers={"ante": 1000})
        b.done("bets", seat=2, wagers={"ante": 1000})
        a.done("ready")
        b.done("ready")
        a.done("play", seat=1)
        during = a.catch_up()
        b.done("fold", seat=2)
        after = a.catch_up()
    path = f"/api/rounds/{table}:1/replay"
    told = {who: _steps(edge, path, who) for who in (ann, bob, None)}
    kinds = [step["k"] for step in told[None]]
    assert kinds.count("bets") == 2
    assert kinds[-5:] == ["up", "decide", "decide", "reveal", "settle"]
    for who, seat in ((ann, 0), (bob, 1), (None, None)):
        for step in told[who][:-2]:  # before the reveal: one's own hand and no other
            for number in (0, 1):
                cards = step["view"]["seats"][number]["cards"]
                assert number == seat or set(cards) <= {HIDDEN}
        assert all(step["sentences"] for step in told[who] if step["k"] != "up")
        assert all(step["view"]["actions"] == [] for step in told[who])
    then = told[ann][kinds.index("decide")]["view"]
    for name in ("phase", "dealer", "round", "house", "limits", "tables", "notices"):
        assert then[name] == during[name]
    for name in ("cards", "category", "label", "status", "spots", "play", "by"):
        mine = [_without_cover(seat[name]) for seat in then["seats"][:2]]
        assert mine == [_without_cover(seat[name]) for seat in during["seats"][:2]], name
    final = told[bob][-1]["view"]
    for name in ("cards", "lines", "net", "status"):
        assert [seat[name] for seat in final["seats"][:2]] == [seat[name] for seat in after["seats"][:2]]
    assert final["dealer"] == after["dealer"]
    assert (final["bank"] is None) == (after["bank"] is None)
    if after["bank"]:
        for name in ("stake", "net", "covered", "cover_left", "exhausted_at"):
            assert final["bank"][name] == after["bank"][name]


def _steps(edge: Edge, path: str, who: Visitor | None) -> list[dict[str, Any]]:
    answer = who.ask("GET", path) if who else edge.ask("GET", path)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["steps"]
    return [step | {"view": seen(step["view"])} for step in found]


def _without_cover(value: Any) -> Any:
    """Spots without the hint that was for the moment."""
    spots = isinstance(value, list) and all(isinstance(each, dict) for each in value)
    return [{**each, "cover": None} for each in value] if spots else value


def test_a_round_at_a_private_table_is_for_its_people_and_for_nobody_before_its_end(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("atlantic-city", private=True)
    paths = ("/api/rounds/{}/replay", "/api/rounds/{}/receipt", "/rounds/{}", "/rounds/{}/receipt.json")
    with ann.join(table) as a:
        a.sits(1).deals(1)
        for path in paths:
            early = ann.ask("GET", path.format(f"{table}:1"))
            assert code(early) == (409, "round_open")
            assert "server_seed" not in early.text
        a.done("fold", seat=1)
    for path in paths:
        assert ann.ask("GET", path.format(f"{table}:1")).status_code == 200
        for who in (bob, edge):
            told = who.ask("GET", path.format(f"{table}:1"))
            assert code(told) == (403, "private")
            assert "commitment" not in told.text.lower()
        assert code(ann.ask("GET", path.format("none:1"))) == (404, "no_round")
    assert bob.ask("GET", "/api/rounds").json()["rounds"] == []


@pytest.mark.parametrize("private", [False, True])
def test_a_closed_table_stays_as_public_as_it_was(edge: Edge, private: bool) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("atlantic-city", private=private)
    with ann.join(table) as seat:
        seat.sits().deals()
        seat.done("fold", seat=1)
    path = f"/api/rounds/{table}:1/receipt"
    before = code(bob.ask("GET", path)) if private else bob.ask("GET", path).content
    assert ann.ask("DELETE", f"/api/tables/{table}").json()["closed"]
    after = code(bob.ask("GET", path)) if private else bob.ask("GET", path).content
    assert after == before
    assert ann.ask("GET", path).status_code == 200
    assert (after == (403, "private")) == private


def test_all_rounds_as_files(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("rivers", title="=1+1")
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1)
        b.sits(2)
        for _ in range(3):
            a.done("bets", seat=1, wagers={"ante": 1000, "pair_plus": 500})
            b.catch_up()
            b.done("bets", seat=2, wagers={"ante": 1000})
            a.done("ready")
            b.catch_up()
            b.done("ready")
            a.catch_up()
            a.done("play", seat=1)
            b.catch_up()
            b.done("fold", seat=2)
            a.catch_up()
    lines = ann.ask("GET", "/api/rounds.jsonl").text.splitlines()
    assert [json.loads(line)["proof"]["number"] for line in lines] == [3, 2, 1]
    assert all(verify(line).fault is None for line in lines)
    answer = ann.ask("GET", "/api/rounds.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="rounds.csv"'
    rows = list(csv.DictReader(answer.text.splitlines()))
    assert {row["person"] for row in rows} == {ann.id}
    assert sum(int(row["profit"]) for row in rows) == sum(each["net"] for each in _rounds(ann))
    assert [row["wager"] for row in rows if row["number"] == "1"][:3] == ["ante", "play", "pair_plus"]
    for path in ("/api/rounds.csv", "/api/rounds.jsonl"):
        assert code(edge.ask("GET", path)) == (401, "signed_out")
    assert edge.guest().ask("GET", "/api/rounds.jsonl").text == ""
