"""When rounds ended and what they brought to whom; ways to what used to be looked for in all events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

PARTS = {  # indexes of some rows: table, columns, which on SQLite and on PostgreSQL
    "accounts_in_use": ("accounts", ("kind", "key"), "balance <> 0"),
    "transfers_of_meters": (
        "transfers",
        ("what", "id"),
        "what IN ('meter', 'reset', 'jackpot', 'gathered', 'swept')",
    ),
    "grants": ("transfers", ("taker", "giver"), "what IN ('grant', 'returned')"),
    "felts_that_are_open": ("felts", ("id",), "closed IS false"),
    "rounds_that_were_void": ("rounds", ("at",), "ended = 'void'"),
    "results_that_were_void": ("results", ("person", "at", "round"), "void IS NOT NULL"),
    "results_of_away": ("results", ("person", "at", "round"), "away IS true"),
}
WHOLE = {
    "transfers_of_deed": ("transfers", "deed"),
    "events_of_deed": ("events", "deed"),
    "events_of_round": ("events", "round", "sequence"),
    "rounds_by_end": ("rounds", "at", "id"),
    "rounds_of_felt_by_end": ("rounds", "felt", "at", "id"),
    "results_of_round": ("results", "round"),
}
AT = "SELECT max(d.at) FROM events e JOIN deeds d ON d.id = e.deed WHERE e.round = rounds.id"


def upgrade() -> None:
    sqlite = op.get_bind().dialect.name == "sqlite"
    op.add_column("rounds", sa.Column("at", sa.BigInteger))
    op.create_table(
        "results",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("void", sa.Text),
        sa.Column("away", sa.Boolean, nullable=False),
    )
    _run("DROP TRIGGER rounds_ended" + ("" if sqlite else " ON rounds"))
    _run(f"UPDATE rounds SET at = ({AT}) WHERE ended IS NOT NULL")
    for statement in _guarded(sqlite):
        _run(statement)
    _write_results(op.get_bind())
    op.drop_index("rounds_that_were_void", "rounds")
    op.drop_index("events_of_round", "events")
    for name, (table, *columns) in WHOLE.items():
        op.create_index(name, table, columns)
    for name, (table, some, which) in PARTS.items():
        on_sqlite = sa.text(which.replace("false", "0").replace("true", "1"))
        op.create_index(name, table, list(some), sqlite_where=on_sqlite, postgresql_where=sa.text(which))


def _run(statement: str) -> None:
    op.execute(sa.text(statement.replace(":", "\\:")))


def _guarded(sqlite: bool) -> Iterator[str]:
    """An ended round and what it brought are never changed."""
    for name, when, of, only in (
        ("rounds_ended", "UPDATE", "rounds", "OLD.ended IS NOT NULL"),
        ("results_unchanged", "UPDATE", "results", ""),
        ("results_kept", "DELETE", "results", ""),
    ):
        if sqlite:
            which = f" WHEN {only}" if only else ""
            yield f"""
                CREATE TRIGGER {name} BEFORE {when} ON {of}{which} BEGIN
                    SELECT RAISE(ABORT, '{of} are never changed');
                END"""
        else:
            which = f" WHEN ({only})" if only else ""
            yield f"""
                CREATE TRIGGER {name} BEFORE {when} ON {of}
                FOR EACH ROW{which} EXECUTE FUNCTION never_changed()"""
    if not sqlite:
        yield """
            CREATE TRIGGER results_not_emptied BEFORE TRUNCATE ON results
            EXECUTE FUNCTION never_changed()"""


def _write_results(connection: sa.Connection) -> None:
    ended = connection.execute(sa.text("SELECT id, at FROM rounds WHERE ended IS NOT NULL")).all()
    bodies = sa.text("SELECT body FROM events WHERE round = :round ORDER BY sequence")
    new = sa.text(
        "INSERT INTO results (person, at, round, net, void, away)"
        " VALUES (:person, :at, :round, :net, :void, :away)"
    )
    for round_, at in ended:
        found = connection.execute(bodies, {"round": round_}).scalars()
        if rows := [each | {"round": round_, "at": at} for each in _results(map(json.loads, found))]:
            connection.execute(new, rows)


def _results(events: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What the events of a round say that it brought."""
    seats, bank = dict[int, str](), ""
    net, void, away = dict[str, int](), None, set[str]()
    for event in events:
        match event.get("k"):
            case "bets":
                seats[event["seat"]] = event["player"]
                net.setdefault(event["player"], 0)
            case "bank":
                bank = event["player"]
                net.setdefault(bank, 0)
            case "decide" if event["by"] != "player":
                away.add(seats[event["seat"]])
            case "settle":
                for paid in event["seats"]:
                    net[seats[paid["seat"]]] += paid["net"]
                if event["bank"]:
                    net[bank] += event["bank"]["net"]
            case "void":
                void = event["clause"]
            case "given_up":
                void = ""
    for person in net:
        if person != "proposition":
            yield {"person": person, "net": net[person], "void": void, "away": person in away}
