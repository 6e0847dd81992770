"""Two servers on one database: what an operator asks for under one id is done once, by one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from pitboss.house.operator_journal import ActShown, done_elsewhere, page_of_acts
from pitboss.house.operator_people import PeopleDesk
from pitboss.house.operator_tables import OperatorDesk
from pitboss.ledger import Store, open_store
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.operators import ActQuery
from pitboss.ledger.people import add_guest, read_limits, set_role
from pitboss.ledger.store import Conflict
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings
from tests.databases import databases, place
from tests.ledger.at_once import at_once

__all__ = ["databases", "place"]

NOON = 1_794_744_000_000


@pytest.fixture
def desks(place: str) -> Iterator[list[OperatorDesk]]:
    """The same operator at two servers, each with a connection of its own to the database."""
    stores = [open_store(place) for _ in range(2)]
    for person in ("olga", "ann"):
        stores[0].write(partial(add_guest, person=person, now=NOON))
    stores[0].write(lambda connection: set_role(connection, "olga", "operator", "test", NOON))
    with ThreadPoolExecutor(2) as pool:
        yield [_desk(store, pool, str(number)) for number, store in enumerate(stores)]
    for store in stores:
        store.close()


def _desk(store: Store, pool: ThreadPoolExecutor, name: str) -> OperatorDesk:
    pit = Pit(store, Random(name).randbytes, lambda: NOON)
    ids = (f"{name}-{number}" for number in range(1_000))
    floor = Floor(pit, pool, lambda: NOON / 1000, lambda: next(ids))
    return OperatorDesk("olga", store, lambda: NOON, pit, floor)


def _people(desk: OperatorDesk) -> PeopleDesk:
    """The same operator, at work with people."""
    return PeopleDesk(desk.operator, desk.store, desk.milliseconds, desk.pit, lambda: "secret")


def _opens(desk: OperatorDesk) -> ActShown:
    command = desk.command("a", "open", {"house": "shine", "why": "busy"})
    table = open_table(load_house("shine"))

    async def work() -> None:
        await desk.floor.open(Settings("Main floor"), table, desk.actor, "", desk.opened(command))
        await desk.floor.stop()

    try:
        asyncio.run(work())
    except Conflict:
        return done_elsewhere(desk.store, command)
    return desk.new(command)


ACTS: dict[str, Callable[[OperatorDesk], ActShown]] = {
    "grant": lambda desk: _people(desk).grant("a", "ann", 500, ""),
    "exclude": lambda desk: _people(desk).exclude("a", "ann", NOON + 1_000, "asked for"),
    "open": _opens,
}


@pytest.mark.parametrize("what", ACTS)
def test_two_servers_at_once_do_it_once(desks: list[OperatorDesk], what: str) -> None:
    told = at_once(2, lambda number: ACTS[what](desks[number]))
    assert sorted(each.repeated for each in told) == [False, True]
    assert told[0].number == told[1].number
    store = desks[0].store
    assert [each.what for each in page_of_acts(store, ActQuery(), 9).acts] == [what]
    limits = store.read(lambda connection: read_limits(connection, "ann"))
    assert limits is not None
    assert limits.excluded_until == (NOON + 1_000 if what == "exclude" else None)
    assert desks[0].pit.funds("ann") == (500 if what == "grant" else 0)
    assert len(store.read(stored_tables)) == (what == "open")
    assert audit(store).faults == ()


def test_the_same_id_with_other_content_is_refused_by_either_server(desks: list[OperatorDesk]) -> None:
    first, second = desks
    _people(first).grant("a", "ann", 500, "")
    with pytest.raises(Refusal, match="used before for something else"):
        _people(second).grant("a", "ann", 501, "")
    with pytest.raises(Refusal, match="used before for something else"):
        _people(second).exclude("a", "ann", NOON + 1_000, "")
    assert _people(second).grant("a", "ann", 500, "").repeated
    assert second.pit.funds("ann") == 500
    assert audit(first.store).faults == ()
