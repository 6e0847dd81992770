"""Doors: names are compared by how they look, and browsers that have signed in are known again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from pitboss.lookalikes import skeleton

revision = "0006"
down_revision = "0005"

KINDS = "kind IN ('session', 'bearer', 'ticket', 'device')"


def upgrade() -> None:
    op.add_column("people", sa.Column("skeleton", sa.Text))
    _keep_skeletons(op.get_bind())
    op.create_index("one_look", "people", ["skeleton"], unique=True)
    if op.get_bind().dialect.name == "sqlite":
        _remake_tokens()
    else:
        op.drop_constraint("one_kind", "tokens", type_="check")
        op.create_check_constraint("one_kind", "tokens", KINDS)


def _keep_skeletons(connection: sa.Connection) -> None:
    """Of people whose names look alike already, the first keeps the look; all keep their names."""
    people = sa.table("people", *map(sa.column, ("id", "name", "created", "skeleton")))
    named = sa.select(people.c.id, people.c.name).where(people.c.name.is_not(None))
    taken: set[str] = set()
    for person, name in connection.execute(named.order_by(people.c.created, people.c.id)).all():
        look = skeleton(name)
        if look not in taken:
            taken.add(look)
            connection.execute(sa.update(people).where(people.c.id == person).values(skeleton=look))


def _remake_tokens() -> None:
    """SQLite cannot change a check of a table: the rows move to a new one."""
    op.create_table(
        "new_tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("last_used", sa.BigInteger),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("extra", sa.Text, nullable=False),
        sa.CheckConstraint(KINDS, name="one_kind"),
    )
    columns = "digest, person, kind, made, expires, last_used, label, extra"
    op.execute(f"INSERT INTO new_tokens ({columns}) SELECT {columns} FROM tokens")
    op.drop_table("tokens")
    op.rename_table("new_tokens", "tokens")
    op.create_index("tokens_of_person", "tokens", ["person"])
