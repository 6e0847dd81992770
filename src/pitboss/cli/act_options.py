"""What every act from the command line has: a reason, and an id under which it happens once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from pitboss.cli.database import store_at
from pitboss.round.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.ledger import Store

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
