"""`pitboss backup`, `restore`, `upgrade` and `export`: the database and its rounds as things to keep."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TextIO

import typer
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import check_file, iso, progress_bar, whole_file
from pitboss.errors import Refusal
from pitboss.ledger import Store, open_store
from pitboss.ledger.backup import Retention, back_up, backup_name, prune, restore
from pitboss.ledger.balances import Figures
from pitboss.ledger.database import bare_store, bring_up, for_tools, is_postgres
from pitboss.ledger.history import Stretch, ended_stretches, ends_of_rounds
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.ledger.store import LATEST, Connection
from pitboss.messages.times import moment_words
from pitboss.proof.house_chain import told_records
from pitboss.proof.stored_receipts import COLUMNS, receipts, settled_rows
from pitboss.round import VoidRound
from pitboss.round.document import NotADocument, RoundDocument, parse_round
from pitboss.round.events import people_of
from pitboss.table import Pit
from pitboss.text import plural, write_rows

ForceOption = Annotated[bool, Option("--force", help="Do it even if the file is there already.")]


def backup_command(
    file: Annotated[
        Path,
        Argument(
            metavar="FILE", help="The file to write, not there yet; with --keep… the folder of all of them."
        ),
    ],
    force: ForceOption = False,
    keep: Annotated[int | None, Option(min=1, help="Keep the newest N, and no other.")] = None,
    keep_daily: Annotated[int | None, Option(min=1, help="Keep the newest of each of N days too.")] = None,
    keep_weekly: Annotated[int | None, Option(min=1, help="Keep the newest of each of N weeks too.")] = None,
    db: options.Db = None,
) -> None:
    """Copy the whole database into one file while the tables run, and check the copy.

    The file holds the secret seeds of open rounds: keep it where only the operator can read it. With --keep,
    --keep-daily or --keep-weekly the copy gets a name with its time in a folder; once it is checked, older
    backups of this database that nothing keeps are removed. Nothing else in the folder is touched.

    \b
    Example:
      pitboss backup pitboss-2026-11-15.db
      pitboss backup backups --keep-daily 14 --keep-weekly 8
    """
    source = _sqlite_file(options.address_of(db), "pg_dump --format=custom --file={file} {address}", file)
    retention = None
    if any(each is not None for each in (keep, keep_daily, keep_weekly)):
        retention, folder = Retention(keep or 1, keep_daily or 0, keep_weekly or 0), file
        file = _made_folder(folder) / backup_name(source, datetime.now(UTC))
    with progress_bar("Copying") as progress:
        figures = back_up(source, file, force=force, progress=progress)
    typer.echo(f"Backed up {source} to {file}.")
    typer.echo(_told(figures))
    if retention is not None:
        kept, gone = prune(source, folder, retention)
        typer.echo(f"Backups in {folder}: {len(kept):,} kept, {len(gone):,} removed.")


def restore_command(
    file: Annotated[Path, Argument(metavar="FILE", help="A file from `pitboss backup`.")],
    force: ForceOption = False,
    keep_open: Annotated[
        bool, Option("--keep-open", help="Open rounds go on: only when nothing was played after the backup.")
    ] = False,
    db: options.Db = None,
) -> None:
    """Check a backup and put it in the place of the database.

    A database that is there is kept under another name, and only --force replaces it. Rounds that were open
    are void (STD-12): they may have been played to their end after the backup, and their cards be known.

    \b
    Example:
      pitboss restore pitboss-2026-11-15.db --db /tmp/drill.db
    """
    named = _sqlite_file(options.address_of(db), "pg_restore --exit-on-error --dbname={address} {file}", file)
    target = named.resolve()
    stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    voided: list[str] = []

    def prepare(part: Path) -> None:
        if not keep_open:
            with closing(bare_store(part)) as copy:  # an older one gets our shape: nobody uses it yet
                bring_up(copy)
            voided.extend(void_open_rounds(part, f"restore {stamp}"))

    aside = target.with_name(f"{target.name}.{stamp}.old")
    with progress_bar("Copying") as progress:
        done = restore(file, target, aside, prepare, force=force, progress=progress)
    typer.echo(f"Restored {file} to {named}.")
    typer.echo(_told(done.figures))
    if voided:
        number = "1 round was open and is" if len(voided) == 1 else f"{len(voided)} rounds were open and are"
        typer.echo(f"{number} void now: every stake is back with its owner (STD-12).")
    if done.aside:
        typer.echo(f"The database that was there is kept as {done.aside.name}.")


def upgrade_command(db: options.Db = None) -> None:
    """Bring the database to the shape of this version. Back it up before: there is no way back.

    \b
    Example:
      pitboss upgrade
    """
    address = options.address_of(db)
    options.check_there(address)
    with closing(bare_store(address)) as store:
        before = bring_up(store)
    if before == LATEST:
        typer.echo(f"{store.url} has the latest shape already ({LATEST}).")
    elif before is None:
        typer.echo(f"{store.url} was empty and has the shape {LATEST} now.")
    else:
        typer.echo(f"{store.url} had the shape {before} and has {LATEST} now.")


def void_open_rounds(where: str | Path, command: str) -> list[str]:
    """Voids every open round of a database that nobody plays on; gives their names."""
    with closing(open_store(where)) as store:
        pit = Pit(store, os.urandom, options.now)
        voided = []
        for stored in store.read(lambda connection: stored_tables(connection, open_only=True)):
            table = pit.take(stored.id)
            if table.state is not None:
                voided.append(table.state.id)
                table.do("operator", f"{command} {table.state.id}", VoidRound("cannot go on"))
        return voided


def _made_folder(folder: Path) -> Path:
    """A folder for backups; a new one is its owner's alone."""
    if folder.exists() and not folder.is_dir():
        raise Refusal("folder", f"{folder} is a file: name the folder in which all backups are kept")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Refusal("folder", f"The folder {folder} cannot be made: {fault.strerror}") from None
    return folder


def _sqlite_file(address: str, tool: str, file: Path) -> Path:
    """The file of a SQLite address; for PostgreSQL the command line of its own tool is named."""
    if is_postgres(address):
        line = tool.format(file=shlex.quote(str(file)), address=shlex.quote(for_tools(address)))
        raise Refusal("postgresql", f"PostgreSQL has its own tool for this: {line}")
    if address == MEMORY:
        raise Refusal("memory", "A database in memory is gone with its program: there is nothing to keep")
    return Path(address)


def _told(figures: Figures) -> str:
    """What is in a checked file."""
    last = "nothing was done yet" if figures.last is None else f"last deed {moment_words(figures.last)}"
    return (
        "Checked: the file is whole, every link is found, all accounts together hold $0.\n"
        f"Rounds: {figures.ended:,} ended, {figures.open:,} open. Tables: {figures.tables:,}."
        f" Accounts: {figures.accounts:,}.\n"
        f"Journal: {figures.events:,} events, {figures.transfers:,} transfers; {last}."
    )


_PERSON: Final = COLUMNS.index("person")
EVERY: Final = 50  # rounds between two signs of progress
TIMES: Final = 500  # times read at once


def export_command(
    format_: Annotated[
        str,
        Option(
            "--format",
            metavar="FORMAT",
            help="jsonl: a receipt on each line. csv: settled lines. deeds: the house's chain.",
        ),
    ] = "jsonl",
    out: Annotated[
        Path | None, Option("-o", "--out", metavar="FILE", help="Where to write it; default the screen.")
    ] = None,
    table: Annotated[str | None, Option(metavar="TABLE", help="Only this table.")] = None,
    person: Annotated[
        str | None, Option(metavar="NAME", help="Only rounds of this person; as CSV only its lines.")
    ] = None,
    since: Annotated[
        date | None, options.day_option("--since", "Rounds that ended on this day (UTC) or later.")
    ] = None,
    until: Annotated[
        date | None, options.day_option("--until", "Rounds that ended on this day (UTC) or before.")
    ] = None,
    db: options.Db = None,
) -> None:
    """Write the history of ended rounds; open rounds are left out, their seeds are secret.

    JSON Lines are receipts as `pitboss verify` reads them, by table and number. With --person the chain of a
    table has gaps. In CSV money is in cents. `deeds` is what was done outside tables: all records of the
    house's chain with their heads.

    \b
    Examples:
      pitboss export -o history.jsonl
      pitboss export --format csv --table rivers --since 2026-11-01 -o nov.csv
    """
    if format_ not in ("jsonl", "csv", "deeds"):
        raise Refusal("format", f"--format {format_!r}: write jsonl, csv or deeds")
    if format_ == "deeds" and any(each is not None for each in (table, person, since, until)):
        raise Refusal("format", "--format deeds writes the whole chain: leave out what chooses rounds")
    span = (_midnight(since), _midnight(until, 1))
    if out is not None:
        check_file(out)
    with options.opened(db) as store, nullcontext(sys.stdout) if out is None else whole_file(out) as file:
        if format_ == "deeds":
            written = plural(write_deeds(file, store), "record")
        else:
            found = store.read(lambda connection: ended_stretches(connection, table, *span))
            rounds = ended_rounds(store, found, shown=out is not None)
            written = plural(write_rounds(file, rounds, person, as_csv=format_ == "csv"), "round")
    if out is not None:
        typer.echo(f"Wrote {written} to {out}.")


def write_rounds(file: TextIO, rounds: Iterable[tuple[int, str]], person: str | None, *, as_csv: bool) -> int:
    """Receipts, one on each line, or rows for settled lines and banks; gives the number of rounds."""
    if as_csv:
        write_rows(file, [COLUMNS])
    count = 0
    for at, receipt in rounds:
        document = _document(receipt) if as_csv or person is not None else None
        if document is not None and person is not None and person not in people_of(document.events):
            continue
        count += 1
        if document is None or not as_csv:
            file.write(f"{receipt}\n")
            continue
        mine = (row for row in settled_rows(iso(at), document) if person in (None, row[_PERSON]))
        write_rows(file, mine)
    return count


def _document(receipt: str) -> RoundDocument:
    """A stored receipt as a document; one that was changed by hand may be none."""
    try:
        return parse_round(receipt)
    except NotADocument as fault:
        raise Refusal("journal", f"A stored receipt was changed ({fault}): run pitboss audit") from None


def write_deeds(file: TextIO, store: Store) -> int:
    """The house's chain, a record and its head on each line; gives the number of records."""

    def work(connection: Connection) -> int:
        count = 0
        for content, head in told_records(connection):
            file.write(f'{{"head":"{head}","record":{content}}}\n')
            count += 1
        return count

    return store.read(work)


def ended_rounds(store: Store, found: list[Stretch], *, shown: bool) -> Iterator[tuple[int, str]]:
    """When each round of some stretches ended, and its receipt; progress is on the screen when it is free."""
    total, done = sum(each.last - each.first + 1 for each in found), 0
    with progress_bar("Reading") if shown else nullcontext() as bar:
        for stretch in found:
            texts = receipts(store, stretch.felt, stretch.first - 1)
            for ended in zip(_times(store, stretch), texts, strict=False):  # more may have ended since
                yield ended
                done += 1
                if bar is not None and done % EVERY == 0:
                    bar(done, total)


def _times(store: Store, stretch: Stretch) -> Iterator[int]:
    """When each round of a stretch ended, read some at a time."""
    for first in range(stretch.first, stretch.last + 1, TIMES):
        part = stretch._replace(first=first, last=min(first + TIMES - 1, stretch.last))
        yield from store.read(partial(ends_of_rounds, stretch=part))


def _midnight(day: date | None, days: int = 0) -> int | None:
    """The first millisecond of a day, or of so many days after it."""
    if day is None:
        return None
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return (int(midnight.timestamp()) + 86_400 * days) * 1000
