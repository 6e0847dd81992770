"""A new database for a while: a SQLite file in a folder of its own, or a database of a PostgreSQL server."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import new_database

SQLITE = "sqlite"


@contextmanager
def new_place(address: str, name: str, template: Path | None = None) -> Iterator[str]:
    """Where the database is, as long as the block runs. `address` is that of a server, or `sqlite`.

    With `template` a new file is a copy of that one; without it, it does not exist yet.
    """
    if address == SQLITE:
        folder = Path(tempfile.mkdtemp(prefix="pitboss-durable-"))
        try:
            if template is not None:
                shutil.copyfile(template, folder / f"{name}.db")
            yield str(folder / f"{name}.db")
        finally:
            shutil.rmtree(folder)
        return
    import psycopg

    where = new_database(address, name)
    try:
        yield where
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
