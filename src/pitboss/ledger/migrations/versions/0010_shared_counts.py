"""What servers of one house count together: tries, places for tables, and which work was done when."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("times", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("tries_until", "tries", ["until"])
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
    _fill_places(op.get_bind())


def _fill_places(connection: sa.Connection) -> None:
    """Tables that are open keep their places; from where they were opened was never stored."""
    query = (
        "SELECT lobby.felt, lobby.settings FROM lobby JOIN felts ON felts.id = lobby.felt"
        " WHERE NOT felts.closed AND lobby.version > 0"
    )
    for felt, text in connection.execute(sa.text(query)).all():
        settings = json.loads(text)
        if not settings.get("terminal"):
            place = {"felt": felt, "host": settings.get("host", "")}
            connection.execute(sa.text("INSERT INTO places VALUES (:felt, :host, '')"), place)
