"""The figures that a server gives to Prometheus."""

from __future__ import annotations

import re
import time
from asyncio import Queue
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pitboss.desk.desk import Desk
from pitboss.ledger.store import FaultKind, Store
from pitboss.money import Cents
from pitboss.package import __version__
from pitboss.round import RoundSettled, RoundVoided
from pitboss.sheet import houses
from pitboss.table.live_floor import Floor
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Message
from pitboss.table.table_runner import Room
from pitboss.web.limits import Sockets

disable_created_metrics()  # type: ignore[no-untyped-call]  # all begin with the process

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
OTHER: Final = "other"
OWN: Final = "own"  # in the place of a house: rules that a player has brought
Result = Literal["done", "refused", "unknown"]
_DO: Final = re.compile(r'"do"\s*:\s*"([a-z_]{1,20})"')


def _commands() -> frozenset[str]:
    """The names of all commands at a table."""
    models = get_args(get_args(Message)[0])
    return frozenset(do for each in models for do in get_args(each.model_fields["do"].annotation))


COMMANDS: Final = _commands()


def command_in(text: str) -> str:
    """Which command a message is, as far as one can see without reading it.

    >>> command_in('{"t": "cmd", "do": "bets"}'), command_in('{"do": "hack"}'), command_in("")
    ('bets', 'other', 'other')
    """
    found = _DO.search(text)
    return found[1] if found and found[1] in COMMANDS else OTHER


class Metrics(Collector):
    """The figures of one house in one process. It is also what counts for the floor (`table/rooms`)."""

    def __init__(
        self, floor: Floor, sockets: Sockets, pool: ThreadPoolExecutor, store: Store, desk: Desk
    ) -> None:
        self._floor, self._sockets, self._pool, self._store, self._desk = floor, sockets, pool, store, desk
        self.registry = CollectorRegistry()
        self.frames = 0  # sent over sockets; only the event loop counts them
        self.queues: set[Queue[bytes | None]] = set()  # of sockets
        self.meters: dict[str, Cents] = {}  # by house, as last read
        self._houses = frozenset(houses())

        def timed(name: str, text: str, *labels: str) -> Histogram:
            return Histogram(name, text, labels, buckets=SECONDS, registry=self.registry)

        def counted(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, labels, registry=self.registry)

        commands = timed("pitboss_command_seconds", "From a command to its answer.", "do")
        self._commands = {name: commands.labels(name).observe for name in (*COMMANDS, OTHER)}
        self._http = timed("pitboss_http_seconds", "From a request to its answer.", "route", "status")
        self.commit = timed(
            "pitboss_commit_seconds", "How long the database takes to store a transaction."
        ).observe
        wait = timed("pitboss_database_wait_seconds", "How long a connection to PostgreSQL is waited for.")
        self.loop_delay = timed(
            "pitboss_loop_delay_seconds", "How much later than it should the event loop comes to something."
        ).observe
        self._refusals = counted("pitboss_refusals", "What was refused, over sockets and HTTP.", "code")
        faults = counted("pitboss_database_errors", "Pieces of work that the database has failed.", "kind")
        for kind in get_args(FaultKind):
            faults.labels(kind)  # what has not happened yet is 0
        self._results = counted(
            "pitboss_commands", "Commands at tables, by what came of them.", "do", "result"
        )
        self._rounds = counted(
            "pitboss_rounds", "Rounds that are over, by how they ended.", "house", "result"
        )
        self._handle = counted(
            "pitboss_handle_dollars", "Play money that was bet in rounds that were paid.", "house", "wager"
        )
        self._paid = counted(
            "pitboss_paid_dollars", "Of it and of wins, what went to the players.", "house", "wager"
        )
        self.lease_taken = counted("pitboss_lease_takeovers", "Tables that were open and taken up here.").inc
        self.lease_lost = counted("pitboss_lease_losses", "Tables that another server has taken.").inc
        build = Gauge("pitboss_build_info", "Which version this is.", ["version"], registry=self.registry)
        build.labels(__version__).set(1)
        ProcessCollector(registry=self.registry)
        self.registry.register(self)
        floor.counts = self
        store.on_commit, store.on_wait = self.commit, wait.observe
        store.on_fault = lambda kind: faults.labels(kind).inc()

    def command(self, do: str, result: Result, seconds: float) -> None:
        """A command was answered."""
        self._commands[do](seconds)
        self._results.labels(do, result).inc()

    def http(self, route: str, status: int, seconds: float) -> None:
        """A request was answered; the route is its template."""
        self._http.labels(route, f"{status // 100}xx").observe(seconds)

    def refused(self, code: str) -> None:
        """Something was refused."""
        self._refusals.labels(code).inc()

    def round_ended(self, live: LiveState, end: RoundSettled | RoundVoided) -> None:
        """A round was paid, or is void. Chips are no money, and are not counted as such."""
        sheet = live.table.sheet.id
        house = sheet if sheet in self._houses else OWN
        self._rounds.labels(house, "settled" if isinstance(end, RoundSettled) else "void").inc()
        if not isinstance(end, RoundSettled) or live.stored_table.purse != "house":
            return
        for line in (line for seat in end.seats for line in seat.lines):
            self._handle.labels(house, line.id).inc(line.stake / DOLLAR)
            self._paid.labels(house, line.id).inc((line.stake + line.profit) / DOLLAR)

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: who registers it would ask for the figures of a floor that has not begun."""
        return ()

    def collect(self) -> Iterator[Metric]:
        for name, (text, value) in self._gauges().items():
            yield GaugeMetricFamily(name, text, value)
        yield self._tables()
        yield self._meters()
        yield CounterMetricFamily("pitboss_frames", "Frames sent over sockets.", self.frames)

    def _gauges(self) -> dict[str, tuple[str, float]]:
        floor, rooms, database = self._floor, list(self._floor.rooms.values()), self._store.connections()
        waits: Any = self._pool._work_queue
        age = 0.0 if floor.leases is None else floor.leases.age()
        return {
            "pitboss_sockets": ("Open sockets.", self._sockets.open),
            "pitboss_spectators": ("Open sockets of people who are not signed in.", self._sockets.spectators),
            "pitboss_seats_taken": (
                "Seats that are taken.",
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
            "pitboss_database_connections_in_use": ("Connections in use.", database.in_use),
            "pitboss_database_queue": (
                "Pieces of work that wait for a connection, or for the writer of a SQLite file.",
                database.waiting + floor.waiting_writes,
            ),
            "pitboss_pool_queue": ("Pieces of work that wait for a thread.", waits.qsize()),
            "pitboss_desk_queue": ("Questions at the desk that have no answer yet.", self._desk.waiting),
            "pitboss_socket_queue_max": (
                "Frames that wait for the slowest client.",
                max((each.qsize() for each in list(self.queues)), default=0),
            ),
        }

    def _tables(self) -> Metric:
        found = Tally(state_of(room) for room in list(self._floor.rooms.values()))
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
        for house, cents in list(self.meters.items()):
            meters.add_metric([house], cents / DOLLAR)
        return meters


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
