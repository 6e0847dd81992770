"""Every page of a house that has grown, on both databases: what each takes, and that none takes too long.

`--count` says how many rounds (100,000). A million weigh about 12 GB; the disk is that of TMPDIR, and
all is taken away again. The longest page is the answer, and one over the limit is an AssertionError: these
are seconds of a clock, so the machine must have nothing else to do.
"""

from __future__ import annotations

import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.ledger import Store, open_store
from tests.growth import REGULAR, grow, named, open_doors, pages
from tests.postgres import new_database, running
from tests.web.edge import NOON, Edge
from torture.progress import shown

ROUNDS, QUICK = 100_000, 4_000
LIMIT: Final = 100.0  # milliseconds
REPORTS: Final = ("/api/operator/hold",)  # read every round: one question at a time, at most 200,000 rounds
TIMES: Final = 3  # of which the shortest counts


def run(quick: bool, count: int = 0) -> str:
    """The longest page of each database as a sentence."""
    rounds, found = count or (QUICK if quick else ROUNDS), dict[str, float]()
    with tempfile.TemporaryDirectory(prefix="pitboss-growth-") as folder:
        found["SQLite"] = _on(str(Path(folder) / "house.db"), rounds)
    with running() as server:
        found["PostgreSQL"] = _on(new_database(server, "grown"), rounds)
    told = ", ".join(f"{kind} {longest:.0f} ms" for kind, longest in found.items())
    if max(found.values()) > LIMIT:
        raise AssertionError(f"a page takes longer than {LIMIT:.0f} ms at {rounds:,} rounds: {told}")
    return f"{rounds:,} rounds; the longest page: {told}"


def _on(place: str, rounds: int) -> float:
    """Grows a house, asks for all its pages, and gives what the longest took."""
    store, begun = open_store(place, synchronous="OFF"), time.monotonic()
    played = grow(store, rounds, tell=shown("growth", rounds, "rounds"))
    open_doors(store)
    _tell(f"{rounds:,} rounds in {time.monotonic() - begun:,.0f} s, {_weight(store, place):,.1f} GB")
    edge, longest = Edge(store=store), 0.0
    edge.house.load.limit = 600.0
    with edge.client:
        edge.time = NOON
        for who, path in pages(edge, played):
            took = min(_time(edge, who, path) for _ in range(TIMES))
            longest = max(longest, took.clock if path not in REPORTS else 0.0)
            _tell(f"{took.clock:8.1f} ms {took.work:8.1f} ms {who[0]} {path}")
        for path in ("/api/rounds.jsonl", "/api/rounds.csv"):
            _exports(edge, path)
    store.close()
    return longest


class Took(NamedTuple):
    """Milliseconds of the clock, and of this process at work: with SQLite that is all there is to do."""

    clock: float
    work: float


def _time(edge: Edge, who: str, path: str) -> Took:
    begun, worked = time.perf_counter(), time.process_time()
    answer = edge.ask("GET", path, who)
    took = Took(1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - worked))
    assert answer.status_code == 200 or answer.json()["code"] == "many_rounds", (path, answer.text)
    return took


def _exports(edge: Edge, path: str) -> None:
    """A file of all rounds of one person: how fast it comes, and how much memory it takes."""
    who, begun, lines = named("b", 1), time.perf_counter(), 0
    tracemalloc.start()
    for who in (named("b", 1), REGULAR):
        begun, lines = time.perf_counter(), 0
        tracemalloc.reset_peak()
        with edge.client.stream("GET", path, headers={"Cookie": f"pitboss_session={who}"}) as answer:
            for _ in answer.iter_lines():
                lines += 1
                if lines == 20_000:
                    break
        each, peak = (time.perf_counter() - begun) / lines * 1e6, tracemalloc.get_traced_memory()[1] / 1e6
        _tell(f"{each:9.0f} µs a line, {lines:,} lines, {peak:.0f} MB  {path}")
    tracemalloc.stop()


def _weight(store: Store, place: str) -> float:
    if Path(place).exists():
        return Path(place).stat().st_size / 1e9
    asked = "SELECT pg_database_size(current_database())"
    return float(store.read(lambda connection: connection.exec_driver_sql(asked).scalar_one())) / 1e9


def _tell(line: str) -> None:
    print(f"growth: {line}", file=sys.stderr, flush=True)
