"""Finding rounds: by id, table, person and time."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from pitboss.house.history import house_id
from pitboss.ledger import round_search
from pitboss.ledger.round_search import RoundQuery
from pitboss.ledger.store import Connection, Store

How = Literal["settled", "void", "unused"]


class RoundFound(BaseModel):
    """A round in a list."""

    round: str
    table: str
    house: str
    number: int
    ended: How | None  # null: it is open
    at: int  # of its last event
    place: int  # ask for rounds before this one


def find_rounds(store: Store, asked: RoundQuery) -> list[RoundFound]:
    """Rounds by id, table, person and time, the latest first."""

    def work(connection: Connection) -> list[RoundFound]:
        found = round_search.find_rounds(connection, asked)
        houses = {hash_: house_id(connection, hash_) for hash_ in {each.sheet for each in found}}
        return [
            RoundFound(
                round=each.id,
                table=each.felt,
                house=houses[each.sheet],
                number=each.number,
                ended=each.ended,
                at=each.at,
                place=each.place,
            )
            for each in found
        ]

    return store.read(work)
