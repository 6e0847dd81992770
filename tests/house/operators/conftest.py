"""A house with an operator and a player at its edge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import databases, place, store
from tests.house.operators.desk import Desk
from tests.web.edge import Edge

__all__ = ["databases", "place", "store"]


@pytest.fixture
def edge() -> Iterator[Edge]:
    """A house that nobody knows yet."""
    made = Edge()
    with made.client:
        yield made
    made.store.close()


@pytest.fixture
def desk(edge: Edge) -> Desk:
    """An operator who is signed in."""
    return Desk(edge)
