"""The first shape: every table, index and guard of the ledger, as `schema` has them for queries.

It never changes again: what comes later is a further revision beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOST = 4 * 10**18
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KEPT = {  # table -> columns that never change; none named: nothing does
    "transfers": (),
    "deeds": (),
    "events": (),
    "sheets": (),
    "heads": (),
    "receipts": (),
    "results": (),
    "records": (),
    "acts": (),
    "notes": (),
    "rounds": ("id", "felt", "number", "sheet", "low", "high", "commitment", "seed"),
    "accounts": ("id", "kind", "key", "may_owe", "fractions"),
    "felts": ("id",),
    "people": ("id", "created"),
}


def upgrade() -> None:
    _make_tables()
    sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _guards_of_sqlite() if sqlite else _guards_of_postgresql():
        op.execute(sa.text(statement.replace(":", "\\:")))


def _guards_of_sqlite() -> Iterator[str]:
    yield """
        CREATE TRIGGER transfers_move AFTER INSERT ON transfers BEGIN
            UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
            UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
        END"""
    for name, when, table in _guarded():
        only = " WHEN OLD.ended IS NOT NULL" if name == "rounds_ended" else ""
        yield f"""
            CREATE TRIGGER {name} BEFORE {when} ON {table}{only} BEGIN
                SELECT RAISE(ABORT, '{table} are never changed');
            END"""


def _guards_of_postgresql() -> Iterator[str]:
    yield """
        CREATE FUNCTION transfers_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE accounts SET balance = balance - NEW.amount WHERE id = NEW.giver;
            UPDATE accounts SET balance = balance + NEW.amount WHERE id = NEW.taker;
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
    for table in KEPT:
        yield f"""
            CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
            EXECUTE FUNCTION never_changed()"""


def _guarded() -> Iterator[tuple[str, str, str]]:
    """Each guard's name, what it refuses, and of which table."""
    for table, columns in KEPT.items():
        yield f"{table}_unchanged", f"UPDATE OF {', '.join(columns)}" if columns else "UPDATE", table
        yield f"{table}_kept", "DELETE", table
    yield "rounds_ended", "UPDATE", "rounds"  # what has ended


def _where(some: str) -> dict[str, Any]:
    """Of an index of some rows only."""
    return {"sqlite_where": sa.text(some), "postgresql_where": sa.text(some)}


def _make_tables() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("may_owe", sa.Boolean, nullable=False),
        sa.Column("fractions", sa.Boolean, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.UniqueConstraint("kind", "key", name="one_account"),
        sa.CheckConstraint("balance >= 0 OR may_owe", name="no_overdraft"),
        sa.CheckConstraint("balance % 1000000 = 0 OR fractions", name="whole_cents"),
        sa.CheckConstraint(f"balance BETWEEN -{MOST} AND {MOST}", name="countable"),
        sa.Index("accounts_in_use", "kind", "key", **_where("balance <> 0")),
    )
    op.create_table(
        "deeds",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("actor", "command", name="one_deed"),
    )
    op.create_table(
        "transfers",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("giver", sa.BigInteger, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("taker", sa.BigInteger, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.CheckConstraint(f"amount BETWEEN 1 AND {MOST}", name="some_amount"),
        sa.CheckConstraint("CAST(amount AS BIGINT) = amount", name="whole_amount"),
        sa.CheckConstraint("giver <> taker", name="two_accounts"),
        sa.Index("transfers_of_giver", "giver", "id"),
        sa.Index("transfers_of_taker", "taker", "id"),
        sa.Index("transfers_of_deed", "deed"),
        sa.Index(
            "transfers_of_meters",
            "what",
            "id",
            **_where("what IN ('meter', 'reset', 'jackpot', 'gathered', 'swept')"),
        ),
        sa.Index("grants", "taker", "giver", **_where("what IN ('grant', 'returned')")),
    )
    op.create_table(
        "sheets",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "felts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("sheet", sa.Text, sa.ForeignKey("sheets.hash"), nullable=False),
        sa.Column("low", sa.BigInteger, nullable=False),
        sa.Column("high", sa.BigInteger, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("purse", sa.Text, nullable=False, server_default=sa.text("'house'")),
        sa.Column("meter", sa.Text),
        sa.Column("owner", sa.Text),
        sa.Column("evening", sa.Text),
        sa.CheckConstraint("purse IN ('house', 'chips')", name="one_purse"),
        sa.Index("felts_of_evening", "evening"),
        sa.Index(
            "felts_that_are_open",
            "id",
            sqlite_where=sa.text("closed IS 0"),
            postgresql_where=sa.text("closed IS false"),
        ),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("sheet", sa.Text, sa.ForeignKey("sheets.hash"), nullable=False),
        sa.Column("low", sa.BigInteger, nullable=False),
        sa.Column("high", sa.BigInteger, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("ended", sa.Text),
        sa.Column("previous", sa.Text),
        sa.Column("head", sa.Text),
        sa.Column("at", sa.BigInteger),
        sa.UniqueConstraint("felt", "number", name="one_number"),
        sa.Index("rounds_by_end", "at", "id"),
        sa.Index("rounds_of_felt_by_end", "felt", "at", "id"),
        sa.Index("rounds_that_were_void", "at", **_where("ended = 'void'")),
    )
    op.create_table(
        "results",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("void", sa.Text),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Index("results_of_round", "round"),
        sa.Index("results_that_were_void", "person", "at", "round", **_where("void IS NOT NULL")),
        sa.Index(
            "results_of_away",
            "person",
            "at",
            "round",
            sqlite_where=sa.text("away IS 1"),
            postgresql_where=sa.text("away IS true"),
        ),
    )
    op.create_table(
        "receipts",
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.Index("events_of_round", "round", "sequence"),
        sa.Index("events_of_deed", "deed"),
    )
    op.create_table(
        "heads",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("chains", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
    )
    op.create_table(
        "lobby",
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seating", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("folded", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("last_seen", sa.BigInteger, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.Column("loss", sa.BigInteger),
        sa.Column("loss_next", sa.BigInteger),
        sa.Column("loss_from", sa.BigInteger),
        sa.Column("minutes", sa.BigInteger),
        sa.Column("minutes_next", sa.BigInteger),
        sa.Column("minutes_from", sa.BigInteger),
        sa.Column("excluded_until", sa.BigInteger),
        sa.Column("playing_from", sa.BigInteger),
        sa.Column("playing_after", sa.BigInteger),
        sa.Column("playing_carried", sa.BigInteger),
        sa.Column("progress_after", sa.BigInteger),
        sa.Column("skeleton", sa.Text),
        sa.Column("alias", sa.Text),
        sa.Column("avatar", sa.Text),
        sa.UniqueConstraint("folded", name="one_name"),
        sa.CheckConstraint("role IN ('player', 'operator')", name="one_role"),
        sa.CheckConstraint("(name IS NULL) = (folded IS NULL)", name="whole_name"),
        sa.CheckConstraint("NOT deleted OR (name IS NULL AND password IS NULL)", name="erased"),
        sa.Index("one_look", "skeleton", unique=True),
    )
    op.create_table(
        "spent_names",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("last_used", sa.BigInteger),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("extra", sa.Text, nullable=False),
        sa.CheckConstraint("kind IN ('session', 'bearer', 'ticket', 'device', 'reset')", name="one_kind"),
        sa.Index("tokens_of_person", "person"),
    )
    op.create_table(
        "acts",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id")),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
    )
    op.create_table(
        "notes",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Index("notes_of_round", "round"),
    )
    op.create_table(
        "disputes",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("note", sa.BigInteger, sa.ForeignKey("notes.number"), nullable=False),
        sa.Column("closed", sa.BigInteger, sa.ForeignKey("acts.number")),
        sa.Index("one_open_dispute", "round", unique=True, **_where("closed IS NULL")),
        sa.Index("disputes_of_round", "round"),
    )
    op.create_table(
        "audits",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("operator", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("faults", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.CheckConstraint(
            "state IN ('running', 'clean', 'faulty', 'stopped', 'lost', 'failed')", name="one_state"
        ),
        sa.Index("one_audit", "state", unique=True, **_where("state = 'running'")),
    )
    op.create_table(
        "records",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id")),
        sa.Column("act", sa.BigInteger, sa.ForeignKey("acts.number")),
        sa.Column("note", sa.BigInteger, sa.ForeignKey("notes.number")),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.UniqueConstraint("deed", name="one_record_of_a_deed"),
        sa.UniqueConstraint("act", name="one_record_of_an_act"),
        sa.UniqueConstraint("note", name="one_record_of_a_note"),
        sa.CheckConstraint(
            "(deed IS NOT NULL AND act IS NULL AND note IS NULL AND person IS NULL)"
            " OR (deed IS NULL AND act IS NOT NULL AND note IS NULL AND person IS NULL)"
            " OR (deed IS NULL AND act IS NULL AND note IS NOT NULL AND person IS NULL)"
            " OR (deed IS NULL AND act IS NULL AND note IS NULL AND person IS NOT NULL)",
            name="about_one",
        ),
        sa.Index("records_of_person", "person", "number"),
    )
    op.create_table(
        "incidents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("times", sa.BigInteger, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Index("incidents_by_time", "last"),
    )
    op.create_table(
        "decisions",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("sheet", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("up", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("best", sa.Text, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("ante", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id")),
        sa.Column("seat", sa.BigInteger),
        sa.Column("drill", sa.BigInteger),
        sa.Column("step", sa.BigInteger),
        sa.Column("ms", sa.BigInteger),
        sa.UniqueConstraint("person", "round", "seat", name="one_decision"),
        sa.CheckConstraint("kind IN ('table', 'drill')", name="one_sort"),
        sa.CheckConstraint("(kind = 'table') = (round IS NOT NULL)", name="of_a_round"),
        sa.CheckConstraint("cost >= 0 AND ante > 0", name="some_stake"),
        sa.Index("decisions_of_person", "person", "id"),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("league", sa.Text, sa.ForeignKey("leagues.id")),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("network", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.Column("places", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.CheckConstraint("phase IN ('listed', 'running', 'ended', 'called_off')", name="one_phase"),
        sa.Index("evenings_by_phase", "phase"),
        sa.Index("evenings_of_host", "host"),
    )
    op.create_table(
        "entrants",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_table(
        "evening_events",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.BigInteger, sa.ForeignKey("deeds.id"), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("deed", name="one_event_of_a_deed"),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Text, nullable=False, server_default=sa.text("''")),
    )
    op.create_table(
        "pulse",
        sa.Column("server", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "departures",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("reason IN ('signed_out', 'excluded')", name="one_reason"),
        sa.Index("departures_by_time", "at"),
    )
    op.create_table(
        "errands",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("operator", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("felt", sa.Text),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.CheckConstraint("state IN ('waits', 'done', 'refused', 'withdrawn')", name="one_end"),
        sa.Index("errands_that_wait", "number", **_where("state = 'waits'")),
    )
    op.create_table(
        "tries",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("times", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Index("tries_until", "until"),
    )
    op.create_table(
        "places",
        sa.Column("felt", sa.Text, sa.ForeignKey("felts.id"), primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
    )
    op.create_table(
        "chores",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "salts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
