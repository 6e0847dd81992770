"""A row that a server writes to see that it can."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "pulse",
        sa.Column("server", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
