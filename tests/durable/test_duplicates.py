"""A repeated or late command has one effect, whoever delivers it how often; two processes share no table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import TypeVar

import pytest

from pitboss.ledger import Store, open_store
from pitboss.ledger.deeds import OtherContent
from pitboss.ledger.journal import LeaseLost
from pitboss.round import Refusal, VoidRound, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitTable, StartDeal
from tests.databases import Databases
from tests.durable.apart import run_apart
from tests.durable.reconcile import reconcile

COMMANDS = {"sqlite": 400, "postgresql": 250}  # by processes and again by threads; the torture has 100,000
ROUNDS = 100
T = TypeVar("T")


@pytest.mark.parametrize("kind", COMMANDS)
def test_copies_of_commands_have_one_effect(kind: str, databases: Databases) -> None:
    """The campaign itself holds all answers, events and balances to an evening without copies."""
    address = databases.server if kind == "postgresql" else kind
    told = run_apart("tests.durable.duplicates", address, 6, COMMANDS[kind])
    for each in told.values():
        assert each["sent"] > 3 * COMMANDS[kind]
        assert each["refused"] > 0
    assert told["processes"]["taken"] > COMMANDS[kind] // 20  # from each other


def _pit(store: Store) -> Pit:
    pit = Pit(store, bytes, lambda: 0)
    for person in ("ann", "bob"):
        pit.grant(person, 1_000_000, "cashier", person)
    return pit


def _open(pit: Pit, table_id: str = "one") -> PitTable:
    return pit.open(table_id, open_table(load_house("rivers")), "manager", f"open {table_id}")


def test_the_same_id_for_something_else_is_refused(store: Store) -> None:
    table = _open(_pit(store))
    table.do("dealer", "1", OpenRound())
    table.do("ann", "1", Bet(1, "ann", {"ante": 500}))
    with pytest.raises(OtherContent):
        table.do("ann", "1", Bet(1, "ann", {"ante": 600}))
    with pytest.raises(OtherContent):
        table.do("dealer", "1", StartDeal())
    assert len(reconcile(store).books.events["one"]) == 2


def test_who_lost_a_table_learns_so_and_is_not_told_a_refusal_that_is_out_of_date(store: Store) -> None:
    """What the rules refuse at a table as it was may be right at the table as it is."""
    pit = _pit(store)
    old = _open(pit)
    new = pit.take("one")
    new.do("dealer", "1", OpenRound())
    with pytest.raises(LeaseLost):
        old.do("ann", "2", Bet(1, "ann", {"ante": 500}))  # at the old table no round is open
    assert old.do("dealer", "1", OpenRound()).repeated
    with pytest.raises(Refusal, match="already"):
        new.do("dealer", "3", OpenRound())
    assert len(reconcile(store).books.events["one"]) == 1


def test_a_table_that_went_on_without_its_holder_is_lost_too(store: Store) -> None:
    """The commit came through and its answer did not: memory is behind, and nothing is written over it."""
    pit = _pit(store)
    table = _open(pit)
    before = table.standing
    table.do("dealer", "1", OpenRound())
    table.standing = before
    with pytest.raises(LeaseLost):
        table.do("dealer", "2", OpenRound())
    assert pit.take("one").do("dealer", "1", OpenRound()).repeated
    assert reconcile(store).open.keys() == {"one"}


def test_a_closed_round_can_be_told_without_the_end_of_its_table(store: Store) -> None:
    table = _open(_pit(store))
    table.do("dealer", "1", OpenRound())
    table.do("dealer", "2", CloseTable())
    events = reconcile(store).books.events["one"]
    assert [(event.round, event.body) for _, event in events][1:] == [
        ("one:1", '{"k":"unused"}'),
        (None, '{"k":"closed"}'),
    ]


def test_a_table_opened_by_two_at_once_under_one_id_is_opened_once(place: str) -> None:
    stores = [open_store(place), open_store(place)]
    pit = _pit(stores[0])
    barrier = Barrier(2, timeout=60)
    opened: list[PitTable] = []

    def work(store: Store) -> None:
        mine = Pit(store, bytes, lambda: 0)
        for number in range(20):
            barrier.wait()
            opened.append(_open(mine, f"table {number}"))

    _together(work, stores)
    assert len(opened) == 40
    assert len(reconcile(stores[0]).books.felts) == 20
    assert pit.funds("ann") == 1_000_000
    for store in stores:
        store.close()


def test_people_at_two_tables_in_two_orders_do_not_make_the_tables_wait_in_a_ring(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL would find the ring after a second and break it; here nobody tries again after that."""
    monkeypatch.setattr("pitboss.ledger.postgres_store._TRY_AGAIN", frozenset())
    with databases.fresh("postgresql") as address:
        store = open_store(address)
        pit = _pit(store)
        tables = {("ann", "bob"): _open(pit, "one"), ("bob", "ann"): _open(pit, "two")}
        barrier = Barrier(2, timeout=60)

        def work(order: tuple[str, str]) -> None:
            table = tables[order]
            for number in range(ROUNDS):
                table.do("dealer", f"{table.id} open {number}", OpenRound())
                for seat, person in enumerate(order, 1):
                    table.do(person, f"{table.id} {number}", Bet(seat, person, {"pair_plus": 500}))
                barrier.wait()
                table.do("dealer", f"{table.id} void {number}", VoidRound("malfunction"))

        _together(work, list(tables))
        reconcile(store)
        store.close()


def _together(work: Callable[[T], None], on: Sequence[T]) -> None:
    """Does work in threads, one for each; all must come to their end."""
    ended: list[T] = []

    def worker(one: T) -> None:
        work(one)
        ended.append(one)

    threads = [Thread(target=worker, args=[one]) for one in on]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ended) == len(on)
