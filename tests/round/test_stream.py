"""The command itself: JSON Lines through pipes, as a stream, with its exit status and never a traceback."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.sheet.files import house_text
from tests.naive.rounds import HOUSES, random_round
from tests.naive.settlement import settle

from .rounds import Json, a_round, as_line, seat, without

COMMAND = [sys.executable, "-m", "pitboss", "settle"]
PATIENCE = 60  # seconds after which a command that does not answer has failed

GOOD = as_line(a_round("rivers"))
BAD = as_line(a_round("rivers", meter=1))


def run(data: bytes, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> tuple[int, list[Json]]:
    """Exit status and answers of the command; it has nothing to say beside them."""
    done = subprocess.run(
        COMMAND,
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    return done.returncode, [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]


def kinds(answers: list[Json]) -> list[str | int]:
    """The house of each settlement, the line number of each error."""
    return [answer["line"] if "error" in answer else answer["house"] for answer in answers]


@contextmanager
def running() -> Iterator[subprocess.Popen[bytes]]:
    command = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    with command:
        try:
            yield command
        finally:
            command.kill()


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def read_line(command: subprocess.Popen[bytes]) -> Json:
    """The next answer, waited for no longer than our patience."""
    reader = ThreadPoolExecutor(max_workers=1)
    try:
        answer: Json = json.loads(reader.submit(pipe(command.stdout).readline).result(PATIENCE))
    except TimeoutError:
        command.kill()
        pytest.fail("the command keeps its answer back until more lines come")
    finally:
        reader.shutdown(wait=False)
    return answer


# ---------------------------------------------------------------- one line in, one line out, in order


def test_one_output_line_per_input_line_in_order() -> None:
    lines = [as_line(a_round(house)) for house in HOUSES] * 3
    status, answers = run(b"\n".join(lines) + b"\n")
    assert (status, kinds(answers)) == (0, HOUSES * 3)


def test_a_thousand_rounds_settle_as_the_naive_settlement() -> None:
    rng = random.Random("stream")
    rounds = [random_round(rng, house) for house in HOUSES for _ in range(200)]
    rng.shuffle(rounds)
    status, answers = run(b"".join(as_line(data) + b"\n" for data in rounds))
    assert status == 0
    assert answers == [settle(data) for data in rounds]


def test_no_input() -> None:
    assert run(b"") == (0, [])


def test_answers_before_the_next_line_is_sent() -> None:
    with running() as command:
        for line, kind in ((GOOD, "rivers"), (BAD, 2), (b"", 3), (GOOD, "rivers")):
            pipe(command.stdin).write(line + b"\n")
            assert kinds([read_line(command)]) == [kind]
        pipe(command.stdin).close()
        assert command.wait(PATIENCE) == 1
        assert pipe(command.stdout).read() == b""
        assert pipe(command.stderr).read() == b""


def test_a_line_may_come_in_pieces() -> None:
    with running() as command:
        for piece in (GOOD[:10], GOOD[10:50], GOOD[50:], b"\n"):
            pipe(command.stdin).write(piece)
        assert read_line(command)["house"] == "rivers"


# ---------------------------------------------------------------- exit status


@pytest.mark.parametrize(
    ("lines", "status", "expected"),
    [
        ([GOOD], 0, ["rivers"]),
        ([BAD], 1, [1]),
        ([GOOD, BAD, GOOD], 1, ["rivers", 2, "rivers"]),
        ([b"", b"{", BAD, GOOD], 1, [1, 2, 3, "rivers"]),
        ([b"null"] * 300 + [GOOD], 1, [*range(1, 301), "rivers"]),  # 256 errors are not status 0
    ],
)
def test_status_is_1_after_an_error_and_the_others_are_settled(
    lines: list[bytes], status: int, expected: list[str | int]
) -> None:
    found, answers = run(b"\n".join(lines) + b"\n")
    assert (found, kinds(answers)) == (status, expected)


# ---------------------------------------------------------------- what a line is


def test_crlf_is_fine() -> None:
    assert run(GOOD + b"\r\n" + GOOD + b"\r\n")[0] == 0


@pytest.mark.parametrize(("last", "kind"), [(GOOD, "rivers"), (GOOD + b"\r", "rivers"), (BAD, 2)])
def test_last_line_without_a_newline(last: bytes, kind: str | int) -> None:
    assert kinds(run(GOOD + b"\n" + last)[1]) == ["rivers", kind]


def test_every_line_counts_blank_ones_too() -> None:
    status, answers = run(b"\n\r\n" + GOOD + b"\n  \n" + BAD + b"\n\n")
    assert (status, kinds(answers)) == (1, [1, 2, "rivers", 4, 5, 6])
    assert answers[0]["error"]["message"] == "The line is blank; write one JSON object per line"


def test_only_a_newline_ends_a_line() -> None:
    inside = [
        as_line(a_round("rivers", seat(player=f"a{mark}b"))) for mark in ("\u2028", "\u2029", "\x85", "\x7f")
    ]
    assert run(b"\n".join(inside)) == (0, [settle(a_round("rivers"))] * 4)
    # Two documents on one line are no document.
    between = [GOOD + mark + GOOD for mark in (b"\r", b"\x0b", b"\x0c", b"\x1c", b"\x00", b" ", b"")]
    assert kinds(run(b"\n".join(between))[1]) == [1, 2, 3, 4, 5, 6, 7]


def test_any_line_is_answered_and_the_next_is_settled() -> None:
    odd = [
        b"\xff\xfe\x00",
        b'{"house": "\xe9"}',
        b"\xef\xbb\xbf" + GOOD,
        GOOD.decode().encode("utf-16"),
        b"\x00" * 100,
        b"[" * 100_000,
        b"9" * 100_000,
        b'{"house": "\\ud800", "\\ud800": 1}',
        b'{"\\udfff": 1}',
        b'"' + b"x" * 5_000_000 + b'"',
        GOOD.replace(b"1000", b"9" * 5000),
        GOOD.replace(b"1000", b"NaN"),
    ]
    status, answers = run(b"".join(line + b"\n" + GOOD + b"\n" for line in odd))
    expected = [kind for number in range(len(odd)) for kind in (2 * number + 1, "rivers")]
    assert (status, kinds(answers)) == (1, expected)
    assert all(answer["error"].keys() == {"path", "clause", "message"} for answer in answers[::2])


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "LC_ALL": "POSIX"}]
)
def test_text_is_utf_8_whatever_the_locale(env: dict[str, str]) -> None:
    named = as_line(a_round("rivers", seat(player="Zoë")))
    unknown = as_line(a_round("rivers", Zoë=1))
    status, answers = run(named + b"\n" + unknown + b"\n", env=env)
    assert (status, kinds(answers)) == (1, ["rivers", 2])
    assert answers[1]["error"]["path"] == "Zoë"


# ---------------------------------------------------------------- sheet files


def test_sheet_is_a_path_from_where_the_command_runs(tmp_path: Path) -> None:
    text = house_text("rivers").replace('id = "rivers"', 'id = "my-rivers"')
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    plain = without(a_round("rivers"), "house")
    lines = [
        {**plain, "sheet": name} for name in ("mine.toml", "none.toml", str(tmp_path / "mine.toml"), ".")
    ]
    status, answers = run(b"".join(as_line(line) + b"\n" for line in lines), cwd=tmp_path)
    assert (status, kinds(answers)) == (1, ["my-rivers", 2, "my-rivers", 4])


# ---------------------------------------------------------------- the other end goes away


def test_closed_output_is_quiet() -> None:
    with running() as command:
        pipe(command.stdout).close()
        try:
            for _ in range(1000):
                pipe(command.stdin).write((GOOD + b"\n") * 100)
        except BrokenPipeError:  # the command has left
            pass
        command.wait(PATIENCE)
        assert pipe(command.stderr).read() == b""


def test_closed_output_after_the_first_answer_is_quiet() -> None:
    with running() as command:
        pipe(command.stdin).write(GOOD + b"\n")
        assert read_line(command)["house"] == "rivers"
        pipe(command.stdout).close()
        try:
            pipe(command.stdin).write(GOOD + b"\n")
            pipe(command.stdin).close()
        except BrokenPipeError:
            pass
        command.wait(PATIENCE)
        assert pipe(command.stderr).read() == b""


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Who runs the tests in the background of a shell hands down that Ctrl-C is to be ignored: not here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.posix
@pytest.mark.usefixtures("ctrl_c")
def test_interrupt_leaves_no_traceback() -> None:
    with running() as command:
        pipe(command.stdin).write(GOOD + b"\n")
        assert read_line(command)["house"] == "rivers"
        command.send_signal(signal.SIGINT)
        assert command.wait(PATIENCE) != 0
        assert b"Traceback" not in pipe(command.stderr).read()


def test_half_a_letter_is_refused_where_any_text_is_allowed() -> None:
    for half in (rb"\ud800", rb"\udc00\ud800", rb"Ann \uDFFF"):
        named = as_line(a_round("rivers", seat(player="@"))).replace(b"@", half)
        status, (answer,) = run(named + b"\n")
        assert (status, answer["line"]) == (1, 1)
        assert "half a letter" in answer["error"]["message"]
    whole = as_line(a_round("rivers", seat(player="@"))).replace(b"@", rb"\ud83c\udca1 \\ud800")
    assert run(whole + b"\n")[0] == 0


def test_as_sentences_each_seat_begins_with_what_it_won_or_lost() -> None:
    rng = random.Random(28)
    rounds = [random_round(rng, house) for house in HOUSES for _ in range(6)]
    data = b"\n".join([*map(as_line, rounds), BAD, b"x"])
    said = CliRunner().invoke(app, ["settle", "--text"], input=data, env={"COLUMNS": "200"})
    assert said.exit_code == 1
    lines = said.stdout.splitlines()
    found = [line.partition(" with ")[0] for line in lines if line.startswith("Seat ")]
    words = {1: "wins ${:,.2f}", -1: "loses ${:,.2f}", 0: "neither wins nor loses"}
    assert found == [
        f"Seat {seat['seat']} " + words[(net > 0) - (net < 0)].format(abs(net) / 100).removesuffix(".00")
        for each in rounds
        for seat in settle(each)["seats"]
        for net in [seat["net"]]
    ]
    assert sum(line.startswith("  ") for line in lines) == sum(
        len(seat["lines"]) for each in rounds for seat in settle(each)["seats"]
    )
    assert (
        f"Line {len(rounds) + 1}: meter: The meter is never below its reset value ($1,000) (RIV-12)" in lines
    )
    assert lines[-1].startswith(f"Line {len(rounds) + 2}: The line is not JSON")


@pytest.mark.posix
def test_at_a_terminal_it_says_what_it_waits_for() -> None:
    own, theirs = os.openpty()
    with subprocess.Popen(COMMAND, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        os.write(own, b"\x04")
        out, said = command.communicate(timeout=PATIENCE)
    assert out == b""
    assert b"each finished round as JSON on one line" in said
    for end in (own, theirs):
        os.close(end)
