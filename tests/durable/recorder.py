"""An evening at tables of all five houses that may be torn off at any moment and goes on where it was.

Every command has a number, which is its id, its luck and its time: an evening of so many commands is always
the same evening, however often it was torn off. Before a command is asked it is written to a log, after it
was answered its answer is; both by one `write` to an append-only file, as a client would remember them.

`python -m tests.durable.recorder WHERE LOG SEED UNTIL [POINT NTH]` plays in a process of its own.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pitboss.ledger import Store, open_store
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import listen
from pitboss.round import Decide, EndDeal, RevealDealer, Round, TakeBank, VoidRound, open_table
from pitboss.sheet import houses, load_house
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitCommand, PitTable, Settle, StartDeal
from tests.table.pit_evening import PEOPLE, close, next_commands

PURSE = 10_000_000  # cents: nobody is broke in an evening
CLOSES, VOIDS = 0.08, 0.08  # how often a table is closed when nobody bets; how often a round is declared void
KINDS: dict[str, Callable[..., PitCommand]] = {
    kind.__name__: kind
    for kind in (
        OpenRound,
        Bet,
        TakeBank,
        StartDeal,
        EndDeal,
        Decide,
        RevealDealer,
        Settle,
        VoidRound,
        CloseTable,
    )
}


@dataclass(frozen=True)
class Wish:
    """A command before it is asked: a grant, an opening or a command at a table."""

    number: int
    actor: str
    kind: str
    where: str  # a person or a table
    fields: dict[str, Any]

    def line(self) -> str:
        return canonical({"asked": asdict(self)})


@dataclass(frozen=True)
class Answer:
    """What came of a wish: the places of its events, and the state of its table after it."""

    number: int
    first: int
    last: int
    state: str

    def line(self) -> str:
        return canonical({"answered": asdict(self)})


@dataclass(frozen=True)
class Log:
    """What the client remembers: all answers, and the wish that was not answered."""

    wishes: tuple[Wish, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def open(self) -> Wish | None:
        return self.wishes[-1] if len(self.wishes) > len(self.answers) else None


NOTHING = Log()


def read_log(path: Path) -> Log:
    """The log of an evening; a wish stands in it again when it was asked again after a kill."""
    wishes: list[Wish] = []
    answers: list[Answer] = []
    for line in path.read_text().splitlines() if path.exists() else []:
        (kind, found), *_ = json.loads(line).items()
        if kind == "asked":
            if len(wishes) == len(answers):
                wishes.append(Wish(**found))
            else:
                assert wishes[-1] == Wish(**found)
        else:
            answers.append(Answer(**found))
    assert [each.number for each in wishes] == list(range(len(wishes)))
    assert [each.number for each in answers] == list(range(len(answers)))
    return Log(tuple(wishes), tuple(answers))


def digest(state: Round | None) -> str:
    """A round's whole state in a few letters: bets, cards, decisions, the bank."""
    if state is None:
        return "no round"
    told = (state.id, state.phase, state.seats, state.bank, state.deck, state.revealed)
    return sha256(repr(told).encode()).hexdigest()[:20]


class Evening:
    """Plays commands one after the other. `log` is told each wish and each answer."""

    def __init__(self, store: Store, seed: int, log: Callable[[str], None], known: Log = NOTHING) -> None:
        self.seed = seed
        self.number = len(known.answers)
        self.log = log
        self.pit = Pit(store, self._entropy, lambda: self.number)
        self.tables: dict[str, PitTable] = {}
        self._take_up(known)

    def _entropy(self, size: int) -> bytes:
        return sha256(f"{self.seed}:{self.number}".encode()).digest()[:size]

    def _take_up(self, known: Log) -> None:
        """Takes the tables over as they stand, which must be as they were left; asks again what is open."""
        waits = known.open
        states = {wish.where: answer.state for wish, answer in zip(known.wishes, known.answers, strict=False)}
        stored_by_id = {stored.id: stored for stored in self.pit.store.read(stored_tables)}
        for stored in stored_by_id.values():
            if stored.closed and not (waits and waits.where == stored.id):
                continue
            table = self.tables[stored.id] = self.pit.take(stored.id)
            if not (waits and waits.where == stored.id):
                assert digest(table.state) == states[stored.id], f"{stored.id} is not as it was"
        if waits:
            self._ask(waits)
        self.tables = {
            name: table for name, table in self.tables.items() if not table.standing.stored_table.closed
        }

    def play(self, until: int) -> None:
        """Goes on until so many commands were answered."""
        while self.number < until:
            self._ask(self._wish())

    def _wish(self) -> Wish:
        """The next command: all there is to choose follows from its number and the tables."""
        number = self.number
        if number < len(PEOPLE):
            return Wish(number, "cashier", "Grant", PEOPLE[number], {"cents": PURSE})
        chance = Random(f"{self.seed}:{number}")
        open_houses = {name.partition("/")[0] for name in self.tables}
        missing = [house for house in houses() if house not in open_houses]
        if missing and (len(open_houses) < 2 or chance.random() < 0.3):
            name = f"{missing[0]}/{number}"
            return Wish(number, "manager", "Open", name, {"house": missing[0]})
        table = self.tables[chance.choice(sorted(self.tables))]
        nobody = table.state is None or (table.state.phase == "bets" and not table.state.seats)
        if nobody and not (table.state and table.state.bank) and chance.random() < CLOSES:
            actor, command = close(table)
        else:
            actor, command = next(next_commands(table, chance, voids=VOIDS))
        return Wish(number, actor, type(command).__name__, table.id, json.loads(json.dumps(asdict(command))))

    def _ask(self, wish: Wish) -> None:
        self.log(wish.line())
        assert wish.number == self.number
        key, where = f"{self.seed}:{wish.number}", wish.where
        first = last = 0
        if wish.kind == "Grant":
            self.pit.grant(where, wish.fields["cents"], wish.actor, key)
        elif wish.kind == "Open":
            house = open_table(load_house(wish.fields["house"]))
            self.tables[where] = self.pit.open(where, house, wish.actor, key)
        else:
            done = self.tables[where].do(wish.actor, key, KINDS[wish.kind](**wish.fields))
            first, last = done.first, done.last
        table = self.tables.get(where)
        self.log(Answer(wish.number, first, last, digest(table.state if table else None)).line())
        if wish.kind == "CloseTable":
            del self.tables[where]
        self.number += 1


def append_to(path: Path) -> Callable[[str], None]:
    """Writes lines to the end of a file, each by one call to the system."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    return lambda line: _write(handle, line.encode() + b"\n")


def _write(handle: int, data: bytes) -> None:
    assert os.write(handle, data) == len(data)


def die_at(point: str, nth: int) -> None:
    """The process is killed when it reaches a named point for the n-th time."""
    left = nth

    def hook(name: str) -> None:
        nonlocal left
        left -= name == point
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    listen(hook)


def record(where: str, log: Path, seed: int, until: int) -> None:
    """Plays an evening on from wherever it was torn off."""
    known = read_log(log)
    store = open_store(where)
    evening = Evening(store, seed, append_to(log), known)
    evening.play(until)
    store.close()


if __name__ == "__main__":
    if len(sys.argv) > 5:
        die_at(sys.argv[5], int(sys.argv[6]))
    record(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
