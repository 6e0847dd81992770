"""Fresh databases for tests: a copied SQLite file, or a PostgreSQL database made from a template.

A test that takes `place` or `store` runs on both kinds. Only the first database of a kind is brought to our
shape; the server is started when the first test asks for it, once in a process.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Literal

import pytest

from pitboss.ledger import Store, open_store
from pitboss.ledger.schema import metadata
from tests.postgres import new_database, running

Kind = Literal["sqlite", "postgresql"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgresql")
_HANG_UP = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_EMPTY = (  # the triggers that forbid it are told to look away: faster than another database
    f"SET session_replication_role = replica;TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY"
)


class Databases:
    """Makes databases and takes them away again."""

    def __init__(self, folder: Path, at_end: ExitStack) -> None:
        self.folder = folder
        self.at_end = at_end
        self.numbers = count(1)
        self.empty: list[str] = []  # PostgreSQL databases that hold nothing again

    @cached_property
    def server(self) -> str:
        """The address of the server's own database."""
        return self.at_end.enter_context(running())

    @cached_property
    def template(self) -> str:
        """The name of an upgraded PostgreSQL database that holds nothing."""
        open_store(new_database(self.server, "pitboss_template")).close()
        return "pitboss_template"

    @cached_property
    def file(self) -> Path:
        """An upgraded SQLite file that holds nothing."""
        path = self.folder / "template.db"
        open_store(path).close()
        return path

    @contextmanager
    def fresh(self, kind: Kind) -> Iterator[str]:
        """The address of a database in our shape, for as long as the block runs."""
        name = f"pitboss_{next(self.numbers)}"
        if kind == "sqlite":
            path = self.folder / f"{name}.db"
            shutil.copy(self.file, path)
            yield str(path)
            for each in self.folder.glob(f"{name}.db*"):
                each.unlink()
            return
        if not self.empty:
            self._ask(self.server, f'CREATE DATABASE "{name}" TEMPLATE "{self.template}"')
            self.empty.append(self.server.replace("/postgres?", f"/{name}?"))
        address = self.empty.pop()
        yield address
        self._ask(address, _HANG_UP)
        self._ask(address, _EMPTY)
        self.empty.append(address)

    def _ask(self, address: str, statement: str) -> None:
        import psycopg

        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


_KEPT = pytest.StashKey[Databases]()


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """Where fresh databases come from."""
    stash = request.config.stash
    if _KEPT not in stash:
        at_end = ExitStack()
        request.config.add_cleanup(at_end.close)
        stash[_KEPT] = Databases(tmp_path_factory.mktemp("databases"), at_end)
    return stash[_KEPT]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """The address of a fresh database, of each kind in turn."""
    with databases.fresh(request.param) as address:
        yield address


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A fresh database, open; a power cut is no subject of these tests."""
    opened = open_store(place, synchronous="OFF")
    yield opened
    opened.close()
