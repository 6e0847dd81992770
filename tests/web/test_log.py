"""The log: lines for people and for programs, bounded, without anybody else's lines in them; request ids."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import fault_fields
from pitboss.round import Refusal
from pitboss.web import people
from pitboss.web.log import (
    LOG,
    LONGEST_LINE,
    MOST,
    WINDOW,
    JsonLines,
    LineFormat,
    Repeats,
    TextLines,
    begin_command,
    begin_request,
    current_request,
    line_format,
    log,
    log_fault,
    start_log,
)
from pitboss.web.settings import ServeSettings
from tests.web.edge import Edge, named, sign_in

EVIL = "x\n2026-11-16 error forged\r\x1b[31m\x00\u202e\ud800"


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Other tests find the loggers as they left them."""
    root = logging.getLogger()
    before = LOG.handlers[:], LOG.level, LOG.propagate, root.handlers[:]
    yield
    for each in LOG.handlers:
        if each not in before[0]:
            each.close()
    LOG.handlers[:], LOG.propagate, root.handlers[:] = before[0], before[2], before[3]
    LOG.setLevel(before[1])
    logging.captureWarnings(False)


def _record(what: str, name: str = "pitboss", **fields: Any) -> logging.LogRecord:
    record = logging.LogRecord(name, logging.INFO, "", 0, what, (), None)
    record.created, record.fields = 1_794_744_000.125, fields
    return record


def _read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("ascii").splitlines()]


def test_a_line_for_people_stands_in_columns_and_one_for_programs_is_json() -> None:
    record = _record("round settled", table="5f3a", round="5f3a:3", why="a word or two", private=True)
    told = {"table": "5f3a", "round": "5f3a:3", "why": "a word or two", "private": True}
    at = "2026-11-15T12:00:00.125+00:00"
    assert json.loads(JsonLines().format(record)) == {
        "at": at,
        "level": "info",
        "what": "round settled",
        **told,
    }
    assert TextLines().format(record) == (
        "2026-11-15 12:00:00.125Z  info     round settled     "
        'table=5f3a  round=5f3a:3  why="a word or two"  private=true'
    )
    assert json.loads(JsonLines(worker=2).format(record))["worker"] == 2


def test_colour_is_for_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, pipe = io.StringIO(), io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    record = _record("open")
    assert "\x1b[32m" in line_format("auto", terminal).format(record)
    assert isinstance(line_format("auto", pipe), JsonLines)
    assert "\x1b" not in line_format("text", pipe).format(record)
    assert isinstance(line_format("json", terminal), JsonLines)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in line_format("auto", terminal).format(record)


@pytest.mark.parametrize("form", [JsonLines(), TextLines()], ids=["json", "text"])
def test_nobody_writes_lines_of_their_own(form: LineFormat) -> None:
    """Whatever a value holds is one line of printable ASCII, and no longer than a line may be."""
    many = {f"field{number}": EVIL * 400 for number in range(60)}
    for record in (
        _record("open", title=EVIL),
        _record(EVIL),
        _record(EVIL, name="uvicorn.error"),
        _record("open", **many),
        _record(EVIL * 10_000),
    ):
        line = form.format(record)
        assert len(line) <= LONGEST_LINE
        assert re.fullmatch(r"[ -~]*", line), line[:200]


def test_a_fault_tells_its_way_and_nothing_of_what_was_in_it() -> None:
    def inner() -> None:
        raise KeyError("Annabella As Ks")

    def outer() -> None:
        try:
            inner()
        except KeyError:
            raise ValueError("secret") from None

    def chained() -> None:
        try:
            outer()
        except ValueError as fault:
            raise RuntimeError("token") from fault

    with pytest.raises(RuntimeError) as caught:
        chained()
    fields = fault_fields(caught.value)
    assert fields["fault"] == "RuntimeError"
    assert re.fullmatch(r"test_log\.py:\d+", str(fields["place"]))
    trace = fields["trace"]
    assert isinstance(trace, list)
    assert trace[-1].endswith(" chained")
    assert "ValueError, and then" in trace
    assert [step.rpartition(" ")[2] for step in trace[:3]] == ["chained", "outer", "then"]  # `from None`
    text = TextLines().format(_record("request", **dict[str, Any](fields)))
    assert text.splitlines()[1].startswith("    ")
    for secret in ("Annabella", "secret", "token", "As"):
        assert not re.search(rf"\b{secret}\b", text)


def test_what_libraries_say_is_cut_to_its_first_line_and_loses_its_secrets() -> None:
    said = "GET /reset/abcDEF?invite=9b1c Bearer tok123 postgresql://me:pw@db/x\nfuture: <Task 'As Ks'>"
    told = json.loads(JsonLines().format(_record(said, name="uvicorn.error")))
    assert told["by"] == "uvicorn.error"
    assert told["what"] == "GET /reset/***?invite=*** Bearer *** postgresql://me:***@db/x"


def test_what_repeats_is_counted() -> None:
    now, record = [0.0], _record("late")
    repeats = Repeats(lambda: now[0])

    def said(what: str, level: int = logging.WARNING) -> dict[str, Any] | None:
        record = _record(what, table="5f3a")
        record.levelno = level
        return dict(vars(record)["fields"]) if repeats.filter(record) else None

    assert [said("late") is not None for _ in range(MOST + 5)] == [True] * MOST + [False] * 5
    assert said("other") == {"table": "5f3a"}  # it is another kind
    assert all(said("round dealt", logging.INFO) for _ in range(3 * MOST))  # rounds are never left out
    now[0] = WINDOW
    assert said("late") == {"table": "5f3a", "left_out": 5}
    assert said("late") == {"table": "5f3a"}
    vars(record)["often"] = True
    assert [repeats.filter(record) for _ in range(MOST + 1)] == [True] * MOST + [False]
    for number in range(2_000):
        said(f"kind {number}")
    assert len(repeats._kinds) <= 256


def test_a_file_may_be_moved_away_and_is_its_owners(tmp_path: Path) -> None:
    file, old = tmp_path / "pitboss.log", tmp_path / "pitboss.log.1"
    start_log("info", "json", str(file))
    log("open", tables=1)
    LOG.debug("hidden")
    file.rename(old)
    log("closed", tables=0)
    assert [line["what"] for line in _read(old)] == ["open"]
    assert [line["what"] for line in _read(file)] == ["closed"]
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o077 == old.stat().st_mode & 0o077 == 0
    with pytest.raises(Refusal, match=r"log_file: .* cannot be written"):
        start_log("info", "json", str(tmp_path / "nowhere" / "log"))


def test_a_request_is_named_by_its_client_or_by_us() -> None:
    for good in ("a", "3f2a-9.b:c_d".replace("_", "-"), "x" * 64):
        assert begin_request(good) == current_request() == good
    for bad in (None, "", "x" * 65, "a b", "a\n", "<x>", "ä"):
        assert re.fullmatch(r"[0-9a-f]{16}", begin_request(bad))
    begin_command('{"t": "cmd", "id": "c7", "rev": 3, "do": "bets"}')
    assert current_request() == "c7"
    begin_command('{"id": "a\\nb"}')
    assert current_request() == ""


def test_every_line_of_a_request_names_it(
    edge: Edge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTP, in threads and at tables; what a table does later by itself is no part of a request."""
    file = tmp_path / "pitboss.log"
    start_log("debug", "json", str(file))
    ann = named(edge, "Ann")
    answer = ann.ask("GET", "/api/me", headers={"X-Request-ID": "mine-1"})
    assert answer.headers["X-Request-ID"] == "mine-1"
    made = [ann.ask("GET", "/api/me", headers={"X-Request-ID": "no good"}) for _ in range(2)]
    names = {each.headers["X-Request-ID"] for each in made}
    assert len(names) == 2
    assert all(re.fullmatch(r"[0-9a-f]{16}", each) for each in names)
    sign_in(edge, "Ann", "not this one")
    table = ann.open(clock=True)
    with ann.join(table) as a:
        a.sits(1)
        assert a.say("bets", id_="bet-1", seat=1, wagers={"ante": 1})["t"] == "refused"
        a.done("bets", seat=1, wagers={"ante": 1000})
        a.done("ready", id_="ready-1")
        edge.time += 3_600
        a.edge.call(_ring, edge, table)
    lines = _read(file)

    def of(what: str) -> list[dict[str, Any]]:
        return [line for line in lines if line["what"] == what]

    [failed] = of("sign-in failed")
    assert failed["person"] == ann.id
    assert re.fullmatch(r"[0-9a-f]{12}", failed["network"])
    assert failed["request"] == next(
        line["request"] for line in of("request") if line.get("refused") == "credentials"
    )
    [refused] = of("refused")
    assert (refused["request"], refused["do"], refused["table"]) == ("bet-1", "bets", table)
    assert [line.get("request") for line in of("round dealt")] == ["ready-1"]
    assert [(line.get("request"), line["round"]) for line in of("round settled")] == [(None, f"{table}:1")]
    assert of("table opened")[0]["request"]
    assert "mine-1" in [line["request"] for line in of("request")]


async def _ring(edge: Edge, table: str) -> None:
    """The clock of a table has run out."""
    room = edge.room(table)
    assert room._timer is not None
    handle = room._timer
    room.stop()
    assert handle._context is not None  # type: ignore[attr-defined]
    await asyncio.get_running_loop().create_task(
        room._by_itself(None),
        context=handle._context,  # type: ignore[attr-defined]
    )


def test_a_fault_names_its_request_in_the_answer_and_in_the_log(
    edge: Edge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pitboss.log"
    start_log("info", "json", str(file))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("Annabella")

    ann = edge.guest()
    monkeypatch.setattr(people, "me_of", broken)
    headers = {"X-Request-ID": "seen-by-ann", "Cookie": f"pitboss_session={ann.secret}"}
    answer = edge.client.get("/api/me", headers=headers)
    assert (answer.status_code, answer.json()["values"]) == (500, {"request": "seen-by-ann"})
    [line] = [each for each in _read(file) if each["level"] == "error"]
    assert (line["what"], line["request"], line["fault"]) == ("request", "seen-by-ann", "ZeroDivisionError")
    assert any("test_log.py" in step and step.endswith(" broken") for step in line["trace"])
    page = edge.client.get("/tables/none", headers={"X-Request-ID": "seen-by-bob", "Accept": "text/html"})
    assert page.status_code == 404
    assert "<code>seen-by-bob</code>" in page.text


def test_what_is_slow_is_told_with_its_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request is slower than nothing: the bound is set so low that all are."""
    file = tmp_path / "pitboss.log"
    edge = Edge(ServeSettings(requests_address=10_000))
    for module in ("guard", "socket"):
        monkeypatch.setattr(f"pitboss.web.{module}.SLOW", 0.0)
    with edge.client:
        start_log("warning", "text", str(file))
        table = edge.guest().open()
        with edge.watch(table) as a:
            a.say("sit", seat=1)
    lines = file.read_text("ascii").splitlines()
    slow = [line for line in lines if re.search(r"warning  slow +request=\w+  method=POST", line)]
    assert any("route=/api/tables " in line and re.search(r"ms=\d+", line) for line in slow)
    assert any(re.search(r"do=sit  table=", line) for line in lines)
    edge.store.close()


def test_a_fault_that_strangers_cause_fills_no_disk(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.log"
    start_log("info", "json", str(file))
    for _ in range(10 * MOST):
        log_fault("request", ValueError("x"))
    assert len(_read(file)) == MOST
