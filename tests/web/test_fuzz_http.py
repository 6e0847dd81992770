"""Requests made from our own description of the API, right and wrong: no 5xx, and a clear refusal."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.clauses.tables import HOUSES
from tests.web.edge import Edge, Visitor

EXAMPLES = 4  # for each operation, right ones and as many wrong ones


def _in_order(examples: int) -> Any:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def _request(case: schemathesis.Case[Any]) -> dict[str, Any]:
    """A made-up request in the words of our client."""
    asked = case.as_transport_kwargs(base_url="http://127.0.0.1:8888")
    data = asked.pop("data", None)
    if isinstance(data, str | bytes):
        asked["content"] = data
    kept = ("method", "url", "params", "json", "content")
    told = {name: asked[name] for name in kept if asked.get(name) is not None}
    if "content" in told:
        told["headers"] = {"Content-Type": "application/json"}
    return told


def _aims(case: schemathesis.Case[Any], table: str, number: int) -> None:
    """Two of three requests are for a house and a table that are there: no text made by chance names one."""
    there = {"table": table, "house": HOUSES[number % len(HOUSES)]}
    for name, value in there.items():
        if number % 3 and name in (case.path_parameters or {}):
            case.path_parameters[name] = value
        if number % 3 and isinstance(case.body, dict) and isinstance(case.body.get(name), str):
            case.body[name] = value


def _answers(edge: Edge, who: Visitor, case: schemathesis.Case[Any]) -> int:
    asked = _request(case)
    edge.time += 61  # no limit on attempts hides what is behind it
    if edge.house.accounts.sessions.who(who.secret) is None:
        who.secret = edge.guest().secret
    answer = who.ask(asked.pop("method"), asked.pop("url"), **asked)
    assert answer.status_code < 500, (case, answer.text)
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        body = answer.json()
        assert set(body) == {"code", "text", "clause", "path", "values"}, (case, body)
        assert body["text"], case
    return int(answer.status_code)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_a_fault(edge: Edge, mode: GenerationMode, caplog: pytest.LogCaptureFixture) -> None:
    schema = schemathesis.openapi.from_dict(edge.app.openapi())
    who = edge.guest()
    table = who.open()
    seen: set[tuple[str, int]] = set()
    operations, numbers = 0, count()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        operations += 1

        def ask(case: schemathesis.Case[Any]) -> None:
            _aims(case, table, next(numbers))
            seen.add((case.operation.label, _answers(edge, who, case)))

        try:
            _in_order(EXAMPLES)(given(case=operation.as_strategy(generation_mode=mode))(ask))()
        except Unsatisfiable:  # nothing can be wrong where nothing is asked for
            assert not operation.body
    assert operations == sum(len(each) for each in edge.app.openapi()["paths"].values())
    assert len({label for label, _ in seen}) > operations * 0.6
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    edge.books_balance()
