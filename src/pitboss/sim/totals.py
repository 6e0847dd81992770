"""What a run has come to so far: whole numbers, so that runs of the same question add up exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from pitboss.round.refusal import Refusal
from pitboss.sim.counts import ChunkCounts
from pitboss.sim.meter_history import MeterHistory, MeterTotals, read_counts
from pitboss.sim.run_setup import Setup

FORMAT: Final = 1


class NotARun(Refusal):
    """A stored run that cannot be used; the message says why."""

    def __init__(self, text: str) -> None:
        super().__init__("run", text)


@dataclass(frozen=True, slots=True)
class Part:
    """Rounds of one seed: chunks from the first on, all of one length but the last."""

    seed: int
    first: int
    chunk: int  # rounds of a whole chunk
    rounds: int

    @property
    def end(self) -> int:
        """The number after the last chunk's."""
        return self.first - (-self.rounds // self.chunk)

    def meets(self, other: Part) -> bool:
        """Whether both count some rounds twice."""
        return self.seed == other.seed and self.first < other.end and other.first < self.end

    def as_json(self) -> dict[str, Any]:
        """As it is stored; a seed can be too large for a JSON number."""
        return {"seed": str(self.seed), "first": self.first, "chunk": self.chunk, "rounds": self.rounds}


@dataclass(slots=True)
class Totals:
    """All counts of a question."""

    question: Mapping[str, Any]
    parts: list[Part]
    rounds: int
    classes: list[Counter[int]]  # by seat
    values: dict[int, Counter[int]] = field(default_factory=dict)
    product: int = 0
    meter: MeterTotals = field(default_factory=MeterTotals)

    @classmethod
    def empty(cls, made: Setup) -> Totals:
        """Nothing yet."""
        return cls(made.question.as_json(), [], 0, [Counter() for _ in made.seats])

    def add_chunk(self, chunk: ChunkCounts) -> None:
        """One chunk more; its meter is told apart."""
        self.rounds += chunk.rounds
        for mine, row in zip(self.classes, chunk.classes, strict=True):
            hit = np.flatnonzero(row)
            for number, count in zip(hit.tolist(), row[hit].tolist(), strict=True):
                mine[number] += count
        for kind, counts in chunk.values.items():
            own = self.values.setdefault(kind, Counter())
            for value, count in counts.items():
                own[value] += count
        self.product += chunk.product

    def merge(self, other: Totals) -> None:
        """Adds a run of the same question with other rounds."""
        if self.question != other.question:
            differ = [key for key in self.question if self.question[key] != other.question.get(key)]
            raise NotARun(f"The runs asked different questions: {', '.join(differ)} differ")
        if any(mine.meets(theirs) for mine in self.parts for theirs in other.parts):
            raise NotARun("The runs share rounds: they have one seed, and chunks of one are in the other")
        self.parts = sorted([*self.parts, *other.parts], key=lambda part: (part.seed, part.first))
        self.rounds += other.rounds
        for mine, theirs in zip(self.classes, other.classes, strict=True):
            mine.update(theirs)
        for kind, counts in other.values.items():
            self.values.setdefault(kind, Counter()).update(counts)
        self.product += other.product
        self.meter.add(other.meter)

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "format": FORMAT,
            "question": dict(self.question),
            "parts": [part.as_json() for part in self.parts],
            "rounds": self.rounds,
            "classes": [_stored(counts) for counts in self.classes],
            "values": {str(kind): _stored(counts) for kind, counts in sorted(self.values.items())},
            "product": str(self.product),
            "meter": self.meter.as_json(),
        }

    @classmethod
    def from_json(cls, stored: Any) -> Totals:
        """What was stored; whatever does not fit is refused."""
        try:
            if stored["format"] != FORMAT:
                raise NotARun(f"The run is of format {stored['format']!r}, not {FORMAT}")
            found = cls(
                stored["question"],
                [
                    Part(int(each["seed"]), int(each["first"]), int(each["chunk"]), int(each["rounds"]))
                    for each in stored["parts"]
                ],
                int(stored["rounds"]),
                [read_counts(counts) for counts in stored["classes"]],
                {int(kind): read_counts(counts) for kind, counts in stored["values"].items()},
                int(stored["product"]),
                MeterTotals.from_json(stored["meter"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise NotARun("The file is no run of `pitboss simulate`: write one with --out") from None
        if any(counts.total() != found.rounds for counts in found.classes) or not found.classes:
            raise NotARun("The run does not add up: its seats have not ended in as many rounds as it says")
        return found


def _stored(counts: Counter[int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(counts.items())}


class Adding:
    """Chunks that come in order, added up; the meter goes through them as they come."""

    def __init__(self, made: Setup) -> None:
        self.made = made
        self.totals = Totals.empty(made)
        self.history = MeterHistory(made)
        self.totals.meter = self.history.totals

    def add(self, chunk: ChunkCounts) -> None:
        """One chunk more."""
        self.totals.add_chunk(chunk)
        self.history.play(chunk)
