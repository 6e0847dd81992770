"""A decision as the cage keeps it, and how many it has."""

from __future__ import annotations

from sqlalchemy import text

from pitboss.ledger import Store
from pitboss.ledger.history import Decision

MADE = Decision(
    at=1,
    kind="drill",
    house="rivers",
    sheet="aa",
    cards="Qs 5h 4d",
    up="",
    action="play",
    best="fold",
    cost=1_000_000,
    ante=1000,
)


def rows_of(store: Store) -> int:
    query = text("SELECT count(*) FROM decisions")
    return int(store.read(lambda connection: connection.execute(query).scalar_one()))
