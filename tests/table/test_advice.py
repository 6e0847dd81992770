"""Hands of bots and of who is away are weighed outside of the table's turn: the round waits, nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from pitboss.evening.model import Clock
from pitboss.ledger import Store
from pitboss.money import Cents
from pitboss.odds.bank import BankRound, BankWorth, bank_worth
from pitboss.odds.coach import Hand, Worth, worth_of
from pitboss.round import Refusal, open_table
from pitboss.round.table import Table
from pitboss.sheet import load_house
from pitboss.table import advice
from pitboss.table.answers import Asking
from pitboss.table.messages import DoneFrame, HearAdvice, Tick
from pitboss.table.table_runner import Room
from tests.table.orders import at
from tests.table.served import floor_of, open_with

RIVERS = open_table(load_house("rivers"))


class Slow:
    """Reckons when a test lets it, and sees whether a transaction is open meanwhile."""

    waits = True

    def __init__(self, store: Store) -> None:
        self.store = store
        self.go = asyncio.Event()
        self.asked: list[tuple[Hand, str]] = []
        self.fails = False

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        self.asked.append((hand, asker))
        await self.go.wait()
        if self.fails:
            raise Refusal("too_long", "This takes longer than 4 seconds to work out here", None)
        return worth_of(hand)

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        await self.go.wait()
        return bank_worth(asked)

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        return ()


Evening = Callable[[Room, Slow], Awaitable[None]]


class Time:
    """A clock that a test moves."""

    now = 0.0


def at_a_table(store: Store, evening: Evening, clock: Clock | None = None, time: Time | None = None) -> None:
    """Ann has bet at seat 1, beside a bot that plays by the odds, and the cards are dealt."""

    async def play() -> None:
        when, slow = time or Time(), Slow(store)
        async with floor_of(store, lambda: when.now, slow) as floor:
            room = await open_with(floor, "ann", sheet="rivers", clock=clock)
            await room.do(at(room).add_bot("optimal"))
            await room.do(at(room).bet("ann", "bet", 1, {"ante": 1000}, ""))
            await room.do(at(room).ready("ann"))
            await asyncio.sleep(0)
            await evening(room, slow)

    asyncio.run(play())


async def until(wanted: Callable[[], bool]) -> None:
    while not wanted():
        await asyncio.sleep(0.001)


async def until_paid(room: Room) -> None:
    """The round is paid, and the turn that did it is over."""
    await until(lambda: room.live.phase == "settled")
    await room.do(Tick())


def decided(room: Room, seat: int) -> tuple[str | None, str | None]:
    found = room.live.state.seat(seat) if room.live.state else None
    assert found is not None
    return found.action, found.by


def test_a_bots_hand_is_weighed_while_the_table_goes_on(store: Store) -> None:
    async def evening(room: Room, slow: Slow) -> None:
        await until(lambda: len(slow.asked) == 1)
        assert slow.asked[0][1] == f"table {room.live.id}"
        assert decided(room, 2) == (None, None)
        store.write(lambda connection: None)  # nobody holds the writer
        await room.do(at(room).decide("ann", "play", 1, "play", None))
        assert room.live.phase == "decisions"  # the round waits for the bot
        assert len(slow.asked) == 1  # and asks once
        slow.go.set()
        await until_paid(room)
        hand = slow.asked[0][0]
        assert decided(room, 2) == (worth_of(hand).best[0], "player")

    at_a_table(store, evening)


@pytest.mark.clause("STD-13")
def test_std_13_without_an_answer_the_away_rule_decides_and_says_so(store: Store) -> None:
    async def evening(room: Room, slow: Slow) -> None:
        slow.fails = True
        slow.go.set()
        await until(lambda: decided(room, 2)[0] is not None)
        assert decided(room, 2)[1] == "away rule"

    at_a_table(store, evening)


def test_who_leaves_is_played_for_once_the_answer_is_there(store: Store) -> None:
    async def evening(room: Room, slow: Slow) -> None:
        await room.do(at(room).instruct("ann", "away optimal"))
        await room.do(at(room).leave("ann"))
        await until(lambda: len(slow.asked) == 2)
        assert decided(room, 1) == (None, None)
        slow.go.set()
        await until_paid(room)
        assert decided(room, 1)[1] == "away optimal"
        assert room.live.seating.at(1) is None

    at_a_table(store, evening)


def test_a_clock_that_has_run_out_does_not_tick_for_ever(store: Store) -> None:
    """Ann's time is over and her hand is being weighed: until it is, there is nothing to be called for."""
    time = Time()

    async def evening(room: Room, slow: Slow) -> None:
        await room.do(at(room).instruct("ann", "away optimal"))
        time.now = 30.0
        await room.do(Tick())
        await until(lambda: len(slow.asked) == 2)
        assert room._timer is None
        slow.go.set()
        await until_paid(room)
        assert decided(room, 1)[1] == "away optimal"
        assert room._timer is not None

    at_a_table(store, evening, Clock(), time)


def test_the_coach_is_asked_outside_of_the_turn(store: Store) -> None:
    async def evening(room: Room, slow: Slow) -> None:
        asking = Asking(room, "ann", None, lambda what, fault: pytest.fail(f"{fault}"))
        said = {"t": "cmd", "id": "c", "rev": room.live.rev, "do": "coach", "seat": 1}
        answer = asyncio.create_task(asking.answer(json.dumps(said)))
        await until(lambda: len(slow.asked) == 2)
        assert slow.asked[1][1] == "person ann"
        await room.do(at(room).instruct("ann", "away fold"))  # the table is free
        slow.go.set()
        told = await answer
        assert isinstance(told, DoneFrame)
        assert told.coach is not None
        assert {each.id for each in told.coach.actions} == {"fold", "play"}

    at_a_table(store, evening)


def test_a_table_of_a_server_reckons_nothing_itself(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when it opens nor when it plays."""

    async def evening(room: Room, slow: Slow) -> None:
        def refuse(*given: object) -> None:
            pytest.fail("the table reckons")

        monkeypatch.setattr("pitboss.odds.house_prices.kept_game", refuse)
        await until(lambda: len(slow.asked) == 1)
        await room.do(at(room).decide("ann", "play", 1, "play", None))
        slow.fails = True
        slow.go.set()
        await until_paid(room)

    monkeypatch.setattr("pitboss.odds.Game", lambda *given: pytest.fail("the table reckons"))
    advice.break_evens.cache_clear()
    at_a_table(store, evening)


def test_a_meter_that_several_seats_share_is_fair_as_far_as_it_is_counted() -> None:
    """Every suited A-K-Q takes all of it: with one player and with two."""
    shared = load_house("rivers", ["pays.progressive.lines.mini_royal=100 % of the meter"])
    assert len(advice.break_evens(open_table(shared))) == 2
    assert len(advice.break_evens(RIVERS)) == 7


def test_what_nobody_waits_for_any_more_changes_nothing(store: Store) -> None:
    async def evening(room: Room, slow: Slow) -> None:
        await until(lambda: len(slow.asked) == 1)
        hand = slow.asked[0][0]
        await room.do(at(room).void("op", "void", "malfunction"))
        rev = room.live.rev

        await room.do(HearAdvice(hand, "play"))
        assert (room.live.rev, room.live.asked, room.live.advised) == (rev, (), {})

    at_a_table(store, evening)
