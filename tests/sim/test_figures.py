"""What is made of the counts: intervals that hold, a verdict that finds a wrong pay and spares right ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pitboss.odds import Game
from pitboss.odds.bank import bank_price
from pitboss.odds.sessions import session as exact_session
from pitboss.round.choices import every_wager
from pitboss.round.judge import WIDTH, cells, end_of
from pitboss.sheet import houses
from pitboss.sim import (
    Question,
    Session,
    Setup,
    Totals,
    confirm_run,
    exact_control,
    exact_seat,
    figures,
    run_rounds,
    setup,
)
from pitboss.sim.confirmation import ExactSeat
from pitboss.sim.intervals import Sample, controlled, share, waiting
from pitboss.sim.run_figures import reach, wager_nets
from tests.sim.coverage import share_held
from tests.sim.rounds import BETS, best_plan, seat_of, table_of

CATALOGUE = Path(__file__).parents[2] / "examples" / "catalogue"
ROUNDS = 200_000
OFTEN = 20  # rounds in which a line must have come for its pay to be seen


@cache
def run_of(house: str) -> tuple[Setup, Totals]:
    table = table_of(house)
    made = setup(Question(table, (seat_of(table, BETS[house]),)))
    return made, run_rounds(made, 1, ROUNDS)


@pytest.mark.parametrize("house", houses())
def test_exact_and_simulated_agree(house: str) -> None:
    held = confirm_run(*run_of(house))
    assert held.agrees, held.worst
    assert not held.missing
    assert {row.kind for row in held.rows} == {"mean", "wins", "line", "distribution"}
    assert {row.wager for row in held.rows if row.kind == "mean"} == set(BETS[house])


@pytest.mark.parametrize("sheet", ["prime", "teen-patti-pro"])
def test_bets_on_colours_and_on_the_dealers_hand_agree_with_exact_ones(sheet: str) -> None:
    table = table_of(f"{CATALOGUE / sheet}.toml")
    bets = every_wager(table)
    made = setup(Question(table, (seat_of(table, bets),)))
    held = confirm_run(made, run_rounds(made, 1, ROUNDS))
    assert held.agrees, held.worst
    assert not held.missing
    assert {row.wager for row in held.rows if row.kind == "distribution"} == set(bets)


@pytest.mark.parametrize("house", houses())
def test_a_pay_that_is_wrong_by_one_unit_in_one_line_is_found(house: str) -> None:
    made, totals = run_of(house)
    own = made.seats[0]
    planted = 0
    for place, line in enumerate(own.lines):
        at = cells(end_of(np.array([*totals.classes[0]])))[line.axis]
        came = np.bincount(at, [*totals.classes[0].values()], WIDTH)
        for key in {*line.paid_by.values()}:
            paid = [cell for cell, by in line.paid_by.items() if by == key]
            if came[paid].sum() < OFTEN:
                continue
            profit = line.profit.copy()
            profit[paid] += line.stake or BETS[house]["ante"]
            lines = (*own.lines[:place], replace(line, profit=profit), *own.lines[place + 1 :])
            wrong = replace(made, seats=(replace(own, lines=lines),))
            held = confirm_run(wrong, totals)
            assert not held.agrees, key
            planted += 1
    assert planted >= 8


@cache
def exact_of(house: str) -> ExactSeat:
    table = table_of(house)
    return exact_seat(Game(table), BETS[house], best_plan(table, tuple(BETS[house].items())).choose)


def test_intervals_of_many_runs_hold_the_exact_mean_as_often_as_they_say() -> None:
    kinds = {}
    for house in houses():
        for wager, chances in exact_of(house).wagers.items():
            unit = {Fraction(net, BETS[house][wager]): chance for net, chance in chances.items()}
            kinds[tuple(unit.items())] = (house, wager, chances)
    assert len(kinds) > 9  # several houses have the same pays
    for house, wager, chances in kinds.values():
        assert 0.945 <= share_held(chances, 100_000, 20_000) <= 0.98, (house, wager)


def test_an_interval_knows_of_pays_that_have_not_come() -> None:
    blind, aware = Sample({-100: 1000}), Sample({-100: 1000}, (-100, 99_900))
    assert blind.estimate_mean(0.95).width == 0
    mean = aware.estimate_mean(0.95)
    # The chance of the pay may be as large as a run of 1,000 rounds without it allows: 0.025 = (1 - p)^1000.
    assert mean.low == -100
    assert mean.high == pytest.approx(-100 + 100_000 * (1 - 0.025 ** (1 / 1000)), rel=1e-9)
    assert aware.estimate_stdev(0.95).high > 0
    assert figures(*run_of("rivers")).seats[0].wagers["six_card_bonus"].sample.ends == (-500, 500_000)


def test_intervals_of_played_runs_hold_the_exact_mean() -> None:
    runs, rounds = 100, 4_000
    made, exact = run_of("rivers")[0], exact_of("rivers")
    held = dict.fromkeys(exact.wagers, 0)
    for seed in range(runs):
        totals = run_rounds(made, seed, rounds)
        for wager in held:
            nets = Sample(wager_nets(made, totals, 0, wager), reach(made, 0, wager))
            mean = nets.estimate_mean(0.95)
            held[wager] += mean.low <= exact.mean(wager) <= mean.high
    assert min(held.values()) >= 0.88 * runs  # three standard errors below 0.95


def test_a_limited_bank_agrees_with_the_exact_one_and_its_control_narrows_it() -> None:
    table = table_of("napa-valley")
    question = Question(table, (seat_of(table, BETS["napa-valley"]),), stake=2_500)
    made = setup(question)
    totals = run_rounds(made, 5, ROUNDS)
    bank = figures(made, totals, 0.9999, exact_control(question)).bank
    exact = bank_price(Game(table), [BETS["napa-valley"]], 2_500)
    assert bank is not None
    assert bank.controlled is not None
    assert exact.cover is not None
    for estimate, value in (
        (bank.net.mean, exact.ev),
        (bank.controlled.mean, exact.ev),
        (bank.exhausted, exact.cover.exhausted),
        (bank.short, exact.cover.short),
        (bank.left, exact.cover.left_mean),
    ):
        assert estimate.low <= value <= estimate.high
    assert bank.controlled.mean.width < bank.net.mean.width
    seat = figures(made, totals, 0.9999).seats[0]
    assert seat.unpaid is not None
    assert seat.unpaid.low <= exact.seats[0].unpaid <= seat.unpaid.high


def test_ruin_is_that_of_the_exact_session() -> None:
    table = table_of("napa-valley")
    question = Question(table, (seat_of(table, {"ante": 1000}),), session=Session(12_000, 60))
    made = setup(question)
    found = figures(made, run_rounds(made, 3, ROUNDS), 0.9999).seats[0].session
    price = Game(table).price_bets({"ante": 1000})
    exact = exact_session(price, 60, 12_000, 2_000)
    assert found is not None
    assert found.ruin.low <= exact.ruin <= found.ruin.high
    assert found.left.low <= exact.mean <= found.left.high
    for percent, cents in exact.quantiles.items():
        if percent in found.left_quantiles:
            assert found.left_quantiles[percent].low <= cents <= found.left_quantiles[percent].high


def test_the_meter_is_won_as_often_as_its_hand_comes_and_grows_by_what_feeds_it() -> None:
    table = table_of("rivers")
    seat = seat_of(table, {"ante": 1000, "progressive": 100})
    made = setup(Question(table, (seat,) * 3, meter_mode="moves"))
    totals = run_rounds(made, 11, 400_000)
    meter = figures(made, totals, 0.9999).meter
    assert meter is not None
    assert meter.rounds.low <= Fraction(comb(52, 3), 3) <= meter.rounds.high
    # $1,000 and 25 cents of each of three bets a round (RIV-12), less what the next one may still wait for
    grown = Counter({100_000 + 75 * gap: count for gap, count in totals.meter.gaps.items()})
    assert sorted(totals.meter.at_hit.elements()) == sorted(grown.elements())


def test_figures_of_a_sample_are_those_of_its_values() -> None:
    sample = Sample(Counter([-1, -1, 0, 5, 7, 7]))
    assert (sample.size, sample.mean, sample.variance) == (6, Fraction(17, 6), Fraction(461, 30))
    assert sample.share_above(0, 0.95).value == 0.5
    assert sample.estimate_quantile(Fraction(1, 2), 0.95).value == 0
    assert sample.estimate_quantile(Fraction(3, 4), 0.95).value == 7
    assert share(0, 10, 0.95).low == 0
    assert waiting(0, 100, 0.95).as_json() == {
        "value": None,
        "low": pytest.approx(1 / (1 - 0.025 ** (1 / 100))),  # 100 rounds without a hit leave it this chance
        "high": None,
    }
    lone = Sample({3: 4})
    assert lone.estimate_mean(0.95).width == lone.estimate_stdev(0.95).width == 0


@pytest.mark.parametrize("size", [12, 300, 18_000])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_interval_of_a_share_holds_as_often_as_it_says(size: int, confidence: float) -> None:
    """Counted, not sampled: the binomial chances of all numbers of hits whose interval holds the share."""
    found = [share(hits, size, confidence) for hits in range(min(size, 60) + 1)]
    royal = 188 / comb(52, 6) * size
    for expected in (0.001, 0.01, 0.05, royal, 0.17, 0.3, 0.7, 1, 1.5, 2, 3, 3.7, 5, 7.5, 10):
        chance = expected / size
        held = sum(
            comb(size, hits) * chance**hits * (1 - chance) ** (size - hits)
            for hits, each in enumerate(found)
            if each.low <= chance <= each.high
        )
        assert held >= confidence - 1e-9, expected
    for hits in range(min(size, 60) + 1):
        turned = share(size - hits, size, confidence)
        assert (1 - turned.high, 1 - turned.low) == pytest.approx((found[hits].low, found[hits].high))


def test_a_royal_that_came_early_does_not_exclude_its_chance() -> None:
    """One royal of six cards in 18,000 rounds, where 0.17 are expected."""
    chance = 188 / comb(52, 6)
    for hits in (0, 1):
        found = share(hits, 18_000, 0.95)
        assert found.low <= chance <= found.high, hits


def test_the_two_intervals_of_a_share_meet() -> None:
    """The last that is counted is the wider one, by one or two per cent."""
    counted, wilson = share(1000, 10**6, 0.95), share(1001, 10**6, 0.95)
    assert 1 < counted.width / wilson.width < 1.03


def test_a_control_that_is_the_sample_itself_leaves_no_error() -> None:
    sample = Sample({-100: 600, 200: 400})
    product = sum(value * value * count for value, count in sample.counts.items())
    found = controlled(sample, sample, product, Fraction(15), 0.95)
    assert found.mean.value == pytest.approx(15)
    assert found.mean.width == pytest.approx(0, abs=1e-6)
    assert found.share_left == pytest.approx(0, abs=1e-12)
