"""What stands before every request: origins, sizes, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.web.guard import HEADERS, LARGEST
from pitboss.web.settings import ServeSettings
from tests.web.edge import HOME, Edge

FOREIGN = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:88888",
    "http://127.0.0.1:8888.evil.example",
    "http://127.0.0.1:8888/",
    "https://127.0.0.1:8888",
    "HTTP://127.0.0.1:8888",
    "http://127.0.0.1:8888 http://evil.example",
    "http://evil.example, http://127.0.0.1:8888",
    "file://",
]
CHANGES = [
    ("POST", "/api/guests"),
    ("POST", "/api/register"),
    ("POST", "/api/sign-in"),
    ("POST", "/api/sign-out"),
    ("POST", "/api/password"),
    ("DELETE", "/api/me"),
    ("POST", "/api/top-up"),
    ("PUT", "/api/limits"),
    ("POST", "/api/tokens"),
    ("DELETE", "/api/tokens/x"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/x/ticket"),
    ("POST", "/api/settle"),
    ("POST", "/api/verify"),
]


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_a_foreign_page_changes_nothing(edge: Edge, method: str, path: str) -> None:
    ann = edge.guest()
    for origin in FOREIGN:
        answer = ann.ask(method, path, headers={"Origin": origin}, json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin
    assert ann.ask("GET", "/api/me").json()["funds"] == 100_000


@pytest.mark.parametrize("origin", [HOME, "http://localhost:8888", "https://casino.example", None])
def test_the_pages_of_the_settings_and_programs_may(origin: str | None) -> None:
    edge = Edge(ServeSettings(origins=("https://casino.example",)))
    headers = {} if origin is None else {"Origin": origin}
    with edge.client:
        assert edge.ask("POST", "/api/guests", headers=headers).status_code == 201
        table = edge.guest().open()
        with edge.connected(f"/api/tables/{table}/socket", **headers) as nobody:
            assert nobody.view["phase"] == "bets"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_opens_no_socket_and_spends_no_ticket(edge: Edge, origin: str) -> None:
    ann = edge.guest()
    table = ann.open()
    path = f"/api/tables/{table}/socket"
    assert edge.closed(path, Origin=origin) == (1008, "origin")
    ticket = ann.ticket(table)
    assert edge.closed(f"{path}?ticket={ticket}", Origin=origin) == (1008, "origin")
    with edge.connected(f"{path}?ticket={ticket}", Origin=HOME) as a:
        a.sits(1)


def test_a_request_has_a_size(edge: Edge) -> None:
    ann = edge.guest()
    rest = b'{"name":"'
    body = rest + b"a" * (LARGEST + 1 - len(rest))
    answer = ann.ask("POST", "/api/register", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = ann.ask("POST", "/api/register", content=body[:-1], headers={"Content-Type": "application/json"})
    assert answer.status_code == 422

    def drops() -> Iterator[bytes]:
        yield b"{}"

    assert ann.ask("POST", "/api/settle", content=drops()).status_code == 413  # of no length that is said
    for size in ("-1", "x", "1e3", "9" * 5000, "\u00b2".encode("latin-1").decode("latin-1")):
        headers = [(b"content-length", size.encode("latin-1"))]
        answer = edge.client.post("/api/settle", headers=headers, content=None)
        assert answer.status_code == 413, size[:5]


def _headers_are_there(edge: Edge, answer: object) -> None:
    headers = answer.headers  # type: ignore[attr-defined]
    for name, value in HEADERS.items():
        assert headers[name] == value, name
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/houses", 200),
        ("GET", "/api/tables", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("POST", "/api/guests", 201),
        ("GET", "/api/me", 401),
        ("GET", "/api/houses/none/rules", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("PATCH", "/api/me", 405),
        ("POST", "/api/settle", 422),
        ("GET", "/api/houses/rivers/odds?players=99", 422),
    ],
)
def test_every_answer_has_its_headers(edge: Edge, method: str, path: str, status: int) -> None:
    answer = edge.ask(method, path)
    assert answer.status_code == status
    _headers_are_there(edge, answer)
    if status >= 400:
        assert set(answer.json()) == {"code", "text", "clause", "path", "values"}
    if path.startswith("/api/"):
        assert answer.headers["Cache-Control"] == "no-store"


def test_answers_of_the_guard_itself_have_them_too(edge: Edge) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Content-Length": "9" * 9}):
        answer = edge.ask("POST", "/api/guests", headers=headers)
        assert answer.status_code in (403, 413)
        _headers_are_there(edge, answer)
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_fault_of_ours_has_them_too_and_says_nothing_of_itself(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret of Ann's: As Ks Qs")

    ann = edge.guest()
    monkeypatch.setattr(type(edge.house.floor), "listed", broken)
    edge.client.cookies.clear()
    answer = edge.client.get("/api/tables", headers={"Cookie": f"pitboss_session={ann.secret}"})
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert "Ann" not in answer.text
    assert "Traceback" not in answer.text
    _headers_are_there(edge, answer)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == ["request"]
    assert "Ann" not in caplog.text
