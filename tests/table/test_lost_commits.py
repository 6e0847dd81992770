"""The answer to a commit is lost: a table finds out what is stored, under the same lease, and goes on."""

from __future__ import annotations

from typing import NoReturn

import pytest

from pitboss.errors import OutcomeUnknown
from pitboss.ledger import Store, Unreachable
from pitboss.ledger.journal import LeaseLost
from pitboss.table import Bet, Deal
from tests.ledger.books import CENT, balances
from tests.ledger.losing import answers_lost
from tests.table.test_lease import opened

BET = Bet(2, "bob", {"ante": 500})


def test_a_command_that_was_stored_is_answered_as_done(store: Store) -> None:
    table = opened(store)
    with answers_lost(stored=True):
        done = table.do("bob", "b", BET)
    assert (done.first, done.last, done.repeated) == (3, 3, False)
    assert [type(event).__name__ for event in done.events] == ["BetsPlaced"]
    assert table.state is not None
    assert [seat.player for seat in table.state.seats] == ["ann", "bob"]
    assert not table.do("op", "deal", Deal()).repeated
    assert table.pit.take("t").state == table.state


def test_a_command_that_was_not_stored_is_said_not_to_be_and_may_come_again(store: Store) -> None:
    table = opened(store)
    before = table.standing
    with answers_lost(stored=False), pytest.raises(Unreachable, match="nothing was stored"):
        table.do("bob", "b", BET)
    assert table.standing == before
    assert balances(store)["person:bob"] == 100_000 * CENT
    assert not table.do("bob", "b", BET).repeated


@pytest.mark.parametrize("stored", [True, False])
def test_as_long_as_nobody_can_say_it_is_unknown_and_later_done_once(
    store: Store, stored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(store)

    def away(*_: object) -> NoReturn:
        raise Unreachable("no network")

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.ledger.journal.settle_lease", away)
        with answers_lost(stored=stored), pytest.raises(OutcomeUnknown):
            table.do("bob", "b", BET)
        with pytest.raises(OutcomeUnknown):
            table.do("op", "deal", Deal())
    assert table.do("bob", "b", BET).repeated == stored
    assert balances(store)["person:bob"] == 99_000 * CENT  # the stake, and as much for Play
    assert not table.do("op", "deal", Deal()).repeated


def test_a_table_that_was_taken_in_between_is_not_gone_on_with(store: Store) -> None:
    table = opened(store)
    table.pit.take("t")
    table._unsure = True
    with pytest.raises(LeaseLost):
        table.do("bob", "b", BET)


def test_a_table_is_opened_and_money_granted_once_though_the_answer_was_lost(store: Store) -> None:
    pit = opened(store).pit
    with answers_lost(stored=True):
        pit.grant("ann", 500, "op", "more")
    with answers_lost(stored=False):
        pit.grant("ann", 500, "op", "even more")
    assert balances(store)["person:ann"] == (100_000 - 1_000 + 1_000) * CENT
    with answers_lost(stored=True):
        assert pit.take("t").standing.stored_table.epoch >= 2
