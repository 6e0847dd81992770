"""What stands before every request: origins, sizes, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.web.guard import HEADERS, LARGEST
from pitboss.web.settings import ServeSettings
from tests.web.edge import HOME, Edge

FOREIGN = [
    "http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:88888",
    "http://127.0.0.1:8888.evil.example", "http://127.0.0.1:8888/", "https://127.0.0.1:8888",
    "HTTP://127.0.0.1:8888", "http://127.0.0.1:8888 http://evil.example",
    "http://evil.example, http://127.0.0.1:8888", "file://",
]  # fmt: skip
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
    edge = Edge(ServeSettings(addresses=("https://casino.example",)))
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
    assert edge.closed(path, Origin=origin) == (403, "origin")
    ticket = ann.ticket(table)
    assert edge.closed(f"{path}?ticket={ticket}", Origin=origin) == (403, "origin")
    with edge.connected(f"{path}?ticket={ticket}", Origin=HOME) as a:
        a.sits(1)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8888", "127.0.0.1.evil.example", "localhost.x"]
)
@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/metrics", "/api/tables", "/robots.txt", "/docs/"]
)
def test_a_name_that_is_not_the_servers_gets_nothing(edge: Edge, path: str, host: str) -> None:
    """A page that lets its own name lead here once it is loaded learns not even the name of the house."""
    for accepts in ("*/*", "text/html"):
        answer = edge.ask("GET", path, headers={"Host": host, "Accept": accepts})
        assert (answer.status_code, answer.json()["code"]) == (421, "misdirected")
        assert "Pitboss" not in answer.text
        _headers_are_there(edge, answer)


LAN = ServeSettings(host="0.0.0.0")
NAMED = ServeSettings(
    host="felt.lan",
    addresses=("https://cards.example/at/2", "https://two.example:8443", "https://club.example"),
)


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        (ServeSettings(), ["127.0.0.1:8888", "localhost", "LOCALHOST:9000", "localhost.", "[::1]:8888", ""]),
        (LAN, ["192.168.1.20:8888", "10.0.0.5", "[fd00::7]:8888", "this-machine:8888", "this-machine.local"]),
        (
            NAMED,
            ["felt.lan:8888", "Cards.example", "two.example:8443", "two.example", "club.example", "10.0.0.5"],
        ),
        (ServeSettings(proxies=("192.0.2.9",)), ["cards.example", "one:8888"]),  # it has a list of its own
    ],
    ids=["loopback", "network", "named", "proxy"],
)
def test_a_server_goes_by_its_addresses_and_names(
    settings: ServeSettings, hosts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever asks by an address gets an answer, as a health check does: no name leads that astray."""
    names = frozenset({"this-machine", "this-machine.local"})
    monkeypatch.setattr("pitboss.web.settings.machine_names", lambda: names)
    with Edge(settings) as edge:
        for host in hosts:
            assert edge.ask("GET", "/healthz", headers={"Host": host}).status_code == 200, host


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


@pytest.mark.parametrize(
    ("base", "told", "peer", "tls"),
    [
        (HOME, None, "192.0.2.1", False),
        ("https://127.0.0.1:8888", None, "192.0.2.1", True),
        (HOME, "https", "10.0.0.1", True),
        (HOME, "http", "10.0.0.1", False),
        (HOME, "https", "192.0.2.1", False),  # nobody whom the settings name
    ],
)
def test_under_tls_a_browser_is_to_stay_there(base: str, told: str | None, peer: str, tls: bool) -> None:
    edge = Edge(ServeSettings(proxies=("10.0.0.1",)), base=base, address=peer)
    headers = {} if told is None else {"X-Forwarded-Proto": told}
    with edge.client:
        for path in ("/", "/api/tables", "/nowhere", "/healthz"):
            found = edge.ask("GET", path, headers=headers).headers.get("Strict-Transport-Security")
            assert found == ("max-age=31536000" if tls else None), path


HALF = r"\ud800"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/register", '{"name": "@", "password": "correct horse 9"}'),
        ("POST", "/api/sign-in", '{"name": "Ann", "password": "@"}'),
        ("POST", "/api/tokens", '{"label": "@"}'),
        ("POST", "/api/tables", '{"id": "t", "house": "@", "title": "T"}'),
        ("POST", "/api/tables", '{"id": "t", "house": "shine", "title": "@"}'),
        ("POST", "/api/tables", '{"id": "t", "sheet": "@", "title": "T"}'),
        ("POST", "/api/tables", '{"id": "t", "house": "shine", "title": "T", "bots": ["@"]}'),
        ("POST", "/api/tables", '{"id": "t", "house": "shine", "title": "T", "pays": {"@": {"flush": 3}}}'),
        (
            "POST",
            "/api/tables",
            '{"id": "t", "house": "shine", "title": "T", "pays": {"pair_plus": {"@": 3}}}',
        ),
        ("POST", "/api/tables/x/ticket", '{"invite": "@"}'),
        ("POST", "/api/settle", '{"house": "@"}'),
        ("POST", "/api/settle", '{"house": "shine", "dealer": ["@", "7c", "2d"], "seats": []}'),
        ("POST", "/api/settle", '{"house": "shine", "dealer": ["Qh", "7c", "2d"], "seats": [{"@": 1}]}'),
        ("POST", "/api/settle", '{"house": "shine", "pays": {"@": {}}, "dealer": [], "seats": []}'),
        ("POST", "/api/verify", '{"receipt": {"@": 1}}'),
        ("POST", "/api/drill/shine/answers", '{"question": {"cards": ["@"]}}'),
    ],
)
def test_half_a_letter_is_refused_everywhere(edge: Edge, method: str, path: str, body: str) -> None:
    ann = edge.guest()
    headers = {"Content-Type": "application/json"}
    for half in (HALF, r"\uDC00", r"\udc00\ud800", r"\ud800 \udc00"):
        answer = ann.ask(method, path, content=body.replace("@", half).encode(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "message"), half
        assert "half a letter" in answer.json()["text"]
    whole = ann.ask(method, path, content=body.replace("@", r"\ud83c\udca1").encode(), headers=headers)
    assert "half a letter" not in whole.text
    parts = body.split("@")
    for raw in (
        b"\xed\xa0\x80".join(part.encode() for part in parts),
        b"\xdc\x80".join(part.encode("utf-16-be") for part in parts),
    ):
        answer = ann.ask(method, path, content=raw, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "message")


def test_half_a_letter_in_an_address_or_a_message_is_refused(edge: Edge) -> None:
    ann = edge.guest()
    for path in (
        "/api/houses/%ED%A0%80/rules",
        "/api/tables/%ED%A0%80",
        "/api/houses/shine/odds?strategy=%ED%A0%80",
        "/api/houses/shine/advice?cards=%ED%A0%80",
        "/api/lab/shine?set=%ED%A0%80",
        "/%ED%A0%80",
    ):
        assert edge.ask("GET", path).status_code in (404, 422), path
    with ann.join(ann.open()) as a:
        for text in (rf'"{HALF}"', rf'{{"t":"cmd","id":"{HALF}","rev":0,"do":"ready"}}'):
            assert a.send(text)["code"] == "message"
