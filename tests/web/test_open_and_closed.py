"""Tables are opened once, and go as they came: their host closes them, or they close when nobody is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from sqlalchemy import text

from pitboss.house.limits import exclusion
from pitboss.ledger import Store
from pitboss.ledger.store import Connection
from pitboss.proof.house_audit import audit
from pitboss.table.messages import Tick
from pitboss.table.planning import CLOSED
from pitboss.table.rooms import EMPTY
from pitboss.table.settings import PUBLIC_WAIT
from pitboss.web.houses import Asker
from pitboss.web.settings import ServeSettings
from pitboss.web.tables import OpenTable, open_a_table, open_room
from tests.databases import databases, place, store
from tests.web.edge import MANY, Edge, Visitor, code


def _tidy(edge: Edge) -> int:
    return edge.call(edge.house.floor.close_deserted)


def _later(edge: Edge, table: str, seconds: float) -> None:
    """Time passes at one table."""
    edge.time += seconds
    edge.call(edge.room(table).do, Tick())


def _until_gone(edge: Edge, table: str, who: Visitor) -> None:
    """A socket that is closed is seen by the table a moment later."""

    async def gone() -> None:
        while any(each.id == who.id and each.here for each in edge.room(table).live.seating.seated()):
            await asyncio.sleep(0)

    edge.call(gone)


def _closer(edge: Edge, table: str) -> list[str]:
    """In whose name a table was closed, by the journal."""
    query = (
        "SELECT actor FROM deeds JOIN events ON events.deed = deeds.id WHERE felt = :felt AND body = :body"
    )
    what = {"felt": table, "body": CLOSED}
    found = edge.store.read(lambda connection: connection.execute(text(query), what).scalars().all())
    return list(found)


# The host


def test_a_table_is_closed_over_http_by_its_host_alone(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("shine")
    assert code(bob.ask("DELETE", f"/api/tables/{table}")) == (403, "not_host")
    assert code(edge.ask("DELETE", f"/api/tables/{table}")) == (401, "signed_out")
    with ann.join(table) as a:
        a.sits(1).deals(1)
        for _ in range(2):  # a repetition changes nothing
            answer = ann.ask("DELETE", f"/api/tables/{table}")
            assert (answer.status_code, answer.json()) == (200, {"table": table, "closed": False})
        a.say("fold", seat=1)
    assert code(ann.ask("DELETE", f"/api/tables/{table}")) == (404, "no_table")
    empty = ann.open("shine")
    assert ann.ask("DELETE", f"/api/tables/{empty}").json() == {"table": empty, "closed": True}
    assert _closer(edge, empty) == [ann.id]


def test_a_table_of_the_house_is_closed_by_no_player(edge: Edge) -> None:
    ann = edge.guest()
    body = OpenTable(id="o", house="shine", title="T")
    room = edge.call(open_room, edge.house, body, "", "operator:op")
    table = room.live.id
    assert code(ann.ask("DELETE", f"/api/tables/{table}")) == (403, "not_host")
    with ann.join(table) as a:
        assert a.refused("close") == "not_host"
    assert _closer(edge, table) == []


# Nobody


def test_a_public_table_where_nobody_sits_closes_after_an_hour(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    empty, watched, sat = ann.open("shine", bots=["always"]), ann.open("shine"), ann.open("shine")
    body = OpenTable(id="o", house="shine", title="The house's own")
    own = edge.call(open_room, edge.house, body, "", "operator:op").live.id
    with edge.watch(watched), bob.join(sat) as b:
        b.sits(1)
        assert EMPTY == 3600
        assert _tidy(edge) == 0
        edge.time += EMPTY - 1
        assert _tidy(edge) == 0
        edge.time += 1
        assert _tidy(edge) == 2
        assert edge.house.floor.rooms.keys() - {empty, watched} == {sat, own}
    _until_gone(edge, sat, bob)
    assert _tidy(edge) == 0
    edge.time += EMPTY  # bob is gone, and his seat alone does not keep the table
    assert _tidy(edge) == 1
    edge.time += 100 * EMPTY
    assert _tidy(edge) == 0
    assert [each["table"] for each in ann.ask("GET", "/api/tables").json()] == [own]
    assert _closer(edge, empty) == [f"table:{empty}"]


def test_money_keeps_a_table_until_the_longest_wait_has_freed_it(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("rivers", bots=["always"])
    with ann.join(table) as a:
        a.sits(2).done("bets", seat=2, wagers={"ante": 1000})
    assert _tidy(edge) == 0
    edge.time += 2 * EMPTY
    assert _tidy(edge) == 0
    _later(edge, table, PUBLIC_WAIT)  # dealt,
    _later(edge, table, PUBLIC_WAIT)  # and decided
    assert edge.room(table).live.phase == "settled"
    assert _tidy(edge) == 0
    edge.time += EMPTY
    assert _tidy(edge) == 1
    edge.books_balance()


# Places


@pytest.mark.parametrize(
    ("settings", "people"),
    [
        (ServeSettings(most_tables=6), 1),
        (ServeSettings(most_tables_each=6), 1),
        (ServeSettings(most_tables_each=3), 15),  # from one address
    ],
)
def test_a_limit_on_tables_holds_for_whoever_asks_at_the_same_moment(
    settings: ServeSettings, people: int, two_up: str
) -> None:
    edge = Edge(settings)
    body = OpenTable(id="o", sheet=two_up, title="T")

    scope = {"type": "http", "headers": [], "client": ("192.0.2.7", 1), "app": edge.client.app}

    async def at_once() -> list[str]:
        hosts = [edge.guest().id for _ in range(people)] * (15 // people)
        asked = []
        for host in hosts:
            asker = Asker(Request(scope, asyncio.Event().wait), host)  # type: ignore[arg-type]
            asked.append(open_room(edge.house, body, host, host, asker))
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [getattr(each, "code", type(each).__name__) for each in found]

    with edge.client:
        found = edge.call(at_once)
        assert sorted(found) == ["Room"] * 6 + ["rate"] * 9
        assert len(edge.house.floor.rooms) == 6


def test_a_place_is_free_again_when_a_table_was_not_opened_or_has_closed() -> None:
    edge = Edge(ServeSettings(most_tables_each=1))
    wanted: dict[str, Any] = {"house": "shine"}
    with edge.client:
        people = [edge.guest() for _ in range(3)]
        for _ in range(5):
            for bad in ({"low": 7}, {"title": " "}, {"bots": ["nobody"]}, {"sheet": "x = 1", "house": None}):
                assert people[0].tries_to_open(**wanted | bad).status_code == 422
        tables = [person.open("shine") for person in people[:2]]
        answer = people[2].tries_to_open(**wanted)
        assert code(answer) == (429, "rate")
        assert "2 tables are open that were opened from your network" in answer.json()["text"]
        assert people[1].ask("DELETE", f"/api/tables/{tables[1]}").status_code == 200
        assert people[2].tries_to_open(**wanted).status_code == 201


def test_where_a_table_was_opened_from_is_a_digest_for_as_long_as_it_is_open(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("shine")

    def stored(connection: Connection) -> list[str]:
        return [str(network) for (network,) in connection.exec_driver_sql("SELECT network FROM places")]

    def everything(connection: object) -> str:
        return "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[attr-defined]

    [digest] = edge.store.read(stored)
    assert len(digest) == 32
    assert "192.0.2." not in edge.store.read(everything)
    assert ann.ask("DELETE", f"/api/tables/{table}").status_code == 200
    assert edge.store.read(stored) == []


@pytest.fixture
def two_up() -> str:
    return (Path(__file__).parents[2] / "examples" / "two-up.toml").read_text(encoding="utf-8")


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
        edge.house.limits.change(ann.id, now, [exclusion(now + 10 * 86_400_000, now)])
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
