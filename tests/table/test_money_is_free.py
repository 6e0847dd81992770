"""Whatever people do: once all have left and the longest wait is over, everybody's money is in hand."""

from __future__ import annotations

import pytest

from pitboss.evening.model import Clock
from pitboss.ledger import Store
from tests.databases import databases, place, store
from tests.table.leaving import KINDS, night
from tests.table.rig import HOUSES

__all__ = ["databases", "place", "store"]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", KINDS, ids=["public", "private", "clock"])
@pytest.mark.parametrize("number", range(2))
def test_who_leaves_has_their_money_free_in_the_end(
    house: str, kind: tuple[Clock | None, bool], number: int
) -> None:
    night(house, kind, number)


def test_on_both_databases(store: Store) -> None:
    night("napa-valley", KINDS[0], 0, store=store)
