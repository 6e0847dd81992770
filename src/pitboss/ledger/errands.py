"""Acts at tables that another process has: written down here, carried out by whoever has the table.

Everything is inside a transaction. An errand is claimed in the transaction of its act, or withdrawn before:
never both. One that nobody has claimed in its time is over; times are by the database's clock.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pitboss.ledger.leases import CLOCK, Milliseconds
from pitboss.ledger.prepared import Prepared
from pitboss.ledger.schema import errands

ErrandState = Literal["waits", "done", "refused", "withdrawn"]


class Errand(NamedTuple):
    """An act that somebody wants done: who, under which id, what, at which table, and with what."""

    number: int
    operator: str
    command: str
    what: str
    felt: str | None
    asked: str  # JSON


class Outcome(NamedTuple):
    """What has come of an errand, and the refusal as JSON."""

    state: ErrandState
    answer: str


_waits: Final = (errands.c.state == "waits", errands.c.until > CLOCK)
_columns: Final = (errands.c[name] for name in Errand._fields)
_waiting: Final = Prepared(select(*_columns).where(*_waits).order_by(errands.c.number))
_end: Final = (
    update(errands)
    .where(errands.c.number == bindparam("errand"), *_waits)
    .values(state=bindparam("ended"), answer=bindparam("told"))
)


def send_errand(connection: Connection, errand: Errand, lasts: Milliseconds) -> int:
    """Writes an errand down for so long; gives its number."""
    values = {name: value for name, value in errand._asdict().items() if name != "number"}
    statement = insert(errands).values(**values, until=CLOCK + lasts, state="waits", answer="")
    return int(connection.execute(statement.returning(errands.c.number)).scalar_one())


def waiting_errands(connection: Connection) -> list[Errand]:
    """The errands that wait for whoever has their table, the oldest first."""
    return [Errand(*row) for row in _waiting.all(connection, {})]


def end_errand(connection: Connection, number: int, state: ErrandState, answer: str = "") -> bool:
    """An errand has come to its end; False where it had before, or its time is over."""
    values = {"errand": number, "ended": state, "told": answer}
    return connection.execute(_end, values).rowcount == 1


def outcome_of(connection: Connection, number: int) -> Outcome:
    """What has come of an errand."""
    query = select(errands.c.state, errands.c.answer).where(errands.c.number == number)
    return Outcome(*connection.execute(query).one())


def forget_errands(connection: Connection, before: Milliseconds) -> int:
    """Removes errands whose time was over long ago; the journal of acts has what was done."""
    return connection.execute(delete(errands).where(errands.c.until < before)).rowcount
