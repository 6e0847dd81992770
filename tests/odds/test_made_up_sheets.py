"""Sheets that no house deals, and the known bugs of other programs."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.odds import Game, NotPriced, advise, price_sheet, strategy
from pitboss.round import Refusal, open_table
from pitboss.round.choices import check_wagers
from pitboss.sheet import load_house
from tests.odds.counting import (
    QUEEN_HIGH,
    cards,
    ladder,
    place_of,
    six_card_evs,
    strength,
    triples,
    up_to_suits,
)

LOST = 'wager.progressive.fold={does="lose",clause="RIV-9"}'
HIGH_CARD = 'pays.progressive.lines.high_card="3 for 10"'


@pytest.mark.parametrize("text", ["Qs 6h 3d", "9d 8d 2d"])
def test_a_six_card_wager_that_a_fold_loses(text: str) -> None:
    sheet = load_house("rivers", ['wager.six_card_bonus.fold={does="lose",clause="RIV-9"}'])
    bets = {"ante": 500, "six_card_bonus": 2000}
    found = advise(Game(open_table(sheet)), cards(text), bets=bets)
    assert found.actions == six_card_evs(sheet, cards(text), bets)
    assert found.actions["fold"] == -5


@pytest.mark.parametrize("house", ["atlantic-city", "rivers"])
def test_a_half_cent_is_not_lost(house: str) -> None:
    """Odds with fractions are priced exactly, on a stake that they do not round."""
    plain = price_sheet(load_house(house)).wagers["pair_plus"].ev
    odd = price_sheet(load_house(house, ['pays.pair_plus.lines.pair="7 to 6"'])).wagers["pair_plus"].ev
    assert odd - plain == Fraction(3744, 22100) / 6


def test_a_fixed_stake_is_priced_beside_the_smallest_ante() -> None:
    """A $1 wager that pays a high card 3 for 10, and that a fold loses: 30 cents for who plays on.

    Beside $5 some hands are played for them that would be folded beside $6, where 4 to 3 is whole dollars.
    """
    sheet = load_house("rivers", [LOST, 'pays.ante_bonus.lines.straight="4 to 3"', HIGH_CARD])
    dealers = triples()
    theirs = strength(*dealers.T).astype(np.int64)
    qualified = theirs >= place_of(QUEEN_HIGH)
    # Pair and flush have no line; the meter of $1,000 is paid for spades. Stakes are kept.
    paid = {1: 0, 2: 0, 3: 600, 4: 6000, 5: 7000}
    total, played = 0, {500: 0, 600: 0}
    for hand, number in up_to_suits():
        mine = int(strength(*hand))
        category = ladder()[mine][0]
        if category:
            total += number * (paid[category] - 100)
            continue
        apart = ~np.isin(dealers, hand).any(axis=1)
        result = Fraction(int(np.where(qualified, 2 * np.sign(mine - theirs), 1)[apart].sum()), comb(49, 3))
        for ante, count in played.items():
            played[ante] = count + number * (result * ante + 30 > -ante)
        total += number * (-70 if result * 500 + 30 > -500 else -100)
    total += 3 * (50_000 - 7000) + (100_000 - 7000)
    assert played[500] > played[600]
    price = Game(open_table(sheet)).price("progressive")
    assert price.ev == Fraction(total, 22_100 * 100)
    assert price.stakes == {"ante": 500, "progressive": 100}


def test_advice_that_is_not_priced_says_why() -> None:
    game = Game(open_table(load_house("rivers", ["dealer.shows=1", "player.draws=true"])))
    with pytest.raises(Refusal, match="must be given"):
        advise(game, cards("Qs 6h 4d"))
    with pytest.raises(Refusal, match="Four different cards"):
        advise(game, cards("Qs 6h 4d"), cards("Qs 6h 4d")[:1])
    with pytest.raises(Refusal, match="Three different cards"):
        advise(game, [1, 2], [0])


def test_equally_good_actions_are_all_named() -> None:
    """Where a lost Play bet is pushed, losing at the showdown costs just what a fold costs."""
    game = Game(open_table(load_house("rivers", ["dealer.shows=3", 'showdown.worse.play="push"'])))
    advice = advise(game, cards("Qs 6h 4d"), [0, 1, 50])
    assert advice.best == ("fold", "play")
    assert advice.as_json()["best"] == "fold|play"


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
