"""What takes its time shows on a terminal how far it is and the time that is left."""

from __future__ import annotations

import re

import pytest

from pitboss.odds import Game, optimal, plan_of, session
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.cli.streams import run_main

LONG = {
    "session rivers --bets ante=1000 --rounds 600 --bankroll 50000": "Counting 600 rounds",
    "odds --compare shine rivers": "Pricing 2 houses",
    "odds shine --set dealer.shows=2": "Pricing 3 Card Shine",
    "strategy rivers": "Weighing every hand of Rivers",
    "bankroll rivers --bets ante=1000 --rounds 300": "Counting Rivers",
}


@pytest.mark.parametrize("line", LONG)
def test_a_bar_on_a_terminal_ends_full_and_is_nowhere_else(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run_main(monkeypatch, line, terminal=True)
    last = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.err).strip().splitlines()[-1]
    assert last.startswith(LONG[line])
    assert last.endswith("100% 0:00:00 left")
    assert run_main(monkeypatch, line).err == ""


def test_a_session_tells_a_true_share_of_its_work_and_ends_the_same() -> None:
    game = Game(open_table(load_house("rivers")))
    price = game.price_bets({"ante": 1000})
    told: list[tuple[int, int]] = []
    followed = session(price, 400, 50_000, 2_000, progress=lambda done, every: told.append((done, every)))
    assert followed == session(price, 400, 50_000, 2_000)
    shares = [done / every for done, every in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    # Rounds cost more and more, so half of them are less than half of the work.
    assert shares[len(shares) // 2] < 0.5


def test_planning_tells_how_many_hands_are_planned() -> None:
    game = Game(open_table(load_house("shine", ["dealer.shows=2"])))
    told: list[tuple[int, int]] = []
    plan_of(game, optimal, {"ante": 1000}, lambda done, every: told.append((done, every)))
    assert len(told) > 20
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
