"""Databases of both kinds, and a table on one."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss.ledger import Store
from tests.databases import databases, place, store
from tests.table.sitting import Opens, Sitting

__all__ = ["databases", "place", "store"]


@pytest.fixture
def table_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Opens a table of a house, or of a sheet with overrides."""
    return partial(Sitting, store, monkeypatch)
