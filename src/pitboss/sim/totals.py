"""What a run has come to so far: whole numbers, so that runs of the same question add up exactly.

The meter is played through them chunk after chunk. Every round feeds it alike, so only the rounds in which it
is won need be looked at; the engine writes those down. What the class of a seat says it is paid is then put
right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

import numpy as np
from msgspec import Struct, ValidationError, convert, field, to_builtins

from pitboss.errors import Refusal
from pitboss.money import MICRO, Cents
from pitboss.round.judge import cells, end_of
from pitboss.round.settlement import Meter
from pitboss.sheet.pays import MeterShare
from pitboss.sim.engine import ChunkCounts
from pitboss.sim.line_tables import SimLine, meter_at
from pitboss.sim.run_setup import Setup


class MeterTotals(Struct):
    """Counts of what the meter did; sums of two are those of two histories."""

    right: dict[str, Counter[int]] = field(default_factory=dict)  # value -> how many more or fewer there are
    hits: int = 0
    gaps: Counter[int] = field(default_factory=Counter)  # rounds from one hit to the next, it included
    at_hit: Counter[Cents] = field(default_factory=Counter)  # the meter that the winner saw
    open_rounds: int = 0  # since the last hit

    def correct(self, what: str, said: int, paid: int) -> None:
        """One value less, another more."""
        if said != paid:
            found = self.right.setdefault(what, Counter())
            found[said] -= 1
            found[paid] += 1

    def add(self, other: MeterTotals) -> None:
        """Both histories together."""
        for what, counts in other.right.items():
            mine = self.right.setdefault(what, Counter())
            for value, number in counts.items():
                mine[value] += number
        self.hits += other.hits
        self.gaps.update(other.gaps)
        self.at_hit.update(other.at_hit)
        self.open_rounds += other.open_rounds


def line_name(seat: int, line: str) -> str:
    """What the distribution of a seat's line is called."""
    return f"{seat} line {line}"


def wager_name(seat: int, wager: str) -> str:
    """What the distribution of a seat's wager, all its lines together, is called."""
    return f"{seat} wager {wager}"


def net_name(seat: int) -> str:
    """What the distribution of a seat's net is called."""
    return f"{seat} net"


class MeterHistory:
    """Plays the meter through chunk after chunk, in order."""

    def __init__(self, made: Setup) -> None:
        self.made = made
        self.totals = MeterTotals()
        table = made.question.table
        sheet_meter = table.sheet.meter
        self.moves = made.question.meter_mode == "moves"
        fed = 0
        if sheet_meter is not None:
            cents = sum(seat.wagers.get(sheet_meter.feeds, 0) for seat in made.question.seats)
            fed = int(cents * MICRO * sheet_meter.percent / 100)  # RIV-12
        self.fed = fed if self.moves else 0
        self.meter = self._fresh()
        shares = [share for seat in made.seats for line in seat.lines for share in line.shares.values()]
        self.jackpot = max((share.percent for share in shares), default=None)

    def _fresh(self) -> Meter:
        return meter_at(self.made.question.table, self.made.question.starting_meter)

    def play(self, chunk: ChunkCounts) -> None:
        """One chunk more."""
        last = -1
        for number, events in groupby(chunk.events.tolist(), key=lambda event: int(event[0])):
            if self.moves:
                self.meter.now += self.fed * (number - last)
            else:
                self.meter = self._fresh()
            self.totals.open_rounds += number - last
            last = number
            self._pay(list(events))
        self.meter.now += self.fed * (chunk.rounds - 1 - last)
        self.totals.open_rounds += chunk.rounds - 1 - last

    def _pay(self, events: list[list[int]]) -> None:
        """One round: its winners in seat order."""
        hit = False
        table_said = table_paid = events[0][4]
        before = self.meter.now
        for _, seat, number, envy, _ in events:
            said = int(self.made.seats[seat].net(np.array(number))) + envy
            more: dict[str, int] = {}
            for line, share, profit in self._shares(seat, number):
                paid = self.meter.take(share) - line.stake
                self.totals.correct(line_name(seat, line.id), profit, paid)
                wager = self.made.wager_of(line.id)
                more[wager] = more.get(wager, 0) + paid - profit
                hit = hit or share.percent == self.jackpot
            self.totals.correct(net_name(seat), said, said + sum(more.values()))
            table_paid += sum(more.values())
            for wager, cents in more.items():
                own = int(self.made.seats[seat].net(np.array(number), self.made.lines_of(wager)))
                own += envy if wager == self.made.envy_wager else 0
                self.totals.correct(wager_name(seat, wager), own, own + cents)
        self.totals.correct("table", table_said, table_paid)
        if hit and self.moves:
            self.totals.hits += 1
            self.totals.gaps[self.totals.open_rounds] += 1
            self.totals.at_hit[before // MICRO] += 1
            self.totals.open_rounds = 0

    def _shares(self, seat: int, number: int) -> Iterator[tuple[SimLine, MeterShare, int]]:
        """The lines of a class that are paid out of the meter, with what the class says."""
        at = cells(end_of(np.array(number)))
        for line in self.made.seats[seat].lines:
            cell = int(at[line.axis])
            if cell in line.shares:
                yield line, line.shares[cell], int(line.profit[cell])


FORMAT: Final = 1


class NotARun(Refusal):
    """A stored run that cannot be used; the message says why."""

    def __init__(self, text: str) -> None:
        super().__init__("run", text)


class Part(Struct, frozen=True):
    """Rounds of one seed: chunks from the first on, all of one length but the last."""

    seed: str  # in digits: it can be too large for a JSON number
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


class Totals(Struct):
    """All counts of a question, as they are stored."""

    question: dict[str, Any]
    parts: list[Part]
    rounds: int
    classes: list[Counter[int]]  # by seat
    values: dict[int, Counter[int]] = field(default_factory=dict)
    product: int = 0
    meter: MeterTotals = field(default_factory=MeterTotals)
    format: int = FORMAT

    @classmethod
    def empty(cls, made: Setup) -> Totals:
        """Nothing yet."""
        return cls(made.question.as_json(), [], 0, [Counter() for _ in made.seats])

    def add_chunk(self, chunk: ChunkCounts) -> None:
        """One chunk more; its meter is counted separately."""
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
        self.parts = sorted([*self.parts, *other.parts], key=lambda part: (int(part.seed), part.first))
        self.rounds += other.rounds
        for mine, theirs in zip(self.classes, other.classes, strict=True):
            mine.update(theirs)
        for kind, counts in other.values.items():
            self.values.setdefault(kind, Counter()).update(counts)
        self.product += other.product
        self.meter.add(other.meter)

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        stored: dict[str, Any] = to_builtins(self, str_keys=True, order="sorted")
        return stored

    @classmethod
    def from_json(cls, stored: Any) -> Totals:
        """What was stored, or a refusal."""
        try:
            found = convert(stored, Totals, strict=False, dec_hook=_counter)
        except (ValidationError, AttributeError, ValueError):
            raise NotARun("The file is no run of `pitboss simulate`: write one with --out") from None
        if found.format != FORMAT:
            raise NotARun(f"The run is of format {found.format!r}, not {FORMAT}")
        if any(counts.total() != found.rounds for counts in found.classes) or not found.classes:
            raise NotARun("The run does not add up: its seats have not ended in as many rounds as it says")
        return found


def _counter(kind: object, stored: Mapping[str, int]) -> Counter[int]:
    return Counter({int(value): int(number) for value, number in stored.items()})


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
