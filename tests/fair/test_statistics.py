"""A million decks counted: every card at every place, every card next to every other.

Proofs come first (`test_proofs.py`): statistics on millions of decks miss a bias as small as that of two
bytes modulo 52. They would show what a proof of the parts cannot: parts put together in a wrong way.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import pairwise, permutations
from math import factorial
from operator import add

import pytest

from pitboss.fair import below, deck, stream

from .bulk import ENOUGH, decks_in_bulk, inputs
from .checks import Shuffle
from .counting import (
    Tally,
    by_neighbour,
    by_place,
    neighbour_covariances,
    place_covariances,
    tally,
    z_score,
)
from .defects import SEEN_BY_NEIGHBOUR, SEEN_BY_PLACE

DECKS, CHUNK = 300_000, 25_000
FEW = 10_000
RUNS_DRY = 13_962  # this round of "fixed" needs more bytes than the bulk way reads


def counted(shuffle: Shuffle) -> Tally:
    return tally([shuffle.deck(*inputs("few", number)) for number in range(FEW)])


@pytest.mark.slow
def test_many_decks_favour_no_card_no_place_and_no_neighbour() -> None:
    chunks = (range(start, start + CHUNK) for start in range(0, DECKS, CHUNK))
    total = reduce(add, (tally(decks_in_bulk("fixed", chunk)) for chunk in chunks))
    assert total.decks == DECKS
    assert by_place(total).passes, by_place(total)
    assert by_neighbour(total).passes, by_neighbour(total)


def test_the_bulk_way_gives_the_real_decks() -> None:
    numbers = range(RUNS_DRY - 3_000, RUNS_DRY + 1)
    for number, dealt in zip(numbers, decks_in_bulk("fixed", numbers), strict=True):
        assert tuple(dealt) == deck(*inputs("fixed", number))


def test_one_of_these_decks_needs_more_bytes_than_the_bulk_way_reads() -> None:
    flow = enumerate(stream(*inputs("fixed", RUNS_DRY)), 1)
    used = 0

    def one_by_one() -> int:
        nonlocal used
        used, byte = next(flow)
        return byte

    for i in range(51, 0, -1):
        below(i + 1, iter(one_by_one, None))
    assert used >= ENOUGH


def test_few_decks_of_the_real_shuffle_pass() -> None:
    total = counted(Shuffle())
    assert by_place(total).passes
    assert by_neighbour(total).passes


@pytest.mark.parametrize("name", SEEN_BY_PLACE)
def test_a_defect_is_seen_in_the_places_of_few_decks(name: str) -> None:
    assert not by_place(counted(SEEN_BY_PLACE[name])).passes


@pytest.mark.parametrize("name", SEEN_BY_NEIGHBOUR)
def test_a_defect_is_seen_in_the_neighbours_of_few_decks(name: str) -> None:
    assert not by_neighbour(counted(SEEN_BY_NEIGHBOUR[name])).passes


def test_decks_that_are_too_even_are_seen_too() -> None:
    """Each card at each place equally often to the last deck is not luck either."""
    shifted = [[(card + shift) % 52 for card in range(52)] for shift in range(52)] * 100
    assert by_place(tally(shifted)).z < -10


# --------------------------------------------------- the mathematics of the statistics


def covariances_of_all_orders(n: int, neighbours: bool) -> set[tuple[tuple[Fraction, int], ...]]:
    """For every cell, how many cells stand to it in which covariance, counted over all orders."""
    seen = [set(pairwise(order) if neighbours else enumerate(order)) for order in permutations(range(n))]
    cells = [(a, b) for a in range(n) for b in range(n) if not (neighbours and a == b)]
    found = set()
    for one in cells:
        counts: Counter[Fraction] = Counter()
        p = Fraction(sum(one in each for each in seen), factorial(n))
        assert p == Fraction(1, n)
        for other in cells:
            both = Fraction(sum(one in each and other in each for each in seen), factorial(n))
            counts[both - p * p] += 1
        found.add(tuple(sorted(counts.items())))
    return found


@pytest.mark.parametrize("n", [4, 5])
def test_the_covariances_are_those_of_all_orders(n: int) -> None:
    for neighbours, formula in ((False, place_covariances(n)), (True, neighbour_covariances(n))):
        by_formula: Counter[Fraction] = Counter()
        for count, covariance in formula:
            by_formula[covariance] += count
        assert covariances_of_all_orders(n, neighbours) == {tuple(sorted(by_formula.items()))}


def test_places_have_51_times_51_degrees_of_freedom() -> None:
    p, formula = Fraction(1, 52), place_covariances(52)
    mean = 52 * 52 * formula[0][1] / p
    variance = 2 * 52 * 52 * sum(count * each**2 for count, each in formula) / p**2
    assert 2 * mean**2 / variance == 51 * 51


@pytest.mark.parametrize(("z", "quantile"), [(-1.645, 77.929), (1.645, 124.342), (3.090, 149.449)])
def test_the_cube_root_meets_printed_quantiles(z: float, quantile: float) -> None:
    """χ² with 100 degrees of freedom: 5 % lie below 77.929, 95 % below 124.342, 99.9 % below 149.449."""
    assert z_score(quantile, 100, 200) == pytest.approx(z, abs=0.01)
