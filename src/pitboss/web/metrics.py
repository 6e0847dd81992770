"""What a server tells Prometheus: how long things take, how many there are, what waits and what is refused.

Labels are names of commands, routes, status classes, codes, houses and wagers, which are few and known
beforehand. Nothing of people, tables or cards is one. Bytes that were sent are not counted: how long a frame
is hangs on the cards in it, which are its viewer's alone. Money is counted when a round is over, and summed
over all tables of a house.
"""

from __future__ import annotations

import re
from asyncio import Queue
from collections import Counter as Tally
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

from pitboss.desk.desk import Desk
from pitboss.ledger.store import FaultKind, Store
from pitboss.money import Cents
from pitboss.package import __version__
from pitboss.round import RoundSettled, RoundVoided
from pitboss.sheet import houses
from pitboss.table.live_floor import Floor
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Message
from pitboss.web.metric_figures import Figures
from pitboss.web.socket_limits import Sockets

disable_created_metrics()  # type: ignore[no-untyped-call]  # all begin with the process

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
OTHER: Final = "other"
OWN: Final = "own"  # in the place of a house: rules that somebody has brought
Result = Literal["done", "refused", "unknown"]
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
    """The figures of one house in one process. It is also who counts for the floor (`table/rooms`).

    What happens at every command is counted in plain numbers, which are read when somebody asks.
    """

    def __init__(
        self, floor: Floor, sockets: Sockets, pool: ThreadPoolExecutor, store: Store, desk: Desk
    ) -> None:
        self.registry = CollectorRegistry()
        self.frames = 0  # sent over sockets; only the event loop counts them
        self.queues: set[Queue[bytes | None]] = set()  # of sockets
        self.results: Tally[tuple[str, Result]] = Tally()  # commands, by what came of them
        self.rounds: Tally[tuple[str, str]] = Tally()  # by house, and how they have ended
        self.handle: Tally[tuple[str, str]] = Tally()  # cents that were bet, by house and wager
        self.paid: Tally[tuple[str, str]] = Tally()  # cents that went back, stakes among them
        self.meters: dict[str, Cents] = {}  # by house, as last read
        self._houses = frozenset(houses())
        self._time_things()
        self._count_things()
        Gauge("pitboss_build_info", "Which version this is.", ["version"], registry=self.registry).labels(
            __version__
        ).set(1)
        ProcessCollector(registry=self.registry)
        self.registry.register(Figures(self, floor, sockets, pool, store, desk))
        floor.here.counts = self
        store.on_commit, store.on_wait, store.on_fault = self.commit, self._wait, self._database_failed

    def _time_things(self) -> None:
        commands = self._histogram("pitboss_command_seconds", "From a command to its answer.", "do")
        self._commands = {name: commands.labels(name).observe for name in (*COMMANDS, OTHER)}
        self._http = self._histogram(
            "pitboss_http_seconds", "From a request to its answer.", "route", "status"
        )
        self.commit: Callable[[float], None] = self._histogram(
            "pitboss_commit_seconds", "How long the database takes to store a transaction."
        ).observe
        self._wait: Callable[[float], None] = self._histogram(
            "pitboss_database_wait_seconds", "How long a connection to PostgreSQL is waited for."
        ).observe
        self.loop_delay: Callable[[float], None] = self._histogram(
            "pitboss_loop_delay_seconds", "How much later than it should the event loop comes to something."
        ).observe

    def _count_things(self) -> None:
        self._refusals = self._counter("pitboss_refusals", "What was refused, over sockets and HTTP.", "code")
        self._faults = self._counter(
            "pitboss_database_errors", "Pieces of work that the database has failed.", "kind"
        )
        for kind in get_args(FaultKind):
            self._faults.labels(kind)  # what has not happened yet is 0
        self._taken = self._counter("pitboss_lease_takeovers", "Tables that were open and taken up here.")
        self._lost = self._counter("pitboss_lease_losses", "Tables that another server has taken.")

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(name, text, labels, buckets=SECONDS, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def command(self, do: str, result: Result, seconds: float) -> None:
        """A command was answered."""
        self._commands[do](seconds)
        self.results[do, result] += 1

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
        paid = isinstance(end, RoundSettled)
        self.rounds[house, "settled" if paid else "void"] += 1
        if not isinstance(end, RoundSettled) or live.stored_table.purse != "house":
            return
        for seat in end.seats:
            for line in seat.lines:
                self.handle[house, line.id] += line.stake
                self.paid[house, line.id] += line.stake + line.profit

    def lease_taken(self) -> None:
        """A table that was open is served here from now on."""
        self._taken.inc()

    def lease_lost(self) -> None:
        """A table that was served here is another server's."""
        self._lost.inc()

    def _database_failed(self, kind: FaultKind) -> None:
        self._faults.labels(kind).inc()
