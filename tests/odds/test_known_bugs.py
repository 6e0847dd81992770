"""Faults of the price engine that were found and mended."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.odds import Game, NotPriced, advise, strategy
from pitboss.round import Refusal, open_table
from pitboss.round.choices import check_wagers
from pitboss.sheet import load_house
from tests.odds.counting import cards


@pytest.mark.parametrize("bets", [{"ante": 0}, {"ante": 1}, {"ante": 500, "nonsense": 500}, {"ante": 10**16}])
def test_a_bet_the_table_refuses_is_refused(bets: dict[str, int]) -> None:
    game = Game(open_table(load_house("rivers")))
    refused = 0
    try:
        advise(game, cards("Qs 6h 4d"), bets=bets)
    except Refusal:
        refused += 1
    try:
        strategy(game, bets)
    except Refusal:
        refused += 1
    assert refused == 2


def test_cash_bonuses_weigh_the_same_in_strategy_and_price() -> None:
    game = Game(open_table(load_house("rivers", ['pays.ante_bonus.lines.straight="$30"'])))
    total = sum((each.multiplicity * max(each.worth.values()) for each in strategy(game)), Fraction(0))
    assert total / 22100 == game.price("ante").ev


def test_a_fixed_wager_is_priced_beside_an_equal_ante() -> None:
    fixed = (
        'wager.double_shot={label="Double Shot",clause="PEC-2",fixed={cents=500,clause="PEC-2"},'
        'fold={does="lose",clause="PEC-3"}}'
    )
    free = Game(open_table(load_house("pechanga"))).price("double_shot")
    assert Game(open_table(load_house("pechanga", [fixed]))).price("double_shot").ev == free.ev


def test_a_fixed_wager_stands_beside_an_ante_that_the_table_takes() -> None:
    """A $1 Double Shot beside a $5 Ante gives way to it: the play is not the one that is best beside $1."""

    def price(cents: int, least: int) -> Fraction:
        kept = 'label="Double Shot",clause="PEC-2",fold={does="lose",clause="PEC-3"}'
        fixed = f"wager.double_shot={{{kept},fixed={{cents={cents}}}}}"
        game = Game(open_table(load_house("pechanga", [fixed, f"table.limits.min={least}"])))
        check_wagers(game.table, game.stakes_of("double_shot"))
        return game.price("double_shot").ev

    assert price(100, 500) == price(200, 1000) < price(100, 100)


@pytest.mark.parametrize("straight", ["$5", "7 to 3", "1 to 1"])
def test_a_fixed_wager_keeps_its_stake_beside_an_ante_of_another_size(straight: str) -> None:
    """Whoever plays every straight or better loses the Progressive by a fold only where it is lost anyway."""
    lose, pays = 'wager.progressive.fold={does="lose",clause="RIV-9"}', "pays.ante_bonus.lines.straight"
    game = Game(open_table(load_house("rivers", [lose, f'{pays}="{straight}"'])))
    paid = 1 * 1000 + 3 * 500 + 44 * 70 + 52 * 60 + 720 * 6
    assert game.price("progressive").ev == Fraction(paid, 22_100) - 1


def test_an_absurd_meter_is_priced_or_refused() -> None:
    with pytest.raises(NotPriced, match="up to"):
        Game(open_table(load_house("rivers")), 1, 10**23)
    price = Game(open_table(load_house("rivers")), 1, 10**15).price("progressive")
    assert 1 + price.ev == Fraction(10**13 + 12020, 22100)


def test_a_break_even_meter_is_the_first_that_is_fair_also_where_shares_are_rounded() -> None:
    """A share of 7 % in whole cents climbs in steps; the meter may also start far above a billion cents."""
    for overrides in (
        ['pays.progressive.lines.mini_royal_spades="7 % of the meter"'],
        ["meter.reset=1000000000"],
    ):
        table = open_table(load_house("rivers", overrides))
        fair = Game(table).break_even_meter("progressive")
        assert table.sheet.meter is not None
        if fair > table.sheet.meter.reset:
            assert Game(table, meter=fair).mean_cents("progressive") >= 0
            assert Game(table, meter=fair - 1).mean_cents("progressive") < 0
        else:
            assert Game(table).mean_cents("progressive") >= 0
