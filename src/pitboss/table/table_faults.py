"""Which faults are a table's own: it is set aside for them, and no other table hears of it."""

from __future__ import annotations

from pitboss.errors import CageFault
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.errors import Conflict, StoreFault
from pitboss.ledger.ledger import NotWholeCents, Overdrawn, TooMuch
from pitboss.round import Refusal


def passes(fault: Exception) -> bool:
    """Whether a fault may be gone when the same is tried again: it is the database's, and not the table's."""
    if isinstance(fault, (Overdrawn, NotWholeCents, TooMuch, Conflict, OtherContent)):
        return False
    return isinstance(fault, (CageFault, StoreFault, OSError))


class NotHere(Refusal):
    """For what is asked of a table that is on its way to another server: only who has it can say more."""

    def __init__(self) -> None:
        text = "The table is not here at this moment: it goes on in some seconds"
        super().__init__("unavailable", text, None)
