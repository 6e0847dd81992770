"""Servers that come, renew, run out and resign, take tables and write late: no write of a zombie counts.

Time is moved in the database, nobody sleeps. A write may be parked before its commit, with its table's row
locked; whoever wants that table then waits, and sees what came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from threading import Event, current_thread
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.ledger import open_store, servers
from pitboss.ledger.journal import LeaseLost, read_table
from pitboss.ledger.schema import servers as server_rows
from pitboss.ledger.servers import LeasedElsewhere, ServerExpired
from pitboss.proof.house_audit import audit
from pitboss.round import VoidRound, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitCommand, PitTable
from tests.databases import Databases
from tests.ledger.books import balances, rows_of
from tests.ledger.lease_facts import owners_of
from tests.ledger.reached import TornOff, listening
from tests.ledger.waiting import until_waiting_or_done

PEOPLE = {"t": "ann", "u": "bob"}  # at each table one, so that no table waits for the other
TABLES = tuple(PEOPLE)
TTL = 3_600_000  # milliseconds: only the test lets a lease run out
GRANT = 100_000
POINT = "store:before commit"


class Holder(NamedTuple):
    """A table as a server has taken it; a zombie, once another has."""

    server: str
    table: str
    epoch: int
    pit_table: PitTable


class Parked:
    """A write that waits before its commit until it is let go, or torn off."""

    def __init__(self, holder: Holder, command: str) -> None:
        self.holder = holder
        self.command = command
        self.reached, self.go = Event(), Event()
        self.torn = False
        self.asked: Future[Any]

    def stop_here(self) -> None:
        """What its thread does at the point."""
        self.reached.set()
        self.go.wait()
        if self.torn:
            raise TornOff(POINT)


class Leases(RuleBasedStateMachine):
    """Two tables, some servers; the model knows who lives, who owns what, and what was acknowledged."""

    def __init__(self, databases: Databases) -> None:
        super().__init__()
        self.at_end = ExitStack()
        self.store = open_store(self.at_end.enter_context(databases.fresh("postgresql")))
        self.at_end.callback(self.store.close)
        self.pool = self.at_end.enter_context(ThreadPoolExecutor(8))
        self.parked: dict[str, Parked] = {}
        self.parks: dict[str, Parked] = {}  # by the name of the thread
        self.waiting: dict[str, tuple[Future[Any], Callable[[Future[Any]], None]]] = {}
        self.at_end.enter_context(listening(self._point))
        self.pit = Pit(self.store, Random(1).randbytes, lambda: 0)
        for table, person in PEOPLE.items():
            self.pit.grant(person, GRANT, "op", f"grant {person}")
            self.pit.open(table, open_table(load_house("shine")), "op", f"open {table}")
        self.alive: dict[str, bool] = {}
        self.owner: dict[str, str | None] = dict.fromkeys(TABLES)
        self.epoch = dict.fromkeys(TABLES, 1)
        self.holders: list[Holder] = []
        self.acknowledged: list[str] = []
        self.number = 0

    def teardown(self) -> None:
        for table in list(self.parked):
            self.let_go(table, torn=False)
        found = audit(self.store)
        assert found.clean, found.faults
        self.at_end.close()

    def _point(self, name: str) -> None:
        if name == POINT and (parked := self.parks.pop(current_thread().name, None)) is not None:
            parked.stop_here()

    def new_id(self, what: str) -> str:
        self.number += 1
        return f"{what} {self.number}"

    # Servers

    @precondition(lambda self: sum(self.alive.values()) < 3)
    @rule()
    def enter(self) -> None:
        server = self.new_id("server")
        self.store.write(lambda connection: servers.register(connection, server, f"http://{server}", TTL))
        self.alive[server] = True

    @precondition(lambda self: self.alive)
    @rule(data=st.data())
    def renew(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from(sorted(self.alive)))
        try:
            self.store.write(lambda connection: servers.renew(connection, server, TTL))
        except ServerExpired:
            assert not self.alive[server]
        else:
            assert self.alive[server], "a lease that has run out was revived"

    @precondition(lambda self: any(self.alive.values()))
    @rule(data=st.data(), resigns=st.booleans())
    def end(self, data: st.DataObject, resigns: bool) -> None:
        """A lease runs out, or is given back."""
        server = data.draw(st.sampled_from([each for each, lives in self.alive.items() if lives]))
        past = server_rows.update().where(server_rows.c.id == server).values(deadline=servers.CLOCK)
        self.store.write(
            lambda connection: servers.resign(connection, server) if resigns else connection.execute(past)
        )
        self.alive[server] = False

    # Tables

    @precondition(lambda self: self.alive)
    @rule(data=st.data(), table=st.sampled_from(TABLES))
    def take(self, data: st.DataObject, table: str) -> None:
        """A server takes a table, or is told why not; while a write is parked there it waits for it."""
        server = data.draw(st.sampled_from(sorted(self.alive)))
        self.ask(
            table, lambda: self.pit.take(table, owner=server), lambda found: self.taken(server, table, found)
        )

    def taken(self, server: str, table: str, found: Future[PitTable]) -> None:
        owner = self.owner[table]
        living = owner is not None and self.alive.get(owner, False)
        if living and owner != server:
            with pytest.raises(LeasedElsewhere) as told:
                found.result()
            assert told.value.lease.server == owner
        elif not self.alive[server]:
            with pytest.raises(ServerExpired):
                found.result()
        else:
            self.epoch[table] += 1
            self.owner[table] = server
            self.holders.append(Holder(server, table, self.epoch[table], found.result()))

    @precondition(lambda self: self.holders)
    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        """Whoever has ever had a table writes there: only the last who took it can."""
        holder = data.draw(st.sampled_from(self.holders[-5:]))
        command = self.new_id("write")
        if holder.table in self.parked and self.is_last(holder):
            return  # a server does one command at a time at its table
        self.ask(
            holder.table,
            lambda: _do_next(holder.pit_table, command),
            lambda found: self.written(holder, command, found),
        )

    def written(self, holder: Holder, command: str, found: Future[Any]) -> None:
        if self.is_last(holder):
            found.result()
            self.acknowledged.append(command)
        else:
            with pytest.raises(LeaseLost):
                found.result()

    def is_last(self, holder: Holder) -> bool:
        return holder.epoch == self.epoch[holder.table]

    def ask(self, table: str, work: Callable[[], Any], then: Callable[[Future[Any]], None]) -> None:
        """Work that needs a table: done at once, or begun and left waiting behind a parked write.

        Who has lost the table long ago is told so without waiting.
        """
        if table in self.waiting:
            return
        asked = self.pool.submit(work)
        if table in self.parked and until_waiting_or_done(self.store, asked):
            self.waiting[table] = asked, then
            return
        asked.exception()  # waits
        then(asked)

    # Writes that are parked

    @precondition(lambda self: any(self.is_last(each) for each in self.holders))
    @rule(data=st.data())
    def park(self, data: st.DataObject) -> None:
        holder = data.draw(st.sampled_from([each for each in self.holders if self.is_last(each)]))
        if holder.table in self.parked:
            return
        parked = self.parked[holder.table] = Parked(holder, self.new_id("late"))

        def work() -> None:
            self.parks[current_thread().name] = parked
            _do_next(holder.pit_table, parked.command)

        parked.asked = self.pool.submit(work)
        while not parked.reached.wait(0.1):
            assert not parked.asked.done(), parked.asked.exception()

    @precondition(lambda self: self.parked)
    @rule(data=st.data(), torn=st.booleans())
    def release(self, data: st.DataObject, torn: bool) -> None:
        self.let_go(data.draw(st.sampled_from(sorted(self.parked))), torn)

    def let_go(self, table: str, torn: bool) -> None:
        """The parked write is committed or not, then who waits for the table has its turn."""
        parked = self.parked.pop(table)
        parked.torn = torn
        parked.go.set()
        if torn:
            assert isinstance(parked.asked.exception(), TornOff)
        else:
            parked.asked.result()
            self.acknowledged.append(parked.command)
        if (waiting := self.waiting.pop(table, None)) is not None:
            asked, then = waiting
            asked.exception()
            then(asked)

    # Invariants

    @invariant()
    def a_table_has_at_most_one_living_owner_and_its_epoch_grows(self) -> None:
        found = self.store.read(owners_of)
        wanted = {
            table: (owner, f"http://{owner}")
            for table, owner in self.owner.items()
            if owner is not None and self.alive.get(owner, False)
        }
        assert found == wanted
        stored = self.store.read(lambda connection: [read_table(connection, table).epoch for table in TABLES])
        assert stored == list(self.epoch.values())

    @invariant()
    def what_was_acknowledged_is_there_once_and_nothing_else(self) -> None:
        done = sorted(
            row[2] for row in rows_of(self.store)["deeds"] if str(row[2]).startswith(("write", "late"))
        )
        assert done == sorted(self.acknowledged)
        assert sum(balances(self.store).values()) == 0


def _do_next(table: PitTable, command_id: str) -> None:
    """A table goes round and round: open, bet, void."""
    person = PEOPLE[table.id]
    command: PitCommand = Bet(1, person, {"pair_xxx": 500})
    if table.state is None:
        command = OpenRound()
    elif table.state.seats:
        command = VoidRound("cannot go on")
    table.do(person, command_id, command)


def test_no_write_of_a_zombie_counts_whatever_servers_do(databases: Databases) -> None:
    run_state_machine_as_test(
        lambda: Leases(databases),  # type: ignore[arg-type]  # it is called, and need not be a class
        settings=settings(
            max_examples=8,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
