"""Copies of a SQLite database: made while tables run, checked before they are trusted, put back."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine, select
from sqlalchemy.exc import DBAPIError

from pitboss.errors import CageFault
from pitboss.ledger.balances import Figures, figures, left_in_ended, trial_balance, unlike_transfers
from pitboss.ledger.schema import deeds
from pitboss.ledger.store import check_known, shape_of

Progress = Callable[[int, int], None]  # pages done, pages in all
PAGES: Final = 1024  # copied between two reports of progress
BESIDE: Final = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file


class NotBackedUp(CageFault):
    """A backup cannot be made or put back; the message says why."""


class Unsound(CageFault):
    """A file that is no whole database of ours; the message names the first fault."""


class Restored(NamedTuple):
    """What was put back, and where the database that was there before is now."""

    figures: Figures
    aside: Path | None


def back_up(source: Path, target: Path, *, force: bool = False, progress: Progress | None = None) -> Figures:
    """Copies a database that may be in use into one file: as it was at one moment, checked, on the disk.

    The file is there whole or not at all, and readable by its owner alone: it holds the seeds of open rounds.
    """
    if not source.is_file():
        raise NotBackedUp(f"There is no database at {source}")
    _refuse_same(source, target)
    _refuse_present(target, force)
    with _part_of(target) as part:
        _copy(source, part, progress)
        found = check_file(part, called=str(source))
        _refuse_present(target, force)
        part.replace(target)
        _sync(target.parent)
    return found


def restore(
    backup: Path,
    target: Path,
    aside: Path,
    prepare: Callable[[Path], None],
    *,
    force: bool = False,
    progress: Progress | None = None,
) -> Restored:
    """Puts a backup in the place of a database. What was there is kept, with `force` only, under `aside`.

    `prepare` works on the copy before it takes its place.
    """
    _refuse_same(backup, target)
    check_file(backup)
    _refuse_present(target, force)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _part_of(target) as part:
        _copy(backup, part, progress)
        prepare(part)
        _sync(part)
        found = check_file(part)
        kept = _put_aside(target, aside)
        part.replace(target)
        _sync(target.parent)
    return Restored(found, kept)


def check_file(path: Path, called: str | None = None) -> Figures:
    """The counts of a sound database file, which stays as it is; raises Unsound for any other."""
    name = called or str(path)
    if not path.is_file():
        raise Unsound(f"There is no file {name}")
    try:
        with looking_at(path) as connection:
            _check(connection, name)
            return figures(connection)
    except (DBAPIError, sqlite3.Error) as fault:
        text = fault.orig if isinstance(fault, DBAPIError) else fault
        raise Unsound(f"{name} is not a sound database: {text}") from None


def _check(connection: Connection, name: str) -> None:
    shape = shape_of(connection)
    if shape is None:
        raise Unsound(f"{name} is an empty database")
    check_known(shape)
    if (damage := damage_in(connection)) is not None:
        raise Unsound(f"{name} is not a sound database: {damage}")
    if (loose := loose_link_in(connection)) is not None:
        raise Unsound(f"{name}: {loose}")
    total = trial_balance(connection)
    if total:
        raise Unsound(f"{name}: the accounts add up to {total} micro-cents and not to zero")
    for account in unlike_transfers(connection):
        raise Unsound(f"{name}: the account {account} does not hold what its transfers add up to")
    for account in left_in_ended(connection):
        raise Unsound(f"{name}: the account {account} holds money, and its round has ended")


def damage_in(connection: Connection) -> str | None:
    """The first page or index of a SQLite file that is not whole, in SQLite's words."""
    first = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
    return None if first == "ok" else " ".join(first.replace("*** in database main ***", "").split())


def loose_link_in(connection: Connection) -> str | None:
    """The first row of a SQLite file that points to a row that is not there."""
    loose = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    return None if loose is None else f"a row of {loose[0]} points to one of {loose[2]} that is not there"


@contextmanager
def looking_at(path: Path) -> Iterator[Connection]:
    """A connection that changes nothing, not even beside the file."""
    live = path.with_name(f"{path.name}-wal").exists()
    uri = f"file:{quote(str(path.absolute()))}?{'mode=ro' if live else 'immutable=1'}"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _copy(source: Path, part: Path, progress: Progress | None) -> None:
    """One moment of a database in a file of its own; writers go on meanwhile."""
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    uri = f"file:{quote(str(source.absolute()))}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)) as old,
            closing(sqlite3.connect(part, isolation_level=None)) as new,
        ):
            old.execute("BEGIN")  # holds the moment, however long the copying takes
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            old.backup(
                new,
                pages=PAGES,
                progress=lambda _, left, pages: progress(pages - left, pages) if progress else None,
            )
            old.execute("ROLLBACK")
            new.execute("PRAGMA journal_mode=DELETE")  # nothing beside the file belongs to it
    except sqlite3.Error as fault:
        raise NotBackedUp(f"{source} cannot be copied: {fault}") from None
    _sync(part)


def _put_aside(target: Path, aside: Path) -> Path | None:
    """Keeps what is there under another name; refuses a database that is in use."""
    if target.exists():
        _refuse_used(target)
        if aside.exists():
            raise NotBackedUp(f"{aside} is there already")
        try:
            aside.hardlink_to(target)  # the old one keeps its place until the new one takes it
        except OSError:
            target.rename(aside)
    for ending in BESIDE:  # of a broken or a lost file: it must not be read into the new one
        left = target.with_name(target.name + ending)
        if left.exists():
            left.rename(aside.with_name(aside.name + ending))
    return aside if aside.exists() else None


def _refuse_used(target: Path) -> None:
    """Writes all of a database into its one file, which is possible only while nobody else has it open."""
    try:
        with closing(sqlite3.connect(target, timeout=1, isolation_level=None)) as old:
            old.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as fault:
        if "locked" in str(fault):
            raise NotBackedUp(
                f"{target} is in use: stop the program that has it open, then restore"
            ) from None
    except sqlite3.DatabaseError:
        return  # a broken file is kept as it is


def _refuse_present(target: Path, force: bool) -> None:
    if target.is_dir():
        raise NotBackedUp(f"{target} is a folder: name a file")
    if target.exists() and not force:
        raise NotBackedUp(f"{target} is there already: name another file, or use --force")


def _refuse_same(source: Path, target: Path) -> None:
    if source.exists() and target.exists() and source.samefile(target):
        raise NotBackedUp(f"{source} and {target} are the same file")


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """A name beside the target for as long as the file is not whole."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
    finally:
        for ending in ("", *BESIDE):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return  # only there can a folder be opened
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# Which backups of a folder are kept

STAMP: Final = "%Y%m%d-%H%M%S"  # in UTC
_FIRST: Final = select(deeds.c.actor, deeds.c.command, deeds.c.at).order_by(deeds.c.id).limit(1)


@dataclass(frozen=True, slots=True)
class Retention:
    """How many are kept: the newest, and the newest of each of so many days and weeks that have one."""

    last: int = 1
    daily: int = 0
    weekly: int = 0

    def kept(self, times: Iterable[datetime]) -> set[datetime]:
        """Of some times of backups those that at least one of the rules keeps.

        >>> made = [datetime(2026, 11, day, hour, tzinfo=UTC) for day in (14, 15, 16) for hour in (3, 15)]
        >>> sorted(f"{each:%d %H}" for each in Retention(last=1, daily=2).kept(made))
        ['15 15', '16 15']
        """
        newest = sorted(times, reverse=True)
        found = set(newest[: max(1, self.last)])
        found |= _newest_of_each(newest, self.daily, lambda each: each.date())
        return found | _newest_of_each(newest, self.weekly, lambda each: each.isocalendar()[:2])


def _newest_of_each(newest: list[datetime], most: int, span: Callable[[datetime], Hashable]) -> set[datetime]:
    first: dict[Hashable, datetime] = {}
    for each in newest:
        first.setdefault(span(each), each)
    return set(list(first.values())[:most])


class Pruned(NamedTuple):
    """What is left of the backups of a database in a folder, and what has gone."""

    kept: list[Path]
    gone: list[Path]


def backup_name(source: Path, at: datetime) -> str:
    """What the backup of a database is called, in a folder of them.

    >>> backup_name(Path("/srv/house.db"), datetime(2026, 11, 16, 3, 30, tzinfo=UTC))
    'house-20261116-033000.db'
    """
    return f"{source.stem}-{at.astimezone(UTC):{STAMP}}.db"


def prune(source: Path, folder: Path, retention: Retention) -> Pruned:
    """Removes the backups of a database that nothing keeps. All other files stay, whatever their names.

    It is for after a new one was made and checked.
    """
    mine = backups_in(folder, source)
    kept = retention.kept(mine)
    pruned = Pruned([], [])
    for at in sorted(mine):
        if at in kept:
            pruned.kept.append(mine[at])
            continue
        try:
            mine[at].unlink()
        except OSError as fault:
            raise NotBackedUp(f"{mine[at]} is too old and cannot be removed: {fault.strerror}") from None
        pruned.gone.append(mine[at])
    return pruned


def backups_in(folder: Path, source: Path) -> dict[datetime, Path]:
    """The backups of a database in a folder, by when they were made."""
    return {at: path for path in folder.iterdir() if (at := _own(source, path)) is not None}


def _own(source: Path, path: Path) -> datetime | None:
    """When a file was made as a backup of a database; None where it is none."""
    found = re.fullmatch(re.escape(source.stem) + r"-(\d{8}-\d{6})\.db", path.name)
    if found is None or path.is_symlink() or not path.is_file() or path.samefile(source):
        return None
    try:
        at = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
    except ValueError:  # the 31st of February
        return None
    theirs = _beginning(path)
    return at if theirs is not None and theirs == _beginning(source) else None


def _beginning(path: Path) -> tuple[object, ...] | None:
    """The first that was done in a database, as in all its backups; None where it is no database of ours."""

    def read(connection: Connection) -> tuple[object, ...] | None:
        if shape_of(connection) is None:
            return None
        return tuple(connection.execute(_FIRST).first() or ())

    try:
        with looking_at(path) as connection:
            return read(connection)
    except (DBAPIError, sqlite3.Error):
        return None
