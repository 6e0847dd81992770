"""The cage's tables of servers: which run, what they tell each other, and what they count together."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Table, Text, text

from pitboss.ledger.money_schema import NUMBER, metadata

_WAITS: Final = text("state = 'waits'")

servers: Final = Table(  # that run now; one row each, which it renews
    "servers",
    metadata,
    Column("id", Text, primary_key=True),  # a new one after each start, and after each loss
    Column("address", Text, nullable=False),  # where people reach it
    Column("deadline", BigInteger, nullable=False),  # milliseconds by the database's own clock
    Column("since", BigInteger, nullable=False),
    Column("place", Text, nullable=False, server_default=text("''")),  # where it alone listens
)

pulse: Final = Table(  # what a server writes to see that it can
    "pulse",
    metadata,
    Column("server", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

departures: Final = Table(  # who must go from all tables; every server looks for what is new
    "departures",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("reason IN ('signed_out', 'excluded')", name="one_reason"),
    Index("departures_by_time", "at"),
)

errands: Final = Table(  # acts at tables that another process has, for whoever has them to carry out
    "errands",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("operator", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("felt", Text),  # empty where a table is to be opened
    Column("asked", Text, nullable=False),
    Column("until", BigInteger, nullable=False),  # nobody carries it out later, by the database's clock
    Column("state", Text, nullable=False),
    Column("answer", Text, nullable=False),  # why it was refused
    CheckConstraint("state IN ('waits', 'done', 'refused', 'withdrawn')", name="one_end"),
    Index("errands_that_wait", "number", sqlite_where=_WAITS, postgresql_where=_WAITS),
)

tries: Final = Table(  # how often something was tried lately, over all servers
    "tries",
    metadata,
    Column("key", Text, primary_key=True),  # a keyed digest of what was tried and from where
    Column("times", Text, nullable=False),  # of the last hour: milliseconds since 1970, in order
    Column("until", BigInteger, nullable=False),  # nobody asks for it afterwards
    Index("tries_until", "until"),
)

places: Final = Table(  # tables of the server that are open
    "places",
    metadata,
    Column("felt", Text, ForeignKey("felts.id"), primary_key=True),
    Column("host", Text, nullable=False),
    Column("network", Text, nullable=False),  # a keyed digest of where it was opened from
)

chores: Final = Table(  # work that one of the servers does from time to time
    "chores",
    metadata,
    Column("name", Text, primary_key=True),
    Column("last", BigInteger, nullable=False),  # when somebody last began it
)

salts: Final = Table(  # what digests are keyed with
    "salts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", Text, nullable=False),
)
