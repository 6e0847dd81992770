"""Whether the house lives and can serve, what it does when its database fails, and its hourly work."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from pitboss.house import HOUR, MINUTE
from pitboss.ledger import Store, open_store
from pitboss.ledger.schema import chores, pulse
from pitboss.ledger.servers import take_chore
from pitboss.ledger.store import ShapeChanged
from pitboss.web import server_state
from pitboss.web.background import do_hourly
from pitboss.web.log import LOG
from tests.databases import databases, place, store
from tests.house.rig import NOON
from tests.ledger.at_once import at_once
from tests.ledger.losing import answers_lost
from tests.ledger.reached import listening
from tests.web.edge import Edge

READY: tuple[int, list[str]] = (200, [])


@pytest.fixture(autouse=True)
def _asked_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_state, "EVERY", 0.0)


@pytest.fixture
def edge(tmp_path: Path) -> Iterator[Edge]:
    """A house on a file: who only reads there commits nothing, and meets no fault that others shall meet."""
    with Edge(store=open_store(tmp_path / "own.db", "OFF")) as found:
        yield found


def seen(edge: Edge) -> tuple[int, list[str]]:
    """The status, and what fails."""
    answer = edge.ask("GET", "/readyz")
    told = answer.json()
    assert told["ready"] == (answer.status_code == 200) == (not told["failed"])
    assert [key for key, each in told["checks"].items() if not each["ok"]] == told["failed"]
    return answer.status_code, told["failed"]


def facts(edge: Edge, check: str) -> dict[str, object]:
    found: dict[str, object] = edge.ask("GET", "/readyz").json()["checks"][check]
    return found


def test_a_house_that_can_write_is_ready(edge: Edge) -> None:
    assert seen(edge) == READY
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

    def hear(what: str, *, extra: dict[str, dict[str, str]]) -> None:
        if what == "ready":  # others may warn of the same disk
            told.append(extra["fields"]["why"])

    monkeypatch.setattr(LOG, "warning", hear)
    with listening(full):
        assert seen(edge) == (503, ["database"])
        assert facts(edge, "database")["fault"] == "unreachable"
        assert edge.ask("GET", "/healthz").json() == {"alive": True}
    assert [why in text for text in told] == [True]
    assert seen(edge) == READY
    assert told[1:] == [None]


def test_a_table_that_was_set_aside_or_waits_makes_the_house_unready(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = edge.guest()
    table = ann.open()
    edge.house.floor.unusable.faults["t"] = "its round cannot be paid"
    assert seen(edge) == (503, ["tables"])
    assert facts(edge, "tables") == {"ok": False, "here": 1, "lost": 1, "set_aside": 0, "stuck": 0}
    edge.house.floor.unusable.faults.clear()
    assert seen(edge) == READY
    edge.house.floor.rooms[table]._failing = edge.time
    assert seen(edge) == (503, ["tables"])
    assert facts(edge, "tables") == {"ok": False, "here": 1, "lost": 0, "set_aside": 0, "stuck": 1}


def test_a_lost_file_makes_the_house_unready_and_stops_it(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    with Edge(store=open_store(file)) as edge:
        assert seen(edge) == READY
        file.unlink()
        assert seen(edge) == (503, ["database"])


def test_it_is_asked_of_the_database_once_in_a_while(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_state, "EVERY", 3_600.0)
    edge.house.watch._answered = -3_600.0
    asked = Mock(wraps=edge.house.watch._write)
    monkeypatch.setattr(edge.house.watch, "_write", asked)
    for _ in range(5):
        assert seen(edge) == READY
    assert asked.call_count == 1


def test_a_request_whose_outcome_is_not_known_says_so(edge: Edge) -> None:
    ann = edge.guest()
    with answers_lost(stored=True):
        answer = ann.ask("PUT", "/api/limits", json={"loss": 5_000})
    assert (answer.status_code, answer.json()["code"]) == (503, "unknown")
    assert ann.ask("GET", "/api/me").json() is not None


class Lease:
    """That of a server, as a test wishes it."""

    alone, server = False, "s"
    seconds: float | None = 0.4

    def holds(self) -> bool:
        return self.seconds is not None

    def age(self) -> float | None:
        return self.seconds

    def now(self) -> float:
        return 0.0

    def start(self) -> None:
        return

    def stop(self) -> None:
        return


def test_a_server_without_its_lease_is_not_ready(edge: Edge) -> None:
    lease = Lease()
    edge.house.floor.leases = lease
    assert seen(edge) == READY
    assert facts(edge, "lease") == {"ok": True, "age_seconds": 0.4}
    lease.seconds = None
    assert seen(edge) == (503, ["lease"])
    assert facts(edge, "lease") == {"ok": False, "age_seconds": None}


@pytest.mark.parametrize(("ahead", "failed"), [(-3.0, []), (-60.0, ["clock"]), (60.0, ["clock"])])
def test_a_clock_that_differs_from_the_databases_makes_the_server_unready(
    edge: Edge, ahead: float, failed: list[str]
) -> None:
    edge.house.watch.clock = lambda: time.time() + ahead
    assert seen(edge)[1] == failed
    offset = facts(edge, "clock")["offset_seconds"]
    assert isinstance(offset, float)
    assert round(offset) == -ahead


def test_a_server_that_gives_its_tables_back_is_not_ready_and_asks_nothing(edge: Edge) -> None:
    assert seen(edge) == READY
    edge.call(edge.house.floor.stop)
    commits: list[str] = []
    with listening(commits.append):
        assert seen(edge) == (503, ["open"])
        assert edge.ask("GET", "/healthz").json() == {"alive": True}
    assert not commits


def test_a_database_that_does_not_answer_is_waited_for_no_longer_than_is_said(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_state, "LONGEST", 0.0)
    answers = Event()
    monkeypatch.setattr(edge.house.watch, "_write", answers.wait)
    try:
        assert seen(edge) == (503, ["database"])
        assert facts(edge, "database")["fault"] == "timeout"
    finally:
        answers.set()


DOCS = Path(__file__).parents[2] / "docs"


def _breaks(file: Path) -> None:
    """The disk has lost its mind."""
    for each in file.parent.glob(f"{file.name}*"):
        each.write_bytes(b"this is no database any more. " * 4096)


def test_a_broken_database_makes_the_house_ill_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_state, "EVERY", 1.0)  # or every look at the broken file is a fault
    file = tmp_path / "house.db"
    store = open_store(str(file))
    with Edge(store=store) as edge:
        assert edge.ask("GET", "/healthz").json() == {"alive": True}
        ann = edge.guest()
        store.engine.dispose()
        _breaks(file)
        assert edge.ask("GET", "/healthz").json() == {"alive": True}  # the process lives
        assert edge.ask("GET", "/readyz").status_code == 503
        for path in ("/api/me", "/api/rounds"):
            answer = ann.ask("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), path
            assert "Traceback" not in answer.text
            assert str(file) not in answer.text
    store.close()
    assert "Traceback" not in caplog.text


def test_a_table_whose_database_fails_refuses_and_goes_on_later(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.ledger.store import Unreachable
    from pitboss.table import stored_calls

    ann = edge.guest()
    table = ann.open()
    with ann.join(table) as a:
        a.sits(1)

        def broken(*_: object) -> None:
            raise Unreachable("no disk")

        with monkeypatch.context() as patch:
            patch.setattr(stored_calls, "write_plans", broken)
            assert a.say("bets", seat=1, wagers={"ante": 1000})["code"] == "unavailable"
        a.deals(1)
        a.done("play", seat=1)
        assert a.view["phase"] == "settled"
    edge.books_balance()


def test_once_the_database_is_upgraded_no_command_is_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    with Edge(store=open_store(file)) as edge:
        ann = edge.guest()
        with ann.join(ann.open()) as a, closing(sqlite3.connect(file)) as newer:
            a.sits(1)
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
            newer.commit()
            bets = {"t": "cmd", "id": "late", "rev": a.view["rev"], "do": "bets", "seat": 1}
            a.socket.send_text(json.dumps(bets | {"wagers": {"ante": 1000}}))
            assert a.read()["t"] == "unknown"
        assert isinstance(edge.house.floor.lost, ShapeChanged)
    edge.books_balance()


__all__ = ["databases", "place", "store"]


def test_of_many_servers_one_does_it_and_the_next_after_an_hour(store: Store) -> None:
    now = [NOON]

    def takers() -> int:
        return sum(
            at_once(
                6, lambda _: store.write(lambda connection: take_chore(connection, "hourly", HOUR, now[0]))
            )
        )

    def passes(milliseconds: int) -> None:
        """PostgreSQL goes by its own clock, whatever the servers think; SQLite has one server."""
        now[0] += milliseconds
        if store.engine.dialect.name == "postgresql":
            now[0] = 0
            store.write(
                lambda connection: connection.execute(
                    update(chores).values(last=chores.c.last - milliseconds)
                )
            )

    assert takers() == 1
    passes(HOUR - MINUTE)
    assert takers() == 0
    passes(MINUTE)
    assert takers() == 1


def test_the_hourly_work_makes_a_head_and_is_not_done_twice(edge: Edge) -> None:
    other = Edge(store=edge.store)

    def heads() -> int:
        query = "SELECT count(*) FROM heads"
        return int(edge.store.read(lambda connection: connection.exec_driver_sql(query).scalar_one()))

    assert [do_hourly(each.house) for each in (edge, other, edge)] == [True, False, False]
    assert heads() == 1
    other.time += 3_600
    assert do_hourly(other.house)
    assert heads() == 2
