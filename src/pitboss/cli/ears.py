"""Listening to a person at the terminal, or to a pipe."""

from __future__ import annotations

import signal
import sys
from types import FrameType


class Leave(Exception):
    """The person leaves: by `quit`, by the end of the input or by Ctrl-C."""


class Ears:
    """Listens to a person. Ctrl-C and the end of the input mean leaving, and only while a question is open,
    so that a round is never torn apart.
    """

    def __init__(self) -> None:
        self.listening = False
        self.interrupted = False

    def __enter__(self) -> Ears:
        self.before = signal.signal(signal.SIGINT, self.hear_ctrl_c)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def hear_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        if self.listening:
            raise Leave

    def ask(self, prompt: str) -> str:
        """One line of input. Piped input is echoed, so that what is printed reads as a conversation."""
        print(prompt, end="", flush=True)
        self.listening = True
        try:
            line = "" if self.interrupted else sys.stdin.readline()
        except (Leave, UnicodeDecodeError):
            line = ""
        finally:
            self.listening = False
        if not line:
            print()
            raise Leave
        if not sys.stdin.isatty():
            print(line.rstrip("\r\n"))
        return line
