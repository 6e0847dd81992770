"""Databases for the tests of receipts and the audit, and one evening that many tests only look at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.ledger import Store, open_store
from pitboss.proof.stored_receipts import receipts
from tests.databases import databases, place, store
from tests.proof.evenings import play_evening

__all__ = ["databases", "place", "store"]


@pytest.fixture(scope="package")
def evening() -> Iterator[Store]:
    """An evening of all houses, in memory; nothing may be changed in it."""
    kept = open_store(":memory:")
    play_evening(kept, rounds=8, seed=20)
    yield kept
    kept.close()


@pytest.fixture(scope="package")
def texts(evening: Store) -> list[str]:
    """The receipts of that evening."""
    return list(receipts(evening))
