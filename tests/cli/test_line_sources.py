"""Input that is waited for while the table goes on, in the way of each system."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from pitboss.terminal.input import Ears, GivenLines, Leave, LineSource, PolledLines, ThreadedLines, lines_of

LONG = 30.0  # seconds that nobody waits through


@dataclass
class Typist:
    """Somebody at the other end of the input."""

    keys: int
    lines: LineSource

    def types(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def leaves(self) -> None:
        os.close(self.keys)


@pytest.fixture(params=["posix", "nt"] if os.name == "posix" else ["nt"])
def typist(request: pytest.FixtureRequest) -> Iterator[Typist]:
    """Each system reads the same pipe in its own way."""
    read, write = os.pipe()
    with open(read, encoding="utf-8") as stream:  # noqa: PTH123
        made = Typist(write, lines_of(stream, request.param))
        assert isinstance(made.lines, PolledLines if request.param == "posix" else ThreadedLines)
        yield made
        try:
            made.leaves()
        except OSError:
            return


def test_a_line_is_there_when_it_was_typed_and_not_before(typist: Typist) -> None:
    assert not typist.lines.has_line(0.0)
    typist.types("ante 10\npl")
    assert typist.lines.has_line(LONG)
    assert typist.lines.take() == "ante 10\n"
    assert not typist.lines.has_line(0.0)
    typist.types("ay ♠\n")
    assert typist.lines.has_line(LONG)
    assert typist.lines.take() == "play ♠\n"


def test_the_end_of_the_input_is_an_empty_line_again_and_again(typist: Typist) -> None:
    typist.types("quit")
    typist.leaves()
    assert typist.lines.has_line(LONG)
    assert [typist.lines.take() for _ in range(3)] == ["quit", "", ""]
    assert typist.lines.has_line(0.0)


def test_others_are_heard_while_a_question_is_open(
    typist: Typist, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is looked at between two looks at the input; what it says asks the question again."""
    ears = Ears(typist.lines)
    looks: list[str] = []

    def look() -> bool:
        looks.append("")
        if len(looks) == 1:
            ears.say("Ann sits down.")
        if len(looks) == 2:
            typist.types("play\n")
        return False

    assert ears.ask("Fold or play? ", look) == "play\n"
    assert capsys.readouterr().out == "Fold or play? \nAnn sits down.\nFold or play? play\n"


def test_a_question_can_be_over_before_it_is_answered(typist: Typist) -> None:
    assert Ears(typist.lines).ask("Bets? ", lambda: True) is None


def test_ctrl_c_leaves_while_a_question_is_open(typist: Typist) -> None:
    ears = Ears(typist.lines)

    def press() -> bool:
        ears.hear_ctrl_c(2, None)
        raise AssertionError("it has left")

    with pytest.raises(Leave):
        ears.ask("Bets? ", press)


@pytest.mark.parametrize("typed", [b"", b"\xff\n"])
def test_what_cannot_be_read_is_the_end(typed: bytes) -> None:
    lines = ThreadedLines(io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
    assert lines.has_line(LONG)
    assert lines.take() == ""


def test_input_that_is_there_as_a_whole_is_not_waited_for() -> None:
    lines = lines_of(io.StringIO("play\n"), "nt")
    assert isinstance(lines, GivenLines)
    assert [lines.take(), lines.take()] == ["play\n", ""]


def test_a_thread_that_still_reads_does_not_hold_up_the_end() -> None:
    """The input stays open, as a terminal does, and the program ends well all the same."""
    program = (
        "import sys; from pitboss.terminal import input as s;"
        "lines = s.lines_of(sys.stdin, 'nt'); lines.has_line(30.0); print(lines.take(), end='')"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    with running.stdin, running.stdout, running.stderr:
        running.stdin.write("quit\n")
        running.stdin.flush()
        assert running.wait(60) == 0, running.stderr.read()
        assert running.stdout.read() == "quit\n"
