"""A table that lives at another server of the house: clients are told where, in each way that they ask."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.table.rooms import Elsewhere
from pitboss.table.table_runner import Room
from pitboss.web.guard import HEADERS
from pitboss.web.settings import ServeSettings
from tests.web.edge import HOME, MANY, Edge, Visitor

THERE = "http://10.0.0.6:8888"


@pytest.fixture
def edge() -> Edge:
    """A house with another server."""
    return Edge(ServeSettings(requests_address=MANY, addresses=(HOME, THERE)))


def _moved(edge: Edge, monkeypatch: pytest.MonkeyPatch, address: str) -> tuple[Visitor, str]:
    """A table that another server has taken."""
    ann = edge.guest()
    table = ann.open()

    async def seek(table: str) -> Room:
        raise Elsewhere(address)

    monkeypatch.setattr(edge.house.floor, "seek", seek)
    return ann, table


@pytest.mark.parametrize(("address", "way"), [(THERE, THERE), (HOME, HOME)])
def test_a_command_over_http_is_handed_on(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, address: str, way: str
) -> None:
    with edge.client:
        ann, table = _moved(edge, monkeypatch, address)
        answer = ann.ask("DELETE", f"/api/tables/{table}?why=late", follow_redirects=False)
        assert answer.status_code == 307
        assert answer.headers["location"] == f"{way}/api/tables/{table}?why=late"
        assert answer.json()["code"] == "elsewhere"
        assert answer.json()["values"] == {"address": address}


def test_a_path_never_leads_to_a_strangers_host(monkeypatch: pytest.MonkeyPatch) -> None:
    with Edge() as edge:
        ann, _ = _moved(edge, monkeypatch, HOME)
        answer = ann.ask("GET", "/api/tables/%2F%2Fevil.example", follow_redirects=False)
        assert answer.status_code == 404 or not answer.headers["location"].startswith("//")


@pytest.mark.parametrize(("address", "way"), [(THERE, THERE), (HOME, HOME)])
def test_a_ticket_names_the_owner_and_is_good_there(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, address: str, way: str
) -> None:
    with edge.client:
        ann, table = _moved(edge, monkeypatch, address)
        given = ann.ask("POST", f"/api/tables/{table}/ticket", json={}).json()
        assert given["address"] == way
        monkeypatch.undo()  # as if this were the other server, on the same database
        with edge.connected(f"/api/tables/{table}/socket?ticket={given['ticket']}") as a:
            a.sits(1)
        assert ann.ask("POST", f"/api/tables/{table}/ticket", json={}).json()["address"] == HOME


def test_behind_a_public_name_a_server_always_says_its_own_address() -> None:
    """Without it the next request might come to another server."""
    own = "https://cards.example/at/1"
    with Edge(ServeSettings(addresses=(own,))) as edge:
        ann = edge.guest()
        given = ann.ask("POST", f"/api/tables/{ann.open()}/ticket", json={}).json()
        assert given["address"] == own
    with Edge() as alone:
        ann = alone.guest()
        assert ann.ask("POST", f"/api/tables/{ann.open()}/ticket", json={}).json()["address"] == ""


@pytest.mark.parametrize(("address", "way"), [(THERE, THERE), (HOME, HOME)])
def test_a_socket_at_the_wrong_server_is_told_where_to_go(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, address: str, way: str
) -> None:
    with edge.client:
        ann, table = _moved(edge, monkeypatch, address)
        path = f"/api/tables/{table}/socket?ticket={ann.ticket(table)}"
        with edge.client.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert (closed.value.code, closed.value.reason) == (4001, way)


def test_pages_may_open_sockets_at_the_other_servers_and_nowhere_else(edge: Edge) -> None:
    with edge.client:
        policy = edge.ask("GET", "/healthz").headers["content-security-policy"]
    assert "connect-src 'self' ws://10.0.0.6:8888 ws://127.0.0.1:8888;" in policy
    with Edge() as alone:
        answer = alone.ask("GET", "/healthz").headers["content-security-policy"]
    assert answer == HEADERS["Content-Security-Policy"]


def test_the_page_of_a_table_reads_it_wherever_it_is(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    with edge.client:
        ann, table = _moved(edge, monkeypatch, THERE)
        page = ann.ask("GET", f"/tables/{table}")
        assert page.status_code == 200
        assert f'data-servers="{THERE} {HOME}"' in page.text
        assert ann.ask("GET", f"/api/tables/{table}/pays").status_code == 200


def test_who_is_at_a_table_that_is_lost_is_told_to_come_back(edge: Edge) -> None:
    """The server says nothing more of it, not even what it is doing at this moment."""
    with edge.client:
        ann = edge.guest()
        table = ann.open()
        with ann.join(table) as a, edge.watch(table) as b:
            a.sits(1)
            b.catch_up()
            room = edge.room(table)
            a.socket.portal.call(_lose, edge, room)
            for each in (a, b):
                heard = len(each.frames)
                assert each.ended() == (1012, "moved")
                assert len(each.frames) == heard
        assert table not in edge.house.floor.rooms


async def _lose(edge: Edge, room: Room) -> None:
    edge.house.floor.drop(room)


@pytest.mark.parametrize("person", [True, False])
def test_who_comes_while_the_table_is_lost_is_told_to_come_back(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, person: bool
) -> None:
    with edge.client:
        ann = edge.guest()
        table = ann.open()
        room, path = edge.room(table), f"/api/tables/{table}/socket"
        if person:
            path += f"?ticket={ann.ticket(table)}"

        async def seek(table: str) -> Room:
            room.park()  # after it was found here
            return room

        monkeypatch.setattr(edge.house.floor, "seek", seek)
        with edge.client.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert (closed.value.code, closed.value.reason) == (1012, "moved")
