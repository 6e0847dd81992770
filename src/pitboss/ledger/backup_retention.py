"""Which backups in a folder are kept, and which go: by name and by content only those of one database."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from pitboss.ledger.backup import NotBackedUp, looking_at
from pitboss.ledger.schema import deeds
from pitboss.ledger.upgrade import shape_of

STAMP: Final = "%Y%m%d-%H%M%S"  # in UTC
_FIRST: Final = select(deeds.c.actor, deeds.c.command, deeds.c.at).order_by(deeds.c.id).limit(1)


@dataclass(frozen=True, slots=True)
class Retention:
    """How many are kept: the newest, and the newest of each of so many days and weeks that have one."""

    last: int = 1
    daily: int = 0
    weekly: int = 0

    def kept(self, times: Iterable[datetime]) -> set[datetime]:
        """Of some times of backups those that are kept: whatever one of the rules keeps.

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
    """Removes the backups of a database that nothing keeps. Whatever else is there stays, whatever its name.

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
