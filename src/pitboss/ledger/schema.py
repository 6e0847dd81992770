"""The tables of the ledger, written once: queries know them from here, and the first revision makes them.

`make_tables` makes them with the triggers that guard them. After a release a change of the shape is made here
and, for the databases that people have, in a file of `migrations/versions`; `tests/ledger/test_shape.py`
holds the two together.

Money is moved by inserting a transfer: a trigger changes both balances, and no transfer is ever changed or
taken back. A transfer has one giver and one taker, so every movement is balanced by its form; a check on
the balance refuses an overdraft. `felts` are the tables that people sit at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

# Money, tables, rounds

MOST: Final = 4 * 10**18  # no balance or amount is larger, so no sum leaves 64 bits
NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")  # what SQLite numbers by itself
metadata: Final = MetaData()


def _only(some: str, postgresql: str | None = None) -> dict[str, Any]:
    """Of an index: which rows are in it."""
    return {"sqlite_where": text(some), "postgresql_where": text(postgresql or some)}


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
    Index("accounts_in_use", "kind", "key", **_only("balance <> 0")),
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
    Index("transfers_of_meters", "what", "id", **_only(OF_METERS.text)),
    Index("grants", "taker", "giver", **_only(GRANTED.text)),
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
    Column("purse", Text, nullable=False),  # what people play with here
    Column("meter", Text),  # the key of the account where it feeds its meter; empty: it has none
    Column("owner", Text),  # the server that has it; one whose row is gone or has run out has nothing
    Column("evening", Text),  # whose chips are played with here; empty: none
    CheckConstraint("purse IN ('house', 'chips')", name="one_purse"),
    Index("felts_of_evening", "evening"),
    Index("felts_that_are_open", "id", **_only("closed IS 0", "closed IS false")),
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
    Index("rounds_that_were_void", "at", **_only("ended = 'void'")),
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
    Index("results_that_were_void", "person", "at", "round", **_only("void IS NOT NULL")),
    Index("results_of_away", "person", "at", "round", **_only("away IS 1", "away IS true")),
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
    Column("link", Text, nullable=False),  # of the table's chain of events
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


# People, operators, evenings

people: Final = Table(  # a row stays for ever, because rounds hold its id; deleting empties it
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),  # empty for guests
    Column("folded", Text),  # the name without regard to case
    Column("password", Text),  # its Argon2id hash
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("loss", BigInteger),  # cents that may be lost in one session of play
    Column("loss_next", BigInteger),  # a looser limit, and from when on; empty: no limit from then on
    Column("loss_from", BigInteger),
    Column("minutes", BigInteger),
    Column("minutes_next", BigInteger),
    Column("minutes_from", BigInteger),
    Column("excluded_until", BigInteger),
    Column("playing_from", BigInteger),  # the session of play: its first bet
    Column("playing_after", BigInteger),  # the last transfer before it
    Column("playing_carried", BigInteger),  # micro-cents that waited on tables when it began
    Column("progress_after", BigInteger),  # the last transfer whose round was looked at for progress
    Column("skeleton", Text),  # what the name looks like; empty for guests
    Column("alias", Text),  # what a guest is called; several may be called the same
    Column("avatar", Text),  # the key of the picture that stands for them
    UniqueConstraint("folded", name="one_name"),
    CheckConstraint("role IN ('player', 'operator')", name="one_role"),
    CheckConstraint("(name IS NULL) = (folded IS NULL)", name="whole_name"),
    CheckConstraint("NOT deleted OR (name IS NULL AND password IS NULL)", name="erased"),
    Index("one_look", "skeleton", unique=True),
)
spent_names: Final = Table(  # names of deleted people, which nobody takes for a while
    "spent_names",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the name's skeleton
    Column("until", BigInteger, nullable=False),
)
tokens: Final = Table(
    "tokens",
    metadata,
    Column("digest", Text, primary_key=True),  # SHA-256 of the secret, which is kept nowhere
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger),  # empty: when it is revoked
    Column("last_used", BigInteger),
    Column("label", Text, nullable=False),
    Column("extra", Text, nullable=False),  # the table that a ticket is for
    CheckConstraint("kind IN ('session', 'bearer', 'ticket', 'device', 'reset')", name="one_kind"),
    Index("tokens_of_person", "person"),
)
acts: Final = Table(  # what operators did
    "acts",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("felt", Text, ForeignKey("felts.id")),
    Column("round", Text, ForeignKey("rounds.id")),
)
notes: Final = Table(  # what was said about a disputed round
    "notes",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("author", Text, nullable=False),
    Column("round", Text, ForeignKey("rounds.id"), nullable=False),
    Column("text", Text, nullable=False),
    Index("notes_of_round", "round"),
)
disputes: Final = Table(  # rounds that a player questions; what was said is in notes, how it ended in acts
    "disputes",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("round", Text, ForeignKey("rounds.id"), nullable=False),
    Column("note", BigInteger, ForeignKey("notes.number"), nullable=False),  # with which it began
    Column("closed", BigInteger, ForeignKey("acts.number")),  # empty: it is open
    Index("one_open_dispute", "round", unique=True, **_only("closed IS NULL")),
    Index("disputes_of_round", "round"),
)
audits: Final = Table(  # that were asked for while the house ran, with how far each has come
    "audits",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when the server that runs it last said so
    Column("done", BigInteger, nullable=False),  # rounds
    Column("total", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("faults", BigInteger, nullable=False),
    Column("result", Text, nullable=False),  # figures and the first faults, as JSON
    CheckConstraint("state IN ('running', 'clean', 'faulty', 'stopped', 'lost', 'failed')", name="one_state"),
    Index("one_audit", "state", unique=True, **_only("state = 'running'")),
)
records: Final = Table(  # the chain of what was done outside tables; each is about one row
    "records",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("deed", BigInteger, ForeignKey("deeds.id")),
    Column("act", BigInteger, ForeignKey("acts.number")),
    Column("note", BigInteger, ForeignKey("notes.number")),
    Column("person", Text, ForeignKey("people.id")),
    Column("content", Text, nullable=False),
    Column("head", Text, nullable=False),
    UniqueConstraint("deed", name="one_record_of_a_deed"),
    UniqueConstraint("act", name="one_record_of_an_act"),
    UniqueConstraint("note", name="one_record_of_a_note"),
    CheckConstraint(
        "(deed IS NOT NULL AND act IS NULL AND note IS NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NOT NULL AND note IS NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NULL AND note IS NOT NULL AND person IS NULL)"
        " OR (deed IS NULL AND act IS NULL AND note IS NULL AND person IS NOT NULL)",
        name="about_one",
    ),
    Index("records_of_person", "person", "number"),
)
incidents: Final = Table(  # what operators should look at, whichever server has met it
    "incidents",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("subject", Text, primary_key=True),  # a person, a table, a name and a network
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("times", BigInteger, nullable=False),
    Column("detail", Text, nullable=False),
    Index("incidents_by_time", "last"),
)
decisions: Final = Table(  # what people with a name decided, at tables and in drills; theirs to delete
    "decisions",
    metadata,
    Column("id", NUMBER, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("sheet", Text, nullable=False),  # its hash; a drill's sheet need not be stored
    Column("cards", Text, nullable=False),
    Column("up", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("best", Text, nullable=False),
    Column("cost", BigInteger, nullable=False),  # micro-cents given up against the best
    Column("ante", BigInteger, nullable=False),
    Column("round", Text, ForeignKey("rounds.id")),
    Column("seat", BigInteger),
    Column("drill", BigInteger),  # its number, for this person and house
    Column("step", BigInteger),  # how far a missed hand has come; empty: it need not come back
    Column("ms", BigInteger),
    UniqueConstraint("person", "round", "seat", name="one_decision"),
    CheckConstraint("kind IN ('table', 'drill')", name="one_sort"),
    CheckConstraint("(kind = 'table') = (round IS NOT NULL)", name="of_a_round"),
    CheckConstraint("cost >= 0 AND ante > 0", name="some_stake"),
    Index("decisions_of_person", "person", "id"),
)
leagues: Final = Table(  # that add evenings up
    "leagues",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("host", Text, nullable=False),  # the person who began it
    Column("made", BigInteger, nullable=False),
)
evenings: Final = Table(  # tournaments, each as it stands after its last event
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("league", Text, ForeignKey("leagues.id")),
    Column("phase", Text, nullable=False),
    Column("invite", Text, nullable=False),  # what one must know to come to a private one
    Column("made", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),  # how many events it has
    Column("private", Boolean, nullable=False),
    Column("network", Text, nullable=False),  # a digest of where it was announced
    Column("places", BigInteger, nullable=False),  # that it holds for its tables
    Column("seen", BigInteger, nullable=False),  # when a person was there last
    Column("state", Text, nullable=False),
    CheckConstraint("phase IN ('listed', 'running', 'ended', 'called_off')", name="one_phase"),
    Index("evenings_by_phase", "phase"),
    Index("evenings_of_host", "host"),
)
evening_rounds: Final = Table(  # which round of its evening each of its tables plays, or has played last
    "evening_rounds",
    metadata,
    Column("felt", Text, ForeignKey("felts.id"), primary_key=True),
    Column("round", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("played", Text, nullable=False),  # the people who did, as JSON
    Column("jackpots", Text, nullable=False),  # what the meter has paid, and to whom, as JSON
    CheckConstraint("stage IN ('playing', 'paid', 'done')", name="one_stage"),
)
entrants: Final = Table(  # the people of an evening, bots are none
    "entrants",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id"), primary_key=True),
    Column("person", Text, primary_key=True),
)
evening_events: Final = Table(  # what has happened to them; each is a deed
    "evening_events",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("deed", BigInteger, ForeignKey("deeds.id"), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("deed", name="one_event_of_a_deed"),
)


# Servers

servers: Final = Table(  # that run now; one row each, which it renews
    "servers",
    metadata,
    Column("id", Text, primary_key=True),  # a new one after each start, and after each loss
    Column("address", Text, nullable=False),  # where people reach it
    Column("deadline", BigInteger, nullable=False),  # milliseconds by the database's own clock
    Column("since", BigInteger, nullable=False),
    Column("place", Text, nullable=False),  # where it alone listens
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
errands: Final = Table(  # acts at tables that another process has, for the process that has them to carry out
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
    Index("errands_that_wait", "number", **_only("state = 'waits'")),
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
    Column("last", BigInteger, nullable=False),  # when a server last began it
)
salts: Final = Table(  # what digests are keyed with
    "salts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", Text, nullable=False),
)


# The guards: triggers that move money, and that keep what is written as it was written

_KEPT: Final[dict[Table, tuple[str, ...]]] = {  # columns that never change; none named: no column does
    transfers: (),
    deeds: (),
    events: (),
    sheets: (),
    heads: (),
    receipts: (),
    results: (),
    records: (),
    acts: (),
    notes: (),
    rounds: ("id", "felt", "number", "sheet", "low", "high", "commitment", "seed"),
    accounts: ("id", "kind", "key", "may_owe", "fractions"),
    felts: ("id",),
    people: ("id", "created"),
}
_MOVE: Final = """
            UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
            UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;"""


def make_tables(connection: Connection) -> None:
    """Gives an empty database every table, index and guard."""
    metadata.create_all(connection, checkfirst=False)
    sqlite = connection.dialect.name == "sqlite"
    for statement in _guards_of_sqlite() if sqlite else _guards_of_postgresql():
        connection.execute(text(statement.replace(":", "\\:")))


def _guards_of_sqlite() -> Iterator[str]:
    yield f"""
        CREATE TRIGGER transfers_move AFTER INSERT ON transfers BEGIN{_MOVE}
        END"""
    for name, when, table in _guarded():
        only = " WHEN OLD.ended IS NOT NULL" if name == "rounds_ended" else ""
        yield f"""
            CREATE TRIGGER {name} BEFORE {when} ON {table}{only} BEGIN
                SELECT RAISE(ABORT, '{table} are never changed');
            END"""


def _guards_of_postgresql() -> Iterator[str]:
    yield f"""
        CREATE FUNCTION transfers_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN{_MOVE}
            RETURN NULL;
        END $$"""
    yield """
        CREATE TRIGGER transfers_move AFTER INSERT ON transfers
        FOR EACH ROW EXECUTE FUNCTION transfers_move()"""
    yield """
        CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
        END $$"""
    for name, when, table in _guarded():
        only = " WHEN (OLD.ended IS NOT NULL)" if name == "rounds_ended" else ""
        yield f"""
            CREATE TRIGGER {name} BEFORE {when} ON {table}
            FOR EACH ROW{only} EXECUTE FUNCTION never_changed()"""
    for table in _KEPT:
        yield f"""
            CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
            EXECUTE FUNCTION never_changed()"""


def _guarded() -> Iterator[tuple[str, str, Table]]:
    """Each guard's name, what it refuses, and of which table."""
    for table, columns in _KEPT.items():
        yield f"{table}_unchanged", f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE", table
        yield f"{table}_kept", "DELETE", table
    yield "rounds_ended", "UPDATE", rounds  # what has ended
