"""A table is opened once, however often it is asked for under one id."""

from __future__ import annotations

import asyncio

from fastapi import Request

from pitboss.ledger import Store
from pitboss.proof.house_audit import audit
from pitboss.web.houses import Asker
from pitboss.web.settings import ServeSettings
from pitboss.web.tables import OpenTable, open_a_table
from tests.databases import databases, place, store
from tests.web.edge import MANY, Edge, code

__all__ = ["databases", "place", "store"]


def test_the_same_id_gives_the_first_answer_and_opens_nothing_again(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    asked = {"id": "a", "house": "shine", "private": True, "bots": ["timid"], "seat": 3}
    first = ann.tries_to_open(**asked)
    assert first.status_code == 201
    again = ann.tries_to_open(**asked)
    assert (again.status_code, again.json()) == (201, first.json())
    assert list(edge.house.floor.rooms) == [first.json()["table"]]
    others: tuple[dict[str, object], ...] = (
        {"house": "rivers"},
        {"bots": []},
        {"private": False},
        {"title": "Another"},
    )
    for other in others:
        assert code(ann.tries_to_open(**asked | other)) == (422, "id_used")
    assert bob.tries_to_open(**asked).json()["table"] != first.json()["table"]  # an id is its person's
    ann.ask("DELETE", f"/api/tables/{first.json()['table']}")
    assert ann.tries_to_open(**asked).json() == first.json()
    assert audit(edge.store).clean


def test_an_id_that_was_used_at_a_table_opens_none(edge: Edge) -> None:
    ann = edge.guest()
    with ann.join(ann.open("shine")) as seat:
        seat.sits().done("bets", id_="b", seat=1, wagers={"ante": 1000})
    assert code(ann.tries_to_open(id="b", house="shine")) == (422, "id_used")
    with ann.join(ann.open("shine", id="c")) as seat:
        seat.sits()
        assert seat.refused("bets", id_="c", seat=1, wagers={"ante": 1000}) == "id_used"


def test_a_table_without_an_id_is_refused(edge: Edge) -> None:
    asked = {"house": "shine", "title": "T"}
    assert code(edge.guest().ask("POST", "/api/tables", json=asked)) == (422, "message")


def test_who_may_have_no_further_table_is_told_of_the_one_they_have_opened() -> None:
    with Edge(ServeSettings(most_tables_each=1, requests_address=MANY)) as edge:
        ann = edge.guest()
        first = ann.tries_to_open(id="a", house="shine", seat=1)
        now = int(edge.time * 1000)
        edge.house.limits.exclude(ann.id, now + 10 * 86_400_000, now)
        assert ann.tries_to_open(id="a", house="shine", seat=1).json() == first.json()
        assert code(ann.tries_to_open(house="shine")) == (429, "rate")


def test_of_many_at_once_one_opens_the_table(store: Store) -> None:
    edge = Edge(store=store)
    scope = {"type": "http", "headers": [], "client": ("192.0.2.7", 1), "app": edge.client.app}

    async def at_once() -> set[str]:
        ann, _ = edge.house.accounts.people.guest()
        asker = Asker(Request(scope), ann.id)
        body = OpenTable(id="a", house="shine", title="T", bots=["timid"])
        asked = (open_a_table(body, ann, edge.house, asker) for _ in range(6))
        return {each.table for each in await asyncio.gather(*asked)}

    with edge.client:
        [table] = edge.call(at_once)
        assert list(edge.house.floor.rooms) == [table]
        assert audit(store).clean
