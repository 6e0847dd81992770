"""What moved for a round, and what lies at tables of a person's: read from the ledger. Only reading."""

from __future__ import annotations

from sqlalchemy import Connection, case, func, literal_column, or_, select

from pitboss.ledger.ids import chips_behind
from pitboss.ledger.ledger import Account, MicroCents, Transfer
from pitboss.ledger.schema import accounts, events, transfers


def transfers_of_round(connection: Connection, round_: str) -> tuple[Transfer, ...]:
    """The transfers of a round's deeds, but for what the house's own banker is given."""
    giver, taker = accounts.alias("giver"), accounts.alias("taker")
    query = (
        select(giver.c.kind, giver.c.key, taker.c.kind, taker.c.key, transfers.c.amount, transfers.c.what)
        .select_from(transfers)
        .join(giver, giver.c.id == transfers.c.giver)
        .join(taker, taker.c.id == transfers.c.taker)
        .where(transfers.c.deed.in_(select(events.c.deed).where(events.c.round == round_)))
        .where(transfers.c.what != "proposition")
    )
    return tuple(
        Transfer(Account(row[0], row[1]), Account(row[2], row[3]), int(row[4]), row[5])
        for row in connection.execute(query)
    )


def stakes_of_round(connection: Connection, round_: str) -> list[tuple[Account, Account, MicroCents]]:
    """What each purse has put into a round and not had back: where it lies, whose it is, how much."""
    mine, other = accounts.alias("mine"), accounts.alias("other")
    came = transfers.c.taker == mine.c.id
    query = (
        select(
            mine.c.kind,
            mine.c.key,
            other.c.kind,
            other.c.key,
            func.sum(case((came, transfers.c.amount), else_=-transfers.c.amount)),
        )
        .select_from(transfers)
        .join(mine, or_(came, transfers.c.giver == mine.c.id))
        .join(other, other.c.id == case((came, transfers.c.giver), else_=transfers.c.taker))
        .where(mine.c.key == round_, mine.c.kind.in_(("escrow", "bank")))
        .group_by(mine.c.kind, mine.c.key, other.c.kind, other.c.key)
        .order_by(mine.c.kind, other.c.kind, other.c.key)
    )
    return [
        (Account(kind, key), Account(whose, who), int(amount))
        for kind, key, whose, who, amount in connection.execute(query)
        if amount
    ]


def chips_of_person(connection: Connection, person: str) -> list[tuple[Account, MicroCents]]:
    """A person's chips at every table where they have any, by account."""
    query = select(accounts.c.key, accounts.c.balance).where(
        accounts.c.kind == "chips",
        accounts.c.key.endswith(chips_behind(person), autoescape=True),
        literal_column("balance <> 0"),  # as the index has it
    )
    found = connection.execute(query.order_by(accounts.c.key)).all()
    return [(Account("chips", key), int(held)) for key, held in found]
