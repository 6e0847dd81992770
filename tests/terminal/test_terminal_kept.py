"""`pitboss play` on a real terminal: when the screen opens, and that the terminal is left as it was."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

LONG = 60.0
OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"  # the other screen of a terminal, and back

pytestmark = pytest.mark.posix


class Pty:
    """A command on a terminal of its own."""

    def __init__(self, line: str, columns: int, rows: int, kind: str) -> None:
        import fcntl  # Windows has none of these, and leaves this file out
        import pty
        from termios import TIOCSWINSZ

        self.end, own = pty.openpty()
        fcntl.ioctl(own, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.own = own
        self.before = self.modes()
        given = {
            name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        environment = given | {"TERM": kind, "PITBOSS_DB": ":memory:", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *line.split()],
            stdin=own, stdout=own, stderr=own, env=environment, start_new_session=True,
        )  # fmt: skip
        self.said = ""

    def modes(self) -> list[object]:
        """How the terminal treats what is typed."""
        import termios

        return termios.tcgetattr(self.own)

    def until(self, text: str) -> None:
        end = time.monotonic() + LONG
        while text not in self.said and time.monotonic() < end:
            self._read(0.1)
        assert text in self.said, self.said[-2000:]

    def types(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def ends(self) -> int:
        """Waits for the end, with all that was said until then."""
        end = time.monotonic() + LONG
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.wait(1)

    def _read(self, wait: float) -> bool:
        if not select.select([self.end], [], [], wait)[0]:
            return False
        self.said += os.read(self.end, 65_536).decode(errors="replace")
        return True


@contextmanager
def terminal(line: str, columns: int = 80, rows: int = 24, kind: str = "xterm-256color") -> Iterator[Pty]:
    made = Pty(line, columns, rows, kind)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.wait()
        os.close(made.end)
        os.close(made.own)


@pytest.mark.parametrize("way", ["Q", "Ctrl-C", "SIGINT", "SIGTERM", "SIGHUP"])
def test_every_way_out_leaves_the_terminal_as_it_was(way: str) -> None:
    with terminal("play rivers --seed oak") as shown:
        shown.until(OPENED)
        shown.until("Chip in hand")
        shown.types("a ")
        shown.until("Fold")
        if way in ("Q", "Ctrl-C"):
            shown.types("qy" if way == "Q" else "\x03")
        else:
            shown.process.send_signal(getattr(signal, way))
        assert shown.ends() == 0, shown.said[-2000:]
        *_, last = shown.said.rpartition(CLOSED)
        assert "1 round played. You leave with $" in last
        assert "Traceback" not in shown.said
        assert shown.modes() == shown.before


@pytest.mark.parametrize(
    ("line", "columns", "rows", "kind"),
    [
        ("play rivers --seed oak --plain", 80, 24, "xterm-256color"),
        ("play rivers --seed oak", 79, 24, "xterm-256color"),
        ("play rivers --seed oak", 80, 24, "dumb"),
    ],
    ids=["--plain", "a small window", "TERM=dumb"],
)
def test_elsewhere_there_are_plain_lines(line: str, columns: int, rows: int, kind: str) -> None:
    with terminal(line, columns, rows, kind) as shown:
        shown.until("Bets for seat 1, in dollars")
        shown.types("10\n")
        shown.until("fold or play?")
        shown.types("f\nquit\n")
        assert shown.ends() == 0
        assert "1 round played. You leave with $" in shown.said
        assert OPENED not in shown.said
