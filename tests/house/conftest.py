"""A house on each kind of database."""

from __future__ import annotations

import pytest

from pitboss.ledger import Store
from tests.databases import databases, place, store
from tests.house.rig import House

__all__ = ["databases", "place", "store"]


@pytest.fixture
def house(store: Store) -> House:
    """A house that nobody knows yet."""
    return House(store)
