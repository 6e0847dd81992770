"""No page takes longer in a house with four times the rounds: steps of the database are counted, not time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Any

import pytest
from sqlalchemy import event

from pitboss.ledger import Store, open_store
from tests.databases import Databases
from tests.growth import REGULAR, Played, grow, open_doors, pages
from tests.web.edge import Edge

FEW, MANY, A_TABLE = 1_000, 4_000, 25
EVERY = 10  # steps of SQLite's machine between two counts
ROOM = 500  # steps: a search in a longer index
OF_ALL = {  # grows with what it tells of, and no faster
    "/api/operator/hold": "all rounds",
    "/api/operator/books": "all accounts that hold anything",
    "/api/operator/meters": "all tables with a meter",
    "/api/operator/people?most=20": "all people",
    "/api/operator/people?search=b0000&most=20": "all people",
}
LARGE = ("events", "deeds", "transfers", "rounds", "receipts", "results", "accounts")


class Steps:
    """Counts what SQLite's machine does on all connections of a store."""

    def __init__(self, store: Store) -> None:
        self.done = 0

        @event.listens_for(store.engine, "checkout")
        def checkout(connection: object, *_: object) -> None:
            if isinstance(connection, sqlite3.Connection):
                connection.set_progress_handler(self._count, EVERY)

    def _count(self) -> int:
        self.done += EVERY
        return 0

    def of(self, work: Callable[[], object]) -> int:
        before = self.done
        work()
        return self.done - before


class House:
    """A house of some rounds behind its doors."""

    def __init__(self, place: str, rounds: int) -> None:
        self.store = open_store(place, synchronous="OFF")
        self.played: list[Played] = grow(self.store, rounds, a_table=A_TABLE)
        open_doors(self.store)
        self.steps = Steps(self.store)
        self.edge = Edge(store=self.store)

    def pages(self) -> list[tuple[str, str]]:
        return list(pages(self.edge, self.played))

    def cost(self, who: str, path: str) -> int:
        """Steps for a page that was asked for before: a session is seen, a sheet read."""

        def ask() -> None:
            assert self.edge.ask("GET", path, who).status_code == 200, path

        ask()
        return self.steps.of(ask)


@contextmanager
def house(place: str, rounds: int) -> Iterator[House]:
    made = House(place, rounds)
    with made.edge.client:
        yield made
    made.store.close()


@pytest.fixture(scope="module")
def houses(databases: Databases) -> Iterator[tuple[House, House]]:
    with ExitStack() as open_:
        places = (open_.enter_context(databases.fresh("sqlite")) for _ in (FEW, MANY))
        few, many = (open_.enter_context(house(*each)) for each in zip(places, (FEW, MANY), strict=True))
        yield few, many


def test_pages_cost_the_same_in_a_house_with_four_times_the_rounds(houses: tuple[House, House]) -> None:
    few, many = houses
    asked = list(zip(few.pages(), many.pages(), strict=True))
    cost = {of_many[1]: (few.cost(*of_few), many.cost(*of_many)) for of_few, of_many in asked}
    assert len(cost) > 50
    grown = {path: each for path, each in cost.items() if each[1] > 1.2 * each[0] + ROOM}
    assert grown.keys() == set(OF_ALL)
    assert all(many < 5 * few for few, many in grown.values())


@pytest.mark.parametrize("path", ["/api/rounds.jsonl", "/api/rounds.csv"])
def test_a_file_of_all_ones_rounds_costs_as_much_for_each_of_them(
    houses: tuple[House, House], path: str
) -> None:
    few, many = (each.cost(REGULAR, path) for each in houses)
    assert few < many < 5 * few
    assert len(houses[1].edge.ask("GET", "/api/rounds.jsonl", REGULAR).text.splitlines()) == MANY


def test_postgresql_has_an_index_for_every_question_of_a_page(databases: Databases) -> None:
    """Where whole tables are not read if that can be helped, no large one is."""
    asked, path = dict[str, tuple[str, Any]](), ""
    with databases.fresh("postgresql") as place, house(place, FEW // 2) as made:

        @event.listens_for(made.store.engine, "before_cursor_execute")
        def note(_: object, __: object, statement: str, values: Any, *more: object) -> None:
            if statement.lstrip().startswith(("SELECT", "WITH")):
                asked[statement] = (path, values)

        for who, path in made.pages():
            made.edge.ask("GET", path, who)
        event.remove(made.store.engine, "before_cursor_execute", note)

        def read_whole(statement: str, values: Any) -> list[str]:
            def work(connection: Any) -> list[str]:
                connection.exec_driver_sql("SET LOCAL enable_seqscan TO off")
                plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars().all()
                return [each for each in LARGE if any(f"Seq Scan on {each}" in line for line in plan)]

            return made.store.read(work)

        found = {
            (path, *read)
            for statement, (path, values) in asked.items()
            if (read := read_whole(statement, values))
        }
    assert len(asked) > 30
    assert found == set()


def test_what_one_person_reads_is_read_one_thing_at_a_time(edge: Edge) -> None:
    """However much somebody asks for at once; somebody else does not wait for it."""
    import anyio

    door, running, most = Lock(), dict[str, int](), dict[str, int]()
    both = anyio.Event()

    def read(who: str) -> None:
        with door:
            running[who] = running.get(who, 0) + 1
            most[who] = max(most.get(who, 0), running[who])
        with door:
            running[who] -= 1

    async def ask() -> None:
        async with anyio.create_task_group() as tasks:
            for who in ("ann", "bob") * 20:
                tasks.start_soon(edge.house.in_turn, who, lambda who=who: read(who))
        both.set()

    edge.call(ask)
    assert most == {"ann": 1, "bob": 1}
    assert both.is_set()
    assert len(edge.house.turns) == 0
