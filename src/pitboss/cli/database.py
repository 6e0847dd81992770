"""Which database a command works on: an option, the environment, or a file in the user's data folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final
from uuid import uuid4

import typer

from pitboss.errors import Refusal

if TYPE_CHECKING:
    from pitboss.ledger import Store

VARIABLE: Final = "PITBOSS_DB"
DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="ADDRESS",
        help="The path of a SQLite file, or postgresql://…; default $PITBOSS_DB or the user's data folder.",
    ),
]


def address_of(db: str | None, config: Path | None = None) -> str:
    """Where the data is, as the person wants it; `config` is a settings file that an option names."""
    if db is not None:
        return db
    if found := os.environ.get(VARIABLE):
        return found
    file = config or os.environ.get("PITBOSS_CONFIG")
    if file and (named := _in_settings(Path(file))):
        return named
    from platformdirs import user_data_path

    return str(Path(user_data_path("pitboss", appauthor=False)) / "pitboss.db")


def _in_settings(file: Path) -> str:
    """The database that the server's settings file names; empty where it names none."""
    from pitboss.web.settings import read_file

    named = read_file(file).get("db", "")
    return named if isinstance(named, str) else ""


def store_at(db: str | None, *, new: bool = True) -> Store:
    """The database of an option, opened and in our shape. `new` is whether one may be made."""
    from pitboss.ledger import open_store

    address = address_of(db)
    if not new:
        check_there(address)
    return open_store(address)


def check_there(address: str) -> None:
    """Refuses a SQLite file that does not exist: whoever only looks does not make one."""
    from pitboss.ledger.database import is_postgres
    from pitboss.ledger.sqlite_store import MEMORY
    from pitboss.ledger.store import Unreachable

    if address != MEMORY and not is_postgres(address) and not Path(address).exists():
        raise Unreachable(f"There is no database at {address}: name one with --db or ${VARIABLE}")


# --- What every act from the command line has: a reason, and an id under which it happens once.

WhyOption = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the journal.")]
IdOption = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="A name for this act: the same one is done once.")
]


@contextmanager
def opened(db: str | None) -> Iterator[Store]:
    """The database that is there; none is made."""
    store = store_at(db, new=False)
    try:
        yield store
    finally:
        store.close()


def check_reason(why: str) -> None:
    """Refuses a reason that says nothing, or too much."""
    from pitboss.house.request_shapes import LONGEST_REASON

    if not 0 < len(why.strip()) <= LONGEST_REASON or not why.isprintable():
        raise Refusal("why", f"--why: give the reason in 1 to {LONGEST_REASON} printable characters")


def act_id(given: str | None) -> str:
    """The id of an act; a new one unless it is given."""
    if given is not None and (not 0 < len(given) <= 64 or not given.isprintable()):
        raise Refusal("id", "--id: give 1 to 64 printable characters")
    return given or uuid4().hex


def again(repeated: bool) -> str:
    """That nothing was done this time."""
    return " It was done before under this id." if repeated else ""
