"""The first shape. Until the first release it is what `schema` says.

From then on the statements of the released shape are written out here, and never edited: what comes later is
a further revision beside this file.
"""

from __future__ import annotations

from alembic import op

from pitboss.ledger.schema import make_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    make_tables(op.get_bind())
