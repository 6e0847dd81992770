"""A whole house on 127.0.0.1 for a real browser: a thread, a database, and deals that a test may choose."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import uvicorn
from argon2 import PasswordHasher

from pitboss.cards import Card, parse_cards
from pitboss.desk.desk import Desk
from pitboss.fair import deck
from pitboss.ledger import Store, open_store
from pitboss.table.messages import TableCommand, Tick
from pitboss.table.table_runner import Room
from pitboss.web.app import make_app
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings
from tests.desk.hands import start_thread

PERSON: Final = bytes(16)  # the seed of every browser here; see `conftest`
BOT: Final = b""
MOST_SEEDS: Final = 400_000  # what a wish may take; the rarest, one hand of 22,100, needs far fewer


@dataclass(frozen=True)
class Deal:
    """The cards of a round by who gets them, as the architecture lays them out."""

    hands: Mapping[int, tuple[Card, ...]]
    draws: Mapping[int, Card]
    dealer: tuple[Card, ...]
    fourth: Card


Wish = Callable[[Deal], bool]


def dealt(cards: tuple[Card, ...], seats: list[int]) -> Deal:
    """Who gets what of a deck, with these seats in play."""
    n = len(seats)
    hands = {seat: tuple(cards[j * (n + 1) + i] for j in range(3)) for i, seat in enumerate(seats)}
    draws = {seat: cards[3 * n + 3 + i] for i, seat in enumerate(seats)}
    return Deal(hands, draws, tuple(cards[j * (n + 1) + n] for j in range(3)), cards[4 * n + 3])


def holds(seat: int, cards: str) -> Wish:
    """A wish: this seat gets just these cards, in any order."""
    wanted = frozenset(parse_cards(cards))
    return lambda deal: frozenset(deal.hands[seat]) == wanted


class BrowserHouse:
    """A running server with one database; it can be stopped and started again on the same port."""

    def __init__(self, file: Path, port: int = 0, *, in_process: bool = False) -> None:
        self.file = file
        self.in_process = in_process  # its desk works in a thread, and knows what a test has changed
        self.port = port
        self.ahead = 0.0  # seconds that have passed without anybody waiting for them
        self.wishes: list[tuple[Mapping[int, bytes], Wish]] = []
        self.random = Random("browser")
        self.numbers = count(1)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Opens the house; every table that was open is there again."""
        self.store: Store = open_store(str(self.file))
        if self.port == 0:
            self.port = free_port()
        settings = ServeSettings(
            port=self.port,
            db=str(self.file),
            most_tables_each=250,
            requests_address=3000,
        )
        self.house: House = House(
            settings,
            self.store,
            hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
            now=lambda: time.time() + self.ahead,
            reckons_here=True,
            desk=Desk(1, start=start_thread, seconds=600.0) if self.in_process else None,
        )
        self.house.floor.listing.oldest = 0.0  # what is done shows at once
        self.house.load.limit = 600.0  # however slow the machine of the tests is
        self.house.pit.entropy = self.seed
        config = uvicorn.Config(
            make_app(self.house),
            host="127.0.0.1",
            port=self.port,
            log_config=None,
            ws="websockets-sansio",
            timeout_graceful_shutdown=2,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, name="house")
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            self.thread.join(0.01)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self.loop = runner.get_loop()
            runner.run(self.server.serve())

    def stop(self) -> None:
        """Closes the house as Ctrl-C does."""
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server did not stop"
        self.store.close()

    def wish(self, seats: Mapping[int, bytes], want: Wish) -> None:
        """The next round that is opened deals as wished, if exactly these seats bet with these seeds."""
        self.wishes.append((seats, want))

    def seed(self, size: int) -> bytes:
        """The server seed of a round: any, or one whose deck is as wished. The shuffle is the real one."""
        if not self.wishes:
            return self.random.randbytes(size)
        seats, want = self.wishes.pop(0)
        stored = self.room.live.stored_table
        name = f"{stored.id}:{stored.rounds + 1}"
        order = sorted(seats)
        for _ in range(MOST_SEEDS):
            seed = self.random.randbytes(size)
            if want(dealt(deck(name, stored.sheet, seed, seats), order)):
                return seed
        raise AssertionError("no seed deals that")

    def do(self, command: TableCommand) -> None:
        """Something at the only table, in its turn, as the server itself would do it."""
        asyncio.run_coroutine_threadsafe(self.room.do(command), self.loop).result(10)

    def shows_results(self, seconds: float) -> None:
        """Once the round of every table is paid, so long as its result is shown passes at once."""
        while any(room.live.phase in ("bets", "decisions") for room in self.house.floor.rooms.values()):
            self.thread.join(0.01)
        self.ahead += seconds
        for room in list(self.house.floor.rooms.values()):
            asyncio.run_coroutine_threadsafe(room.do(Tick()), self.loop).result(10)

    @property
    def room(self) -> Room:
        """The only table, or the newest."""
        return list(self.house.floor.rooms.values())[-1]


def free_port() -> int:
    """A port that nobody listens on."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    return number
