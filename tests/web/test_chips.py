"""Rules of one's own over HTTP: bounded when a table opens, played with chips, never in anybody's money."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from pitboss.lab import what_if, written_sheet
from pitboss.ledger.journal import count_places
from pitboss.ledger.people import set_role
from pitboss.money import MICRO
from pitboss.proof.hold_report import Span, hold
from pitboss.proof.house_audit import audit
from tests.ledger.books import balances
from tests.seen import seen
from tests.web.edge import Edge, Visitor

POISON = {"pair_xxx": {"high_card_or_better": 999_999_999}}
GENEROUS = {"pair_xxx": {"high_card_or_better": 9}}  # wins always
START = 100_000
MINE = written_sheet(what_if("rivers", ["pays.pair_plus.lines.pair=2 to 1"]))


def held(edge: Edge, kind: str) -> dict[str, int]:
    """Cents by key, of the accounts of a kind that hold something."""
    return {
        name.partition(":")[2]: amount // MICRO
        for name, amount in balances(edge.store).items()
        if name.partition(":")[0] == kind and amount
    }


def plays(guest: Visitor, table: str, **wagers: int) -> None:
    """One round at a seat."""
    with guest.join(table) as seat:
        seat.sits(1).deals(1, **wagers)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"house": "shine", "pays": POISON}, "Pair XXX"),
        ({"house": "shine", "high": 10**9}, "Super 6 Bonus"),
        ({"sheet": MINE.replace("max = 50000", f"max = {10**9}")}, "6 Card Bonus"),
        ({"sheet": MINE.replace('"40 to 1"', '"9999 to 1"'), "high": 10**8}, "Pair Plus"),
    ],
)
def test_a_table_that_could_break_the_books_is_not_opened(
    edge: Edge, asked: dict[str, Any], named: str
) -> None:
    guest = edge.guest()
    answer = guest.tries_to_open(clock=False, **asked)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "exposure"), told
    assert named in told["text"]
    assert "up to $100,000,000 in one round" in told["text"]
    assert told["values"]["largest"] > told["values"]["allowed"] == 10**10
    assert edge.ask("GET", "/api/tables").json() == []
    assert edge.store.read(lambda connection: count_places(connection, guest.id, "")).host == 0


def test_what_is_won_by_posted_pays_is_no_money(edge: Edge) -> None:
    ann = edge.guest()
    ann.ask("PUT", "/api/limits", json={"loss": 100})
    table = ann.open("shine", pays=GENEROUS)
    plays(ann, table, pair_xxx=50_000)  # $500 at 9 to 1
    assert held(edge, "chips") == {f"{table}:{ann.id}": START + 450_000}
    assert edge.funds(ann) == START
    me = ann.ask("GET", "/api/me").json()
    assert (me["funds"], me["on_tables"], me["session_net"]) == (START, 0, 0)
    past = ann.ask("GET", "/api/rounds").json()
    (one,) = past["rounds"]
    assert (one["purse"], one["own"], one["net"], past["net"]) == ("chips", False, 450_000, 0)
    assert hold(edge.store, Span()) == []  # the house holds nothing of it
    edge.books_balance()
    found = audit(edge.store)
    assert found.clean, found.faults


def test_a_loss_limit_counts_no_chips_and_an_exclusion_stops_them(edge: Edge) -> None:
    ann = edge.guest()
    assert ann.ask("PUT", "/api/limits", json={"loss": 100}).status_code == 200
    table = ann.open("shine", pays={"pair_xxx": {"mini_royal": 500}})
    with ann.join(table) as seat:
        seat.sits(1).deals(1, ante=1000)
        seat.done("fold", seat=1)  # $10 of chips are lost, and $1 of money may be
        seat.done("bets", seat=1, wagers={"ante": 1000})
        seat.done("bets", seat=1, wagers={})
        until = int(edge.time * 1000) + 86_400_000
        assert ann.ask("PUT", "/api/limits", json={"excluded_until": until}).status_code == 200
        assert seat.say("bets", seat=1, wagers={"ante": 1000})["code"] == "excluded"
    assert ann.ask("GET", "/api/me").json()["session_net"] == 0


def test_an_own_sheet_is_marked_wherever_it_is_listed(edge: Edge) -> None:
    ann = edge.guest()
    answer = ann.tries_to_open(sheet=MINE, title="Mine", clock=False)
    table = answer.json()["table"]
    (listed,) = edge.ask("GET", "/api/tables").json()
    assert (listed["own"], listed["purse"]) == (True, "chips")
    page = edge.ask("GET", "/lobby/tables").text
    assert "own rules" in page
    assert "chips of its own" in page
    view = seen(edge.ask("GET", f"/api/tables/{table}").json())
    assert (view["own"], view["purse"], view["meter"]["own"]) == (True, "chips", True)
    plays(ann, table, pair_plus=500)
    history = ann.ask("GET", "/history", headers={"accept": "text/html"}).text
    assert "own rules" in history
    assert "in chips" in history


def test_who_deletes_the_account_leaves_the_chips_at_the_table(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("shine", pays=GENEROUS)
    plays(ann, table, pair_xxx=1000)
    assert held(edge, "chips")
    edge.house.accounts.people.delete(ann.id)
    assert (held(edge, "chips"), held(edge, "tray")) == ({}, {})
    assert audit(edge.store).clean, audit(edge.store).faults


def test_an_operator_closes_a_table_that_could_not_be_taken_up(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("shine")
    with ann.join(table) as seat:
        seat.sits(1).done("bets", seat=1, wagers={"ante": 1000})
    room = edge.house.floor.room(table)
    while room.live.seating.people[ann.id].here:  # until it is written down that she has gone
        edge.ask("GET", "/healthz")
    edge.call(edge.house.floor.stop)
    spoil = text("UPDATE lobby SET seating = 'nonsense'")
    edge.store.write(lambda connection: connection.execute(spoil))
    again = Edge(store=edge.store, entropy=Random("again").randbytes)
    for _ in range(100):
        again.house.floor.new_id()  # ids of the first process are not given again
    with again.client:
        assert again.house.floor.set_aside == {table: "DecodeError"}
        assert again.funds(ann) == START
        assert again.ask("GET", f"/api/tables/{table}").status_code == 404
        olga, secret = again.house.accounts.people.guest()
        again.store.write(lambda connection: set_role(connection, olga.id, "operator", "test", 0))
        asked = {"id": "close-1", "why": "its sheet is gone"}
        path = f"/api/operator/tables/{table}/close"
        for _ in range(2):  # the second time it is answered as the first
            answer = again.ask("POST", path, secret, json=asked)
            assert answer.status_code == 200, answer.text
        assert answer.json()["what"] == "close"
        assert again.house.floor.set_aside == {}
    found = audit(edge.store)
    assert found.clean, found.faults
