"""Power cuts without pulling a plug: what a process did to its files is written down once and cut anywhere.

Everything that no sync had brought to the disk by then is dropped, kept or mixed. `disk_log.c` writes the
calls down. The acknowledgements go to a file in the same folder, so the log knows how many had been given at
each cut. `python -m tests.durable.power_cut FOLDER COMMANDS SYNCHRONOUS` is the process that is recorded: the
whole way of commands to the disk, with Python's own sqlite3.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from sqlalchemy import Connection, text

from pitboss.ledger import open_store
from tests.durable.apart import ROOT
from tests.durable.reconcile import reconcile, trial_balance
from tests.durable.recorder import Evening, Log, append_to, read_log

SEED = 77
SITTING = 180  # commands until the store is closed and opened again: then its log is folded into the file
DATABASE, ACKS = "cage.db", "acks"
SECTOR = 512  # bytes that reach the disk together

Way = Literal["dropped", "some", "prefix", "kept"]
WAYS: tuple[Way, ...] = ("dropped", "some", "prefix", "kept")


class Call(NamedTuple):
    """One thing a process did to a file of the folder."""

    kind: str
    name: str  # within the folder; empty for the folder itself
    offset: int
    data: bytes


def build(folder: Path) -> Path:
    """Compiles the library that writes the calls down."""
    library = folder / "disk_log.so"
    source = Path(__file__).with_name("disk_log.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def record_calls(library: Path, work: Path, commands: int, synchronous: str) -> list[Call]:
    """Plays an evening in a process of its own and returns all it did to the folder `work`."""
    log = work.with_suffix(".calls")
    work.mkdir()
    folder = work.resolve()
    subprocess.run(
        [sys.executable, "-m", "tests.durable.power_cut", folder, str(commands), synchronous],
        cwd=ROOT,
        env=os.environ | {"LD_PRELOAD": str(library), "DISK_FOLDER": str(folder), "DISK_LOG": str(log)},
        check=True,
    )
    return list(read_calls(log.read_bytes(), str(folder)))


def read_calls(log: bytes, folder: str) -> Iterator[Call]:
    """The records of the library; what the log of shared memory saw is no file on a disk."""
    at = 0
    while at < len(log):
        kind, length = struct.unpack_from("=cI", log, at)
        path = log[at + 5 : at + 5 + length].decode()
        offset, size = struct.unpack_from("=QQ", log, at + 5 + length)
        start = at + 21 + length
        at = start + (size if kind in b"WR" else 0)
        name = path.removeprefix(folder).lstrip("/")
        if not name.endswith("-shm"):
            yield Call(kind.decode(), name, offset, log[start:at])


@dataclass
class File:
    """A file on the disk, and what was written to it since its last sync, with its place in the log."""

    safe: bytearray = field(default_factory=bytearray)
    unsafe: list[tuple[int, Call]] = field(default_factory=list)


@dataclass
class Disk:
    """A folder as the log tells it up to a place: what is safe on the disk, and what may still be lost."""

    names: dict[str, File] = field(default_factory=dict)  # as the process sees them
    safe_names: dict[str, File] = field(default_factory=dict)
    unsafe_names: list[tuple[int, dict[str, File]]] = field(default_factory=list)  # after each change
    acks: bytearray = field(default_factory=bytearray)
    place: int = 0

    def do(self, call: Call) -> None:
        """The next call of the log."""
        self.place += 1
        match call.kind:
            case "C":
                self._rename(self.names | {call.name: File()})
            case "U":
                self._rename({name: file for name, file in self.names.items() if name != call.name})
            case "R":
                rest = {name: file for name, file in self.names.items() if name != call.name}
                self._rename(rest | {Path(call.data.decode()).name: self.names[call.name]})
            case "S" if not call.name:  # the folder itself: which files there are
                self.safe_names, self.unsafe_names = self.names, []
            case "S":
                file = self.names[call.name]
                for _, each in file.unsafe:
                    write(file.safe, each)
                file.unsafe.clear()
            case _:
                self.names[call.name].unsafe.append((self.place, call))
                if call.name == ACKS:
                    self.acks += call.data

    def _rename(self, names: dict[str, File]) -> None:
        self.names = names
        self.unsafe_names.append((self.place, names))

    def cut(self, way: Way, chance: Random) -> dict[str, bytes]:
        """The files after a power cut here. What is not safe is dropped, kept, kept up to some place in the
        order it was written, or kept call by call and sector by sector as luck has it."""
        unsafe = [place for place, _ in self.unsafe_names]
        unsafe += [place for file in self.names.values() for place, _ in file.unsafe]
        last = {"dropped": 0, "kept": self.place}.get(way, chance.choice([0, *unsafe]))
        names = self.safe_names
        for place, then in self.unsafe_names:  # a folder's changes happen in order
            if place <= last:
                names = then
        luck = chance.random()
        image = {}
        for name, file in names.items():
            content = bytearray(file.safe)
            for place, call in file.unsafe:
                if way == "some":
                    if chance.random() < luck:
                        write(content, torn(call, chance))
                elif place <= last:
                    write(content, call)
            image[name] = bytes(content)
        return image


def write(content: bytearray, call: Call) -> None:
    """A write or a truncation."""
    size = call.offset if call.kind == "T" else call.offset + len(call.data)
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if call.kind == "T":
        del content[size:]
    else:
        content[call.offset : size] = call.data


def torn(call: Call, chance: Random) -> Call:
    """A write of which only some of the first sectors reached the disk, now and then."""
    if call.kind == "T" or chance.random() < 0.8:
        return call
    sectors = (len(call.data) - 1) // SECTOR
    return call._replace(data=call.data[: SECTOR * chance.randint(0, sectors)])


@dataclass
class Tally:
    """What the images of a recording showed."""

    images: int = 0
    reconciled: int = 0
    lost: int = 0  # images in which an acknowledged command is missing
    acknowledged: int = 0
    ways: dict[str, int] = field(default_factory=dict)


def cut_often(
    calls: list[Call], images: int, seed: int, tell: Callable[[int], None] = lambda n: None, every: int = 10
) -> Tally:
    """Cuts a recording at random places and looks at each image; each tenth is reconciled whole."""
    chance = Random(seed)
    begun = next(number for number, call in enumerate(calls) if call.name == ACKS and call.kind == "W")
    early = images // 20  # while the database is made
    places = [chance.randrange(begun) for _ in range(early)]
    places += [chance.randrange(begun, len(calls) + 1) for _ in range(images - early)]
    tally, disk, number = Tally(), Disk(), 0
    for place in sorted(places):
        while number < place:
            disk.do(calls[number])
            number += 1
        way = chance.choices(WAYS, (3, 4, 2, 1))[0]
        _look(disk.cut(way, chance), read_acks(disk.acks), tally, whole=not tally.images % every)
        tally.ways[way] = tally.ways.get(way, 0) + 1
        tell(tally.images)
    return tally


def read_acks(acks: bytearray) -> Log:
    """The commands that had been asked and answered at a cut."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(acks)
        return read_log(Path(file.name))


def _look(image: dict[str, bytes], known: Log, tally: Tally, *, whole: bool) -> None:
    """One image: it opens, is sound and balances, and what is missing is counted."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-cut-"))
    try:
        for name, content in image.items():
            (folder / name).write_bytes(content)
        store = open_store(folder / DATABASE)
        kept = store.read(_sound)
        if whole:
            assert len(reconcile(store).books.deeds) == kept
            tally.reconciled += 1
        store.close()
    finally:
        shutil.rmtree(folder)
    told = len(known.answers)
    tally.images += 1
    tally.acknowledged = told
    tally.lost += kept < told
    assert kept <= len(known.wishes), "something is stored that nobody asked for"


def _sound(connection: Connection) -> int:
    """How many commands a sound database holds: the first so many, without a gap."""
    assert connection.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
    trial_balance(connection)
    ids = connection.execute(text("SELECT command FROM deeds ORDER BY id")).scalars().all()
    assert list(ids) == [f"{SEED}:{number}" for number in range(len(ids))]
    return len(ids)


def play(folder: Path, commands: int, synchronous: str) -> None:
    """The evening that is recorded."""
    acks = folder / ACKS
    for until in [*range(SITTING, commands, SITTING), commands]:
        store = open_store(folder / DATABASE, synchronous)
        Evening(store, SEED, append_to(acks), read_log(acks)).play(until)
        store.close()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
