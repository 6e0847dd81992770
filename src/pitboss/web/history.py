"""A person's past rounds, from the ledger: which, when, and what they brought."""

from __future__ import annotations

from pydantic import BaseModel
from sqlalchemy import Connection, case, func, or_, select

from pitboss.cage.ledger import Account, account_id
from pitboss.cage.schema import deeds, events, rounds, transfers
from pitboss.cage.store import Store
from pitboss.money import MICRO, Cents


class PastRound(BaseModel):
    """One round of one person."""

    round: str
    table: str
    number: int
    ended: str
    at: int  # of its end
    net: Cents
    place: int  # ask for rounds before this one


def rounds_of(store: Store, person: str, before: int | None, most: int) -> list[PastRound]:
    """The latest rounds of a person that have ended, with what each brought in all."""

    def work(connection: Connection) -> list[PastRound]:
        mine = account_id(connection, Account("person", person))
        signed = case((transfers.c.taker == mine, transfers.c.amount), else_=-transfers.c.amount)
        # A deed belongs to one round: that of its events.
        of_round = (
            select(events.c.deed, func.max(events.c.round).label("round"))
            .where(events.c.round.is_not(None))
            .group_by(events.c.deed)
            .subquery()
        )
        last = func.max(transfers.c.deed)
        query = (
            select(rounds, func.sum(signed).label("net"), last.label("place"))
            .join(of_round, of_round.c.round == rounds.c.id)
            .join(transfers, transfers.c.deed == of_round.c.deed)
            .where(or_(transfers.c.giver == mine, transfers.c.taker == mine), rounds.c.ended.is_not(None))
            .group_by(rounds.c.id)
            .order_by(last.desc())
            .limit(most)
        )
        if before is not None:
            query = query.having(last < before)
        found = connection.execute(query).all()
        places = [row.place for row in found]
        ended = connection.execute(select(deeds.c.id, deeds.c.at).where(deeds.c.id.in_(places)))
        times = {row.id: row.at for row in ended}
        return [
            PastRound(
                round=row.id,
                table=row.felt,
                number=row.number,
                ended=row.ended,
                at=times[row.place],
                net=int(row.net) // MICRO,
                place=row.place,
            )
            for row in found
        ]

    return store.read(work)
