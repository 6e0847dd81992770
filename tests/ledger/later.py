"""A program that knows one revision more than ours, for the tests of upgrades: ours are older databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from alembic.config import Config

from pitboss.ledger import database, store
from tests.databases import Databases, Kind
from tests.ledger.revisions import made_up
from tests.postgres import new_database

OURS = store.LATEST
LATER = made_up.revision


@contextmanager
def later_program() -> Iterator[None]:
    """Inside the block this process is a later Pitboss. What a fixture makes must be made before it."""
    config = store.migrations()
    places = (f"{config.get_main_option('script_location')}/versions", str(Path(made_up.__file__).parent))
    config.set_main_option("version_locations", os.pathsep.join(places))

    def migrations() -> Config:
        return config

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "migrations", migrations)
        for module in (store, database, *map(import_module, ("pitboss.cli.backup", "pitboss.cli.doctor"))):
            patch.setattr(module, "LATEST", LATER)
        yield


def address(kind: Kind, databases: Databases) -> str:
    """The address of a database that holds nothing, not even a shape."""
    name = f"before_{next(databases.numbers)}"
    return (
        new_database(databases.server, name) if kind == "postgresql" else str(databases.folder / f"{name}.db")
    )


def older_database(kind: Kind, databases: Databases) -> str:
    """The address of a database in our shape."""
    where = address(kind, databases)
    database.open_store(where).close()
    return where
