"""A house at its edge, with its doors open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import databases
from tests.web.edge import Edge

__all__ = ["databases"]


@pytest.fixture
def edge() -> Iterator[Edge]:
    """A house that nobody knows yet."""
    with Edge() as made:
        yield made
