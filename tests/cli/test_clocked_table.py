"""Questions that the clock answers: time is told, a question that is over is given up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count
from random import Random
from typing import Any

import pytest

from pitboss.evening.model import Clock
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.live_floor import Floor
from pitboss.table.messages import Tick
from pitboss.table.settings import Settings
from pitboss.terminal.client import BankTeller
from pitboss.terminal.game import Session
from pitboss.terminal.input import Ears
from pitboss.terminal.local import OwnTable
from tests.table.orders import at
from tests.table.rig import new_store

CLOCK = Clock()


class Clocked(OwnTable):
    """A table with a clock that stands still until it is moved."""

    def __init__(self, house: str) -> None:
        self.time = 1_794_744_000.0
        ids = count(1)
        pit = Pit(new_store(), Random("clocked").randbytes, lambda: 0)
        for person in ("ann", "bob"):
            pit.grant(person, 100_000, "house", f"welcome {person}")
        floor = Floor(pit, ThreadPoolExecutor(1), lambda: self.time, lambda: f"id{next(ids)}")
        settings = Settings("T", CLOCK)
        super().__init__(floor, lambda: floor.open(settings, open_table(load_house(house)), "op", "t"), "ann")

    def seconds_left(self) -> float | None:  # type: ignore[override]
        end = self.view.state.deadline
        return datetime.fromisoformat(end).timestamp() - self.time if end else None

    def passes(self, seconds: float) -> None:
        self.time += seconds
        self._run(self.room.do(Tick()))

    def closes(self) -> None:
        self._run(self.floor.close("t", "op"))


class Script(Ears):
    """Answers questions with lines, and lets things happen while a question is open."""

    def __init__(self, *steps: str | Callable[[], None], idle: Sequence[Callable[[], None]] = ()) -> None:
        super().__init__()
        self.idle = iter(idle)
        self.steps: Iterator[str | Callable[[], None]] = iter(steps)

    def _line(self, prompt: str, is_over: Callable[[], bool]) -> str | None:
        while callable(step := next(self.steps)):
            step()
            if is_over():
                return None
            if not self._asked:
                self._put(prompt)
        return f"{step}\n"

    def unasked(self) -> None:
        """While the others are waited for, one thing after the other happens."""
        next(self.idle)()


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Clocked]:
    made = Clocked(getattr(request, "param", "shine"))
    made.say("sit", seat=1)
    yield made
    made.close()


@pytest.mark.clause("STD-13")
def test_the_clock_is_told_and_decides_std_13(table: Clocked, capsys: pytest.CaptureFixture[str]) -> None:
    ears = Script(
        "10", lambda: table.passes(16), lambda: table.passes(1), lambda: table.passes(9), table.closes
    )
    Session(table, ears, lambda: None, None).run()
    said = capsys.readouterr().out
    question = "Seat 1: fold or play? "
    begins = "25 s to decide (more: longer).\n"
    assert f"{begins}{question}\n9 s to decide (more: longer).\n{question}\nSeat 1 " in said
    assert said.count(" s to decide") == 2  # the last seconds are told once
    assert "(the platform's decision, STD-13).\n" in said
    assert "Round 2. You have " in said
    asked = "Bets for seat 1, in dollars (for example: 10, Enter for Ante $10)? "
    assert f"{asked}\nThe host has closed the table.\n1 round played." in said


def test_more_time_is_told_when_it_is_given(table: Clocked, capsys: pytest.CaptureFixture[str]) -> None:
    ears = Script("10", "more", lambda: table.passes(30), "fold", "quit")
    Session(table, ears, lambda: None, None).run()
    said = capsys.readouterr().out
    assert "more\nSeat 1: fold or play? \n10 s to decide (more: longer).\nSeat 1: fold or play? fold" in said


def test_a_round_that_the_operator_voids_gives_everything_back(
    table: Clocked, capsys: pytest.CaptureFixture[str]
) -> None:
    def voids() -> None:
        table._run(table.room.do(at(table.room).void("op", "void", "malfunction")))

    Session(table, Script("10", voids, "quit"), lambda: None, None).run()
    said = capsys.readouterr().out
    assert "The round is void: a malfunction (STD-12). Every wager is returned." in said
    assert "You: $0 this round, $1,000 in hand." in said


def test_a_table_that_is_stopped_says_so(table: Clocked, capsys: pytest.CaptureFixture[str]) -> None:
    def freezes(frozen: bool) -> Callable[[], None]:
        return lambda: table._run(table.room.do(at(table.room).freeze(frozen)))

    Session(table, Script(freezes(True), "10", freezes(False), "10", "f", "quit"), lambda: None, None).run()
    said = capsys.readouterr().out
    assert "The table is stopped for the moment." in said
    assert "Refused: The table is stopped for the moment." in said
    assert "The table goes on." in said
    assert "You: −$10 this round, $990 in hand." in said


@pytest.mark.parametrize("table", ["napa-valley"], indirect=True)
@pytest.mark.parametrize(("answer", "bank"), [("bank", "you"), ("pass", "the house's proposition player")])
@pytest.mark.clause("NAPA-16")
def test_napa_16_a_bank_whose_turn_comes_after_the_bets_is_asked_about(
    table: Clocked, capsys: pytest.CaptureFixture[str], answer: str, bank: str
) -> None:
    table._run(table.room.come("bob", "Bob"))
    table._run(table.room.do(at(table.room).sit("bob", 3)))
    table._run(table.room.do(at(table.room).want_bank("bob", True)))

    def bob_passes() -> None:
        table._run(table.room.do(at(table.room).pass_bank("bob")))

    def bob_bets() -> None:
        table._run(table.room.do(at(table.room).bet("bob", "bob bets", 3, {"ante": 500})))
        table._run(table.room.do(at(table.room).ready("bob")))

    ears = Script("bank", "10", answer, "fold", idle=[bob_passes, bob_bets])
    session = Session(table, ears, lambda: None, None)
    with pytest.raises(StopIteration):  # there the script ends
        session.run()
    said = capsys.readouterr().out
    assert "Another player has the bank now; you are asked when it is your turn." in said
    assert (
        "The bank is passed on.\n20 s to bet.\n"
        "The bank is offered to you (bank, with dollars like 500, or pass)? " in said
    )
    assert re.search(rf"^A bank of \$[0-9,]+ is put up by {bank}\.$", said, re.MULTILINE)
    assert ("Seat 1 (you) takes the bet back." in said) == (bank == "you")
    assert "Cards are dealt to " in said


def test_who_comes_in_the_middle_of_a_round_is_told_how_it_stands(
    table: Clocked, capsys: pytest.CaptureFixture[str]
) -> None:
    table._run(table.room.come("bob", "Bob"))
    table._run(table.room.do(at(table.room).sit("bob", 3)))
    table._run(table.room.do(at(table.room).bet("bob", "bets", 3, {"ante": 500})))
    table.passes(CLOCK.bets)

    def bob_folds() -> None:
        table._run(table.room.do(at(table.room).decide("bob", "folds", 3, "fold", None)))

    ears = Script("quit", idle=[bob_folds, lambda: table.passes(CLOCK.result)])
    Session(table, ears, lambda: None, None).run()
    said = capsys.readouterr().out
    under_way = [
        "Round 1. You have $1,000 ($0). It is under way.",
        "Seat 3 (Bob) bets Ante $5.",
        "Cards are dealt to seat 3 and the dealer.",
        "Waiting for Bob.",
        "Seat 3 folds.",
    ]
    assert "\n".join(under_way) in said
    assert said.index("Seat 3 folds.") < said.index("Seat 3 holds ")
    assert "You: " not in said
    assert "Round 2. You have $1,000 ($0)." in said
    assert said.endswith("quit\n0 rounds played. You leave with $1,000: $0.\n")


@pytest.mark.parametrize("table", ["napa-valley"], indirect=True)
@pytest.mark.clause("NAPA-11")
def test_napa_11_the_bank_asks_for_its_account(table: Clocked, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the end what can come of it with its price, afterwards what came of it; others have none."""

    def account() -> None:
        BankTeller(table, print).answer(table.view)

    def bob(do: str, **fields: Any) -> Callable[[], None]:
        return lambda: table._run(table.room.do(at(table.room).say("bob", do, **fields)))

    table._run(table.room.come("bob", "Bob"))
    bob("sit", seat=3)()
    bets = bob("bets", seat=3, wagers={"ante": 500}, seed="")
    idle = [bets, account, bob("ready"), bob("fold", seat=3), account]
    with pytest.raises(StopIteration):  # there the script ends
        Session(table, Script("account", "bank 500", idle=idle), lambda: None, None).run()
    said = capsys.readouterr().out
    assert "You do not hold the bank.\n" in said
    ahead, _, after = said.partition("Cards are dealt")
    assert "Seat 3 (Bob): Ante $5. You can win $10 and lose $10; covered in full.\n" in ahead
    assert "At worst the bank's round is −$10, at best +$10.\n" in ahead
    # 229,314 of 12,724,075 of an Ante of $5
    assert "On average the round is worth +$0.0901 to you, with full cover" in ahead
    told = "Seat 3 (Bob): Ante $5 brings $5. For the bank +$5; cover left $495.\n"
    assert told in after, after
