"""One process holds a table at a time: who has lost it writes nothing, and is none the worse for it."""

from __future__ import annotations

from random import Random
from typing import NoReturn

import pytest

from pitboss.errors import OutcomeUnknown
from pitboss.ledger import Store, Unreachable, open_store
from pitboss.ledger.journal import LeaseLost
from pitboss.round import EndDeal, Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitCommand, PitTable, StartDeal
from tests.ledger.at_once import at_once
from tests.ledger.books import CENT, balances, rows_of
from tests.ledger.losing import answers_lost


def opened(store: Store) -> PitTable:
    """A table where ann has bet."""
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    for person in ("ann", "bob"):
        pit.grant(person, 100_000, "op", person)
    table = pit.open("t", open_table(load_house("rivers")), "op", "open")
    table.do("op", "round", OpenRound())
    table.do("ann", "bet", Bet(1, "ann", {"ante": 500}))
    return table


def test_the_old_holder_writes_nothing_and_forgets_nothing(store: Store) -> None:
    old = opened(store)
    new = old.pit.take("t")
    assert new.standing.stored_table.epoch == old.standing.stored_table.epoch + 1
    before, standing = rows_of(store), old.standing
    asked: list[PitCommand] = [Bet(2, "bob", {"ante": 500}), Bet(2, "bob", {}), OpenRound(), EndDeal()]
    for number, command in enumerate(asked):
        with pytest.raises(LeaseLost, match="Another process holds the table 't' now"):
            old.do("bob", f"{number}", command)  # also what it would have refused by what it remembers
    assert rows_of(store) == before
    assert old.standing is standing
    assert not new.do("bob", "0", Bet(2, "bob", {"ante": 500})).repeated, "the id was not used up"
    assert balances(store)["person:bob"] == 99_000 * CENT


def test_the_old_holder_still_answers_what_was_done(store: Store) -> None:
    old = opened(store)
    new = old.pit.take("t")
    new.do("bob", "b", Bet(2, "bob", {"ante": 500}))
    before, standing = rows_of(store), old.standing
    assert old.do("ann", "bet", Bet(1, "ann", {"ante": 500})) == (2, 2, True, (), None)
    assert old.do("bob", "b", Bet(2, "bob", {"ante": 500})) == (3, 3, True, (), None)
    assert rows_of(store) == before
    assert old.standing is standing


def test_a_table_goes_back_and_forth_between_two_programs(store: Store, place: str) -> None:
    other_store = open_store(place)
    one = opened(store)
    two = Pit(other_store, Random(2).randbytes, lambda: 0).take("t")
    epochs = [one.standing.stored_table.epoch, two.standing.stored_table.epoch]
    two.do("bob", "b", Bet(3, "bob", {"ante": 700}, "0a" * 16))
    with pytest.raises(LeaseLost):
        one.do("op", "deal", StartDeal())
    one = one.pit.take("t")
    epochs.append(one.standing.stored_table.epoch)
    assert one.standing.seeds == {1: "", 3: "0a" * 16}
    one.do("op", "deal", StartDeal())
    with pytest.raises(LeaseLost):
        two.do("op", "end", EndDeal())
    two = two.pit.take("t")
    epochs.append(two.standing.stored_table.epoch)
    assert two.state == one.state
    assert epochs == [1, 2, 3, 4]
    other_store.close()


def test_a_right_refusal_of_the_holder_stays_a_refusal(store: Store) -> None:
    table = opened(store)
    with pytest.raises(Refusal):
        table.do("op", "x", EndDeal())
    table.do("op", "deal", StartDeal())


def test_of_many_who_command_the_same_table_each_command_is_done_once(store: Store) -> None:
    """Each takes the table and bets under an id that all share; in the end there is one bet."""
    pit = opened(store).pit

    def bet(_: int) -> str:
        while True:
            try:
                done = pit.take("t").do("bob", "shared", Bet(2, "bob", {"ante": 500}))
            except LeaseLost:  # another one took it in between
                continue
            return "again" if done.repeated else "done"

    told = at_once(4, bet)
    assert sorted(told) == ["again"] * 3 + ["done"]
    assert balances(store)["person:bob"] == 99_000 * CENT
    assert [row[1] for row in sorted(rows_of(store)["events"])] == [1, 2, 3]


def test_of_many_threads_at_one_table_each_command_is_done_in_turn(store: Store) -> None:
    table = opened(store)
    told = at_once(6, lambda n: table.do("bob", f"{n}", Bet(2, "bob", {"ante": 500 + 100 * n})))
    assert sorted(each.first for each in told) == [3, 4, 5, 6, 7, 8]
    assert table.state is not None
    seat = table.state.seat(2)
    assert seat is not None
    assert balances(store)["person:bob"] == (100_000 - 2 * seat.wagers["ante"]) * CENT
    assert table.pit.take("t").state == table.state


@pytest.mark.clause("RIV-12")
def test_riv_12_of_many_tables_opened_at_once_one_brings_the_meter(store: Store) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    rules = open_table(load_house("rivers"))
    told = at_once(5, lambda number: pit.open(f"t{number}", rules, "op", f"open {number}"))
    assert all(isinstance(each, PitTable) for each in told)
    assert balances(store) == {"mint": -100_000 * CENT, f"meter:{load_house('rivers').hash}": 100_000 * CENT}
    assert len(rows_of(store)["felts"]) == 5


def test_of_many_who_send_the_same_grant_at_once_one_gives(store: Store) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    told = at_once(5, lambda _: pit.grant("ann", 500, "op", "g"))
    assert sorted(each.repeated for each in told) == [False, True, True, True, True]
    assert balances(store) == {"mint": -500 * CENT, "person:ann": 500 * CENT}


# The answer to a commit is lost: a table finds out what is stored, under the same lease, and goes on
BET = Bet(2, "bob", {"ante": 500})


def test_a_command_that_was_stored_is_answered_as_done(store: Store) -> None:
    table = opened(store)
    with answers_lost(stored=True):
        done = table.do("bob", "b", BET)
    assert (done.first, done.last, done.repeated) == (3, 3, False)
    assert [type(event).__name__ for event in done.events] == ["BetsPlaced"]
    assert table.state is not None
    assert [seat.player for seat in table.state.seats] == ["ann", "bob"]
    assert not table.do("op", "deal", StartDeal()).repeated
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
            table.do("op", "deal", StartDeal())
    assert table.do("bob", "b", BET).repeated == stored
    assert balances(store)["person:bob"] == 99_000 * CENT  # the stake, and as much for Play
    assert not table.do("op", "deal", StartDeal()).repeated


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
