"""Rebates against all paths in exact fractions, coupons against every cut-off, by settlement's own lines."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from pitboss.odds import Game, from_value
from pitboss.odds.prices import Price
from pitboss.odds.risk.offers import Rebate, best_quitting, coupon
from pitboss.odds.risk.ruin import lattice_of
from pitboss.round import Refusal
from pitboss.round.settlement import Line
from tests.odds.prices import game_of
from tests.odds.risk.test_bankrolls import BAD_COIN, GOOD_COIN, LUMPY


def naive(price: Price, terms: Rebate) -> Fraction:
    """The worth of a rebate, by recursion over every path."""

    def given(net: Fraction) -> Fraction:
        back = terms.share * max(Fraction(0), -net)
        return back if terms.most is None else min(back, Fraction(terms.most))

    @cache
    def worth(net: Fraction, done: int) -> Fraction:
        quits = net + given(net)
        if done == terms.rounds:
            return quits
        on = sum((n * worth(net + step, done + 1) for step, n in price.distribution.items()), Fraction(0))
        on /= price.outcomes
        return max(on, quits) if done >= terms.least else on

    return worth(Fraction(0), 0)


@pytest.mark.parametrize("price", [BAD_COIN, GOOD_COIN, LUMPY], ids=["bad", "good", "lumpy"])
@pytest.mark.parametrize(
    "terms",
    [
        Rebate(Fraction(1, 5), 1),
        Rebate(Fraction(1, 5), 9),
        Rebate(Fraction(1, 2), 8, least=4),
        Rebate(Fraction(1), 7, least=2, most=150),
        Rebate(Fraction(1, 10), 6, least=6),
    ],
    ids=str,
)
def test_a_rebate_is_what_all_paths_say(price: Price, terms: Rebate) -> None:
    found = best_quitting(lattice_of(price), terms)
    assert found.worth == pytest.approx(float(naive(price, terms)), abs=1e-9)
    never = Rebate(terms.share, terms.rounds, terms.rounds, terms.most)
    assert found.to_the_end == pytest.approx(float(naive(price, never)), abs=1e-9)
    # Wald: what is won is the rounds times the mean, and the rebate comes on top.
    assert found.worth == pytest.approx(found.expected_rounds * float(price.ev) + found.mean_rebate, abs=1e-9)


def test_the_best_point_to_quit_is_best_at_a_real_table() -> None:
    lattice = lattice_of(game_of("rivers").price_bets({"ante": 1000}))
    found = best_quitting(lattice, Rebate(Fraction(1, 5), 200))
    price = game_of("rivers").price_bets({"ante": 1000})
    assert found.worth == pytest.approx(found.expected_rounds * float(price.ev) + found.mean_rebate, abs=1e-6)
    assert found.worth > max(0, found.to_the_end)
    # The last decision can be done by hand: one more round, and the rebate on whatever is lost then.
    last = found.points[-1]
    net = Fraction(-1000)  # $10 behind: play on

    def kept(cents: Fraction) -> Fraction:
        return cents + max(Fraction(0), -cents) / 5

    on = sum((n * kept(net + step) for step, n in price.distribution.items()), Fraction(0)) / price.outcomes
    assert (on > kept(net)) == (last.loss is None or last.loss > 1000)
    assert [each.rounds for each in found.points] == list(range(1, 200))


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (Rebate(Fraction(0), 5), "more than 0 %"),
        (Rebate(Fraction(1, 5), 5, least=6), "at least one of the rounds"),
        (Rebate(Fraction(1, 5), 5, most=0), "above"),
    ],
)
def test_terms_that_say_nothing_are_refused(terms: Rebate, text: str) -> None:
    with pytest.raises(Refusal, match=text):
        best_quitting(lattice_of(BAD_COIN), terms)


Judge = Callable[[list[Line]], tuple[int, bool]]  # lines -> the net with the coupon, and whether it is kept


def worth_of_cut_off(game: Game, value: int, judge: Judge) -> Fraction:
    """The worth of a coupon to who plays from this value on, by the lines of each outcome class."""
    found = game.outcomes("ante", from_value(value))
    stake = found.wagers["ante"]
    net = kept = total = 0
    for each in found.classes:
        cents, keeps = judge(game.lines_of(found.wagers, each))
        net, kept, total = net + each.number * cents, kept + each.number * keeps, total + each.number
    return Fraction(net * 1000, (total - kept) * stake)


def match_play(lines: list[Line]) -> tuple[int, bool]:
    ante = next(line for line in lines if line.id == "ante")
    net = sum(line.profit for line in lines)
    return net + (ante.stake if ante.result == "win" else 0), ante.result == "push"


def free_bet(lines: list[Line]) -> tuple[int, bool]:
    ante = next(line for line in lines if line.id == "ante")
    net = sum(line.profit for line in lines)
    return net + (ante.stake if ante.result == "lose" else 0), ante.result == "push"


def first_loss(lines: list[Line]) -> tuple[int, bool]:
    net = sum(line.profit for line in lines)
    return max(net, 0), net >= 0


CUT_OFFS = range(0, 280, 8)  # values of high-card hands


@pytest.mark.parametrize(
    ("kind", "judge"), [("match_play", match_play), ("free_bet", free_bet), ("first_loss", first_loss)]
)
def test_a_coupon_is_worth_what_its_best_play_makes_of_it(kind: str, judge: Judge) -> None:
    game = game_of("rivers")
    found = coupon(game, kind, {"ante": 1000})  # type: ignore[arg-type]
    worths = [worth_of_cut_off(game, value, judge) for value in CUT_OFFS]
    assert max(worths) <= found.worth
    assert float(max(worths)) == pytest.approx(float(found.worth), rel=0.002)
    assert found.rounds >= 1


def test_insurance_of_a_wager_without_decisions_is_a_geometric_sum() -> None:
    """Pair Plus at Rivers wins on 5,660 of 22,100 hands: each time the insurance stays."""
    found = coupon(game_of("rivers"), "first_loss", {"pair_plus": 1000})
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744
    assert found.worth == Fraction(1000 * won, 16_440)
    assert found.rounds == Fraction(22_100, 16_440)


def test_a_coupon_for_the_ante_needs_one() -> None:
    with pytest.raises(Refusal, match="goes with the Ante"):
        coupon(game_of("rivers"), "free_bet", {"pair_plus": 1000})
