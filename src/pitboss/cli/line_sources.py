"""Lines of input: each system's way to wait for one, and to go on with something else meanwhile."""

from __future__ import annotations

import io
import os
import queue
import select
import sys
from threading import Thread
from typing import Final, Protocol, TextIO

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
    end, for which it would have to wait for whoever still reads.
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


def standard_lines() -> LineSource:
    """The lines of whoever sits at this terminal, or of a pipe."""
    return lines_of(sys.stdin)
