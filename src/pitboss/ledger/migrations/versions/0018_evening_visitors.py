"""Who may find an evening, where it was announced, how many tables it holds, when a person was there last."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "entrants",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    for column in (
        sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("network", sa.Text, nullable=False, server_default=""),
        sa.Column("places", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
    ):
        op.add_column("evenings", column)
    _fill(op.get_bind())


def _fill(connection: sa.Connection) -> None:
    """Evenings that were announced before stay private, and their people find them."""
    for evening, text in connection.execute(sa.text("SELECT id, state FROM evenings")).all():
        state = json.loads(text)
        values = {
            "evening": evening,
            "private": state["plan"]["private"],
            "places": len(state["tables"]),
        }
        connection.execute(
            sa.text("UPDATE evenings SET private = :private, places = :places WHERE id = :evening"), values
        )
        for person in [each["id"] for each in state["entrants"] if each["bot"] is None]:
            row = {"evening": evening, "person": person}
            connection.execute(sa.text("INSERT INTO entrants VALUES (:evening, :person)"), row)
