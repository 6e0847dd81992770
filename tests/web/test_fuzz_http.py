"""Requests made from our own description of the API, right and wrong: no 5xx, and a clear refusal."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from tests.web.edge import Edge, Visitor

EXAMPLES = 12  # for each operation, right ones and as many wrong ones


def _in_order(examples: int) -> Any:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def _request(case: schemathesis.Case) -> dict[str, Any]:
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


def _answers(edge: Edge, who: Visitor, case: schemathesis.Case) -> int:
    asked = _request(case)
    edge.time += 61  # no limit on attempts hides what is behind it
    if edge.house.accounts.who(who.secret) is None:
        who.secret = edge.guest().secret
    answer = who.ask(asked.pop("method"), asked.pop("url"), **asked)
    assert answer.status_code < 500, (case, answer.text)
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        body = answer.json()
        assert "detail" in body or {"code", "text"} <= set(body), (case, body)
    return int(answer.status_code)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_a_fault(edge: Edge, mode: GenerationMode, caplog: pytest.LogCaptureFixture) -> None:
    schema = schemathesis.openapi.from_dict(edge.app.openapi())
    who = edge.guest()
    table = who.open()
    seen: set[tuple[str, int]] = set()
    operations = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        operations += 1

        @_in_order(EXAMPLES)
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            if "table" in (case.path_parameters or {}) and len(seen) % 2:
                case.path_parameters["table"] = table
            seen.add((case.operation.label, _answers(edge, who, case)))

        ask()
    assert operations == sum(len(each) for each in edge.app.openapi()["paths"].values())
    assert len({label for label, _ in seen}) > operations * 0.8
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    edge.books_balance()
