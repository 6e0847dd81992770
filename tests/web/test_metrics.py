"""/metrics: as Prometheus and OpenMetrics read it, by their conventions; what it counts is what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from prometheus_client import Metric
from prometheus_client.openmetrics import parser as open_metrics
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from pitboss.ledger import open_store
from pitboss.ledger.store import FaultKind, Unreachable
from pitboss.money import MICRO
from pitboss.package import __version__
from pitboss.sheet import houses, load_house
from pitboss.table.messages import SetAside
from pitboss.web.metrics import COMMANDS, SECONDS, STATES
from tests.ledger.books import balances
from tests.ledger.losing import answers_lost
from tests.ledger.reached import listening
from tests.web.edge import Edge, Visitor, named
from tests.web.metric_lint import faults

DOCS = Path(__file__).parents[2] / "docs"
Samples = dict[tuple[str, tuple[str, ...]], float]


def families(edge: Edge, **headers: str) -> list[Metric]:
    answer = edge.ask("GET", "/metrics", headers=headers)
    read = open_metrics if "openmetrics" in answer.headers["content-type"] else None
    found = (read.text_string_to_metric_families if read else text_string_to_metric_families)(answer.text)
    return list(found)


def samples(edge: Edge) -> Samples:
    return {
        (each.name, tuple(each.labels.values())): each.value
        for family in families(edge)
        for each in family.samples
    }


def play(who: Visitor, table: str, **wagers: int) -> None:
    with who.join(table) as seat:
        seat.sits(1).deals(1, **wagers)
        if seat.view["phase"] == "decisions":
            seat.done("play", seat=1)
        assert seat.view["phase"] == "settled"


@pytest.fixture
def played(edge: Edge) -> Edge:
    """Rounds of two houses, one of them for chips."""
    ann = edge.guest()
    play(ann, ann.open("rivers"), ante=1000, pair_plus=500, progressive=100)
    play(ann, ann.open("shine"), ante=2000)
    play(ann, ann.open("shine", pays={"pair_xxx": {"high_card_or_better": 9}}), ante=1500)
    return edge


def _named(found: Iterable[Metric]) -> dict[str, str]:
    return {each.name: each.type for each in found}


def test_both_parsers_read_the_same_and_the_conventions_hold(played: Edge) -> None:
    asked = "application/openmetrics-text; version=1.0.0"
    plain, strict = families(played), families(played, accept=asked)
    assert _named(plain) == _named(strict)
    assert len(_named(plain)) == len(plain) > 30
    told = {family.name: list(faults(family)) for family in plain}
    assert not {name: each for name, each in told.items() if each}


def test_the_lint_sees_what_it_is_for() -> None:
    bad = Metric("pitboss_waitMs", "", "gauge")
    bad.add_sample("pitboss_waitMs", {"le": "1"}, 1.0)
    late = Metric("pitboss_late_ms_gauge_total", "How late.", "gauge")
    counter = Metric("pitboss_things", "Things.", "counter")
    counter.add_sample("pitboss_things", {}, -1.0)
    assert len(list(faults(bad))) == 3
    assert len(list(faults(late))) == 3
    assert len(list(faults(counter))) == 2


def test_rounds_and_money_are_those_of_the_books(played: Edge) -> None:
    found = samples(played)
    rounds = {labels: each for (name, labels), each in found.items() if name == "pitboss_rounds_total"}
    assert rounds == {("rivers", "settled"): 1, ("shine", "settled"): 2}
    handle, paid = (
        {labels: round(100 * each) for (name, labels), each in found.items() if name == wanted}
        for wanted in ("pitboss_handle_dollars_total", "pitboss_paid_dollars_total")
    )
    bet = {"ante": 1000, "pair_plus": 500, "progressive": 100, "play": 1000}
    assert {wager: cents for (house, wager), cents in handle.items() if house == "rivers"} == bet
    assert handle["shine", "ante"] == 2000  # chips are no money
    meter = load_house("rivers").meter
    assert meter is not None
    held = dict.fromkeys(("house", "meter"), 0)
    for account, amount in balances(played.store).items():
        if account.partition(":")[0] in held:
            held[account.partition(":")[0]] += amount
    assert MICRO * (sum(handle.values()) - sum(paid.values()) + meter.reset) == sum(held.values())


def test_a_void_round_and_the_states_of_tables(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    edge.house.floor.unusable.faults["gone"] = "it cannot be read"
    with ann.join(table) as seat:
        assert samples(edge)["pitboss_tables", ("idle",)] == 1
        seat.sits(1).done("bets", seat=1, wagers={"ante": 1000})
        assert samples(edge)["pitboss_tables", ("bets",)] == 1
        edge.call(edge.room(table).do, SetAside("Broken"))
    found = samples(edge)
    tables = {labels[0]: each for (name, labels), each in found.items() if name == "pitboss_tables" and each}
    assert tables == {"set_aside": 1, "lost": 1}
    assert found["pitboss_rounds_total", ("rivers", "void")] == 1
    assert ("pitboss_handle_dollars_total", ("rivers", "ante")) not in found


def test_meters_are_those_of_the_houses(edge: Edge) -> None:
    meter = load_house("rivers").meter
    assert meter is not None
    assert samples(edge)["pitboss_meter_dollars", ("rivers",)] == meter.reset / 100


def test_a_database_that_fails_is_counted_and_figures_need_none(tmp_path: Path) -> None:
    def full(name: str) -> None:
        if name == "store:before commit":
            raise OperationalError("INSERT", None, Exception("database or disk is full"))

    with Edge(store=open_store(tmp_path / "house.db")) as edge:
        with listening(full), pytest.raises(Unreachable):
            edge.house.pit.grant("ann", 100, "op", "g")
        with answers_lost(stored=True):
            edge.house.pit.grant("ann", 100, "op", "g")  # it is looked up
        commits: list[str] = []
        with listening(commits.append):
            found = samples(edge)
    assert found["pitboss_database_errors_total", ("unreachable",)] == 1
    assert found["pitboss_database_errors_total", ("unknown",)] == 1
    assert found["process_resident_memory_bytes", ()] > 0
    assert not commits


def templates(routes: Iterable[Any]) -> set[str]:
    """The addresses of routes as they are written, with the names of what stands in them."""
    found = set[str]()
    for each in routes:
        inner = getattr(each, "original_router", None)
        found |= {each.path} if inner is None else templates(inner.routes)
    return found


def test_labels_are_few(edge: Edge) -> None:
    """A label is one of a few words that are known beforehand, whatever people type."""
    ann = named(edge, "Annabella")
    table = ann.opened("napa-valley", private=True, title="Backroom")["table"]
    with ann.join(table) as a:
        a.sits(1).deals(1)
        a.send("nonsense")
        a.say("bets", seat=1, wagers={"ante": 1})
        a.done("play", seat=1)
        found = samples(edge)
    assert found["pitboss_tables", ("result",)] == found["pitboss_seats_taken", ()] == 1
    assert found["pitboss_refusals_total", ("message",)] == 1
    for do, times in (("sit", 1), ("play", 1), ("other", 1)):
        assert found["pitboss_command_seconds_count", (do,)] == times
    assert found["pitboss_http_seconds_count", ("/api/tables/{table}/ticket", "2xx")] == 1
    for path in ("/tables/x", "/nowhere/Annabella", "/api/rounds/9", "/static/no", "/api/tables/no"):
        ann.ask("GET", path)
    codes = (DOCS / "protocol.md").read_text(encoding="utf-8")
    text = edge.ask("GET", "/metrics").text
    assert not any(each in text for each in ("Annabella", "Backroom", ann.id, table))
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
