"""Whether the house lives, and whether it can serve: it writes to find out, and the log says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pitboss.cage import open_store
from pitboss.cage.schema import pulse
from pitboss.web import health_watch
from pitboss.web.log import LOG
from tests.cage.losing import answers_lost
from tests.cage.reached import listening
from tests.web.edge import Edge

NOT_READY = (503, "not ready: the log says why\n")


@pytest.fixture(autouse=True)
def _asked_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_watch, "EVERY", 0.0)


def seen(edge: Edge) -> tuple[int, str]:
    answer = edge.ask("GET", "/readyz")
    return answer.status_code, answer.text


def test_a_house_that_can_write_is_ready(edge: Edge) -> None:
    assert seen(edge) == (200, "ready\n")
    written = edge.store.read(lambda connection: connection.execute(pulse.select()).all())
    assert [tuple(row) for row in written] == [("one", int(edge.time * 1000))]


@pytest.mark.parametrize("why", ["database or disk is full", "attempt to write a readonly database"])
def test_a_disk_that_cannot_be_written_makes_the_house_unready(
    edge: Edge, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(name: str) -> None:
        if name == "store:before commit":
            raise OperationalError("INSERT", None, Exception(why))

    told: list[str] = []
    monkeypatch.setattr(LOG, "warning", lambda *_, extra: told.append(extra["fields"]["why"]))
    with listening(full):
        assert seen(edge) == NOT_READY
        assert edge.ask("GET", "/healthz").text == "ok\n"
    assert [why in text for text in told] == [True]
    assert seen(edge) == (200, "ready\n")
    assert told[1:] == [None]


def test_a_table_that_was_set_aside_or_waits_makes_the_house_unready(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = edge.guest()
    table = ann.open()
    edge.house.floor.unusable.faults["t"] = "its round cannot be paid"
    assert seen(edge) == NOT_READY
    edge.house.floor.unusable.faults.clear()
    assert seen(edge) == (200, "ready\n")
    edge.house.floor.rooms[table]._failing = edge.time
    assert seen(edge) == NOT_READY


def test_a_lost_file_makes_the_house_unready_and_stops_it(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    edge = Edge(store=open_store(file))
    with edge.client:
        assert seen(edge) == (200, "ready\n")
        file.unlink()
        assert seen(edge) == NOT_READY
    edge.store.close()


def test_it_is_asked_of_the_database_once_in_a_while(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_watch, "EVERY", 3_600.0)
    edge.house.watch._answered = -3_600.0
    commits: list[str] = []
    with listening(commits.append):
        for _ in range(5):
            assert seen(edge) == (200, "ready\n")
    assert commits.count("store:after commit") == 1


def test_a_request_whose_outcome_is_not_known_says_so(edge: Edge) -> None:
    ann = edge.guest()
    with answers_lost(stored=True):
        answer = ann.ask("PUT", "/api/limits", json={"loss": 5_000})
    assert (answer.status_code, answer.json()["code"]) == (503, "unknown")
    assert ann.ask("GET", "/api/me").json() is not None
