"""The meter at a table: as it stands, and brought together in one account when it is won (RIV-12)."""

from __future__ import annotations

from pitboss.cage.ledger import MicroCents, Transfer, balance
from pitboss.cage.meters import lock_meter, read_meter
from pitboss.cage.store import Connection
from pitboss.pit.postings import GATHERED, Till


def meter_at(connection: Connection, till: Till) -> MicroCents | None:
    """The meter of a table at this moment; None where there is none."""
    if till.meter is None:
        return None
    if till.own_meter:
        return balance(connection, till.meter_account)
    return read_meter(connection, till.meter_account.key)


def gather(connection: Connection, till: Till) -> tuple[Transfer, ...]:
    """What brings a meter together from all its parts; it stands still for everyone else until the commit."""
    if till.own_meter:
        return ()
    whole = till.meter_account
    held = lock_meter(connection, whole.key)
    return tuple(
        Transfer(part, whole, amount, GATHERED) for part, amount in held.items() if amount and part != whole
    )
