"""The cage's tables of money, of the tables that people sit at, and of their rounds.

Money is moved by inserting a transfer: a trigger changes both balances, and no transfer is ever changed or
taken back. A transfer has one giver and one taker, so every movement is balanced by its form; a check on the
balance refuses an overdraft.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

MOST: Final = 4 * 10**18  # no balance or amount is larger, so no sum leaves 64 bits
NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")  # what SQLite numbers by itself

metadata: Final = MetaData()
_VOID: Final = text("ended = 'void'")
_NO_GAME: Final = text("void IS NOT NULL")
_HELD: Final = text("balance <> 0")
# A query says these in the same words, or the index is not used.
OF_METERS: Final = text("what IN ('meter', 'reset', 'jackpot', 'gathered', 'swept')")
GRANTED: Final = text("what IN ('grant', 'returned')")

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("may_owe", Boolean, nullable=False),
    Column("fractions", Boolean, nullable=False),
    Column("balance", BigInteger, nullable=False, server_default=text("0")),
    UniqueConstraint("kind", "key", name="one_account"),
    CheckConstraint("balance >= 0 OR may_owe", name="no_overdraft"),
    CheckConstraint("balance % 1000000 = 0 OR fractions", name="whole_cents"),
    CheckConstraint(f"balance BETWEEN -{MOST} AND {MOST}", name="countable"),
    # Most accounts are those of ended rounds: nobody looks at what holds nothing.
    Index("accounts_in_use", "kind", "key", sqlite_where=_HELD, postgresql_where=_HELD),
)

deeds: Final = Table(
    "deeds",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("actor", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("content", Text, nullable=False),  # SHA-256 of what was asked
    Column("answer", Text, nullable=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    UniqueConstraint("actor", "command", name="one_deed"),
)

transfers: Final = Table(
    "transfers",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("deed", BigInteger, ForeignKey("deeds.id"), nullable=False),
    Column("giver", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("taker", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("amount", BigInteger, nullable=False),  # micro-cents
    Column("what", Text, nullable=False),
    CheckConstraint(f"amount BETWEEN 1 AND {MOST}", name="some_amount"),
    CheckConstraint("CAST(amount AS BIGINT) = amount", name="whole_amount"),  # SQLite would take 1.5
    CheckConstraint("giver <> taker", name="two_accounts"),
    Index("transfers_of_giver", "giver", "id"),  # a person's bets and wins are read before every bet
    Index("transfers_of_taker", "taker", "id"),
    Index("transfers_of_deed", "deed"),
    Index("transfers_of_meters", "what", "id", sqlite_where=OF_METERS, postgresql_where=OF_METERS),
    Index("grants", "taker", "giver", sqlite_where=GRANTED, postgresql_where=GRANTED),
)

sheets: Final = Table(
    "sheets",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("content", Text, nullable=False),
)

felts: Final = Table(  # the tables people sit at
    "felts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("sheet", Text, ForeignKey("sheets.hash"), nullable=False),
    Column("low", BigInteger, nullable=False),
    Column("high", BigInteger, nullable=False),
    Column("epoch", BigInteger, nullable=False),  # who may write: raised by each new holder of the lease
    Column("sequence", BigInteger, nullable=False),  # of its last event
    Column("rounds", BigInteger, nullable=False),
    Column("head", Text, nullable=False),  # of its chain of ended rounds
    Column("closed", Boolean, nullable=False),
    Column("purse", Text, nullable=False, server_default=text("'house'")),  # what people play with here
    Column("meter", Text),  # the key of the account where it feeds its meter; empty: it has none
    Column("owner", Text),  # the server that has it; one whose row is gone or has run out has nothing
    Column("evening", Text),  # whose chips are played with here; empty: none
    CheckConstraint("purse IN ('house', 'chips')", name="one_purse"),
    Index("felts_of_evening", "evening"),
    Index(
        "felts_that_are_open",
        "id",
        sqlite_where=text("closed IS 0"),
        postgresql_where=text("closed IS false"),
    ),
)

rounds: Final = Table(
    "rounds",
    metadata,
    Column("id", Text, primary_key=True),
    Column("felt", Text, ForeignKey("felts.id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("sheet", Text, ForeignKey("sheets.hash"), nullable=False),
    Column("low", BigInteger, nullable=False),
    Column("high", BigInteger, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("seed", Text, nullable=False),  # secret until the round has ended
    Column("ended", Text),  # settled, void or unused; empty while the round is open
    Column("previous", Text),
    Column("head", Text),
    Column("at", BigInteger),  # when it ended
    UniqueConstraint("felt", "number", name="one_number"),
    Index("rounds_by_end", "at", "id"),
    Index("rounds_of_felt_by_end", "felt", "at", "id"),
    Index("rounds_that_were_void", "at", sqlite_where=_VOID, postgresql_where=_VOID),
)

results: Final = Table(  # what each ended round brought everybody who had bet in it
    "results",
    metadata,
    Column("person", Text, primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),  # when it ended
    Column("round", Text, ForeignKey("rounds.id"), primary_key=True),
    Column("net", BigInteger, nullable=False),  # cents
    Column("void", Text),  # the clause by which it was
    Column("away", Boolean, nullable=False),  # whether the table decided for them
    Index("results_of_round", "round"),
    Index(
        "results_that_were_void", "person", "at", "round", sqlite_where=_NO_GAME, postgresql_where=_NO_GAME
    ),
    Index(
        "results_of_away",
        "person",
        "at",
        "round",
        sqlite_where=text("away IS 1"),
        postgresql_where=text("away IS true"),
    ),
)

receipts: Final = Table(  # of ended rounds, as the chain has hashed them
    "receipts",
    metadata,
    Column("round", Text, ForeignKey("rounds.id"), primary_key=True),
    Column("text", Text, nullable=False),
)

events: Final = Table(
    "events",
    metadata,
    Column("felt", Text, ForeignKey("felts.id"), primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("round", Text, ForeignKey("rounds.id")),
    Column("deed", BigInteger, ForeignKey("deeds.id"), nullable=False),
    Column("body", Text, nullable=False),
    Column("link", Text, nullable=False, server_default=text("''")),  # of the table's chain of events
    Index("events_of_round", "round", "sequence"),
    Index("events_of_deed", "deed"),
)

heads: Final = Table(  # a head over the chains of all tables, made from time to time
    "heads",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("chains", Text, nullable=False),
    Column("head", Text, nullable=False),
)

lobby: Final = Table(  # the live floor as it was last seen
    "lobby",
    metadata,
    Column("felt", Text, ForeignKey("felts.id"), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("seating", Text, nullable=False),
    Column("version", BigInteger, nullable=False),  # how often it was kept
)
