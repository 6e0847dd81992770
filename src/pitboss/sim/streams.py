"""Random words from one seed: Philox, a counter-based generator, with a stream of its own for every chunk.

The seed is the key; the chunk's number is the highest word of the counter, so that streams never meet.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.errors import Refusal
from pitboss.sim.deal_layout import Words

SEED_BITS: Final = 128


class Stream:
    """The words of one chunk, in order."""

    def __init__(self, seed: int, chunk: int) -> None:
        check_seed(seed)
        key = np.array([seed & (2**64 - 1), seed >> 64], np.uint64)
        self._source = np.random.Philox(counter=np.array([0, 0, 0, chunk], np.uint64), key=key)

    def words(self, rounds: int, per_round: int) -> Words:
        """The next words, a row for each round."""
        return self._source.random_raw(rounds * per_round).reshape(rounds, per_round)


def check_seed(seed: int) -> None:
    """A seed is a whole number of at most 128 bits."""
    if not 0 <= seed < 1 << SEED_BITS:
        raise Refusal("seed", f"A seed is a whole number from 0 to 2^{SEED_BITS} − 1")
