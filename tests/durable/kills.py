"""Kills the process that plays, at named points and at any moment, and looks at what is left.

`python -m tests.durable.kills ADDRESS SEED NAMED ANY` kills evenings at NAMED of the named points (0: at each
of them once) and at ANY random moments, and prints what happened. Children are forked from this process,
which has all they need in memory but no thread and no open database.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pitboss.ledger import Store, open_store
from pitboss.ledger.store import listen
from tests.durable.places import new_place
from tests.durable.reconcile import Books, read_books, reconcile
from tests.durable.recorder import Evening, die_at, digest, read_log, record

FAR = 100_000  # commands: a child is killed long before
LONGEST = 0.06  # seconds until a kill at a random moment
TOGETHER = 12  # kills of one evening


class Kill(NamedTuple):
    """Where to kill: at the n-th time a named point is reached, or after some seconds."""

    point: str | None
    nth: int = 1
    seconds: float = 0.0


@dataclass
class Tally:
    """What a campaign did and saw."""

    kills: Counter[str] = field(default_factory=Counter)
    commands: int = 0
    stored: int = 0  # kills after the commit of a command and before its answer
    unstored: int = 0  # kills in a command before its commit
    between: int = 0  # kills between two commands

    def data(self) -> dict[str, Any]:
        return {
            "kills": dict(self.kills),
            "commands": self.commands,
            "stored": self.stored,
            "unstored": self.unstored,
            "between": self.between,
        }


@cache
def named_points() -> tuple[str, ...]:
    """The points on the way of commands to the disk, found by listening to an evening."""
    names: set[str] = set()
    store = open_store(":memory:")
    listen(names.add)
    Evening(store, 0, lambda line: None).play(900)
    store.close()
    return tuple(sorted(names))


def plan(seed: int, named: int, random: int) -> list[Kill]:
    """Kills in a random order: at each named point once, or at so many of them, and at random moments."""
    chance = Random(f"plan {seed}")
    points = list(named_points())
    chosen = [chance.choice(points) for _ in range(named)] if named else points
    kills = [Kill(point, chance.randint(1, 2)) for point in chosen]
    kills += [Kill(None, seconds=chance.uniform(0, LONGEST)) for _ in range(random)]
    chance.shuffle(kills)
    return kills


def campaign(
    address: str, seed: int, kills: Sequence[Kill], tell: Callable[[int], None] = lambda n: None
) -> Tally:
    """Kills evenings as planned. The first makes its SQLite file itself, the others find an empty one."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="pitboss-kills-") as folder:
        template = Path(folder) / "empty.db"
        open_store(template).close()
        for number in range(0, len(kills), TOGETHER):
            name = f"kills_{seed + number}"
            with new_place(address, name, template if number else None) as where:
                log = Path(folder) / name
                _torn_evening(where, log, seed + number, kills[number : number + TOGETHER], tally)
            tell(min(number + TOGETHER, len(kills)))
    return tally


def _torn_evening(where: str, log: Path, seed: int, kills: Sequence[Kill], tally: Tally) -> None:
    """One evening, killed again and again: in the end it is the evening that was never killed."""
    for kill in kills:
        _die(where, log, seed, kill)
        with_store(where, lambda store: look(store, log, seed, tally))
        tally.kills[kill.point or "any moment"] += 1
    until = len(read_log(log).answers) + 20
    _in_child(lambda: record(where, log, seed, until))
    with_store(where, lambda store: whole(store, seed, until))
    tally.commands += until


def _die(where: str, log: Path, seed: int, kill: Kill) -> None:
    def child() -> None:
        if kill.point is not None:
            die_at(kill.point, kill.nth)
        record(where, log, seed, FAR)

    status = _in_child(child, None if kill.point else kill.seconds)
    assert os.WIFSIGNALED(status), f"{kill}: not killed, status {status}"
    assert os.WTERMSIG(status) == signal.SIGKILL


def _in_child(work: Callable[[], None], seconds: float | None = None) -> int:
    """Does work in a forked child and waits for its end; with `seconds` the child is killed after them."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(ours)
            work()
            status = 0
        except BaseException:  # noqa: BLE001 - told by the status, and on stderr
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(theirs)
    try:
        if seconds is not None:
            select.select([ours], [], [], seconds)  # ready earlier only if the child has ended
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    except BaseException:  # no child is left behind when the whole is broken off
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    finally:
        os.close(ours)
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "the child failed"
    return status


def with_store(where: str, work: Callable[[Store], object]) -> None:
    """Work on a database that is closed again before the next fork."""
    store = open_store(where)
    try:
        work(store)
    finally:
        store.close()


def look(store: Store, log: Path, seed: int, tally: Tally) -> None:
    """After a kill: all that was answered is there, at most the open command besides, and it balances."""
    known = read_log(log)
    books, rounds = reconcile(store)
    done = {(actor, command): answer for actor, command, answer in books.deeds.values()}
    for wish, answer in zip(known.wishes, known.answers, strict=False):
        stored = done.pop((wish.actor, f"{seed}:{wish.number}"))
        assert (stored.get("first", 0), stored.get("last", 0)) == (answer.first, answer.last)
    if known.open is None:
        assert not done, "something was done that nobody asked for"
        tally.between += 1
    elif done:
        assert list(done) == [(known.open.actor, f"{seed}:{known.open.number}")]
        tally.stored += 1
    else:
        tally.unstored += 1
    states = {wish.where: answer.state for wish, answer in zip(known.wishes, known.answers, strict=False)}
    for table_id in books.felts:
        if not (known.open and known.open.where == table_id):
            assert digest(rounds.get(table_id)) == states[table_id]


def whole(store: Store, seed: int, commands: int) -> None:
    """The torn evening, mended, is the same as one that was never torn: every deed, event and transfer."""
    books, _ = reconcile(store)
    twin = open_store(":memory:")
    Evening(twin, seed, lambda line: None).play(commands)
    assert picture(books) == picture(twin.read(read_books))
    twin.close()


def picture(books: Books) -> dict[str, Any]:
    """All that is stored but for the leases, with deeds by their ids and not by their numbers."""
    deeds = {number: (actor, command) for number, (actor, command, _) in books.deeds.items()}
    return {
        "balances": books.balances,
        "answers": {(actor, command): answer for actor, command, answer in books.deeds.values()},
        "moved": {deeds[number]: moved for number, moved in books.moved.items()},
        "rounds": books.rounds,
        "events": {
            table_id: [(deeds[deed], event) for deed, event in told]
            for table_id, told in books.events.items()
        },
        "felts": [{**row._mapping, "epoch": None} for row in books.felts.values()],
    }


def main(address: str, seed: int, named: int, random: int) -> None:
    """Kills as planned, on SQLite files or on a PostgreSQL server."""
    tally = campaign(address, seed, plan(seed, named, random))
    print(json.dumps(tally.data() | {"points": named_points()}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
