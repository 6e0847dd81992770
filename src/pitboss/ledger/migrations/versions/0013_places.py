"""A server says where it listens, so that the next one there knows that it has ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("servers", sa.Column("place", sa.Text, nullable=False, server_default=""))
