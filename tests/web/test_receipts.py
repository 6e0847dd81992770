"""A receipt is the same bytes wherever it comes from, and what is judged is the bytes that were given.

The rules of the table are a sheet of one's own with letters that programs like to write in several ways.
"""

from __future__ import annotations

import json
from http.client import HTTPMessage
from io import BytesIO
from pathlib import Path
from urllib.request import OpenerDirector, Request

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.proof import receipt, verify_bytes
from pitboss.proof.stored_receipts import receipts
from pitboss.terminal.remote import Server
from tests.proof.example import example_receipts
from tests.web.edge import Edge, Visitor
from tests.web.test_pages import HTML, form, parts

TWO_UP = (Path(__file__).parents[2] / "examples" / "two-up.toml").read_text(encoding="utf-8")
STRANGE = "Caf\u00e9 \U0001f0cf, e\u0301 \ufb01 </script>"
SHEET = TWO_UP.replace("Six may sit down", f"At {STRANGE} six may sit down")
LINES = "green \u00e9 \U0001f0cf\u2028two\u2029three\u0085four\u007f"  # the id of a table


def plays(ann: Visitor) -> str:
    """One round at a table of that sheet."""
    answer = ann.tries_to_open(sheet=SHEET, clock=False)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    with ann.join(table) as seat:
        seat.sits(1).deals(1, ante=500)
        seat.done("fold", seat=1)
    return f"{table}:1"


@pytest.fixture
def played(edge: Edge) -> tuple[Visitor, str]:
    ann = edge.guest()
    return ann, plays(ann)


def everywhere(edge: Edge, ann: Visitor, round_id: str, folder: Path) -> dict[str, bytes]:
    """The receipt from each place that gives it."""
    (folder / "saved.jsonl").write_bytes(receipt(edge.store, round_id).encode() + b"\n")
    return {
        "api": ann.ask("GET", f"/api/rounds/{round_id}/receipt").content,
        "download": ann.ask("GET", f"/rounds/{round_id}/receipt.json").content,
        "all one's own": ann.ask("GET", "/api/rounds.jsonl").content.removesuffix(b"\n"),
        "export": "".join(receipts(edge.store)).encode(),
        "file": (folder / "saved.jsonl").read_bytes().removesuffix(b"\n"),
    }


def test_every_place_gives_the_same_bytes_and_they_are_good(
    edge: Edge, played: tuple[Visitor, str], tmp_path: Path
) -> None:
    ann, round_id = played
    found = everywhere(edge, ann, round_id, tmp_path)
    assert len(set(found.values())) == 1, {where: data[:80] for where, data in found.items()}
    data = found["api"]
    assert STRANGE in json.loads(data)["sheet"]["content"]["clauses"]["TWO-1"]["says"]
    assert "é".encode() in data  # letters as they are, as RFC 8785 has them
    assert verify_bytes(data).fault is None
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "saved.jsonl")])
    assert done.exit_code == 0, done.output
    answer = ann.ask("GET", f"/api/rounds/{round_id}/receipt")
    assert answer.headers["content-type"] == "application/json"


def test_the_server_judges_the_bytes_that_it_is_given(edge: Edge, played: tuple[Visitor, str]) -> None:
    ann, round_id = played
    data = ann.ask("GET", f"/api/rounds/{round_id}/receipt").content

    def judged(body: bytes) -> bool:
        answer = edge.ask("POST", "/api/verify", content=body, headers={"Content-Type": "application/json"})
        if answer.status_code == 422:  # no text at all
            assert answer.json()["code"] == "message"
            return False
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["right"])

    assert judged(data)
    assert judged(data + b"\r\n")
    same = json.loads(data)
    for other in (
        json.dumps(same, sort_keys=True, separators=(",", ":")).encode(),
        json.dumps(same, sort_keys=True).encode(),
        json.dumps(dict(reversed(same.items())), separators=(",", ":")).encode(),
        data.replace("é".encode(), b"\\u00e9"),
        data.replace("é".encode(), "e\u0301".encode()),
        data.replace(b'"format"', b'"format":1,"format"'),
        b"\xef\xbb\xbf" + data,
        data.decode().encode("utf-16"),
        b'{"receipt":' + data + b"}",
        b"\xff",
        b"",
    ):
        assert not judged(other), other[:60]
    assert "✔ The receipt is good" in parts(form(edge, "/verify", receipt=data.decode())).said()


def test_a_name_that_some_programs_break_in_lines_is_one_receipt(edge: Edge, tmp_path: Path) -> None:
    texts = example_receipts(LINES)
    file = "".join(f"{text}\n" for text in texts).encode()
    assert [line.encode() for line in texts] == file.splitlines()
    (tmp_path / "green.jsonl").write_bytes(file)
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "green.jsonl"), "--json"])
    assert (done.exit_code, json.loads(done.output)["receipts"]) == (0, len(texts))
    for text in texts:
        assert json.loads(text)["proof"]["table"] == LINES
        assert edge.ask("POST", "/api/verify", content=text.encode()).json()["right"]


def test_a_terminal_at_a_server_saves_the_bytes(
    edge: Edge, played: tuple[Visitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, round_id = played

    def opened(_: object, request: Request, **_more: object) -> BytesIO:
        found = BytesIO(ann.ask("GET", request.selector).content)
        found.headers = HTTPMessage()  # type: ignore[attr-defined]  # as an answer has them
        return found

    monkeypatch.setattr(OpenerDirector, "open", opened)
    path = f"/api/rounds/{round_id}/receipt"
    text = Server("http://127.0.0.1").ask("GET", path, read=lambda answer: answer.read().decode())
    assert text == receipt(edge.store, round_id)


def test_a_round_whose_bets_were_all_taken_back_ends_unused(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("rivers")
    with ann.join(table) as seat:
        seat.sits(1)
        seat.done("bets", seat=1, wagers={"ante": 1000})
        seat.done("bets", seat=1, wagers={})
        seat.done("leave")
    edge.call(edge.house.floor.close, table, ann.id)
    told = ann.ask("GET", f"/api/rounds/{table}:1/replay").json()
    assert (told["ended"], [step["k"] for step in told["steps"]]) == ("unused", ["bets", "bets"])
    page = parts(ann.ask("GET", f"/rounds/{table}:1", headers=HTML)).said()
    assert "The table closed without a bet on it" in page
    assert "What was paid" not in page
