"""Listening to a person at the terminal, or to a pipe, while the table goes on."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

from pitboss.cli.line_sources import LineSource, standard_lines

TURN: Final = 0.2  # seconds between two looks at the table while nothing is typed


class Leave(Exception):
    """The person leaves: by `quit`, by the end of the input or by Ctrl-C."""


class Ears:
    """Listens to a person. Ctrl-C and the end of the input mean leaving, and only while a question is open
    or the table is waited for, so that a command is never torn apart.
    """

    def __init__(self, lines: LineSource | None = None) -> None:
        self.listening = False
        self.interrupted = False
        self._asked = ""  # the question that stands at the end of the screen
        self._given = lines

    @property
    def lines(self) -> LineSource:
        """The input, opened when somebody is first asked: until then others may read it."""
        if self._given is None:
            self._given = standard_lines()
        return self._given

    def __enter__(self) -> Ears:
        self.before = signal.signal(signal.SIGINT, self.hear_ctrl_c)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def hear_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        if self.listening:
            raise Leave

    def say(self, text: str) -> None:
        """Prints a line; below an open question, which is asked again after it.

        Names come from other people: what could steer the terminal is not printed.
        """
        if self._asked:
            print()
            self._asked = ""
        print("".join(each if each.isprintable() or each == "\n" else "?" for each in text), flush=True)

    def ask(self, prompt: str, is_over: Callable[[], bool] = lambda: False) -> str | None:
        """One line of input, or None when the question is over before it was answered.

        Piped input is echoed, so that what is printed reads as a conversation.
        """
        self._put(prompt)
        self.listening = True
        line: str | None
        try:
            line = "" if self.interrupted else self._line(prompt, is_over)
        except (Leave, UnicodeDecodeError):
            line = ""
        finally:
            self.listening = False
        if line is None:
            self._end_question()
            return None
        if not line:
            self._end_question()
            raise Leave
        self._asked = ""
        if not sys.stdin.isatty():
            print(line.rstrip("\r\n"), flush=True)
        return line

    def wait(self, seconds: float) -> None:
        """Lets time go by; Ctrl-C leaves."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self.interrupted:
            time.sleep(min(left, TURN))
        if self.interrupted:
            raise Leave

    def unasked(self) -> str | None:
        """What a person has typed on a terminal without being asked. What comes by a pipe waits."""
        if self.interrupted:
            raise Leave
        if not sys.stdin.isatty() or not self.lines.waits or not self.lines.has_line(0.0):
            return None
        if not (line := self.lines.take()):
            raise Leave
        return line

    def _put(self, prompt: str) -> None:
        print(prompt, end="", flush=True)
        self._asked = prompt

    def _end_question(self) -> None:
        if self._asked:
            print(flush=True)
            self._asked = ""

    def _line(self, prompt: str, is_over: Callable[[], bool]) -> str | None:
        while not self.lines.has_line(TURN):
            if is_over():
                return None
            if not self._asked:
                self._put(prompt)
        return self.lines.take()
