"""A person by id, for whoever cannot go on without one."""

from __future__ import annotations

from typing import NoReturn

from pitboss.ledger.people import Person, read_person
from pitboss.ledger.store import Connection
from pitboss.round import Refusal


def person_by_id(connection: Connection, person: str, *, lock: bool = False) -> Person:
    """A person, or the refusal of one who is deleted. `lock` keeps them as they are until the commit."""
    return read_person(connection, person, lock=lock) or refuse_gone()


def refuse_gone() -> NoReturn:
    """Nobody has this id any more."""
    raise Refusal("no_person", "This account is gone", None)
