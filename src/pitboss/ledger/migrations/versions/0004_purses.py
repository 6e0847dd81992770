"""Purses: whether a table plays with people's money or with chips of its own, and which meter is its."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE felts ADD COLUMN purse TEXT DEFAULT 'house' NOT NULL"
        " CONSTRAINT one_purse CHECK (purse IN ('house', 'chips'))"
    )
    op.execute("ALTER TABLE felts ADD COLUMN meter TEXT")
    op.execute(
        "UPDATE felts SET meter = sheet WHERE EXISTS"
        " (SELECT 1 FROM accounts WHERE accounts.kind = 'meter' AND accounts.key = felts.sheet)"
    )
