"""The dashboard and the alerts ask for figures that a server tells which has played, with its labels."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import promql_parser as promql
import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.deploy.files import DEPLOY
from tests.web.edge import Edge
from tests.web.test_metrics import play

DASHBOARD = json.loads((DEPLOY / "grafana" / "pitboss.json").read_text("utf-8"))
ALERTS = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
SCRAPED = {"instance", "job"}  # Prometheus puts them on everything
VARIABLES = {"$__rate_interval": "5m", "$__range": "1h", "$instance": ".*"}
GROWING = {"rate", "increase"}


class Query(NamedTuple):
    """What is asked, and what its answers are called."""

    where: str
    text: str
    legend: str = ""


def _queries() -> Iterator[Query]:
    for panel in PANELS:
        for target in panel["targets"]:
            text = target["expr"]
            for name, value in VARIABLES.items():
                text = text.replace(name, value)
            legend = target["legendFormat"] if "{{" in target["legendFormat"] else ""
            yield Query(f"{panel['title']} {target['refId']}", text, legend)
    for rule in ALERTS:
        yield Query(rule["alert"], rule["expr"], rule["annotations"]["summary"].replace("$labels.", ""))


QUERIES = list(_queries())


class Told(NamedTuple):
    """A figure as it was told: its kind, and the values of each label."""

    kind: str
    labels: dict[str, set[str]]


Figures = dict[str, Told]


@pytest.fixture(scope="module")
def told() -> Figures:
    """Samples by name, of a server at which people have played and were refused."""
    with Edge() as edge:
        ann = edge.guest()
        play(ann, ann.open("rivers"), ante=1000, progressive=100)
        with ann.join(ann.open("shine")) as seat:
            seat.say("bets", seat=9, wagers={"ante": 1})
        families = list(text_string_to_metric_families(edge.ask("GET", "/metrics").text))
    found = {"up": Told("gauge", {})}
    for family in families:
        for sample in family.samples:
            labels = found.setdefault(sample.name, Told(_kind(family, sample.name), {})).labels
            for label, value in sample.labels.items():
                labels.setdefault(label, set()).add(value)
    return found


def _kind(family: Metric, name: str) -> str:
    """Whether it grows, or goes up and down."""
    return "counter" if family.type == "counter" or name != family.name else "gauge"


def _nodes(text: str) -> list[Any]:
    found: list[Any] = []
    promql.walk(promql.parse(text), found.append)
    return found


def _selectors(text: str) -> list[Any]:
    return [each for each in _nodes(text) if isinstance(each, promql.VectorSelector)]


def check_names(query: Query, told: Figures) -> None:
    """A query asks for figures, labels and values that there are."""
    for each in _selectors(query.text):
        assert each.name in told, each.name
        labels = told[each.name].labels
        for matcher in each.matchers.matchers:
            assert matcher.name in {*labels, *SCRAPED}, (each.name, matcher.name)
            known = labels.get(matcher.name)
            if known is not None and matcher.name != "code":  # codes are told when something was refused so
                for value in matcher.value.split("|"):
                    assert value in known or value in ("unknown", "void", "5xx"), (matcher.name, value)


def check_use(query: Query, told: Figures) -> None:
    """Groups and names are labels that there are, and only what grows is a rate."""
    every = {label for each in _selectors(query.text) for label in told[each.name].labels} | SCRAPED
    grouped: set[str] | None = None
    for node in _nodes(query.text):
        if isinstance(node, promql.AggregateExpr):
            by = {*(node.modifier.labels if node.modifier else ())}
            assert by <= every, by - every
            grouped = by if grouped is None else grouped & by
        if isinstance(node, promql.Call) and node.func.name in GROWING:
            [ranged] = node.args
            assert told[ranged.vector_selector.name].kind == "counter", ranged
        if isinstance(node, promql.Call) and node.func.name == "histogram_quantile":
            assert "le" in node.args[1].modifier.labels
    named = {*re.findall(r"\{\{ ?(\w+) ?\}\}", query.legend)} - {"value"}
    assert named <= (every if grouped is None else grouped)


@pytest.mark.parametrize("check", [check_names, check_use])
def test_what_is_asked_for_is_there(check: Callable[[Query, dict[str, Told]], None], told: Figures) -> None:
    for query in QUERIES:
        try:
            check(query, told)
        except AssertionError as fault:
            raise AssertionError(f"{query.where}: {query.text}") from fault
    with pytest.raises(AssertionError):
        check(Query("bad", 'sum by (table) (rate(pitboss_tables{person="ann"}[5m]))'), told)


def test_every_figure_of_the_house_is_shown(told: Figures) -> None:
    asked = {each.name for query in QUERIES for each in _selectors(query.text)}
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked}
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in told if name.startswith("pitboss_")}
    assert not ours - shown


def test_panels_do_not_lie_over_each_other() -> None:
    taken = set[tuple[int, int]]()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (place["x"] + across, place["y"] + down)
            for across in range(place["w"])
            for down in range(place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    assert all(panel["title"] for panel in DASHBOARD["panels"])


def test_alerts_say_what_is_wrong_and_where() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS) > 8
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"]["summary"].endswith(".")
