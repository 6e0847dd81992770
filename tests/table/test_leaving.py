"""Who goes for good costs the others no time; and a hand that everybody sits out."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from pitboss.evening.model import Clock
from pitboss.ledger import Store
from pitboss.ledger.journal import LeaseLost
from pitboss.round import Refusal, away_decision, open_table
from pitboss.sheet import load_house, sheet_from_content
from pitboss.table import PROPOSITION, Pit
from pitboss.table.live_floor import Floor as Lobby
from pitboss.table.messages import Tick
from pitboss.table.seating import Instruction
from pitboss.table.settings import Settings, left_open
from pitboss.table.table_runner import Room
from tests.databases import databases, place, store
from tests.ledger.books import balances
from tests.table.leaving import KINDS, night
from tests.table.orders import at
from tests.table.rig import CLOCK, HOUSES, PURSE, Floor, new_store

__all__ = ["databases", "place", "store"]


@pytest.mark.parametrize("house", HOUSES)
def test_bets_that_were_not_dealt_go_back_and_the_seats_become_free(house: str) -> None:
    floor = Floor(house, None)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.live.leave("ann", floor.now)
    assert floor.in_hand("ann") == PURSE
    assert set(floor.seats().values()) == {"bob"}
    floor.deal("bob")  # nobody is waited for


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.clause("STD-13")
def test_std_13_the_away_rule_decides_an_open_hand_at_once(house: str) -> None:
    floor = Floor(house, None)
    floor.dealt("ann", "bob")
    rule = away_decision(floor.state, 1)
    floor.live.leave("ann", floor.now)
    assert floor.decided(1) == (rule.action, "away rule")
    assert floor.seats_of("ann") == (1,)  # until the hand is over
    floor.play("bob", "fold")
    assert floor.phase == "settled"
    assert floor.seats() == {2: "bob"}


@pytest.mark.parametrize("instruction", ["away fold", "away optimal"])
@pytest.mark.clause("STD-13")
def test_std_13_an_instruction_holds_for_who_leaves(instruction: Instruction) -> None:
    floor = Floor("shine", None)
    floor.dealt("ann", "bob")
    floor.instruct("ann", instruction)
    floor.live.leave("ann", floor.now)
    assert floor.decided(1)[1] == instruction


def test_who_has_decided_leaves_when_the_round_is_over() -> None:
    floor = Floor("rivers", None)
    floor.dealt("ann", "bob")
    floor.play("ann")
    floor.live.leave("ann", floor.now)
    assert floor.decided(1) == ("play", "player")
    assert floor.seats_of("ann") == (1,)


def test_a_bank_that_leaves_pays_and_collects_until_its_round_is_over() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    floor.bet("bob")
    floor.live.leave("ann", floor.now)
    assert floor.state.bank is not None
    assert floor.state.bank.player == "ann"
    floor.ready("bob")  # the bank is not waited for
    floor.play("bob")
    assert floor.phase == "settled"
    assert floor.seats() == {2: "bob"}
    assert floor.live.turn.offered is None


@pytest.mark.parametrize("house", HOUSES)
def test_bets_go_back_to_who_leaves_a_table_that_is_stopped(house: str) -> None:
    floor = Floor(house, None)
    floor.sit("ann", "bob")
    floor.bet("ann")
    floor.live.freeze(True, floor.now)
    floor.live.leave("ann", floor.now)
    assert floor.in_hand("ann") == PURSE
    assert floor.seats() == {2: "bob"}
    assert floor.refused(floor.live.leave, "zoe", floor.now).code == "not_here"


@pytest.mark.parametrize("clock", [CLOCK, None])
@pytest.mark.clause("STD-13")
def test_std_13_a_hand_of_who_leaves_a_stopped_table_is_decided_when_it_goes_on(clock: object) -> None:
    floor = Floor("rivers", CLOCK if clock else None)
    floor.dealt("ann", "bob")
    rule = away_decision(floor.state, 1)
    floor.live.freeze(True, floor.now)
    floor.live.leave("ann", floor.now)
    floor.wait(1e6)
    assert floor.decided(1) == (None, None)
    floor.restart()  # the mark outlives the process
    floor.live.freeze(False, floor.now)
    assert floor.decided(1) == (rule.action, "away rule")
    assert floor.state.waiting == (2,)


def test_a_bank_leaves_a_stopped_table_when_nobody_has_bet_or_all_have_left() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    floor.live.want_bank("ann", True, floor.now)
    floor.take_bank("ann")
    floor.bet("bob")
    floor.live.freeze(True, floor.now)
    floor.live.leave("ann", floor.now)
    assert floor.state.bank is not None
    floor.live.leave("bob", floor.now)
    assert floor.state.bank is None
    floor.money_is_back()
    assert floor.seats() == {}


@pytest.mark.parametrize("house", HOUSES)
def test_without_a_clock_bots_play_a_hand_that_everybody_sits_out(house: str) -> None:
    floor = Floor(house, None)
    floor.sit("ann", "bob")
    floor.live.add_bot("always", floor.now)
    floor.ready("ann")
    assert not floor.state.seats  # bob may still bet
    floor.ready("bob")
    assert floor.phase == "settled"
    assert [seat.number for seat in floor.state.seats] == [3]
    assert (floor.state.bank is not None) == (house == "napa-valley")
    if floor.state.bank is not None:
        assert floor.state.bank.player == PROPOSITION
    assert (floor.in_hand("ann"), floor.in_hand("bob")) == (PURSE, PURSE)
    floor.live.next("ann", floor.now)
    floor.wait(1000)
    assert not floor.state.seats  # the next hand is another one


def test_where_a_clock_runs_bots_wait_for_a_person_who_bets() -> None:
    floor = Floor("rivers", CLOCK)
    floor.sit("ann")
    floor.live.add_bot("always", floor.now)
    floor.ready("ann")
    floor.wait(1000)
    assert floor.state.seats == ()


@pytest.mark.clause("NAPA-16")
def test_napa_16_who_has_held_the_bank_for_two_rounds_is_told_so() -> None:
    floor = Floor("napa-valley", None)
    floor.sit("ann", "bob")
    for _ in range(2):
        floor.live.want_bank("ann", True, floor.now)
        floor.take_bank("ann")
        floor.bet("bob")
        floor.ready("bob", "ann")
        floor.play("bob")
        floor.live.next("bob", floor.now)
    refusal = floor.refused(floor.take_bank, "ann")
    assert (refusal.code, refusal.clause) == ("not_offered", "NAPA-16")
    assert refusal.text == "The bank is held for at most 2 rounds in a row"
    assert floor.refused(floor.take_bank, "bob").text == "The bank is not offered to you now"


# One table among all


def test_a_terminals_table_is_taken_up_by_nobody_but_its_own_process() -> None:
    """Its sheet may be anybody's: it is in the database."""
    sheet = load_house("rivers", ("dealer.shows=1",))
    store, ids = new_store(), count(1)
    pit = Pit(store, bytes, lambda: 0)

    def floor() -> Lobby:
        return Lobby(pit, ThreadPoolExecutor(1), lambda: 0.0, lambda: f"id{next(ids)}")

    async def evening() -> tuple[int, Room, Room, Room]:
        own = await floor().open(Settings("own", None, terminal=True), open_table(sheet), "ann", "terminal:1")
        public = await floor().open(Settings("public", None), open_table(load_house("shine")), "op")
        await own.come("ann", "Ann")
        await own.do(at(own).sit("ann", 1))
        server = floor()
        taken_up = await server.start()
        with pytest.raises(Refusal, match="no such table"):
            server.room("terminal:1")
        await own.do(at(own).next("ann"))  # it is still this process's own
        again = await floor().take("terminal:1")
        return taken_up, own, public, again

    taken_up, own, public, again = asyncio.run(evening())
    assert taken_up == 1
    assert again.live.table.sheet.hash == sheet.hash
    assert again.live.table.sheet == sheet_from_content(sheet.content)
    assert [(each.id, each.seats) for each in again.live.seating.seated()] == [("ann", (1,))]
    with pytest.raises(LeaseLost):  # which it was, until it was taken over
        asyncio.run(own.do(Tick()))
    assert [kept.felt for kept, _ in store.read(left_open)] == [public.live.id, "terminal:1"]
    assert sum(balances(store).values()) == 0
    with pytest.raises(Refusal, match="no such table"):
        asyncio.run(floor().take("terminal:2"))


# Whatever people do: once all have left and the longest wait is over, everybody's money is in hand
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", KINDS, ids=["public", "private", "clock"])
@pytest.mark.parametrize("number", range(2))
def test_who_leaves_has_their_money_free_in_the_end(
    house: str, kind: tuple[Clock | None, bool], number: int
) -> None:
    night(house, kind, number)


def test_on_both_databases(store: Store) -> None:
    night("napa-valley", KINDS[0], 0, store=store)
