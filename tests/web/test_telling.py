"""What the house tells of itself: health, metrics and logs, without a name, a card or a secret."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pitboss.cards import CARD_TEXTS
from pitboss.ledger import open_store
from pitboss.ledger.store import FaultKind, ShapeChanged
from pitboss.package import __version__
from pitboss.sheet import houses, load_house
from pitboss.web.metrics import COMMANDS, SECONDS, STATES
from tests.web.edge import PASSWORD, Edge, named

DOCS = Path(__file__).parents[2] / "docs"


def _breaks(file: Path) -> None:
    """The disk has lost its mind."""
    for each in file.parent.glob(f"{file.name}*"):
        each.write_bytes(b"this is no database any more. " * 4096)


def test_a_broken_database_makes_the_house_ill_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
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


class Evening:
    """Somebody plays a round, and all that was told of it."""

    def __init__(self, edge: Edge) -> None:
        began = named(edge, "Annabella")
        self.me = began
        self.password = PASSWORD
        edge.ask("POST", "/api/guests")
        edge.ask("POST", "/api/sign-in", json={"name": "Annabella", "password": "wrong " + PASSWORD})
        self.token = began.ask("POST", "/api/tokens", json={"label": "robot"}).json()["secret"]
        opened = began.opened("napa-valley", private=True, title="Backroom")
        self.invite = opened["invite"]
        self.ticket = began.ticket(opened["table"])
        path = f"/api/tables/{opened['table']}/socket?ticket={self.ticket}"
        with edge.connected(path) as a:
            a.sits(1).deals(1)
            self.cards = a.seat(1)["cards"]
            a.send("nonsense")
            a.say("bets", seat=1, wagers={"ante": 1})
            a.done("play", seat=1)
            self.metrics = edge.ask("GET", "/metrics").text
            assert a.view["phase"] == "settled"
            self.cards += a.view["dealer"]["cards"]
        assert set(self.cards) <= set(CARD_TEXTS)

    def secrets(self) -> list[str]:
        return [self.me.secret, self.token, self.invite, self.ticket, self.password, "correct horse"]

    def tells_nothing(self, text: str) -> None:
        for each in (*self.secrets(), self.me.id, "Annabella", "Backroom", "robot"):
            assert each not in text, each
        for card in CARD_TEXTS:
            assert not re.search(rf"\b{card}\b", text), card


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    """What Prometheus reads: values by name and by what the labels say."""
    families = text_string_to_metric_families(text)
    return {
        (each.name, tuple(each.labels.values())): each.value for family in families for each in family.samples
    }


def test_metrics_count_and_name_nobody(edge: Edge) -> None:
    evening = Evening(edge)
    evening.tells_nothing(evening.metrics)
    found = samples(evening.metrics)
    assert found["pitboss_tables", ("result",)] == found["pitboss_sockets", ()] == 1
    assert found["pitboss_rounds_total", ("napa-valley", "settled")] == 1
    assert found["pitboss_seats_taken", ()] == 1
    for do, times in (("sit", 1), ("play", 1), ("other", 1)):
        assert found["pitboss_command_seconds_count", (do,)] == times
    assert found["pitboss_refusals_total", ("message",)] == 1
    assert found["pitboss_http_seconds_count", ("/api/tables/{table}/ticket", "2xx")] == 1
    assert found["pitboss_commit_seconds_count", ()] > 0
    assert found["pitboss_frames_total", ()] > 5


def templates(routes: Iterable[Any]) -> set[str]:
    """The addresses of routes as they are written, with the names of what stands in them."""
    found = set[str]()
    for each in routes:
        inner = getattr(each, "original_router", None)
        found |= {each.path} if inner is None else templates(inner.routes)
    return found


def test_labels_are_few(edge: Edge) -> None:
    """A label is one of a few words that are known beforehand, whatever people type."""
    evening = Evening(edge)
    for path in ("/tables/x", "/nowhere/Annabella", "/api/rounds/9", "/static/no", "/api/tables/no"):
        evening.me.ask("GET", path)
    codes = (DOCS / "protocol.md").read_text(encoding="utf-8")
    text = edge.ask("GET", "/metrics").text
    allowed = {
        "do": COMMANDS | {"other"},
        "route": templates(edge.app.routes) | {"/static", "none"},
        "status": {"2xx", "3xx", "4xx", "5xx"},
        "le": {*map(str, SECONDS), "+Inf"},
        "code": set(re.findall(r"^\| `([a-z_]+)` \|", codes, re.MULTILINE)),
        "result": {"done", "refused", "unknown", "settled", "void"},
        "house": {*houses(), "own"},
        "wager": {wager for house in houses() for wager in (*load_house(house).wagers, "play")},
        "state": set(STATES),
        "kind": set(get_args(FaultKind)),
        "version": {__version__},
    }
    for family in text_string_to_metric_families(text):
        for each in family.samples:
            for label, value in each.labels.items():
                assert value in allowed[label], (family.name, label, value)
