"""A house at its edge, for the Lab's routes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.edge import Edge


@pytest.fixture
def edge() -> Iterator[Edge]:
    """A house that nobody knows yet."""
    with Edge() as made:
        yield made
