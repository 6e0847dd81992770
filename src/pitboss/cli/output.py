"""How results and progress reach the terminal, and letters that it cannot show."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

    from pitboss.sim import Totals


# --- What takes its time shows on a terminal how far it is and the time that is left.


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function that is told how much of how much is done; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import TaskProgressColumn, TextColumn

    with open_bar(TextColumn("{task.description}"), after=TaskProgressColumn()) as bar:
        task = bar.add_task(text, total=None)

        def step(done: int, every: int) -> None:
            bar.update(task, completed=done, total=every)

        yield step


def open_bar(before: ProgressColumn, *, after: ProgressColumn) -> Progress:
    """A bar between two columns, and the time that is left; it goes when all is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (before, BarColumn(20), after, TimeRemainingColumn(), TextColumn("left"))
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def working(text: str) -> Iterator[None]:
    """A sign that something is done that seldom takes longer than a second."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    screen = Console(stderr=True)
    spinner = "line" if screen.options.ascii_only else "dots"
    with screen.status(f"{text} …", spinner=spinner):
        yield


class SimulationProgress:
    """A bar with the time left; none where standard error is no terminal."""

    def __init__(self, rounds: int | None) -> None:
        self.rounds = rounds
        self.bar: Progress | None = None
        self.task: TaskID | None = None

    def __enter__(self) -> SimulationProgress:
        if sys.stderr.isatty():
            from rich.progress import TextColumn

            rounds = TextColumn("{task.completed:,.0f} rounds")
            self.bar = open_bar(rounds, after=TextColumn("{task.fields[told]}"))
            self.task = self.bar.add_task("", total=self.rounds, told="")
            self.bar.start()
        return self

    def __exit__(self, *fault: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def step(self, totals: Totals) -> None:
        """So many rounds are done."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=totals.rounds)

    def plan(self, done: int, every: int) -> None:
        """So much of what every hand does is planned; no round is played before."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, told=f"planning {done / every:.0%}" if done < every else "")

    def narrow(self, rounds: int, width: float, wanted: float) -> None:
        """The interval is so wide; it narrows with the root of the rounds."""
        if self.bar is not None and self.task is not None and wanted > 0:
            needed = int(rounds * (width / wanted) ** 2)
            most = needed if self.rounds is None else min(needed, self.rounds)
            self.bar.update(self.task, total=max(most, rounds), told=f"interval {width:.2g}")


NEAREST: Final = {
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "−": "-",
    "–": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "±": "+/-",
    "×": "x",
    "·": "-",
    "•": "*",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "←": "<-",
    "‖": "|",
    "│": "|",
    "━": "-",
    "╸": "-",
    "╺": "-",
}


def nearest(fault: UnicodeError) -> tuple[str, int]:
    """What is written instead: a likeness, the letter without its accent, or a question mark."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    letters = fault.object[fault.start : fault.end]
    return "".join(NEAREST.get(letter) or _bare(letter) or "?" for letter in letters), fault.end


def _bare(letter: str) -> str:
    """The ASCII letters that a letter is made of: `e` of `é`, `IV` of `Ⅳ`."""
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()


def write_plainly_where_needed() -> None:
    """Whatever the encoding of this machine's output is, writing to it does not fail."""
    codecs.register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")
