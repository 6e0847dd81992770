"""The meter at a table: as it stands, and brought together in one account when it is won (RIV-12)."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.ledger.ledger import MicroCents, Transfer, balance
from pitboss.ledger.meters import lock_meter, read_meter
from pitboss.ledger.store import Connection
from pitboss.pit.event_postings import GATHERED, Till


class StillMeter(NamedTuple):
    """A meter that stands still until the commit, and what brings it together from all its parts."""

    held: MicroCents
    gathering: tuple[Transfer, ...] = ()


def meter_at(connection: Connection, till: Till) -> MicroCents | None:
    """The meter of a table at this moment; None where there is none."""
    if till.meter is None:
        return None
    if till.own_meter:
        return balance(connection, till.meter_account)
    return read_meter(connection, till.meter_account.key)


def lock_meter_at(connection: Connection, till: Till) -> StillMeter:
    """The meter of a table that has one; nobody else feeds or wins it until the commit."""
    whole = till.meter_account
    if till.own_meter:
        return StillMeter(balance(connection, whole, lock=True))
    held = lock_meter(connection, whole.key)
    gathering = (
        Transfer(part, whole, amount, GATHERED) for part, amount in held.items() if amount and part != whole
    )
    return StillMeter(sum(held.values()), tuple(gathering))
