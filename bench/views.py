"""What it costs to show one call at a full table to everybody: seven at the table, each of them watching."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bench.report import heading, note
from pitboss.table.audience import Audience, Watcher
from tests.table.rig import ANTE, PEOPLE, Floor


@dataclass
class Shown:
    """The calls of some rounds, the processor time of what was sent after them, and its size."""

    calls: int = 0
    seconds: float = 0.0
    size: int = 0

    def line(self, house: str) -> str:
        microseconds = self.seconds / self.calls * 1e6
        return (
            f"{house}: {self.calls} calls, {microseconds:.0f} µs and {self.size // self.calls} bytes a call"
        )


def show_rounds(house: str, rounds: int) -> Shown:
    """Rounds in which everybody bets an Ante and plays."""
    floor, audience, shown = Floor(house), Audience(), Shown()
    people = PEOPLE[: floor.live.table.sheet.seats]
    floor.sit(*people)
    watchers = [Watcher(person, lambda frame: None) for person in people]
    for watcher in watchers:
        audience.whole(floor.live.live, watcher)

    def show() -> None:
        changes, started = floor.changes(), time.process_time()
        sent = audience.updates(floor.live.live, changes, watchers, None)
        shown.seconds += time.process_time() - started
        shown.calls += 1
        shown.size += sum(len(frame) for _, frame in sent)

    for _ in range(rounds):
        for person in people:
            floor.bet(person, ANTE)
            show()
        for person in people:
            floor.ready(person)
            show()
        state = floor.live.open_round
        for seat in state.seats if state else ():
            floor.play(seat.player, "play", seat=seat.number)
            show()
        floor.wait(60)
        show()
    return shown


def run(quick: bool) -> None:
    """The part of the report."""
    heading("What is sent after a call: seven at the table, all of them watching")
    for house in ("rivers", "pechanga"):
        show_rounds(house, 3)  # caches
        note(show_rounds(house, 10 if quick else 100).line(house))
