"""Errands between servers: each is done once or withdrawn, never both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import update

from pitboss.house.operator_journal import Change, Command, Errands, write_down
from pitboss.ledger import Store
from pitboss.ledger.schema import errands as rows
from pitboss.ledger.servers import forget_errands, outcome_of
from pitboss.round import Refusal
from tests.databases import databases, place, store
from tests.ledger.at_once import at_once

__all__ = ["databases", "place", "store"]

FREEZE = Command("console", "f", "freeze", {"table": "t", "why": "a quarrel"})


def test_an_errand_waits_until_it_is_claimed_and_is_answered_by_its_act(store: Store) -> None:
    errands = Errands(store)
    number = errands.send(FREEZE)
    assert errands.waiting() == [(number, FREEZE)]
    assert errands.look(number, FREEZE) is None

    def act() -> None:
        errands.claim(number)
        write_down(store, FREEZE, 1, Change({}, {"frozen": True}))

    store.together(act)
    assert errands.waiting() == []
    found = errands.look(number, FREEZE)
    assert found is not None
    assert (found.what, found.after["frozen"]) == ("freeze", True)
    assert errands.withdraw(number, FREEZE) == found  # it was too late for that


def test_what_is_refused_comes_back_as_it_was_said(store: Store) -> None:
    errands = Errands(store)
    number = errands.send(FREEZE)
    errands.refuse(
        number, Refusal("frozen", "This table is stopped already", "STD-12", "table", {"since": 4})
    )
    with pytest.raises(Refusal) as told:
        errands.look(number, FREEZE)
    assert vars(told.value) == vars(
        Refusal("frozen", "This table is stopped already", "STD-12", "table", {"since": 4})
    )


def test_of_a_claim_and_a_withdrawal_at_once_one_holds(store: Store) -> None:
    errands = Errands(store)
    for _ in range(6):
        number = errands.send(FREEZE)
        ways: list[Callable[[], object]] = [
            lambda number=number: errands.claim(number),  # type: ignore[misc]
            lambda number=number: errands.withdraw(number, FREEZE),  # type: ignore[misc]
        ]

        def tried(which: int, ways: list[Callable[[], object]] = ways) -> str:
            try:
                ways[which]()
            except Refusal as refusal:
                return refusal.code
            except Exception as fault:  # noqa: BLE001 - claimed, without an act in this test
                return type(fault).__name__
            return "done"

        claimed, withdrawn = at_once(2, tried)
        state = store.read(lambda connection, number=number: outcome_of(connection, number)).state  # type: ignore[misc]
        assert (state, claimed) in (("done", "done"), ("withdrawn", "withdrawn"))
        assert (withdrawn == "unavailable") == (state == "withdrawn")


def test_one_whose_time_is_over_is_nobodys(store: Store) -> None:
    errands = Errands(store)
    number = errands.send(FREEZE)
    store.write(lambda connection: connection.execute(update(rows).values(until=5)))
    assert errands.waiting() == []
    with pytest.raises(Refusal, match="withdrawn"):
        errands.claim(number)
    assert store.write(lambda connection: forget_errands(connection, 5)) == 0
    assert store.write(lambda connection: forget_errands(connection, 6)) == 1
