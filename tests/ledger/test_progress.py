"""Decisions of people: kept once, theirs to delete, gone with the account."""

from __future__ import annotations

from sqlalchemy import Connection

from pitboss.ledger import Store, history
from pitboss.ledger.balances import figures
from pitboss.ledger.history import bets_after
from pitboss.ledger.people import Name, add_guest, erase, name_person
from tests.ledger.decisions import MADE, rows_of


def test_what_was_found_is_kept_once_whoever_looks(store: Store) -> None:
    """On both databases: two who look at the same time, one who deletes meanwhile, an account that goes."""

    def person(connection: Connection) -> None:
        add_guest(connection, "ann", 0)
        name_person(connection, "ann", Name("Ann", "ann", "ann"), "hash")

    def keep(before: int, after: int) -> bool:
        return store.write(lambda connection: history.keep_found(connection, "ann", before, after, [MADE]))

    store.write(person)
    assert store.read(lambda connection: history.mark_of(connection, "ann")) == 0
    assert keep(0, 5)
    assert not keep(0, 5)
    assert rows_of(store) == 1
    assert store.write(lambda connection: history.forget(connection, "ann")) == 1
    assert not keep(5, 9), "it was deleted meanwhile"
    assert keep(0, 9)
    store.write(lambda connection: history.keep_decision(connection, "ann", MADE._replace(drill=4)))
    assert store.read(lambda connection: history.last_drill(connection, "ann", "rivers")) == 4
    assert store.read(lambda connection: history.last_drill(connection, "ann", "shine")) == 0
    latest = store.read(lambda connection: history.decisions_of(connection, "ann", most=1))
    assert latest == [MADE._replace(drill=4)]
    store.write(lambda connection: erase(connection, "ann", 0))
    assert rows_of(store) == 0
    assert store.read(lambda connection: history.mark_of(connection, "ann")) is None
    assert not keep(0, 1)


def test_looking_for_bets_opens_no_account(store: Store) -> None:
    assert store.read(lambda connection: bets_after(connection, "nobody yet", 0, 9)) == []
    assert store.read(figures).accounts == 0
