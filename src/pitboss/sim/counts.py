"""What a chunk of rounds has come to: whole numbers, which add up exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from pitboss.sim.run_setup import Ints

EVENT = 5  # round, seat, class, envy, and the net of the whole table with the meter as it stood


@dataclass(slots=True)
class ChunkCounts:
    """Counts of a chunk: classes by seat, values by kind, and the rounds that the meter must be told of."""

    rounds: int
    classes: Ints  # (seats, classes)
    values: dict[int, Counter[int]] = field(default_factory=dict)
    events: Ints = field(default_factory=lambda: np.zeros((0, EVENT), np.int64))
    product: int = 0  # the sum of the table's net times its net under full cover

    def add_values(self, kind: int, values: Ints) -> None:
        """Counts each value of an array."""
        found, numbers = np.unique(values, return_counts=True)
        own = self.values.setdefault(kind, Counter())
        for value, number in zip(found.tolist(), numbers.tolist(), strict=True):
            own[value] += number
