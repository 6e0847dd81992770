"""Figures that are read when somebody asks for them: how things stand now, and what was counted in passing.

Nothing here asks the database.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pitboss.desk.desk import Desk
from pitboss.ledger.store import Store
from pitboss.table.live_floor import Floor
from pitboss.table.table_runner import Room
from pitboss.web.socket_limits import Sockets

if TYPE_CHECKING:
    from pitboss.web.metrics import Metrics

DOLLAR: Final = 100  # cents
# What a table is about; the first that fits counts. `lost` is one that could not be taken up.
STATES: Final = ("lost", "set_aside", "stuck", "frozen", "closing", "idle", "bets", "decisions", "result")
_PHASES: Final = {"bets": "bets", "deal": "decisions", "decisions": "decisions", "reveal": "decisions"}


def state_of(room: Room) -> str:
    """What a table is about."""
    live = room.live
    if live.settings.aside:
        return "set_aside"
    if room.stuck:
        return "stuck"
    if live.frozen:
        return "frozen"
    if live.closing:
        return "closing"
    if live.state is None or (live.phase == "bets" and not live.state.seats):
        return "idle"
    return _PHASES.get(live.phase, "result")


class Figures(Collector):
    """What is counted only when somebody asks."""

    def __init__(
        self,
        metrics: Metrics,
        floor: Floor,
        sockets: Sockets,
        pool: ThreadPoolExecutor,
        store: Store,
        desk: Desk,
    ) -> None:
        self._metrics, self._floor, self._sockets = metrics, floor, sockets
        self._pool, self._store, self._desk = pool, store, desk

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: who registers it would ask for the figures of a floor that has not begun."""
        return ()

    def collect(self) -> Iterator[Metric]:
        for name, (text, value) in self._gauges().items():
            yield GaugeMetricFamily(name, text, value)
        yield self._tables()
        yield self._meters()
        yield CounterMetricFamily("pitboss_frames", "Frames sent over sockets.", self._metrics.frames)
        yield from self._counters()

    def _gauges(self) -> dict[str, tuple[str, float]]:
        floor, rooms, database = self._floor, list(self._floor.rooms.values()), self._store.connections()
        waits: Any = self._pool._work_queue
        age = 0.0 if floor.leases is None else floor.leases.age()
        return {
            "pitboss_sockets": ("Open sockets.", self._sockets.open),
            "pitboss_spectators": ("Open sockets of people who are not signed in.", self._sockets.spectators),
            "pitboss_seats_taken": (
                "Seats with somebody on them.",
                sum(len(each.seats) for room in rooms for each in room.live.seating.seated()),
            ),
            "pitboss_leases_held": (
                "Tables that are surely this server's.",
                sum(room.holds() for room in rooms),
            ),
            "pitboss_lease_age_seconds": (
                "Since the lease of this server was last renewed; -1 when it has none.",
                -1.0 if age is None else age,
            ),
            "pitboss_clock_offset_seconds": (
                "How far the clock of the house, which is the database's, is ahead of this machine's.",
                floor.now() - time.time(),
            ),
            "pitboss_database_connections": ("Connections that the pool may have.", database.size),
            "pitboss_database_connections_in_use": ("Connections that somebody works with.", database.in_use),
            "pitboss_database_queue": (
                "Pieces of work that wait for a connection, or for the writer of a SQLite file.",
                database.waiting + floor.here.waiting_writes,
            ),
            "pitboss_pool_queue": ("Pieces of work that wait for a thread.", waits.qsize()),
            "pitboss_desk_queue": ("Questions at the desk that have no answer yet.", self._desk.waiting),
            "pitboss_socket_queue_max": (
                "Frames that wait for the slowest client.",
                max((each.qsize() for each in list(self._metrics.queues)), default=0),
            ),
        }

    def _tables(self) -> Metric:
        found = Counter(state_of(room) for room in list(self._floor.rooms.values()))
        found["lost"] = len(self._floor.unusable.faults)
        tables = GaugeMetricFamily(
            "pitboss_tables", "Live tables here, by what they are about.", None, ["state"]
        )
        for state in STATES:
            tables.add_metric([state], found[state])
        return tables

    def _meters(self) -> Metric:
        meters = GaugeMetricFamily(
            "pitboss_meter_dollars", "The meter that a house's tables share.", None, ["house"]
        )
        for house, cents in list(self._metrics.meters.items()):
            meters.add_metric([house], cents / DOLLAR)
        return meters

    def _counters(self) -> Iterator[Metric]:
        counts = self._metrics
        yield _counter(
            "pitboss_commands", "Commands at tables, by what came of them.", ("do", "result"), counts.results
        )
        yield _counter(
            "pitboss_rounds", "Rounds that are over, by how they ended.", ("house", "result"), counts.rounds
        )
        for name, text, cents in (
            ("pitboss_handle_dollars", "Play money that was bet in rounds that were paid.", counts.handle),
            ("pitboss_paid_dollars", "Of it and of wins, what went to the players.", counts.paid),
        ):
            dollars = {labels: each / DOLLAR for labels, each in list(cents.items())}
            yield _counter(name, text, ("house", "wager"), dollars)


def _counter(
    name: str, text: str, labels: tuple[str, ...], counted: Mapping[Any, float]
) -> CounterMetricFamily:
    family = CounterMetricFamily(name, text, None, labels)
    for values, number in list(counted.items()):  # others may count meanwhile
        family.add_metric(values, number)
    return family
