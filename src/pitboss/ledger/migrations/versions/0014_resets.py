"""A link with which a person who has lost a password sets another: a secret of a further kind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

KINDS = "kind IN ('session', 'bearer', 'ticket', 'device', 'reset')"
COLUMNS = "digest, person, kind, made, expires, last_used, label, extra"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("one_kind", "tokens", type_="check")
        op.create_check_constraint("one_kind", "tokens", KINDS)
        return
    op.create_table(  # SQLite cannot change a check of a table: the rows move to a new one
        "new_tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.BigInteger) for name in ("expires", "last_used")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("label", "extra")),
        sa.CheckConstraint(KINDS, name="one_kind"),
    )
    op.execute(f"INSERT INTO new_tokens ({COLUMNS}) SELECT {COLUMNS} FROM tokens")
    op.drop_table("tokens")
    op.rename_table("new_tokens", "tokens")
    op.create_index("tokens_of_person", "tokens", ["person"])
