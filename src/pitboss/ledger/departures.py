"""Who must go from all tables, written down so that every server hears of it. Inside a transaction."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import departures

Reason = Literal["signed_out", "excluded"]


class Departure(NamedTuple):
    """Somebody who must go, and why."""

    number: int
    person: str
    reason: Reason
    at: int  # milliseconds, by the clock of who wrote it


_write: Final = Prepared(insert(departures).inline())
_since: Final = Prepared(
    select(departures).where(departures.c.at >= bindparam("since")).order_by(departures.c.number)
)


def write_departure(connection: Connection, person: str, reason: Reason, at: int) -> None:
    """Writes down that somebody must go."""
    _write.run(connection, {"person": person, "reason": reason, "at": at})


def departures_since(connection: Connection, at: int) -> list[Departure]:
    """Who had to go since a moment, in the order in which it was written."""
    return [Departure(*row) for row in _since.all(connection, {"since": at})]


def forget_departures(connection: Connection, before: int) -> int:
    """Removes what every server has heard long ago; gives how many there were."""
    return connection.execute(delete(departures).where(departures.c.at < before)).rowcount
