"""Work is stored whole or not at all, alone or with others in one commit; readers see one picture."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any, NoReturn

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from pitboss.ledger import SqliteStore, Store, Unreachable, open_store
from pitboss.ledger.accounts import MINT, Account, Overdrawn, Transfer, balance
from pitboss.ledger.database import bare_store
from pitboss.ledger.journal import keep_sheet, sheet_content
from pitboss.ledger.posting import move
from pitboss.ledger.store import Conflict, StoreFault
from tests.databases import Databases
from tests.ledger.at_once import at_once
from tests.ledger.books import CENT, added_up, balances, deed, fund, rows_of
from tests.ledger.reached import TornOff, listening, torn_at

ON_SQLITE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
Work = Callable[[Connection], Any]


def person(number: int) -> Account:
    return Account("person", f"p{number}")


def paid(number: int, cents: int = 1) -> Work:
    """Work that gives a person some money, and says so."""

    def work(connection: Connection) -> int:
        move(connection, deed(connection, f"d{number}"), [Transfer(MINT, person(number), cents * CENT, "x")])
        return number

    return work


def failing(number: int, fault: BaseException) -> Work:
    """Work that fails after it has written."""

    def work(connection: Connection) -> NoReturn:
        paid(number)(connection)
        raise fault

    return work


def overdrawing(number: int) -> Work:
    """Work that fails because the database refuses its second transfer."""

    def work(connection: Connection) -> None:
        paid(number)(connection)
        moved = [Transfer(person(number), MINT, 2 * CENT, "too much")]
        move(connection, deed(connection, f"d{number}"), moved)

    return work


def held_by(store: Store, number: int) -> int:
    return store.read(lambda connection: balance(connection, person(number)))


# Alone


@pytest.mark.parametrize("fault", [RuntimeError("no"), KeyboardInterrupt(), SystemExit(3)], ids=repr)
def test_an_exception_in_work_leaves_nothing_behind(store: Store, fault: BaseException) -> None:
    store.write(paid(1))
    before = rows_of(store)
    with pytest.raises(type(fault)):
        store.write(failing(2, fault))
    with pytest.raises(Overdrawn):
        store.write(overdrawing(3))
    with pytest.raises(Conflict):
        store.write(lambda connection: connection.execute(text("INSERT INTO sheets VALUES ('a', NULL)")))
    assert rows_of(store) == before
    assert store.write(paid(4)) == 4
    assert balances(store) == {"mint": -2 * CENT, "person:p1": CENT, "person:p4": CENT}


@pytest.mark.parametrize("point", ["store:before commit", "journal:deed"])
def test_work_that_is_torn_off_before_its_commit_leaves_nothing_behind(store: Store, point: str) -> None:
    before = rows_of(store)
    with torn_at(point), pytest.raises(TornOff):
        store.write(paid(1))
    assert rows_of(store) == before
    assert store.write(paid(1)) == 1
    assert held_by(store, 1) == CENT


def test_work_may_try_something_and_go_on_without_it(store: Store) -> None:
    def work(connection: Connection) -> str:
        paid(1)(connection)
        with pytest.raises(Overdrawn), connection.begin_nested():
            overdrawing(2)(connection)
        paid(3)(connection)
        return "done"

    assert store.write(work) == "done"
    assert balances(store) == {"mint": -2 * CENT, "person:p1": CENT, "person:p3": CENT}


def test_a_result_is_told_after_the_commit(store: Store) -> None:
    told: list[str] = []

    def work(connection: Connection) -> None:
        told.append("work")

    with listening(told.append):
        store.write(work)
        told.append("told")
    points = [f"store:{each}" for each in ("before commit", "committing", "committed", "after commit")]
    assert told == ["work", *points, "told"]


def test_what_was_stored_is_there_when_the_database_is_opened_again(store: Store, place: str) -> None:
    store.write(paid(1))
    store.close()
    again = open_store(place)
    assert held_by(again, 1) == CENT
    again.close()


# Waiting for the writer of a file


@ON_SQLITE
def test_the_turn_goes_to_the_thread_that_waits_longest(store: SqliteStore) -> None:
    stored = list[int]()

    def noted(number: int) -> Work:
        def work(connection: Connection) -> None:
            stored.append(number)

        return work

    def first(connection: Connection) -> None:
        for number in range(5):
            threads.append(Thread(target=store.write, args=(noted(number),)))
            threads[-1].start()
            while store.connections().waiting <= number:  # it waits before the next one comes
                pass

    threads = list[Thread]()
    store.write(first)
    for thread in threads:
        thread.join()
    assert stored == [0, 1, 2, 3, 4]
    assert store.connections().waiting == 0


@ON_SQLITE
@pytest.mark.posix
def test_who_is_interrupted_while_waiting_leaves_and_the_others_go_on(store: SqliteStore) -> None:
    inside, go_on, interrupted = Event(), Event(), Event()

    def first(connection: Connection) -> None:
        inside.set()
        go_on.wait()

    def interrupt() -> None:
        while store.connections().waiting == 0:
            pass
        while not interrupted.is_set():  # a signal that comes just before the wait wakes nobody
            os.kill(os.getpid(), signal.SIGINT)
            interrupted.wait(0.05)

    def once(*_: object) -> None:
        if not interrupted.is_set():
            interrupted.set()
            raise KeyboardInterrupt

    threads = [Thread(target=store.write, args=(first,)), Thread(target=interrupt)]
    before = signal.signal(signal.SIGINT, once)  # a shell's background jobs ignore it
    threads[0].start()
    inside.wait()
    threads[1].start()
    with pytest.raises(KeyboardInterrupt):
        store.write(paid(1))
    threads[1].join()
    signal.signal(signal.SIGINT, before)
    go_on.set()
    for thread in threads:
        thread.join()
    assert store.write(paid(2)) == 2
    assert balances(store) == {"mint": -CENT, "person:p2": CENT}


# Several steps in one transaction


@ON_SQLITE
def test_what_is_done_together_is_one_commit_and_sees_itself(store: SqliteStore) -> None:
    commits: list[str] = []

    def work() -> list[int]:
        store.write(paid(1))
        store.write(paid(2))
        assert elsewhere.read(lambda connection: balance(connection, person(1))) == 0
        return [held_by(store, 1), held_by(store, 2)]

    elsewhere = bare_store(store.engine.url.database or "")
    with listening(commits.append):
        assert store.together(work) == [CENT, CENT]
    assert commits.count("store:before commit") == 1
    assert elsewhere.read(lambda connection: balance(connection, person(2))) == CENT
    elsewhere.close()


@ON_SQLITE
def test_a_step_that_fails_is_undone_alone(store: SqliteStore) -> None:
    def work() -> int:
        store.write(paid(1))
        with pytest.raises(RuntimeError):
            store.write(failing(2, RuntimeError("no")))
        with pytest.raises(Overdrawn):
            store.write(overdrawing(3))
        return int(store.write(paid(4)))

    assert store.together(work) == 4
    assert balances(store) == {"mint": -2 * CENT, "person:p1": CENT, "person:p4": CENT}


def test_steps_that_end_with_an_exception_leave_nothing_behind(store: Store) -> None:
    def work() -> None:
        store.write(paid(1))
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        store.together(work)
    assert rows_of(store)["transfers"] == []
    assert store.write(paid(1)) == 1  # and it is no longer in the middle of anything
    assert held_by(store, 1) == CENT


@ON_SQLITE
def test_a_transaction_that_was_given_up_takes_no_further_step(store: SqliteStore) -> None:
    """As SQLite does when the disk is full: a later step must not be stored without the first."""

    def gives_up(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")

    def work() -> None:
        store.write(paid(1))
        with pytest.raises(Unreachable):
            store.write(gives_up)
        with pytest.raises(Unreachable, match="given up"):
            store.write(paid(2))

    with pytest.raises(Unreachable):
        store.together(work)
    assert rows_of(store)["transfers"] == []
    assert store.write(paid(3)) == 3


def test_together_on_any_database_everything_is_stored_when_it_returns(store: Store) -> None:
    def work() -> int:
        store.write(paid(1))
        return held_by(store, 1)

    assert store.together(work) == CENT
    assert held_by(store, 1) == CENT


@ON_SQLITE
def test_when_the_file_cannot_be_opened_everyone_who_waits_is_told(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        """The writer's connection, once it is seen that the file has gone."""

        def __getattr__(self, name: str) -> NoReturn:
            raise OperationalError(name, None, Exception("disk I/O error"))

        def invalidate(self) -> None:
            def connect() -> NoReturn:
                raise OperationalError("connect", None, Exception("unable to open database file"))

            monkeypatch.setattr(store.engine, "connect", connect)

    def fails_later(name: str) -> None:
        if name == "store:after commit":
            store._writer = Broken()  # type: ignore[assignment]

    with listening(fails_later):
        assert store.write(paid(0)) == 0  # then the connection breaks
        with pytest.raises(Unreachable):
            store.write(paid(1))
        with pytest.raises(Unreachable, match="unable to open database file"):
            store.write(paid(2))
        told = at_once(8, lambda number: store.write(paid(number)))
    assert [type(each) for each in told] == [Unreachable] * 8
    monkeypatch.undo()
    assert balances(store) == {"mint": -CENT, "person:p0": CENT}
    assert store.write(paid(1)) == 1


def test_many_threads_and_two_programs_lose_nothing(store: Store, place: str) -> None:
    stores = [store, open_store(place, synchronous="OFF")]

    def give(thread: int) -> None:
        for number in range(10):
            moved = [Transfer(MINT, person(0), CENT, "x"), Transfer(person(0), person(1), CENT, "y")]
            name = f"{thread} {number}"
            stores[thread % 2].write(
                lambda connection, name=name, moved=moved: move(connection, deed(connection, name), moved)  # type: ignore[misc]
            )

    assert at_once(6, give) == [None] * 6
    stores[1].close()
    assert balances(store) == {"mint": -60 * CENT, "person:p0": 0, "person:p1": 60 * CENT}
    assert balances(store) == added_up(store)


# Reading


def test_a_reader_sees_an_unchanging_picture(store: Store) -> None:
    fund(store, person(0), 10 * CENT)
    query = text("SELECT sum(balance) FROM accounts WHERE kind = 'person'")

    def look(connection: Connection) -> list[int]:
        seen = [connection.execute(query).scalar_one()]
        for number in (1, 2):
            store.write(paid(number))
            seen.append(connection.execute(query).scalar_one())
            seen.append(balance(connection, person(number)))
        return [int(each) for each in seen]

    assert store.read(look) == [10 * CENT, 10 * CENT, 0, 10 * CENT, 0]
    assert store.read(lambda connection: connection.execute(query).scalar_one()) == 12 * CENT


def test_a_writer_need_not_wait_for_readers_nor_they_for_it(store: Store) -> None:
    def work(connection: Connection) -> int:
        paid(1)(connection)
        return held_by(store, 1)  # another connection, which sees what is committed

    assert store.write(work) == 0
    assert held_by(store, 1) == CENT


def test_reading_leaves_nothing_behind(store: Store) -> None:
    before = rows_of(store)
    for work in (paid(1), failing(2, RuntimeError())):
        with pytest.raises((StoreFault, Unreachable)):
            store.read(work)
    assert rows_of(store) == before


# Opening


def test_a_sqlite_file_is_its_owners_alone_and_survives_a_power_cut(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pit.db"
    opened = open_store(path)
    settings = opened.write(
        lambda connection: [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    )
    assert settings == ["wal", 2, 1]  # 2 is FULL
    assert path.stat().st_mode & 0o077 == 0
    opened.close()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
@pytest.mark.parametrize("user", ["postgres", "ann"])
def test_an_address_keeps_its_user_password_and_host(scheme: str, user: str) -> None:
    url = bare_store(f"{scheme}://{user}:postgres:@host:5433/postgres").engine.url
    assert (url.username, url.password, url.host, url.port) == (user, "postgres:", "host", 5433)
    assert (url.database, url.drivername) == ("postgres", "postgresql+psycopg")


def test_a_store_does_not_tell_its_password() -> None:
    assert "hush" not in bare_store("postgresql://ann:hush@nowhere/db").url


def test_a_memory_of_its_own_is_lost_with_its_store(databases: Databases) -> None:
    one, other = open_store(":memory:"), open_store(":memory:")
    one.write(paid(1))
    assert (held_by(one, 1), held_by(other, 1)) == (CENT, 0)
    one.close()
    other.close()


def test_a_read_never_inserts(store: Store) -> None:
    """The database itself refuses it, and the next who writes on the same connection is not hindered."""
    with pytest.raises((StoreFault, Unreachable)):
        store.read(lambda connection: keep_sheet(connection, "aa", "{}"))
    store.write(lambda connection: keep_sheet(connection, "bb", "{}"))
    assert store.read(lambda connection: sheet_content(connection, "bb")) == "{}"
    with pytest.raises(StoreFault):
        store.read(lambda connection: sheet_content(connection, "aa"))
