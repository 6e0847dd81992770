"""A house with an operator and a player at its edge."""

from __future__ import annotations

import pytest

from tests.databases import databases, place, store
from tests.web.edge import Edge
from tests.web.operator.desk import Desk

__all__ = ["databases", "place", "store"]


@pytest.fixture
def desk(edge: Edge) -> Desk:
    """An operator who is signed in."""
    return Desk(edge)
