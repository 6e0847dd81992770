"""Listening to a person at the terminal, or to a pipe, while the table goes on."""

from __future__ import annotations

import io
import os
import queue
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from threading import Thread
from types import FrameType
from typing import Final, Protocol, TextIO

# --- Lines of input: each system's way to wait for one, and to go on with something else meanwhile.

READ: Final = 65_536  # bytes at a time


class LineSource(Protocol):
    """Lines, one after the other; an empty one is the end."""

    waits: bool  # whether `has_line` comes back though nothing was typed

    def has_line(self, wait: float) -> bool:
        """Whether a line, or the end, can be had now; waits for it for so many seconds."""
        ...

    def take(self) -> str:
        """The next line, with its end."""
        ...


class PolledLines:
    """The input as a descriptor that can be waited for: wherever the system has POSIX's `select`."""

    waits = True

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._typed = b""
        self._ended = False

    def has_line(self, wait: float) -> bool:
        while b"\n" not in self._typed and not self._ended:
            if not select.select([self.descriptor], [], [], wait)[0]:
                return False
            more = os.read(self.descriptor, READ)
            self._typed += more
            self._ended = not more
        return True

    def take(self) -> str:
        line, end, self._typed = self._typed.partition(b"\n")
        return (line + end).decode()


class ThreadedLines:
    """The input read by a thread: on Windows, where only sockets can be waited for.

    The thread reads one line ahead and no more. It has a stream of its own: that of Python is closed at its
    end, for which it would have to wait for the thread that still reads.
    """

    waits = True

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.Queue[str] = queue.Queue(maxsize=1)
        self._next: str | None = None
        Thread(target=_read, args=(stream, self._lines), name="input", daemon=True).start()

    def has_line(self, wait: float) -> bool:
        if self._next is None:
            try:
                self._next = self._lines.get(timeout=wait) if wait else self._lines.get_nowait()
            except queue.Empty:
                return False
        return True

    def take(self) -> str:
        line = self._lines.get() if self._next is None else self._next
        self._next = None if line else ""  # the end stays the end
        return line


def _read(stream: TextIO, lines: queue.Queue[str]) -> None:
    line = "\n"
    with stream:
        while line:
            try:
                line = stream.readline()
            except (OSError, ValueError):  # it was closed, or is no text
                line = ""
            lines.put(line)


class GivenLines:
    """Input that is there as a whole, as in a test: nothing is ever waited for."""

    waits = False

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def has_line(self, wait: float) -> bool:
        return True

    def take(self) -> str:
        return self.stream.readline()


def lines_of(stream: TextIO, system: str = os.name) -> LineSource:
    """The way of this system to read the standard input."""
    try:
        descriptor = stream.fileno()
    except (AttributeError, io.UnsupportedOperation):
        return GivenLines(stream)
    if system == "posix":
        return PolledLines(descriptor)
    own = open(os.dup(descriptor), encoding=stream.encoding, errors=stream.errors)  # noqa: PTH123, SIM115
    return ThreadedLines(own)


LEAST: Final = (80, 24)  # columns and rows that a table on the whole screen needs


def has_screen(terminal: str) -> bool:
    """Whether a table can be drawn here: a terminal of this kind, large enough, that can show the suits."""
    size, encoding = shutil.get_terminal_size(), sys.stdout.encoding or ""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and terminal not in ("", "dumb", "unknown")
        and encoding.lower().replace("-", "") == "utf8"
        and (size.columns >= LEAST[0] and size.lines >= LEAST[1])
    )


TURN: Final = 0.2  # seconds between two looks at the table while nothing is typed


class Leave(Exception):
    """The person leaves: by `quit`, by the end of the input or by Ctrl-C."""


class Ears:
    """Listens to a person. Ctrl-C and the end of the input mean leaving, and only while a question is open
    or the table is waited for, so that a command is never torn apart.
    """

    on_screen = False  # whether keys on a full screen are listened to, and not lines

    def __init__(self, lines: LineSource | None = None) -> None:
        self.listening = False
        self.interrupted = False
        self._asked = ""  # the question at the end of the screen
        self._given = lines

    @property
    def lines(self) -> LineSource:
        """The input, opened with the first question: until then others may read it."""
        if self._given is None:
            self._given = lines_of(sys.stdin)
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

    def sure(self, question: str, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Whether a person says yes to a question."""
        line = self.ask(f"{question} (yes or no)? ", is_over)
        return (line or "").strip().lower() in ("y", "yes")

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
