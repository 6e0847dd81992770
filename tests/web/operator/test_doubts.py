"""Disputes: a player doubts a round, an operator judges it again, notes what was seen and closes it."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss.house.disputes import MOST_OPEN, DisputeDesk, doubt, last_dispute, page_of_disputes
from pitboss.ledger import Store
from pitboss.ledger.operators import count_open
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from tests.operate.evenings import evening_at
from tests.web.edge import HOME, NOON, Edge
from tests.web.operator.desk import Desk, named
from tests.web.operator.test_disputes import play


def test_a_doubted_round_is_open_until_an_operator_closes_it(edge: Edge, desk: Desk) -> None:
    table, ann, bob = desk.opens(), named(edge, "Ann"), named(edge, "Bob")
    play(edge, ann, table, rounds=2)
    path = f"/api/rounds/{table}:1/dispute"
    assert ann.ask("GET", path).json() == {"dispute": None}
    assert bob.ask("POST", path, json={"text": "mine"}).json()["code"] == "not_played"
    assert edge.ask("POST", path, json={"text": "mine"}).status_code == 401
    asked = ann.ask("POST", path, json={"text": "My ante should push"})
    assert asked.status_code == 201
    mine = asked.json()["dispute"]
    assert (mine["round"], mine["name"], mine["text"]) == (f"{table}:1", "Ann", "My ante should push")
    assert (mine["house"], mine["closed"]) == ("rivers", None)
    again = ann.ask("POST", path, json={"text": "And again"})
    assert (again.status_code, again.json()["code"]) == (409, "doubted")
    assert desk.sees("disputes") == {"open": 1, "disputes": [mine]}
    judged = desk.sees(f"rounds/{table}:1")
    assert (judged["right"], judged["dispute"]) == (True, mine)
    assert [note["text"] for note in judged["notes"]] == ["My ante should push"]
    assert desk.refused(f"rounds/{table}:1/dispute", why="once more") == (409, "disputed")
    edge.time += 60
    body = {"id": "c", "verdict": "stands", "why": "The dealer had a pair"}
    act = desk.ask("POST", f"rounds/{table}:1/dispute/close", json=body).json()
    assert (act["what"], act["round"], act["after"]["verdict"]) == ("close dispute", f"{table}:1", "stands")
    repeated = desk.ask("POST", f"rounds/{table}:1/dispute/close", json=body).json()
    assert repeated == act | {"repeated": True}
    assert desk.refused(f"rounds/{table}:1/dispute/close", verdict="wrong", why="x") == (409, "not_disputed")
    told = ann.ask("GET", path).json()["dispute"]
    assert told["closed"] == {
        "at": act["at"],
        "by": desk.me.id,
        "name": "Olga",
        "verdict": "stands",
        "why": "The dealer had a pair",
    }
    assert desk.sees("disputes") == {"open": 0, "disputes": []}
    assert desk.sees("disputes", state="closed")["disputes"] == [told]
    opened = desk.does(f"rounds/{table}:2/dispute", why="Ann rang: a bet was not taken")
    assert opened["what"] == "dispute"
    assert desk.sees("disputes")["disputes"][0]["name"] == "Olga"
    assert desk.refused(f"rounds/{table}:2/dispute/close", verdict="stands", why=" ") == (422, "message")
    assert audit(edge.store).faults == ()


def test_what_a_player_says_of_a_round_and_is_answered_is_for_no_other_player(edge: Edge, desk: Desk) -> None:
    table, ann, bob = desk.opens(), named(edge, "Ann"), named(edge, "Bob")
    with ann.join(table) as first, bob.join(table) as second:
        first.sits(1)
        second.sits(2)
        first.done("bets", seat=1, wagers={"ante": 1000})
        second.done("bets", seat=2, wagers={"ante": 1000})
        first.done("ready")
        second.done("ready")
        first.done("fold", seat=1)
        second.done("fold", seat=2)
    path = f"/rounds/{table}:1"
    ann.ask("POST", f"/api{path}/dispute", json={"text": "Bob has seen my cards"})

    def read_by_bob(verdict: str | None) -> None:
        told = bob.ask("GET", f"/api{path}/dispute")
        assert told.json()["dispute"]["text"] is None
        assert (told.json()["dispute"]["closed"] or {"verdict": None})["verdict"] == verdict
        for text in (told.text, bob.ask("GET", path).text):
            assert "seen my cards" not in text
            assert "Bob has shown" not in text

    read_by_bob(None)
    also = bob.ask("POST", f"/api{path}/dispute", json={"text": "I was paid wrongly"})
    assert (also.status_code, "seen my cards" in also.text) == (201, False)
    desk.does(f"rounds/{table}:1/dispute/close", verdict="stands", why="Bob has shown us that he did not")
    read_by_bob("stands")
    mine = ann.ask("GET", f"/api{path}/dispute").json()["dispute"]
    assert (mine["text"], mine["closed"]["why"]) == (
        "Bob has seen my cards",
        "Bob has shown us that he did not",
    )
    assert desk.sees("disputes", state="closed")["disputes"] == [mine]


def test_the_page_of_a_round_asks_and_answers_without_a_script(edge: Edge, desk: Desk) -> None:
    table, ann, bob = desk.opens(), named(edge, "Ann"), named(edge, "Bob")
    play(edge, ann, table)
    path = f"/rounds/{table}:1"
    assert "Ask the house" in ann.ask("GET", path).text
    assert "Ask the house" not in bob.ask("GET", path).text

    def send(text: str) -> tuple[int, str]:
        headers = {"Origin": HOME}
        sent = ann.ask(
            "POST", f"{path}/dispute", data={"text": text}, headers=headers, follow_redirects=False
        )
        return sent.status_code, sent.text

    status, told = send(" ")
    assert (status, "Use printable characters" in told) == (422, True)
    assert send("The pair\r\nwas not paid")[0] == 303
    assert desk.sees("disputes")["disputes"][0]["text"] == "The pair\nwas not paid"
    assert "The house has not answered yet" in ann.ask("GET", path).text
    assert send("Again")[0] == 409
    desk.does(f"rounds/{table}:1/dispute/close", verdict="wrong", why="A <b>slip</b> of ours")
    answer = ann.ask("GET", path).text
    assert "The house was wrong." in answer
    assert "A &lt;b&gt;slip&lt;/b&gt; of ours" in answer
    assert bob.ask("POST", f"{path}/dispute", data={"text": "x"}, headers={"Origin": HOME}).status_code == 403


def test_on_every_kind_of_database(store: Store) -> None:
    tables = evening_at(store, 3, 4)
    desk = DisputeDesk("olga", store, lambda: int(NOON))
    ended = [f"{house}:{number}" for house in tables for number in (1, 2, 3)][: MOST_OPEN + 1]
    for number, round_ in enumerate(ended[:-1]):
        doubt(store, "ann", round_, f"number {number}", number)
        found = last_dispute(store, round_)
        assert found is not None
        assert found.round == round_
    with pytest.raises(Refusal, match="wait for an answer"):
        doubt(store, "ann", ended[-1], "one more", 99)
    doubt(store, "bob", ended[0], "I saw it, too", 100)  # the dispute that is open, and a note of his
    open_ = partial(page_of_disputes, store, is_open=True, most=4)
    first = open_(before=None)
    assert (first.open, len(first.disputes)) == (MOST_OPEN, 4)
    rest = open_(before=first.disputes[-1].number).disputes
    assert [each.at for each in first.disputes + rest] == list(range(MOST_OPEN - 1, MOST_OPEN - 9, -1))
    act = desk.close("c", ended[0], "wrong", "paid by hand")
    assert desk.close("c", ended[0], "wrong", "paid by hand") == act.model_copy(update={"repeated": True})
    with pytest.raises(Refusal, match="no open dispute"):
        desk.close("d", ended[0], "stands", "after all")
    closed = last_dispute(store, ended[0])
    assert closed is not None
    assert closed.closed is not None
    assert (closed.closed.verdict, closed.closed.why) == ("wrong", "paid by hand")
    desk.open("o", ended[0], "cat has rung")  # another one, of the same round
    assert store.read(count_open) == MOST_OPEN
    for text in ("", " \n", "a\x07bell"):
        with pytest.raises(Refusal, match="printable"):
            doubt(store, "cat", ended[1], text, 0)
    opened = f"rivers:{tables['rivers'].standing.stored_table.rounds}"
    with pytest.raises(Refusal, match="is open"):
        doubt(store, "cat", opened, "too early", 0)
    with pytest.raises(Refusal, match="There is no round"):
        doubt(store, "cat", "nowhere:1", "what", 0)
    assert audit(store).faults == ()
