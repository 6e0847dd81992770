"""A revision after ours, made up for the tests of upgrades: tables get a nickname, old ones too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "made_up"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("felts", sa.Column("nickname", sa.Text))
    op.execute("UPDATE felts SET nickname = 'table ' || id")
