"""A transaction of PostgreSQL that is parked before its commit, and another one that waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection

from pitboss.ledger import Store

T = TypeVar("T")
_WAITS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0"
)


@contextmanager
def parked(store: Store, work: Callable[[Connection], Any]) -> Iterator[Connection]:
    """Work that is done and not committed while the block runs; then it is."""
    with store.engine.connect() as connection, connection.begin():
        work(connection)
        yield connection


@contextmanager
def beside(work: Callable[[], T]) -> Iterator[Future[T]]:
    """Work in a thread of its own, from the block's beginning on."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(work)


def until_waiting(store: Store, asked: Future[Any]) -> None:
    """Until a session waits for another's lock; fails when the work ends without waiting."""
    assert until_waiting_or_done(store, asked), "it did not wait"


def until_waiting_or_done(store: Store, asked: Future[Any]) -> bool:
    """Until a session waits for another's lock, or the work has ended without; gives whether it waits."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        while not connection.exec_driver_sql(_WAITS).scalar():
            if asked.done():
                return False
            time.sleep(0)
        return True
