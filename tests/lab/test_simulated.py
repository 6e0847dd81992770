"""What cannot be counted in time is simulated, and every part of the Lab marks it so."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from io import StringIO

import pytest

from pitboss.desk.desk import Desk
from pitboss.lab import chart, figures, overview, sitting, what_if, written_csv
from pitboss.lab.bankroll_panels import bankroll_panel
from pitboss.lab.figures import OutOfTime, in_time, simulated_wagers
from pitboss.odds import Game
from pitboss.round import open_table
from pitboss.sheet import load_house
from torture.lab import QUESTIONS, check_answer

FEW = 1 << 17  # rounds


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No exact count ends in time; and what is simulated instead takes an eighth of its rounds."""

    @contextmanager
    def none(seconds: float) -> Iterator[None]:
        if seconds:
            raise OutOfTime
        yield

    monkeypatch.setattr(figures, "_at_most", none)
    monkeypatch.setattr(figures, "EFFORT", figures.EFFORT._replace(rounds=FEW))


def test_a_count_that_takes_too_long_is_ended() -> None:
    def endless() -> str:
        while True:
            pass

    assert (
        in_time(endless, lambda why: why, 0.05) == "Counting every deal takes longer than 0.05 seconds here"
    )
    assert in_time(lambda: "exact", lambda why: why, 60.0) == "exact"


def test_what_has_no_decision_stays_exact_and_the_rest_lies_in_its_interval(no_time: None) -> None:
    sets = ["dealer.qualifier.hand=jack high"]
    found = overview(what_if("rivers", sets))
    game = Game(open_table(load_house("rivers", sets)))
    assert [each.id for each in found.wagers] == ["pair_plus", "six_card_bonus", "progressive"]
    assert found.wagers[0].ev == "-402/5525"
    (ante,) = found.simulated
    assert ante.low < float(game.price("ante").ev) < ante.high
    assert ante.high - ante.low < 0.02
    assert (ante.simulation.seed, ante.simulation.rounds, ante.simulation.confidence) == ("1", FEW, 0.95)
    assert "simulated" in ante.simulation.words
    assert "Counting every deal takes longer than 4 seconds here" in ante.simulation.words
    assert found.refused == ()


def test_a_strategy_and_company_are_simulated_as_they_are_counted() -> None:
    for asked in (
        what_if("napa-valley", strategy="mimic"),
        what_if("rivers", ["dealer.shows=1"], players=2, meter=2_000_000),
    ):
        exact = {each.id: float(Fraction(each.ev)) for each in overview(asked).wagers}
        found, left = simulated_wagers(asked, dict.fromkeys(exact, "for comparison"))
        assert left == ()
        for each in found:
            assert each.low - 0.001 < exact[each.id] < each.high + 0.001, each


def test_every_part_of_the_lab_says_so(no_time: None) -> None:
    asked = what_if("pechanga", ["dealer.shows=2", "table.seats=5"])
    house = overview(asked)
    assert (house.wagers, [each.id for each in house.simulated]) == ((), ["ante", "double_shot"])
    rows = list(csv.DictReader(StringIO(written_csv(asked))))
    for row, made in zip(rows, house.simulated, strict=True):
        assert row["ev"] == row["refused"] == ""
        assert "takes longer" in row["simulated"]
        assert (
            float(row["mean_low"])
            == made.low
            < -float(row["house_edge"])
            < made.high
            == float(row["mean_high"])
        )
        assert (row["seed"], row["rounds"]) == ("1", str(FEW))
    best = chart(asked)
    assert "close to the best" in best.words[0]
    assert int(best.deals) == 22_100 * 1_176  # hands, and two of the other 49 cards
    assert best.totals.keys() == {"fold", "play", "draw"}
    course = sitting(asked, {"ante": 1000}, 50_000, 200)
    assert course.simulated is not None
    assert course.simulated.words in course.how
    assert bankroll_panel(asked, {"ante": 1000}, 50_000, 60).simulated is not None


def test_a_question_of_the_lab_never_ends_with_its_time() -> None:
    """Rules moved far, asked of a real worker: an answer comes. `make torture lab` asks more."""

    async def scene() -> bytes:
        desk = Desk(1)
        try:
            return await desk.ask("ann", QUESTIONS[0])
        finally:
            await desk.close()

    check_answer(QUESTIONS[0], asyncio.run(scene()))
