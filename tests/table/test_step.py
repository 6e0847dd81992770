"""A call at a live table is a function: no database, no clock and no luck of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any

import pytest

from pitboss.canonical import START
from pitboss.evening.model import Clock
from pitboss.ledger.accounts import MINT, Transfer
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.store import Prepared
from pitboss.money import MICRO
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house
from pitboss.table import steps, stored_calls
from pitboss.table.live_state import LiveState
from pitboss.table.messages import Come, TableCommand, Tick
from pitboss.table.planning import Supply
from pitboss.table.settings import Settings
from pitboss.table.steps import Outcome, asked_of, step
from pitboss.table.table_state import Standing
from pitboss.table.till import Books, Unread
from tests.table.evening import Evening
from tests.table.orders import Orders
from tests.table.rig import HOUSES, Floor

PURSE = 100_000


def new_table(house: str, clock: Clock | None = None) -> LiveState:
    """A table that is in no database."""
    table = open_table(load_house(house))
    sheet = table.sheet
    meter = "t" if sheet.meter is not None else None
    stored = StoredTable("t", sheet.hash, table.min, table.max, 0, 0, 0, START, False, "house", meter)
    return LiveState(table, Settings("t", clock), Standing(stored))


class Paper:
    """A table played on paper: its state, and what everybody has, by the transfers alone."""

    def __init__(self, live: LiveState) -> None:
        self.live = live
        self.ids = count(1)
        self.supply = Supply(Random("paper").randbytes, self.new_id)
        till = live.till
        people = {till.purse(each): PURSE * MICRO for each in ("ann", "bob")}
        self.books = Books({**people, till.house: 0, MINT: -2 * PURSE * MICRO}, meter=0, gathering=())
        self.moved: list[Transfer] = []

    def new_id(self) -> str:
        return f"id {next(self.ids)}"

    @property
    def orders(self) -> Orders:
        return Orders(self.live, self.new_id)

    def do(self, command: TableCommand, now: float = 0.0) -> Outcome:
        asked = asked_of(self.live, command)
        outcome = step(self.live, command, now, self.books, self.supply, asked)
        for each in outcome.plans:
            self.books = self.books.after(each.moved)
            self.moved += each.moved
        self.supply = Supply(Random("paper").randbytes, self.new_id)
        self.live = outcome.state
        return outcome

    def held(self, person: str) -> int:
        return self.books.balance(self.live.till.purse(person)) // MICRO


def test_a_round_is_played_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prepared, "run", lambda *_: pytest.fail("a database was asked"))
    paper = Paper(new_table("shine"))
    for seat, person in enumerate(("ann", "bob"), 1):
        paper.do(Come(person, person.title()))
        paper.do(paper.orders.sit(person, seat))
        paper.do(paper.orders.bet(person, f"bet {person}", seat, {"ante": 1000}))
    assert (paper.held("ann"), paper.live.stacks["ann"]) == (PURSE - 2000, PURSE - 2000)
    paper.do(paper.orders.ready("ann"))
    assert paper.live.phase == "bets"
    dealt = paper.do(paper.orders.ready("bob"))
    assert paper.live.phase == "decisions"
    assert [each.name for each in dealt.plans] == ["StartDeal", "EndDeal", "Alone"]
    paper.do(paper.orders.decide("ann", "fold", 1, "fold"))
    paper.do(paper.orders.decide("bob", "play", 2, "play"))
    assert paper.live.phase == "settled"
    paid = paper.live.last
    assert paid is not None
    assert paid.ended is not None
    for seat, person in ((1, "ann"), (2, "bob")):
        net = next(each.net for each in paid.ended.seats if each.seat == seat)
        assert paper.live.stacks[person] == paper.held(person) == PURSE + net
    assert paper.held("ann") == PURSE - 1000


def test_a_refusal_leaves_the_value_as_it_was() -> None:
    paper = Paper(new_table("shine"))
    paper.do(Come("ann", "Ann"))
    before, books = paper.live, paper.books
    with pytest.raises(Refusal, match="Sit down first"):
        paper.do(paper.orders.ready("ann"))
    assert paper.live is before
    assert paper.books is books


def test_what_the_books_lack_is_asked_for_all_at_once() -> None:
    live = new_table("napa-valley")
    with pytest.raises(Unread) as asked:
        step(live, Tick(), 0.0, Books(), Supply(Random(1).randbytes, lambda: "id"), None)
    assert {each.kind for each in asked.value.accounts} == {"house", "proposition", "mint"}


def contents(state: LiveState) -> tuple[object, ...]:
    """What could be changed in place, if anybody did."""
    return (
        dict(state.stacks),
        dict(state.revisions.seats),
        dict(state.advised),
        dict(state.seating.people),
        dict(state.standing.seeds),
        state.standing,
        state.rev,
    )


@contextmanager
def nothing_is_read(patch: pytest.MonkeyPatch) -> Iterator[None]:
    with patch.context() as broken:
        broken.setattr(Prepared, "run", lambda *_: pytest.fail("a step has asked the database"))
        yield


@pytest.mark.parametrize("house", HOUSES)
def test_the_same_call_gives_the_same_outcome(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a whole evening: each step is taken twice, and the table before it is as it was."""
    taken = 0

    def twice(
        state: LiveState, command: TableCommand, now: float, books: Books, supply: Supply, *more: Any
    ) -> Outcome:
        nonlocal taken
        before, held = contents(state), dict(books.balances)
        with nothing_is_read(monkeypatch):
            first = steps.step(state, command, now, books, supply, *more)
            second = steps.step(state, command, now, books, supply, *more)
        assert first == second
        assert (contents(state), dict(books.balances)) == (before, held)
        taken += 1
        return first

    monkeypatch.setattr(stored_calls, "step", twice)
    evening = Evening(Floor(house), Random(f"pure {house}"))
    while evening.rounds < 4 and taken < 400:
        evening.step()
    assert taken > 40
