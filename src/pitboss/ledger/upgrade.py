"""The shape of a database: which one it has, bringing it up to ours, refusing any other."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from pitboss.errors import CageFault, HouseLost
from pitboss.ledger.statements import Prepared

if TYPE_CHECKING:
    from alembic.config import Config

LATEST: Final = "0001"  # of migrations/versions; a test holds it to the files


class WrongShape(CageFault):
    """The database does not have the shape that this program needs; the message says what to do."""


class ShapeChanged(WrongShape, HouseLost):
    """Another Pitboss has upgraded the database while this process used it: the process must end."""


_shape = Prepared(text("SELECT version_num FROM alembic_version"))


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


def check_latest(shape: str | None) -> None:
    """Refuses every shape but ours; only `pitboss upgrade` and a server that is alone may change it."""
    check_known(shape)
    if shape is not None and shape != LATEST:
        raise WrongShape(
            f"The database has the older shape {shape}, and this version of Pitboss needs {LATEST}."
            " Back it up, then run: pitboss upgrade"
        )


def check_unchanged(connection: Connection) -> None:
    """Raises ShapeChanged where the database no longer has our shape.

    Every transaction that writes begins with this. Until it ends nobody can change the shape: SQLite has one
    writer, and on PostgreSQL an upgrade locks the table that is read here.
    """
    found = _shape.first(connection, {})
    if found is None or found[0] != LATEST:
        shape = "none" if found is None else found[0]
        raise ShapeChanged(
            f"The database was upgraded while it was in use: it has the shape {shape} now, and this version"
            f" of Pitboss needs {LATEST}. Nothing further is stored: start the version that upgraded it"
        )


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
    config.set_main_option("script_location", str(resources.files("pitboss.ledger") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
