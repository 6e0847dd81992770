"""Commands that come up to six times, at once and late, by several threads and several processes.

An evening is played once, one command after the other: that is the model. Then its commands are delivered
again to a new database by many workers. The first copies of a table's commands keep their order, since a
client waits for an answer before it goes on; copies race each other, or come long after. Some come with
other content under the same id. In the end everything must be as in the model.

`python -m tests.durable.duplicates ADDRESS SEED COMMANDS` does it with processes and with threads.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from pitboss.ledger import Store, open_store
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.journal import LeaseLost
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from pitboss.table import CloseTable, OpenRound, Pit, PitCommand, PitTable
from tests.durable.places import new_place
from tests.durable.reconcile import Books, reconcile
from tests.table.pit_evening import PEOPLE, next_commands

PURSE = 100_000_000  # cents: nobody is broke
MOST_COPIES = 6
LATEST = 40  # commands of its table that a late copy may come after
WORKERS = 4
TRIES, TRIES_OF_COPIES = 500, 2  # times a table is taken back before a worker waits for another, or gives up
PATIENCE = 300.0  # seconds a worker waits for another before the test is given up


class Grant(NamedTuple):
    """Money for a person."""

    person: str
    cents: int


class Opening(NamedTuple):
    """A new table of a house."""

    house: str
    low: int | None = None


class Order(NamedTuple):
    """A command of the evening: its row (0: before any table, else its table) and its place in that row."""

    row: int
    place: int
    table_id: str
    actor: str
    key: str
    what: Grant | Opening | PitCommand
    answer: tuple[int, int] = (0, 0)


class Delivery(NamedTuple):
    """A copy of a command, and the place in its row whose turn it must be."""

    order: Order
    at: int
    turn: int  # in the whole evening
    first: bool = False
    spoilt: bool = False


@dataclass(frozen=True)
class Evening:
    """The model: all commands in an order that works, and the books they leave."""

    orders: list[Order]
    books: Books
    tables: list[str]


class Post:
    """What one worker holds of a table. When another process has taken the table, it is taken back."""

    def __init__(self, store: Store, table_id: str) -> None:
        self.table_id = table_id
        self.pit = Pit(store, self._entropy, lambda: 0)
        self.table: PitTable | None = None
        self.taken = 0
        self._turn = threading.Lock()

    def _entropy(self, size: int) -> bytes:
        """The seed of a round is the same, whoever opens it."""
        assert self.table is not None
        return sha256(f"{self.table_id}:{self.table.standing.stored_table.rounds}".encode()).digest()[:size]

    def hold(self, lost: PitTable | None = None) -> PitTable:
        """The table, taken anew if it is the one that was lost."""
        with self._turn:
            if self.table is lost or self.table is None:
                self.table = self.pit.take(self.table_id)
                self.taken += lost is not None
            return self.table

    def do(self, order: Order, what: Grant | Opening | PitCommand, tries: int = TRIES) -> tuple[int, int]:
        """Does a command, as often as it takes; raises LeaseLost when others took the table every time."""
        if isinstance(what, Grant):
            self.pit.grant(what.person, what.cents, order.actor, order.key)
            return 0, 0
        if isinstance(what, Opening):
            house = open_table(load_house(what.house), what.low)
            self.table = self.pit.open(self.table_id, house, order.actor, order.key)
            return 0, 0
        table = self.hold()
        while True:
            try:
                done = table.do(order.actor, order.key, what)
                return done.first, done.last
            except LeaseLost:
                tries -= 1
                if not tries:
                    raise
                table = self.hold(table)


def evening(seed: int, commands: int) -> Evening:
    """The model. Nobody wins the meter in it: who does depends on which of two tables is first."""
    chance = Random(f"evening {seed}")
    while True:
        played = _played(seed, commands, chance)
        if not any(each.what == "jackpot" for moved in played.books.moved.values() for each in moved):
            return played


def _played(seed: int, commands: int, chance: Random) -> Evening:
    """Plays five houses, and a second table that shares a meter with the first."""
    store = open_store(":memory:")
    tables = [*houses(), "rivers again"]
    posts = {table_id: Post(store, table_id) for table_id in tables}
    orders: list[Order] = []
    places: Counter[int] = Counter()

    def add(row: int, table_id: str, actor: str, what: Grant | Opening | PitCommand) -> None:
        order = Order(row, places[row], table_id, actor, f"{seed}:{len(orders)}", what)
        places[row] += 1
        orders.append(order._replace(answer=posts[table_id].do(order, what)))

    for person in PEOPLE:
        add(0, tables[0], "cashier", Grant(person, PURSE))
    for table_id in tables:
        add(0, table_id, "manager", Opening(table_id.split()[0]))
    while len(orders) < commands:
        row = chance.randrange(len(tables))
        actor, command = next(next_commands(posts[tables[row]].hold(), chance))
        add(row + 1, tables[row], actor, command)
    books = reconcile(store).books
    store.close()
    return Evening(orders, books, tables)


def deliveries(model: Evening, seed: int, workers: int) -> list[list[Delivery]]:
    """Who delivers what, in which order: each command once at its turn, up to five copies at once or late."""
    chance = Random(f"deliveries {seed}")
    rows: dict[int, list[int]] = {}
    for turn, order in enumerate(model.orders):
        rows.setdefault(order.row, []).append(turn)
    given: list[list[Delivery]] = [[] for _ in range(workers)]
    for turn, order in enumerate(model.orders):
        chance.choice(given).append(Delivery(order, order.place, turn, first=True))
        row = rows[order.row]
        for _ in range(chance.randrange(MOST_COPIES)):
            late = chance.choice([0, 0, chance.randint(1, LATEST)])
            at = min(order.place + late, len(row) - 1)
            other = at > order.place and chance.random() < 0.1
            chance.choice(given).append(Delivery(order, at, row[at], spoilt=other))
    return [sorted(each, key=lambda delivery: delivery.turn) for each in given]


def spoilt(what: Grant | Opening | PitCommand) -> Grant | Opening | PitCommand:
    """Something else, to be asked under the same id."""
    match what:
        case Grant(person, cents):
            return Grant(person, cents + 1)
        case Opening(house):
            return Opening(house, 1000)
        case OpenRound():
            return CloseTable()
        case _:
            return OpenRound()


class Progress:
    """How many commands of each row are done; the last number tells that a worker has failed."""

    def __init__(self, done: MutableSequence[int], condition: Any) -> None:
        self.done = done
        self.condition = condition

    def wait(self, row: int, place: int, first: int) -> None:
        """Until the turn of a place has come; the tables wait for the first row as a whole."""
        with self.condition:
            met = self.condition.wait_for(
                lambda: self.done[-1] or (self.done[row] >= place and (row == 0 or self.done[0] >= first)),
                timeout=PATIENCE,
            )
        assert met, "no worker came to this command"
        assert not self.done[-1], "another worker failed"

    def tell(self, row: int, place: int) -> None:
        with self.condition:
            self.done[row] = max(self.done[row], place + 1)
            self.condition.notify_all()

    def fail(self) -> None:
        with self.condition:
            self.done[-1] = 1
            self.condition.notify_all()


class Copies(NamedTuple):
    """What a worker did."""

    sent: int = 0
    refused: int = 0  # other content under a known id
    taken: int = 0  # tables taken back from another process


def work(posts: dict[str, Post], given: list[Delivery], progress: Progress, first: int) -> Copies:
    """Delivers commands when their turn has come, and compares each answer with the model's."""
    sent = spoilt_ones = 0
    for order, at, _, original, other in given:
        progress.wait(order.row, at, first)
        post = posts[order.table_id]
        if other:
            try:
                post.do(order, spoilt(order.what))
            except OtherContent:
                spoilt_ones += 1
            else:
                raise AssertionError(f"other content was accepted under the id of {order}")
            continue
        try:
            answer = post.do(order, order.what, TRIES if original else TRIES_OF_COPIES)
        except LeaseLost:
            assert not original, f"{order.table_id} was never held long enough for {order}"
            progress.wait(order.row, order.place + 1, first)
            answer = post.do(order, order.what)
        assert answer == order.answer, f"{order} was answered {answer}"
        sent += 1
        progress.tell(order.row, order.place)
    return Copies(sent, spoilt_ones, sum(post.taken for post in posts.values()))


def compare(store: Store, model: Evening) -> None:
    """One effect each: as many deeds as commands, all events and all money as in the model."""
    books = reconcile(store).books
    assert len(books.deeds) == len(model.orders)
    assert books.balances == model.books.balances
    assert sorted(map(str, books.deeds.values())) == sorted(map(str, model.books.deeds.values()))
    for table_id in model.tables:
        assert _without_meter(books, table_id) == _without_meter(model.books, table_id)


def _without_meter(books: Books, table_id: str) -> list[tuple[int, str | None, str]]:
    """The events of a table but for the meter, which depends on what other tables did meanwhile."""
    told = []
    for _, event in books.events[table_id]:
        body = json.loads(event.body)
        if body["k"] == "settle" and body["meter"]:
            body["meter"] = body["meter"]["fed"]
        told.append((event.sequence, event.round, json.dumps(body)))
    return told


def by_threads(address: str, model: Evening, seed: int) -> Copies:
    """All copies by threads of one process, which share its tables."""
    store = open_store(address)
    posts = {table_id: Post(store, table_id) for table_id in model.tables}
    progress = Progress([0] * (len(model.tables) + 2), threading.Condition())
    done: list[Copies] = []

    def worker(given: list[Delivery]) -> None:
        try:
            done.append(work(posts, given, progress, _before_tables(model)))
        except BaseException:
            progress.fail()
            raise

    workers = [threading.Thread(target=worker, args=[each]) for each in deliveries(model, seed, WORKERS)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert len(done) == len(workers)
    compare(store, model)
    store.close()
    return Copies(sum(each.sent for each in done), sum(each.refused for each in done), done[0].taken)


def by_processes(address: str, model: Evening, seed: int) -> Copies:
    """All copies by processes, which make the database together and take the tables from each other."""
    context = multiprocessing.get_context("fork")
    progress = Progress(context.Array("q", len(model.tables) + 2, lock=False), context.Condition())
    answers = context.SimpleQueue()

    def worker(given: list[Delivery]) -> None:
        try:
            store = open_store(address)
            posts = {table_id: Post(store, table_id) for table_id in model.tables}
            answers.put(work(posts, given, progress, _before_tables(model)))
            store.close()
        except BaseException:
            traceback.print_exc()
            progress.fail()
            raise

    workers = [context.Process(target=worker, args=[each]) for each in deliveries(model, seed, WORKERS)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert [each.exitcode for each in workers] == [0] * len(workers)
    done: list[Copies] = [answers.get() for _ in workers]
    store = open_store(address)
    compare(store, model)
    store.close()
    return Copies(*(sum(numbers) for numbers in zip(*done, strict=True)))


def _before_tables(model: Evening) -> int:
    return sum(order.row == 0 for order in model.orders)


HOW: dict[str, Callable[[str, Evening, int], Copies]] = {"processes": by_processes, "threads": by_threads}


def main(address: str, seed: int, commands: int) -> None:
    """By processes and by threads, each on a new database."""
    model = evening(seed, commands)
    told = {}
    for name, how in HOW.items():
        with new_place(address, f"copies_{name}") as where:
            told[name] = how(where, model, seed)._asdict()
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
