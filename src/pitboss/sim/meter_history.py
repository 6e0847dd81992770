"""The meter over many rounds: what each winner of it is really paid, seat after seat and round after round.

Every round feeds the meter alike, so only the rounds in which it is won need be looked at: the engines write
those down. What the class of a seat says it is paid is then put right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from pitboss.money import MICRO, Cents
from pitboss.round.profit import Meter
from pitboss.sheet.pays import MeterShare
from pitboss.sim.counts import ChunkCounts
from pitboss.sim.line_tables import SimLine, class_parts, meter_at
from pitboss.sim.run_setup import Setup


@dataclass(slots=True)
class MeterTotals:
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

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "right": {what: _stored(counts) for what, counts in sorted(self.right.items())},
            "hits": self.hits,
            "gaps": _stored(self.gaps),
            "at_hit": _stored(self.at_hit),
            "open_rounds": self.open_rounds,
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> MeterTotals:
        """What was stored."""
        return cls(
            {str(what): read_counts(counts) for what, counts in stored["right"].items()},
            int(stored["hits"]),
            read_counts(stored["gaps"]),
            read_counts(stored["at_hit"]),
            int(stored["open_rounds"]),
        )


def _stored(counts: Counter[int]) -> dict[str, int]:
    return {str(value): number for value, number in sorted(counts.items()) if number}


def read_counts(stored: dict[str, Any]) -> Counter[int]:
    """Counts by value, as they are stored."""
    return Counter({int(value): int(number) for value, number in stored.items()})


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
        shares = [share for seat in made.seats for line in seat.lines for share in line.shares if share]
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
            said = self.made.seats[seat].net(number) + envy
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
                own = self.made.seats[seat].net(number, self.made.lines_of(wager))
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
        parts = class_parts(number)
        for line in self.made.seats[seat].lines:
            cell = parts.cell(line.axis)
            share = line.shares[cell]
            if share is not None:
                yield line, share, int(line.profit[cell])
