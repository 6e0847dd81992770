"""Questions over HTTP: too much is 429 with the time to come back, and who hangs up is not worked for."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx import Response

from pitboss.desk import desk as desks
from pitboss.desk.desk import Desk
from pitboss.house.house_cards import house_cards
from pitboss.odds import game
from pitboss.round import Refusal
from pitboss.sheet import houses, load_house
from pitboss.web import houses as house_pages
from pitboss.web.limits import Pace
from tests.desk.hands import Office, named, settled
from tests.web.edge import Edge, code

ODDS = "/api/houses/rivers/odds?meter="


@pytest.fixture
def hung() -> Iterator[tuple[Edge, Office]]:
    """A house whose desk answers nothing until it is let."""
    edge, office = Edge(), Office()
    desk = Desk(1, start=office.start, now=lambda: edge.time, most_each=3)
    edge.house.desk = desk
    with edge.client:
        yield edge, office
    edge.store.close()


def test_too_many_at_once_are_told_when_to_come_back(hung: tuple[Edge, Office]) -> None:
    edge, office = hung
    portal = edge.client.portal
    assert portal is not None
    with ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(edge.client.get, f"{ODDS}{number}") for number in range(3)]
        while portal.call(_waiting, edge.house.desk) < 3:
            pass
        answer = edge.client.get(f"{ODDS}9")
        assert code(answer) == (429, "rate")
        again = answer.json()["values"]["again"]
        assert int(answer.headers["Retry-After"]) == max(1, -(-(again - int(edge.time * 1000)) // 1000))
        portal.call(_let_all, office, edge.house.desk)
        assert {each.result().status_code for each in waiting} == {200}


def test_one_guest_who_waits_for_much_keeps_no_other_at_the_address_out(hung: tuple[Edge, Office]) -> None:
    edge, office = hung
    portal = edge.client.portal
    assert portal is not None
    ann, bob = edge.guest(), edge.guest()
    with ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(ann.ask, "GET", f"{ODDS}{number}") for number in range(3)]
        while portal.call(_waiting, edge.house.desk) < 3:
            pass
        assert code(ann.ask("GET", f"{ODDS}8")) == (429, "rate")
        waiting.append(threads.submit(bob.ask, "GET", f"{ODDS}9"))
        while portal.call(_waiting, edge.house.desk) < 4:
            pass
        portal.call(_let_all, office, edge.house.desk)
        assert {each.result().status_code for each in waiting} == {200}


async def _waiting(desk: Desk) -> int:
    return desk.waiting


async def _let_all(office: Office, desk: Desk) -> None:
    while desk._open:
        for asked in list(desk._open):
            office.let(asked).set()
        await settled()


def test_too_many_in_a_minute_are_told_when_to_come_back(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge.house.questions, "pace", Pace(2, 1 / 60))
    answers = [edge.ask("GET", "/api/houses/shine/pays") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[2].headers["Retry-After"] == "60"
    edge.time += 41.5
    late: Response = edge.ask("GET", "/api/houses/shine/pays")
    assert (late.status_code, late.headers["Retry-After"]) == (429, "19")
    edge.time += 19
    assert edge.ask("GET", "/api/houses/shine/pays").status_code == 200


def test_sheets_have_a_rate_of_their_own(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted for the person and for the address: another person there is refused, too."""
    monkeypatch.setattr(edge.house.sheets, "pace", Pace(2, 1 / 60))
    ann, bob = edge.guest(), edge.guest()
    wanted = {"sheet": "x = 1"}
    assert code(ann.tries_to_open(**wanted)) == (422, "sheet")
    assert code(bob.tries_to_open(**wanted)) == (422, "sheet")
    refused = ann.tries_to_open(**wanted)
    assert code(refused) == (429, "rate")
    assert "Retry-After" in refused.headers
    assert ann.tries_to_open(house="shine").status_code == 201


class _Gone:
    """A request whose client has hung up."""

    async def receive(self) -> dict[str, str]:
        return {"type": "http.disconnect"}


def test_who_hangs_up_is_not_worked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "GRACE", 0.0)
    request: Any = _Gone()

    async def scene() -> None:
        office = Office()
        desk = Desk(1, start=office.start)
        with pytest.raises(Refusal):
            await house_pages._while_there(request, desk.ask("ann", named("long")))
        await asyncio.sleep(0.01)
        await settled()
        assert office.killed == 1
        assert not desk._open
        await desk.close()

    asyncio.run(scene())


def test_a_house_that_waits_no_longer_says_that_it_closes(hung: tuple[Edge, Office]) -> None:
    """uvicorn gives up what is still under way some seconds after it was told to end."""
    edge, _ = hung
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if asked:
            await asyncio.Event().wait()
        asked.append(True)
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def scene() -> None:
        place = {"path": "/api/houses/rivers/pays", "query_string": b"", "client": ("192.0.2.1", 50_000)}
        kind = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"}
        scope = {**kind, **place, "headers": [], "server": ("127.0.0.1", 8888), "state": {}}
        task = asyncio.create_task(edge.app(scope, receive, send))
        while not edge.house.desk.waiting:
            await asyncio.sleep(0)
        task.cancel()
        await task

    asked: list[bool] = []
    edge.call(scene)
    assert (sent[0]["status"], json.loads(sent[1]["body"])["code"]) == (503, "unavailable")


def test_nothing_of_a_request_is_reckoned_or_parsed_by_the_server_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sheets, prices, settlements and receipts go to another process; here they would fail at once."""
    edge = Edge()
    assert all(load_house(house) for house in houses())  # the house's own sheets are read once
    edge.house.desk = Desk(1, seconds=120, now=lambda: edge.time)
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("a sheet is parsed in the server"))
    monkeypatch.setattr(game.Game, "__init__", lambda *given: pytest.fail("the server reckons"))
    with edge.client:
        ann = edge.guest()
        bomb = "a" + ".a" * 30_000 + " = 1"
        assert code(ann.tries_to_open(sheet=bomb)) == (422, "sheet")
        assert edge.ask("GET", "/api/houses/shine/odds").status_code == 200
        assert code(edge.ask("POST", "/api/settle", content=b"[")) == (422, "input")
        checked = edge.ask("POST", "/api/verify", json={"format": 1})
        assert (checked.status_code, checked.json()["right"]) == (200, False)
    edge.store.close()


def test_the_lobby_opens_when_the_desk_cannot_say_what_a_house_costs(hung: tuple[Edge, Office]) -> None:
    edge, _ = hung

    class Closed(Desk):
        async def ask(self, *given: object, **more: object) -> bytes:
            raise Refusal("unavailable", "The house closes now", None)

    edge.house.desk = Closed(1)
    found = edge.call(house_cards, edge.house.desk)
    assert [(card.sheet.id, card.edge) for card in found] == [(name, None) for name in houses()]
    page = edge.client.get("/", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "house edge on the Ante" not in page.text


def test_visitors_of_the_lobby_share_one_reckoning(edge: Edge) -> None:
    """Twenty first visits at once: each price is worked out once."""
    office = Office()
    desk = Desk(1, start=office.start, now=lambda: edge.time)
    edge.house.desk = desk

    async def visits() -> None:
        tasks = [asyncio.create_task(house_cards(edge.house.desk)) for _ in range(20)]
        for _ in range(20):
            await settled()
            for asked in list(desk._open):
                office.let(asked).set()
        await asyncio.gather(*tasks, return_exceptions=True)

    edge.call(visits)
    assert sorted(json.loads(each)["house"] for each in office.begun) == sorted(houses())
