"""Guests may be called something, and everybody may choose a picture."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("people", sa.Column("alias", sa.Text))
    op.add_column("people", sa.Column("avatar", sa.Text))
