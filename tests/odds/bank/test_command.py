"""`pitboss bank`: what it prints, its JSON, and its refusals in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.odds import Game
from pitboss.round import Refusal
from tests.odds.bank.dealt import NAPA


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["bank", "napa-valley", *words, "--exact-only"], env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.stdout


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def test_without_a_seat_the_example_is_a_ten_dollar_ante() -> None:
    found = answer()
    assert found["seats"][0]["bets"] == {"ante": 1000}
    assert Fraction(found["ev_per_ante"]) == Fraction(229314, 12724075)
    assert (found["worst"], found["best"], found["enough"], found["stake"]) == (-2000, 2000, 2000, None)
    assert found["cover"] is found["refused"] is None


def test_where_ten_dollars_are_too_little_the_example_is_the_least_ante() -> None:
    assert answer("--set", "table.limits.min=2500")["seats"][0]["bets"] == {"ante": 2500}


def test_json_holds_the_whole_distribution_and_the_cover() -> None:
    found = answer("--seat", "ante=1000,pair_plus=500", "--stake", "5000")
    assert found["house"] == "napa-valley"
    assert found["strategy"] == "optimal"
    nets = {int(net): number for net, number in found["distribution"].items()}
    assert sum(nets.values()) == found["outcomes"] == Game(NAPA).dealing.sample_space
    assert Fraction(sum(net * number for net, number in nets.items()), found["outcomes"]) == Fraction(
        found["ev"]
    )
    assert Fraction(found["win_frequency"]) == Fraction(
        sum(number for net, number in nets.items() if net > 0), found["outcomes"]
    )
    cover = found["cover"]
    assert Fraction(cover["exhausted"]) == Fraction(cover["left"]["0"], found["outcomes"])
    seat = found["seats"][0]
    assert Fraction(seat["ev"]) == -Fraction(found["ev"])
    assert Fraction(seat["ev_full"]) - Fraction(seat["ev"]) == Fraction(seat["ev_lost"])
    assert Fraction(seat["unpaid"]) + Fraction(seat["uncollected"]) == Fraction(found["uncovered"])


def test_two_seats_are_told_in_eighty_columns() -> None:
    text = run("--seat", "ante=1000", "--seat", "ante=1000", "--stake", "3000")
    assert all(len(line) <= 80 for line in text.splitlines())
    for word in (
        *("a stake of $30", "NAPA-10", "NAPA-11", "Seat 2: Ante $10", "Standard deviation", "−$30", "Wins"),
        *("Used up to the last cent", "Mean uncovered", "Not paid", "as if all were covered"),
        "At a live table the bank stakes at least $500 (NAPA-16)",
    ):
        assert word in text


def test_four_seats_have_a_mean_and_a_reason_for_no_more() -> None:
    text = run(*["--seat", "ante=1000"] * 4)
    assert "+1.8022%" in text
    assert "No distribution for 4 seats" in text
    assert "Wins" not in text


def test_the_strategy_of_the_seats_can_be_given() -> None:
    found = answer("--strategy", "always", "--stake", "1500")
    assert found["strategy"] == "always"
    assert set(found["distribution"]) == {"-1500", "-1000", "0", "1500"}  # nobody folds an Ante


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seat", "ante"], "--seat 'ante': write cents, like ante=1000"),
        (["--stake", "0"], "stake must be above zero (NAPA-10)"),
        ([*["--seat", "ante=500"] * 4, "--stake", "2900"], "at most 2 seats, or a stake above $40"),
    ],
)
def test_what_cannot_be_priced_is_refused(words: list[str], says: str) -> None:
    done = CliRunner().invoke(app, ["bank", "napa-valley", *words, "--exact-only"])
    assert isinstance(done.exception, Refusal)
    assert says in str(done.exception)


def test_a_house_that_banks_itself_is_refused_in_one_sentence() -> None:
    words = [sys.executable, "-m", "pitboss", "bank", "rivers"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pitboss: Rivers is not player-banked")
    assert done.stderr.count("\n") == 1
