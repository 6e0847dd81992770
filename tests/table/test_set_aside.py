"""A table that cannot go on is set aside: its round is void, no other table hears of it, it can be closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from sqlalchemy import Connection, text

from pitboss.ledger import Store, journal
from pitboss.ledger.accounts import TooMuch
from pitboss.ledger.people import waiting
from pitboss.ledger.store import Unreachable
from pitboss.money import MICRO
from pitboss.proof.house_audit import audit
from pitboss.proof.table_audit import stuck_tables
from pitboss.round import EndDeal, Refusal, RevealDealer
from pitboss.sheet import Sheet, load_house, with_posted
from pitboss.table import Settle, StartDeal, table_state
from pitboss.table.live_floor import Floor
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Tick
from pitboss.table.planning import Planned, Planner
from tests.databases import databases, place, store
from tests.ledger.books import balances
from tests.proof.forging import close_up, open_up
from tests.table.orders import at
from tests.table.served import PURSE, floor_of, open_with

__all__ = ["databases", "place", "store"]

POISON = with_posted(load_house("shine"), {"pair_xxx": {"high_card_or_better": 999_999_999}})
BET = {"pair_xxx": 10_000}

Evening = Callable[[Floor], Awaitable[None]]


def on_a_floor(store: Store, *evenings: Evening) -> None:
    """One process after the other on the same database."""

    async def one(evening: Evening) -> None:
        async with floor_of(store) as floor:
            await evening(floor)

    for evening in evenings:
        asyncio.run(one(evening))


async def seated(floor: Floor, name: str, sheet: Sheet, person: str) -> None:
    """A table without a clock where somebody has bet, and nobody is ready."""
    room = await open_with(floor, person, sheet=sheet, name=name)
    await room.do(at(room).bet(person, f"bet {name}", 1, dict(BET), ""))


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was before tables were bounded: one round may pay anything, with money."""
    monkeypatch.setattr("pitboss.table.pit.check_exposure", lambda table: None)
    monkeypatch.setattr("pitboss.table.live_floor.plays_chips", lambda sheet, settings: False)


def held(store: Store, person: str) -> int:
    return balances(store).get(f"person:{person}", 0) // MICRO


def open_money(store: Store, person: str) -> int:
    return sum(store.read(lambda connection: waiting(connection, person)).values()) // MICRO


@pytest.mark.usefixtures("poisoned")
def test_a_settlement_that_is_too_much_hurts_nobody_else(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """The round that once stood in `reveal` for ever: it is void, and the table waits for who closes it."""

    async def evening(floor: Floor) -> None:
        await seated(floor, "bad", POISON, "ann")
        await seated(floor, "good", load_house("shine"), "bob")
        bad, good = floor.room("bad"), floor.room("good")
        await bad.do(at(bad).ready("ann"))  # which is all right by itself
        assert floor.set_aside == {"bad": "TooMuch"}
        assert bad.live.phase == "void"
        assert (held(store, "ann"), open_money(store, "ann")) == (PURSE, 0)
        with pytest.raises(Refusal, match="stopped"):
            await bad.do(at(bad).bet("ann", "again", 1, dict(BET), ""))
        await good.do(at(good).ready("bob"))
        assert good.live.phase == "settled"

    async def morning(floor: Floor) -> None:
        assert await floor.start() == 2
        assert floor.set_aside == {"bad": "TooMuch"}
        await floor.close("bad", "op")
        assert floor.set_aside == {}
        assert [each.table for each in floor.listed()] == ["good"]

    with caplog.at_level(logging.ERROR, "pitboss"):
        on_a_floor(store, evening, morning)
    told = [record.fields for record in caplog.records if record.msg == "set aside"]  # type: ignore[attr-defined]
    assert told == 2 * [{"table": "bad", "fault": "TooMuch"}]  # and again at the next start
    assert audit(store).clean, audit(store).faults


@pytest.mark.usefixtures("poisoned")
def test_a_server_starts_with_a_table_that_stood_in_reveal(store: Store) -> None:
    """A database of the days before: the audit and the doctor tell of it, and the next start voids it."""

    async def evening(floor: Floor) -> None:
        await seated(floor, "bad", POISON, "ann")
        await seated(floor, "good", load_house("shine"), "bob")
        floor.room("bad").park()
        pit_table = floor.pit.take("bad")
        for command in (StartDeal(), EndDeal(), RevealDealer()):
            pit_table.do("table:bad", f"old {command}", command)
        with pytest.raises(TooMuch):
            pit_table.do("table:bad", "old settle", Settle())

    async def morning(floor: Floor) -> None:
        assert floor.pit.take("bad").state is not None
        assert await floor.start() == 2
        assert floor.set_aside == {"bad": "TooMuch"}
        assert (held(store, "ann"), open_money(store, "ann")) == (PURSE, 0)
        assert floor.room("good").live.phase == "bets"

    on_a_floor(store, evening)
    why = "its open round cannot be paid: house:bad would hold or owe more than is counted"
    assert store.read(lambda connection: list(stuck_tables(connection))) == [("bad", why)]
    assert audit(store).faults == (f"Table bad: {why}",)
    on_a_floor(store, morning)
    assert store.read(lambda connection: list(stuck_tables(connection))) == []
    assert audit(store).clean


FORGED = {
    "lobby": "UPDATE lobby SET seating = '{' WHERE felt = 'bad'",
    "settings": "UPDATE lobby SET settings = '{\"clock\": 3}' WHERE felt = 'bad'",
    "sheet": "UPDATE sheets SET content = '{}' WHERE hash = (SELECT sheet FROM felts WHERE id = 'bad')",
    "event": "UPDATE events SET body = '{\"k\":\"no such thing\"}' WHERE felt = 'bad' AND sequence = 2",
    "bet": "UPDATE events SET body = '{}' WHERE felt = 'bad' AND sequence = 2",
}


def forge(store: Store, statement: str) -> None:
    """Changes a row that never changes; the triggers, which keep the balances, are there again afterwards."""
    made = text("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    sqlite = store.engine.dialect.name == "sqlite"
    triggers = store.read(lambda connection: list(connection.execute(made).scalars())) if sqlite else []
    open_up(store)
    store.write(lambda connection: connection.execute(text(statement.replace(":", "\\:"))))
    for trigger in triggers:
        store.write(partial(Connection.exec_driver_sql, statement=trigger))
    close_up(store)


@pytest.mark.parametrize("what", FORGED)
def test_what_cannot_be_read_sets_aside_its_own_table_alone(
    store: Store, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_state._rules.cache_clear()

    async def evening(floor: Floor) -> None:
        await seated(floor, "bad", load_house("shine", ["table.limits.max=40000"]), "ann")
        await seated(floor, "good", load_house("shine"), "bob")

    async def morning(floor: Floor) -> None:
        assert await floor.start() == 1
        assert list(floor.set_aside) == ["bad"]
        assert floor.is_lost("bad")
        told = what in ("lobby", "settings")  # the round could be rebuilt, so it is void already
        assert open_money(store, "ann") == (0 if told else BET["pair_xxx"])
        assert [each.table for each in floor.listed()] == ["good"]
        await floor.close("bad", "op")
        assert (held(store, "ann"), open_money(store, "ann")) == (PURSE, 0)
        assert floor.set_aside == {}
        with pytest.raises(Refusal, match="no such table"):
            await floor.close("bad", "op")
        good = floor.room("good")
        await good.do(at(good).ready("bob"))
        assert good.live.phase == "settled"

    async def noon(floor: Floor) -> None:
        assert await floor.start() == 1
        assert floor.set_aside == {}

    monkeypatch.setattr("pitboss.table.live_floor.plays_chips", lambda sheet, settings: False)
    on_a_floor(store, evening)
    forge(store, FORGED[what])
    table_state._rules.cache_clear()
    stuck = store.read(lambda connection: dict(stuck_tables(connection)))
    assert list(stuck) == ([] if what in ("lobby", "settings") else ["bad"])
    on_a_floor(store, morning, noon)
    assert sum(balances(store).values()) == 0


def test_an_outage_of_the_database_sets_nothing_aside(store: Store) -> None:
    async def evening(floor: Floor) -> None:
        await seated(floor, "good", load_house("shine"), "bob")
        room = floor.room("good")

        def gone(live: LiveState, do: object) -> None:
            raise Unreachable("The database has gone")

        with pytest.raises(Unreachable):
            await room.do(Tick(), around=gone)
        for _ in range(20):
            await asyncio.sleep(0)
        assert floor.set_aside == {}
        assert room.live.phase == "bets"
        assert room.stuck
        await room.do(at(room).ready("bob"))
        assert (room.live.phase, room.stuck) == ("settled", False)

    on_a_floor(store, evening)


def test_a_fault_in_one_persons_command_stops_nobody(store: Store) -> None:
    """The table can go on without the command, and is not set aside."""

    async def evening(floor: Floor) -> None:
        await seated(floor, "good", load_house("shine"), "bob")
        room = floor.room("good")

        def slips(live: LiveState, do: object) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await room.do(Tick(), around=slips)
        assert floor.set_aside == {}
        await room.do(at(room).ready("bob"))
        assert room.live.phase == "settled"

    on_a_floor(store, evening)


def test_an_operator_lets_a_table_that_was_set_aside_go_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(floor: Floor) -> None:
        await seated(floor, "good", load_house("shine"), "bob")
        room = floor.room("good")
        with monkeypatch.context() as broken:
            real = Planner.plan

            def slips(planner: Planner) -> Planned:
                if isinstance(planner.command, Settle):
                    raise ZeroDivisionError
                return real(planner)

            broken.setattr(Planner, "plan", slips)
            await room.do(at(room).ready("bob"))
        assert floor.set_aside == {"good": "ZeroDivisionError"}
        assert held(store, "bob") == PURSE
        await room.do(at(room).freeze(False))
        assert floor.set_aside == {}
        await room.do(at(room).bet("bob", "again", 1, dict(BET), ""))
        await room.do(at(room).ready("bob"))
        assert room.live.phase == "settled"

    on_a_floor(store, evening)
    kept = store.read(lambda connection: journal.read_lobby(connection, "good"))
    assert kept is not None
