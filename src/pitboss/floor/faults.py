"""Which faults are a table's own: it is set aside for them, and no other table hears of it."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pitboss.cage.ledger import NotWholeCents, Overdrawn, TooMuch
from pitboss.faults import CageFault


def passes(fault: Exception) -> bool:
    """Whether a fault may be gone when the same is tried again: it is the database's, and not the table's."""
    if isinstance(fault, (Overdrawn, NotWholeCents, TooMuch, IntegrityError)):
        return False
    return isinstance(fault, (CageFault, SQLAlchemyError, OSError))
