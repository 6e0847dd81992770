"""`pitboss export`: the history of ended rounds, as receipts or as a table of settled lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TextIO

import typer

from pitboss.cli.accounts import iso
from pitboss.cli.database import DbOption, store_at
from pitboss.cli.progress import progress_bar
from pitboss.errors import Refusal
from pitboss.proof.settled_lines import COLUMNS, settled_rows
from pitboss.round.document import NotADocument, RoundDocument, parse_round
from pitboss.round.events import people_of
from pitboss.text import write_rows

if TYPE_CHECKING:
    from pitboss.ledger import Store
    from pitboss.ledger.history import Stretch
    from pitboss.ledger.store import Connection

EVERY: Final = 50  # rounds between two signs of progress
TIMES: Final = 500  # times read at once


class Ended(NamedTuple):
    """A round that has ended: when, and its receipt."""

    at: int
    receipt: str


def export_command(
    format_: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="jsonl: a receipt on each line. csv: settled lines. deeds: the house's chain.",
        ),
    ] = "jsonl",
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Where to write it; default the screen."),
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="Only this table.")] = None,
    person: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only rounds of this person; as CSV only its lines.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Rounds that ended on this day (UTC) or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Rounds that ended on this day (UTC) or before.")
    ] = None,
    db: DbOption = None,
) -> None:
    """Write the history of ended rounds; open rounds are left out, their seeds are secret.

    JSON Lines are receipts as `pitboss verify` reads them, by table and number. With --person the chain of a
    table has gaps. In CSV money is in cents. `deeds` is what was done outside tables: all records with their
    heads, for whoever follows the chain.

    \b
    Examples:
      pitboss export -o history.jsonl
      pitboss export --format csv --table rivers --since 2026-11-01 -o nov.csv
    """
    from pitboss.ledger.history import ended_stretches

    if format_ not in ("jsonl", "csv", "deeds"):
        raise Refusal("format", f"--format {format_!r}: write jsonl, csv or deeds")
    if format_ == "deeds" and any(each is not None for each in (table, person, since, until)):
        raise Refusal("format", "--format deeds writes the whole chain: leave out what chooses rounds")
    span = (_start(since, "--since"), _end(until))
    if out is not None and not out.parent.is_dir():
        raise Refusal("out", f"-o {out}: the folder {out.parent} is not there")
    if out is not None and out.exists() and not out.is_file():
        raise Refusal("out", f"-o {out}: it is there and no regular file, so it is not overwritten")
    store = store_at(db, new=False)
    try:
        if format_ == "deeds":
            with _writing(out) as file:
                count = write_deeds(file, store)
            if out is not None:
                typer.echo(f"Wrote {count:,} record{'' if count == 1 else 's'} to {out}.")
            return
        found = store.read(lambda connection: ended_stretches(connection, table, *span))
        with _writing(out) as file:
            rounds = ended_rounds(store, found, shown=out is not None)
            count = write_csv(file, rounds, person) if format_ == "csv" else write_jsonl(file, rounds, person)
    finally:
        store.close()
    if out is not None:
        typer.echo(f"Wrote {count:,} round{'' if count == 1 else 's'} to {out}.")


# What is written


def write_jsonl(file: TextIO, rounds: Iterator[Ended], person: str | None) -> int:
    """A receipt on each line; gives their number."""
    count = 0
    for each in rounds:
        if person is None or person in people_of(_document(each.receipt).events):
            file.write(f"{each.receipt}\n")
            count += 1
    return count


def write_csv(file: TextIO, rounds: Iterator[Ended], person: str | None) -> int:
    """A row for each settled line, and one for a bank; gives the number of rounds."""
    write_rows(file, [COLUMNS])
    count = 0
    for each in rounds:
        document = _document(each.receipt)
        if person is not None and person not in people_of(document.events):
            continue
        count += 1
        for row in settled_rows(iso(each.at), document):
            if person is None or row[COLUMNS.index("person")] == person:
                write_rows(file, [row])
    return count


def _document(receipt: str) -> RoundDocument:
    """A stored receipt as a document; one that was changed by hand may be none."""
    try:
        return parse_round(receipt)
    except NotADocument as fault:
        raise Refusal("journal", f"A stored receipt was changed ({fault}): run pitboss audit") from None


def write_deeds(file: TextIO, store: Store) -> int:
    """The house's chain, a record and its head on each line; gives the number of records."""
    from pitboss.proof.house_chain import told_records

    def work(connection: Connection) -> int:
        count = 0
        for content, head in told_records(connection):
            file.write(f'{{"head":"{head}","record":{content}}}\n')
            count += 1
        return count

    return store.read(work)


# What is read


def ended_rounds(store: Store, found: list[Stretch], *, shown: bool) -> Iterator[Ended]:
    """The rounds of some stretches, one after the other; progress is on the screen when it is free."""
    from pitboss.proof.stored_receipts import receipts

    total = sum(each.last - each.first + 1 for each in found)
    with _progress(total, shown) as done:
        for stretch in found:
            texts = receipts(store, stretch.felt, stretch.first - 1)
            for at, text in zip(_times(store, stretch), texts, strict=False):  # more may have ended since
                yield Ended(at, text)
                done()


def _times(store: Store, stretch: Stretch) -> Iterator[int]:
    """When each round of a stretch ended, read some at a time."""
    from pitboss.ledger.history import ends_of_rounds

    for first in range(stretch.first, stretch.last + 1, TIMES):
        part = stretch._replace(first=first, last=min(first + TIMES - 1, stretch.last))
        yield from store.read(partial(ends_of_rounds, stretch=part))


@contextmanager
def _progress(total: int, shown: bool) -> Iterator[Callable[[], None]]:
    """Counts on the terminal's standard error, and only there."""
    number = 0
    with progress_bar("Reading") if shown else nullcontext() as bar:

        def done() -> None:
            nonlocal number
            number += 1
            if bar is not None and number % EVERY == 0:
                bar(number, total)

        yield done


@contextmanager
def _writing(out: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that is there whole or as it was."""
    if out is None:
        yield sys.stdout
        return
    beside = out.with_name(f".{out.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            yield file
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)


def _start(text: str | None, option: str) -> int | None:
    """The first millisecond of a day."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("date", f"{option} {text!r}: write year, month and day, like 2026-11-15") from None
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def _end(text: str | None) -> int | None:
    """The first millisecond after a day."""
    start = _start(text, "--until")
    return None if start is None else start + int(timedelta(days=1).total_seconds()) * 1000
