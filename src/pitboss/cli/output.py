"""How answers and progress reach the terminal: `show` prints a result as text, JSON or CSV."""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import UTC, datetime
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

from pitboss.errors import Refusal
from pitboss.text import one_of, write_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console, RenderableType
    from rich.table import Table

    from pitboss.sim import Totals


# --- Results. A command says what its answer is; the form that was asked for is decided here.

Lines: TypeAlias = "Iterable[RenderableType]"  # lines and grids, one below the other


def show(
    answer: Callable[[], object],
    text: Callable[[], Lines],
    *,
    as_json: bool,
    as_csv: bool = False,
    rows: Callable[[], Iterable[Iterable[object]]] | None = None,
    wrap: bool = True,
) -> None:
    """Prints a result: as JSON, as CSV (the first of the `rows` is the head), or else as text.

    Only the form that is printed is made. Lines are wrapped to the terminal unless `wrap` is off, as for
    sentences that a script may look for.
    """
    if as_json:
        print(json.dumps(answer(), indent=2, default=plain_value))
    elif as_csv and rows is not None:
        write_rows(sys.stdout, rows())
    else:
        print_lines(text(), wrap=wrap)


def show_records(answer: Callable[[], object], text: Callable[[], Lines], **forms: Any) -> None:
    """What an operator asks of a database or a file: JSON to be read, and sentences on one line each."""
    show(answer, text, wrap=False, **forms)


def print_lines(lines: Lines, *, wrap: bool = True) -> None:
    """Prints lines and grids."""
    out = console()
    for line in lines:
        out.print(line, soft_wrap=not wrap and isinstance(line, str))


def text_of(lines: Lines, width: int = 72) -> str:
    """Lines and grids as text, without colour."""
    from rich.console import Console

    kept = StringIO()
    out = Console(file=kept, width=width, highlight=False, markup=False, emoji=False, color_system=None)
    for line in lines:
        out.print(line)
    return kept.getvalue()


def plain_value(value: Any) -> object:
    """What JSON says of a record."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value.model_dump()


def console() -> Console:
    """Where text is printed: colour only on a terminal, 80 columns when there is none."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def grid(
    heads: Sequence[str],
    rows: Iterable[Iterable[RenderableType]],
    *,
    right: Container[int] = (),
    gap: int = 2,
    cut: bool = False,
) -> Table:
    """A table without lines. Columns in `right` hold figures; `cut` shortens what is too wide."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), show_header=any(heads))
    for number, head in enumerate(heads):
        made.add_column(
            head,
            justify="right" if number in right else "left",
            overflow="ellipsis" if cut else "fold",
            no_wrap=cut,
        )
    for row in rows:
        made.add_row(*row)
    return made


def figures(rows: Iterable[tuple[str, str]], width: int) -> Table:
    """Names in a column of this width, and their figures."""
    made = grid(("", ""), rows, right=(1,), gap=4)
    made.columns[0].width = width
    return made


def chance_words(chance: float, places: int = 4) -> str:
    """A percentage, or a power of ten where it is small.

    >>> chance_words(0.125), chance_words(3e-7)
    ('12.5000%', '3.00e-07')
    """
    return f"{chance:.{places}%}" if chance >= 1e-5 else f"{chance:.2e}"


# --- Headlines: the number that matters, in a sentence, rounded as people say it.


def about_share(share: float) -> str:
    """A share as a sentence has it.

    >>> [about_share(each) for each in (0.3962, 0.0222, 0.99998, 2e-7, 0)]
    ['40 %', '2.2 %', 'over 99.9 %', 'under 0.1 %', 'none']
    """
    if share < 0.001:
        return "under 0.1 %" if share > 0 else "none"
    if share > 0.999:
        return "over 99.9 %" if share < 1 else "all"
    return f"{100 * share:.{0 if 0.095 <= share < 0.905 else 1}f} %"


def iso(milliseconds: int) -> str:
    """A time as files have it, in UTC.

    >>> iso(1_794_700_800_500)
    '2026-11-15T00:00:00.500Z'
    """
    at = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


# --- Files that commands write.


def check_file(path: Path, endings: Sequence[str] = (), what: str = "it") -> None:
    """Refuses a file that cannot be written, before anything is counted for it."""
    if endings and path.suffix.lower() not in endings:
        raise Refusal("out", f"-o {path}: {what} is written as {one_of(endings)}")
    if not path.parent.is_dir():
        raise Refusal("out", f"-o {path}: the folder {path.parent} is not there")
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise Refusal("out", f"-o {path}: it is there and no regular file, so it is not overwritten")


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file to write that is there whole afterwards, or as it was."""
    beside = path.with_name(f".{path.stem[:100]}.{os.getpid()}{path.suffix}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            yield file
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def draw(plot: Path | None, figure: Callable[[], Figure]) -> None:
    """Draws a picture into a file where --plot names one."""
    if plot is not None:
        from pitboss.report import save_figure

        save_figure(figure(), plot)
        print(f"Drawn into {plot}.", file=sys.stderr)


# --- What takes its time shows on a terminal how far it is and the time that is left.


Step = Callable[[int, int | None], None]  # called with how much of how much is done


@contextmanager
def progress_bar(text: str) -> Iterator[Step | None]:
    """A bar with the time that is left, and the function that moves it; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    words, left = TextColumn("{task.description}"), TextColumn("left")
    columns = (words, BarColumn(20), TaskProgressColumn(), TimeRemainingColumn(), left)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, every: bar.update(task, completed=done, total=every)


def count_rounds(step: Step | None, rounds: int) -> Callable[[Totals], None]:
    """Moves a bar by the rounds of a simulation."""
    return lambda totals: None if step is None else step(totals.rounds, rounds)


# --- Terminals that cannot show every letter.

NEAREST: Final = dict(zip("♣♦♥♠−–’“”×·•‖│━╸╺", 'cdhs--\'""x-*||---', strict=True)) | {
    "…": "...",
    "±": "+/-",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "←": "<-",
}


def nearest(fault: UnicodeError) -> tuple[str, int]:
    """What is written instead: a likeness, the letter without its accent, or a question mark."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    letters = fault.object[fault.start : fault.end]
    return "".join(NEAREST.get(each) or _bare(each) or "?" for each in letters), fault.end


def _bare(letter: str) -> str:
    """The ASCII letters that a letter is made of: `e` of `é`, `IV` of `Ⅳ`."""
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()


def write_plainly_where_needed() -> None:
    """Makes writing safe on machines whose output cannot show every letter."""
    codecs.register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")
