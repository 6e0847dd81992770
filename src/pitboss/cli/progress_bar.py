"""What takes its time shows on a terminal how far it is and the time that is left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


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
