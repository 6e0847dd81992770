"""What a server tells Prometheus: how long things take, how many there are, what waits and what is refused.

Labels are names of commands, routes, status classes and codes, which are few and known beforehand. Nothing of
people, tables, cards or money is one. Bytes that were sent are not counted: how long a frame is hangs on the
cards in it, which are its viewer's alone, and anybody may read this.
"""

from __future__ import annotations

import re
from asyncio import Queue
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pitboss.floor.live_floor import Floor
from pitboss.floor.messages import Message
from pitboss.web.socket_limits import Sockets

disable_created_metrics()  # type: ignore[no-untyped-call]  # all begin with the process

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
OTHER: Final = "other"
_DO: Final = re.compile(r'"do"\s*:\s*"([a-z_]{1,20})"')


def _commands() -> frozenset[str]:
    """The names of all commands at a table."""
    models = get_args(get_args(Message)[0])
    return frozenset(get_args(each.model_fields["do"].annotation)[0] for each in models)


COMMANDS: Final = _commands()


def command_in(text: str) -> str:
    """Which command a message is, as far as one can see without reading it.

    >>> command_in('{"t": "cmd", "do": "bets"}'), command_in('{"do": "hack"}'), command_in("")
    ('bets', 'other', 'other')
    """
    found = _DO.search(text)
    return found[1] if found and found[1] in COMMANDS else OTHER


class Metrics:
    """The figures of one house in one process. It is also who counts for the floor (`floor/counts`)."""

    def __init__(self, floor: Floor, sockets: Sockets, pool: ThreadPoolExecutor) -> None:
        self.registry = CollectorRegistry()
        self.frames = 0  # sent over sockets; only the event loop counts them
        self.queues: set[Queue[bytes | None]] = set()  # of sockets
        commands = self._histogram("pitboss_command_seconds", "From a command to its answer.", "do")
        self._commands = {name: commands.labels(name).observe for name in (*COMMANDS, OTHER)}
        self._http = self._histogram(
            "pitboss_http_seconds", "From a request to its answer.", "route", "status"
        )
        self._refusals = Counter(
            "pitboss_refusals", "What was refused, over sockets and HTTP.", ["code"], registry=self.registry
        )
        self.commit: Callable[[float], None] = self._histogram(
            "pitboss_commit_seconds", "How long the database takes to store a transaction."
        ).observe
        self.loop_delay: Callable[[float], None] = self._histogram(
            "pitboss_loop_delay_seconds", "How much later than it should the event loop comes to something."
        ).observe
        self._taken = Counter(
            "pitboss_lease_takeovers", "Tables that were open and taken up here.", registry=self.registry
        )
        self._lost = Counter(
            "pitboss_lease_losses", "Tables that another server has taken.", registry=self.registry
        )
        self.registry.register(_State(self, floor, sockets, pool))

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(name, text, labels, buckets=SECONDS, registry=self.registry)

    def command(self, do: str, seconds: float) -> None:
        """A command was answered."""
        self._commands[do](seconds)

    def http(self, route: str, status: int, seconds: float) -> None:
        """A request was answered; the route is its template."""
        self._http.labels(route, f"{status // 100}xx").observe(seconds)

    def refused(self, code: str) -> None:
        """Something was refused."""
        self._refusals.labels(code).inc()

    def lease_taken(self) -> None:
        """A table that was open is served here from now on."""
        self._taken.inc()

    def lease_lost(self) -> None:
        """A table that was served here is another server's."""
        self._lost.inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class _State(Collector):
    """What is counted only when somebody asks."""

    def __init__(self, metrics: Metrics, floor: Floor, sockets: Sockets, pool: ThreadPoolExecutor) -> None:
        self._metrics, self._floor, self._sockets, self._pool = metrics, floor, sockets, pool

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: who registers it would ask for the figures of a floor that has not begun."""
        return ()

    def collect(self) -> Iterable[Metric]:
        rooms = list(self._floor.rooms.values())
        waits: Any = self._pool._work_queue
        gauges = {
            "pitboss_tables": ("Tables that are live here.", len(rooms)),
            "pitboss_sockets": ("Open sockets.", self._sockets.open),
            "pitboss_seats_taken": (
                "Seats with somebody on them.",
                sum(len(each.seats) for room in rooms for each in room.live.seating.seated()),
            ),
            "pitboss_rounds": (
                "Rounds opened at the live tables.",
                sum(room.live.stored_table.rounds for room in rooms),
            ),
            "pitboss_pool_queue": ("Pieces of work that wait for a thread.", waits.qsize()),
            "pitboss_socket_queue_max": (
                "Frames that wait for the slowest client.",
                max((each.qsize() for each in list(self._metrics.queues)), default=0),
            ),
        }
        for name, (text, value) in gauges.items():
            yield GaugeMetricFamily(name, text, value)
        yield CounterMetricFamily("pitboss_frames", "Frames sent over sockets.", self._metrics.frames)
