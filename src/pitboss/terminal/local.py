"""A table of one's own in this process: the same floor that a server runs, for one person."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import Any, Final, TypeVar
from uuid import uuid4

from pitboss.ledger.database import open_store
from pitboss.ledger.people import waiting
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.ledger.store import Connection, Store
from pitboss.money import MICRO, Cents, dollars
from pitboss.proof import receipt
from pitboss.round import Refusal, Round, Table, parse_round
from pitboss.round.document import dump_document
from pitboss.table import Pit
from pitboss.table.advice import ReckonedHere
from pitboss.table.answers import Asking
from pitboss.table.audience import Watcher, encode
from pitboss.table.live_floor import Floor
from pitboss.table.messages import UnknownFrame
from pitboss.table.settings import Settings, left_open
from pitboss.table.table_runner import Room
from pitboss.table.table_state import standing_of
from pitboss.terminal.place import OWN_TABLE, Place, Purse, refusal_of

YOU: Final = "you"
WELCOME: Final = 100_000  # cents of play money for a new person, and for one who has none left
GUEST: Final = "guest:"
PRACTICE: Final = "practice"
PAUSES: Final = (0.2, 0.5, 1.0, 2.0)  # before a command is said again whose outcome is not known

T = TypeVar("T")


class TerminalReckoner(ReckonedHere):
    """Computes what a terminal shows: only the page shows from which meter on a bet is fair."""

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        return ()


class OwnTable(Place):
    """A place at a table that this process holds, without a clock and closed to everybody else."""

    name = YOU

    def __init__(self, floor: Floor, open_room: Callable[[], Coroutine[Any, Any, Room]], you: str) -> None:
        super().__init__()
        self.floor = floor
        self.you = you
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="floor", daemon=True)
        self._thread.start()
        self._queue: SimpleQueue[bytes] = SimpleQueue()
        self._fault: Exception | None = None
        try:
            self.room = self._run(open_room())
            self._run(self.room.come(you, YOU))
            self._run(self._watch())
        except BaseException:
            self.close()
            raise
        self._asking = Asking(self.room, you, None, self._failed)
        self.sheet = self.room.live.table.sheet
        self._catch_up()

    async def _watch(self) -> None:
        self.room.watch(Watcher(self.you, self._queue.put))

    def say(self, do: str, **fields: Any) -> Mapping[str, Any]:
        """A command, as every client sends it."""
        self._catch_up()
        command = {"t": "cmd", "id": self.floor.new_id(), "rev": self.view.rev, "do": do, **fields}
        answer = self._run(self._asking.answer(json.dumps(command)))
        for pause in PAUSES:
            if not isinstance(answer, UnknownFrame):
                break
            self._fault = None
            time.sleep(pause)
            answer = self._run(self._asking.answer(json.dumps(command)))
        self._catch_up()
        if self._fault is not None:
            raise self._fault
        told: dict[str, Any] = json.loads(encode(answer))
        if told["t"] == "refused":
            raise refusal_of(told)
        return told

    def _catch_up(self, wait: float = 0.0) -> None:
        try:
            while True:
                self._frames.take(self._queue.get(timeout=wait or None, block=bool(wait)))
                wait = 0.0
        except Empty:
            self.view = self._frames.last() or self.view

    def seconds_left(self) -> None:
        """No clock runs here."""

    def purse(self) -> Purse:
        """In hand, and on this table."""

        def held(connection: Connection) -> int:
            return sum(waiting(connection, self.you).values())

        return Purse(self.floor.pit.funds(self.you), self.floor.pit.store.read(held) // MICRO)

    def evening_end(self) -> str:
        """No evening plays here."""
        return ""

    def top_up(self) -> Cents:
        """For those who can no longer bet."""
        have = self.purse()
        if have.funds + have.on_tables >= 2 * self.view.table.limits.low:
            raise Refusal("top_up", f"You still have {dollars(have.funds + have.on_tables)}")
        self.floor.pit.grant(self.you, WELCOME, "house", self.floor.new_id())
        return WELCOME

    def introduce(self, what: str, value: str) -> None:
        """Nobody else is here who could want to know."""
        raise Refusal("not_here", "You have this table to yourself: names are for tables of a server")

    def document(self, round_id: str) -> str:
        """A receipt, or in practice the bare history."""
        text = receipt(self.floor.pit.store, round_id)
        if not self.practice:
            return text
        return dump_document(replace(parse_round(text), proof=None))

    def leave(self) -> None:
        """The platform decides an open hand, bets that were not dealt go back, and the table is closed."""
        if self.view.state.phase == "decisions":
            self.say("leave")
        self._run(self.floor.close(self.room.live.id, self.you))
        self._catch_up()

    def close(self) -> None:
        """Parks the table as it is and ends the floor."""
        self._run(self.floor.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.floor.pool.shutdown()
        self.floor.pit.store.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _failed(self, what: str, fault: Exception) -> None:
        self._fault = fault


def _settings(you: str) -> Settings:
    return Settings(OWN_TABLE, clock=None, private=True, spectators=False, host=you, terminal=True)


def practice_table(table: Table, seed: str, bankroll: Cents | None) -> OwnTable:
    """A table in memory whose cards come from a seed: nothing of it is kept, and it has no receipts."""
    pit = Pit(open_store(MEMORY), Random(seed).randbytes, lambda: 0)
    pit.grant(YOU, WELCOME if bankroll is None else bankroll, "house", "bankroll")
    ids = count(1)
    floor = Floor(
        pit, ThreadPoolExecutor(1), lambda: 0.0, lambda: f"{PRACTICE}-{next(ids)}", TerminalReckoner()
    )
    place = OwnTable(floor, lambda: floor.open(_settings(YOU), table, YOU, PRACTICE), YOU)
    place.practice = True
    return place


def real_table(store: Store, table: Table, bankroll: Cents | None) -> OwnTable:
    """A new table in the database. Your money is that of last time, unless a bankroll makes you a guest."""
    floor = _floor(store)
    you = YOU
    if bankroll is None:
        floor.pit.grant(YOU, WELCOME, "house", f"welcome {YOU}")
    else:
        you = f"{GUEST}{uuid4()}"
        floor.pit.grant(you, bankroll, "house", f"bankroll {you}")
    return OwnTable(floor, lambda: floor.open(_settings(you), table, you, f"terminal:{uuid4()}"), you)


def resumed_table(store: Store) -> OwnTable:
    """The table where you left money in an open round; the round goes on as it was."""
    left = money_left(store)
    if not left:
        raise Refusal("resume", "No round was left open; start one with: pitboss play HOUSE")
    table_id, you, _ = left[-1]
    floor = _floor(store)
    return OwnTable(floor, lambda: floor.take(table_id), you)


def money_left(store: Store) -> list[tuple[str, str, Cents]]:
    """Unfinished rounds with money in them at tables of terminals: table, person, and how much."""

    def work(connection: Connection) -> list[tuple[str, str, Cents]]:
        found = []
        for kept, was in left_open(connection):
            if was.settings.terminal:
                cents = _stakes(standing_of(connection, kept.felt).state, was.settings.host)
                found += [(kept.felt, was.settings.host, cents)] if cents else []
        return found

    return store.read(work)


def _stakes(state: Round | None, who: str) -> Cents:
    """What a person has put on a table."""
    if state is None:
        return 0
    bets = sum(sum(seat.wagers.values()) for seat in state.seats if seat.player == who)
    return bets + (state.bank.stake if state.bank and state.bank.player == who else 0)


def _floor(store: Store) -> Floor:
    pit = Pit(store, secrets.token_bytes, lambda: time.time_ns() // MICRO)
    return Floor(pit, ThreadPoolExecutor(1), time.time, lambda: uuid4().hex, TerminalReckoner())
