"""Draws and six cards beside up cards, row by row: what is told apart adds up to what is not, and what plain
counting finds."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pitboss.odds.counts import Dealing, counted
from pitboss.odds.geometry import rows
from pitboss.odds.player_draws import beside_up_cards
from pitboss.odds.suit_orders import family_of, orbits, up_sets
from pitboss.odds.upcards import kept_up_tables

QUEEN, PAIR_UP = 300, 406  # some qualifier, and from where on a dealer stands


@pytest.mark.parametrize("shows", [1, 2])
@pytest.mark.parametrize("below", [0, PAIR_UP, 741], ids=["never", "below", "always"])
def test_every_draw_beside_up_cards_adds_up_to_the_draws_where_nothing_shows(shows: int, below: int) -> None:
    """A dealer hand shows one or two of its cards in three ways."""
    dealing = Dealing(0, QUEEN, below, True)
    (blind,) = counted(dealing)
    tables = kept_up_tables(shows, below)
    assert blind.drawn is not None
    for row in random.Random(str(dealing)).sample(range(len(rows())), 6):
        alike = orbits(shows, int(family_of()[row]))
        free = ~np.isin(up_sets(shows)[alike.first], rows().cards[row]).any(axis=1)
        ups = up_sets(shows)[alike.first[free]]
        found = beside_up_cards(tables, row, ups, QUEEN, 45 if below else 1)
        together = np.einsum("u,udfv->dfv", alike.size[free], found)
        assert together.tolist() == (3 * blind.drawn[row, 0]).tolist()
