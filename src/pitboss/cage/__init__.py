"""Money and memory: accounts, double entry, the journal of events. It knows no card.

>>> from pitboss.cage.ledger import Account, balance
>>> store = open_store(":memory:")
>>> store.read(lambda connection: balance(connection, Account("person", "ann")))
0
>>> store.close()
"""

from pitboss.cage.store import SqliteStore, Store, Unreachable, open_store
from pitboss.cage.upgrade import WrongShape

__all__ = ["SqliteStore", "Store", "Unreachable", "WrongShape", "open_store"]
