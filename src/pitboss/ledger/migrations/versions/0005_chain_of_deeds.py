"""A chain of what is done outside tables, and a link for every event, which stands for its author and time.

What is there already is put into the chains in its order, as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

START = "0" * 64
SUBJECTS = ("deed", "act", "note", "person")
STATE = (
    "role", "created", "deleted", "loss", "loss_next", "loss_from",
    "minutes", "minutes_next", "minutes_from", "excluded_until",
)  # fmt: skip


def upgrade() -> None:
    one = [
        "(" + " AND ".join(f"{each} IS {'NOT ' if each == subject else ''}NULL" for each in SUBJECTS) + ")"
        for subject in SUBJECTS
    ]
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
        sa.CheckConstraint(" OR ".join(one), name="about_one"),
        sa.Index("records_of_person", "person", "number"),
    )
    op.add_column("events", sa.Column("link", sa.Text, nullable=False, server_default=sa.text("''")))
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    _run("DROP TRIGGER events_unchanged" if sqlite else "ALTER TABLE events DISABLE TRIGGER events_unchanged")
    _link_events(connection)
    _record(connection)
    for statement in _triggers(sqlite):
        _run(statement)


def _run(statement: str) -> None:
    op.execute(sa.text(statement.replace(":", "\\:")))


def _triggers(sqlite: bool) -> Iterator[str]:
    """As for what 0001 keeps, whose function PostgreSQL knows already."""
    kept = [("records", "unchanged", "UPDATE"), ("records", "kept", "DELETE")]
    if sqlite:
        for table, name, when in [("events", "unchanged", "UPDATE"), *kept]:
            yield f"""
                CREATE TRIGGER {table}_{name} BEFORE {when} ON {table} BEGIN
                    SELECT RAISE(ABORT, '{table} are never changed');
                END"""
        return
    yield "ALTER TABLE events ENABLE TRIGGER events_unchanged"
    for table, name, when in kept:
        yield f"""
            CREATE TRIGGER {table}_{name} BEFORE {when} ON {table}
            FOR EACH ROW EXECUTE FUNCTION never_changed()"""
    yield """
        CREATE TRIGGER records_not_emptied BEFORE TRUNCATE ON records
        EXECUTE FUNCTION never_changed()"""


# What is there already


def _link_events(connection: sa.Connection) -> None:
    told = connection.execute(
        sa.text(
            "SELECT e.felt, e.sequence, e.round, e.deed, e.body, d.actor, d.command, d.content, d.at"
            " FROM events e JOIN deeds d ON d.id = e.deed ORDER BY e.felt, e.sequence"
        )
    )
    change = sa.text("UPDATE events SET link = :link WHERE felt = :felt AND sequence = :sequence")
    felt, last = None, START
    for row in told.mappings().all():
        last = _linked(START if row["felt"] != felt else last, _canonical(dict(row)))
        felt = row["felt"]
        connection.execute(change, {"link": last, "felt": felt, "sequence": row["sequence"]})


def _record(connection: sa.Connection) -> None:
    add = sa.text(
        "INSERT INTO records (number, deed, act, note, person, content, head)"
        " VALUES (:number, :deed, :act, :note, :person, :content, :head)"
    )
    last = START
    for number, (subject, about, told) in enumerate(list(_told(connection)), 1):
        content = _canonical({"number": number, subject: about, **told})
        last = _linked(last, content)
        row = dict.fromkeys(SUBJECTS) | {subject: about, "number": number, "content": content, "head": last}
        connection.execute(add, row)


def _told(connection: sa.Connection) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    def rows(query: str) -> Any:
        return connection.execute(sa.text(query)).mappings().all()

    moved: dict[int, list[Any]] = {}
    for row in rows(
        "SELECT t.deed, g.kind AS gives, g.key AS giver, k.kind AS takes, k.key AS taker, t.amount, t.what"
        " FROM transfers t JOIN accounts g ON g.id = t.giver JOIN accounts k ON k.id = t.taker"
        " WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.deed = t.deed) ORDER BY t.deed, t.id"
    ):
        moved.setdefault(row["deed"], []).append(list(row.values())[1:])
    for row in rows(
        "SELECT id, actor, command, content, answer, at FROM deeds d"
        " WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.deed = d.id) ORDER BY id"
    ):
        said = {name: row[name] for name in ("actor", "command", "content", "at")}
        yield (
            "deed",
            row["id"],
            {**said, "answer": _hashed(row["answer"]), "moved": moved.get(row["id"], [])},
        )
    for row in rows("SELECT * FROM acts ORDER BY number"):
        said = {name: row[name] for name in ("at", "actor", "what", "felt", "round")}
        yield "act", row["number"], {**said, **{name: _hashed(row[name]) for name in ("before", "after")}}
    for row in rows("SELECT number, at, author, round, text FROM notes ORDER BY number"):
        said = {name: row[name] for name in ("at", "author", "round")}
        yield "note", row["number"], {**said, "text": _hashed(row["text"])}
    for row in rows(f"SELECT id, {', '.join(STATE)} FROM people ORDER BY created, id"):
        state = {name: bool(row[name]) if name == "deleted" else row[name] for name in STATE}
        yield (
            "person",
            row["id"],
            {"at": row["created"], "by": "upgrade", "why": "as it stood", "state": state},
        )


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _hashed(written: str) -> str:
    return sha256(written.encode()).hexdigest()


def _linked(previous: str, content: str) -> str:
    before, document = bytes.fromhex(previous), content.encode()
    sizes = [len(each).to_bytes(4, "big") for each in (before, document)]
    return sha256(sizes[0] + before + sizes[1] + document).hexdigest()
