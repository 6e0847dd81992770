"""Money and memory: accounts, double entry, the journal of events. It knows no card.

>>> from pitboss.ledger.accounts import Account, balance
>>> store = open_store(":memory:")
>>> store.read(lambda connection: balance(connection, Account("person", "ann")))
0
>>> store.close()
"""

from pitboss.ledger.database import open_store
from pitboss.ledger.sqlite_store import SqliteStore
from pitboss.ledger.store import Store, Unreachable, WrongShape

__all__ = ["SqliteStore", "Store", "Unreachable", "WrongShape", "open_store"]
