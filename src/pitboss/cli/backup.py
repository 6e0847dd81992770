"""`pitboss backup`, `pitboss restore` and `pitboss upgrade`: the database as a thing to keep."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.database import DbOption, address_of, check_there
from pitboss.cli.progress import progress_bar
from pitboss.errors import Refusal
from pitboss.messages.times import moment_words

if TYPE_CHECKING:
    from pitboss.ledger.balances import Figures

ForceOption = Annotated[bool, typer.Option("--force", help="Do it even if the file is there already.")]


def backup_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The file to write, not there yet; with --keep… the folder of all of them."
        ),
    ],
    force: ForceOption = False,
    keep: Annotated[int | None, typer.Option(min=1, help="Keep the newest N, and no other.")] = None,
    keep_daily: Annotated[
        int | None, typer.Option(min=1, help="Keep the newest of each of N days too.")
    ] = None,
    keep_weekly: Annotated[
        int | None, typer.Option(min=1, help="Keep the newest of each of N weeks too.")
    ] = None,
    db: DbOption = None,
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
    from pitboss.ledger.backup import Retention, back_up, backup_name, prune

    source = _sqlite_file(address_of(db), _pg_dump(file))
    retention = None
    if any(each is not None for each in (keep, keep_daily, keep_weekly)):
        retention, folder = Retention(keep or 1, keep_daily or 0, keep_weekly or 0), file
        file = _made_folder(folder) / backup_name(source, datetime.now(UTC))
    with _pages("Copying") as progress:
        figures = back_up(source, file, force=force, progress=progress)
    typer.echo(f"Backed up {source} to {file}.")
    typer.echo(_told(figures))
    if retention is not None:
        kept, gone = prune(source, folder, retention)
        typer.echo(f"Backups in {folder}: {len(kept):,} kept, {len(gone):,} removed.")


def restore_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file from `pitboss backup`.")],
    force: ForceOption = False,
    keep_open: Annotated[
        bool,
        typer.Option("--keep-open", help="Open rounds go on: only when nothing was played after the backup."),
    ] = False,
    db: DbOption = None,
) -> None:
    """Check a backup and put it in the place of the database.

    A database that is there is kept under another name, and only --force replaces it. Rounds that were open
    are void (STD-12): they may have been played to their end after the backup, and their cards be known.

    \b
    Example:
      pitboss restore pitboss-2026-11-15.db --db /tmp/drill.db
    """
    from pitboss.ledger.backup import restore
    from pitboss.ledger.database import bare_store, bring_up

    named = _sqlite_file(address_of(db), _pg_restore(file))
    target = named.resolve()
    stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    voided: list[str] = []

    def prepare(part: Path) -> None:
        if not keep_open:
            with closing(bare_store(part)) as copy:  # an older one gets our shape: nobody uses it yet
                bring_up(copy)
            voided.extend(void_open_rounds(part, f"restore {stamp}"))

    with _pages("Copying") as progress:
        done = restore(
            file,
            target,
            target.with_name(f"{target.name}.{stamp}.old"),
            prepare,
            force=force,
            progress=progress,
        )
    typer.echo(f"Restored {file} to {named}.")
    typer.echo(_told(done.figures))
    if voided:
        number = "1 round was open and is" if len(voided) == 1 else f"{len(voided)} rounds were open and are"
        typer.echo(f"{number} void now: every stake is back with its owner (STD-12).")
    if done.aside:
        typer.echo(f"The database that was there is kept as {done.aside.name}.")


def upgrade_command(db: DbOption = None) -> None:
    """Bring the database to the shape of this version. Back it up before: there is no way back.

    \b
    Example:
      pitboss upgrade
    """
    from pitboss.ledger.database import bare_store, bring_up
    from pitboss.ledger.store import LATEST

    address = address_of(db)
    check_there(address)
    store = bare_store(address)
    try:
        before = bring_up(store)
    finally:
        store.close()
    if before == LATEST:
        typer.echo(f"{store.url} has the latest shape already ({LATEST}).")
    elif before is None:
        typer.echo(f"{store.url} was empty and has the shape {LATEST} now.")
    else:
        typer.echo(f"{store.url} had the shape {before} and has {LATEST} now.")


def void_open_rounds(where: str | Path, command: str) -> list[str]:
    """Voids every open round of a database that nobody plays on; gives their names."""
    from pitboss.ledger import open_store
    from pitboss.ledger.journal import stored_tables
    from pitboss.round import VoidRound
    from pitboss.table import Pit

    store = open_store(where)
    try:
        pit = Pit(store, os.urandom, lambda: time.time_ns() // 10**6)
        voided = []
        for stored in store.read(lambda connection: stored_tables(connection, open_only=True)):
            table = pit.take(stored.id)
            if table.state is not None:
                voided.append(table.state.id)
                table.do("operator", f"{command} {table.state.id}", VoidRound("cannot go on"))
        return voided
    finally:
        store.close()


def _made_folder(folder: Path) -> Path:
    """A folder for backups; a new one is its owner's alone."""
    if folder.exists() and not folder.is_dir():
        raise Refusal("folder", f"{folder} is a file: name the folder in which all backups are kept")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Refusal("folder", f"The folder {folder} cannot be made: {fault.strerror}") from None
    return folder


def _sqlite_file(address: str, otherwise: Callable[[str], str]) -> Path:
    """The file of a SQLite address; for PostgreSQL its own tool is named."""
    from pitboss.ledger.database import is_postgres
    from pitboss.ledger.sqlite_store import MEMORY

    if is_postgres(address):
        raise Refusal("postgresql", f"PostgreSQL has its own tool for this: {otherwise(address)}")
    if address == MEMORY:
        raise Refusal("memory", "A database in memory is gone with its program: there is nothing to keep")
    return Path(address)


def _pg_dump(file: Path) -> Callable[[str], str]:
    def line(address: str) -> str:
        return f"pg_dump --format=custom --file={shlex.quote(str(file))} {_pg_address(address)}"

    return line


def _pg_restore(file: Path) -> Callable[[str], str]:
    def line(address: str) -> str:
        return f"pg_restore --exit-on-error --dbname={_pg_address(address)} {shlex.quote(str(file))}"

    return line


def _pg_address(address: str) -> str:
    """The address as PostgreSQL's tools take it, on a command line."""
    from pitboss.ledger.database import for_tools

    return shlex.quote(for_tools(address))


def _told(figures: Figures) -> str:
    """What is in a checked file."""
    last = "nothing was done yet" if figures.last is None else f"last deed {moment_words(figures.last)}"
    return (
        "Checked: the file is whole, every link is found, all accounts together hold $0.\n"
        f"Rounds: {figures.ended:,} ended, {figures.open:,} open. Tables: {figures.tables:,}."
        f" Accounts: {figures.accounts:,}.\n"
        f"Journal: {figures.events:,} events, {figures.transfers:,} transfers; {last}."
    )


@contextmanager
def _pages(text: str) -> Iterator[Callable[[int, int], None]]:
    """How far a copy is, on the terminal and only there."""
    with progress_bar(text) as bar:
        yield bar or (lambda done, pages: None)
