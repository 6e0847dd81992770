"""The shape of a database: which one it has, bringing it up to ours, refusing one that is newer."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from pitboss.faults import CageFault

if TYPE_CHECKING:
    from alembic.config import Config

LATEST: Final = "0018"  # of migrations/versions; a test holds it to the files


class WrongShape(CageFault):
    """The database has a shape this program does not know; the message says what to do."""


def shape_of(connection: Connection) -> str | None:
    """The revision of the database, or None when it is empty."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names:
            raise WrongShape(f"This database is not one of Pitboss's: it has the table {names[0]!r}")
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def upgrade(connection: Connection) -> bool:
    """Brings the database up to the latest shape; True when anything was changed.

    There is no way back to an older shape: a backup from before the upgrade is the way back.
    """
    before = shape_of(connection)
    if before == LATEST:
        return False
    check_known(before)
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return True


def check_known(shape: str | None) -> None:
    """Refuses a shape that is none of ours: that of a newer Pitboss."""
    if shape is None or shape == LATEST:
        return
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        ScriptDirectory.from_config(migrations()).get_revision(shape)
    except CommandError:
        raise WrongShape(
            f"The database has shape {shape}, which this version of Pitboss does not know (it knows up to"
            f" {LATEST}). A newer Pitboss has upgraded it: use that one, or restore a backup from before"
        ) from None


def migrations() -> Config:
    """Where Alembic finds the changes."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("pitboss.cage") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
