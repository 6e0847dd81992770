"""The console's page: for operators, by way of the sign-in, and in nobody else's menu."""

from __future__ import annotations

import re

from tests.web.edge import Edge
from tests.web.operator.desk import Desk, named

HTML = {"Accept": "text/html"}


def test_the_console_is_for_operators_alone(edge: Edge, desk: Desk) -> None:
    for path in ("/operator", "/operator/tables", "/operator/tables/id1", "/operator/journal?table=x"):
        shown = desk.me.ask("GET", path, headers=HTML)
        assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
        assert 'id="console"' in shown.text
    for who in (edge.guest(), named(edge, "Paul")):
        refused = who.ask("GET", "/operator/tables", headers=HTML)
        assert refused.status_code == 403
        assert "Only an operator may do this." in refused.text
        assert 'id="console"' not in refused.text
        assert 'href="/account?then=/operator/tables"' in refused.text
        assert who.ask("GET", "/operator").json()["code"] == "not_operator"
        assert 'href="/operator"' not in who.ask("GET", "/account", headers=HTML).text
    assert 'href="/operator"' in desk.me.ask("GET", "/account", headers=HTML).text


def test_who_is_not_signed_in_signs_in_and_comes_back(edge: Edge) -> None:
    answer = edge.ask("GET", "/operator/journal?table=a%26b", headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    page = edge.ask("GET", answer.headers["location"], headers=HTML).text
    assert 'data-call="POST /api/sign-in" data-then="/operator/journal?table=a%26b"' in page
    for other in ("https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "\\\\evil.example"):
        page = edge.ask("GET", "/account", params={"then": other}, headers=HTML).text
        assert 'data-then="//' not in page, other
        assert not re.search(r'data-then="[^/]', page), other
    elsewhere = HTML | {"Sec-Fetch-Site": "cross-site"}  # no session came along: it asks again
    assert "refresh" in edge.ask("GET", "/operator", headers=elsewhere).text
