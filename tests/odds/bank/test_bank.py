"""One seat against the bank: full cover, limited cover, and what holds for every stake."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from pitboss.odds import Game, NotPriced, from_value, optimal
from pitboss.odds.bank import bank_price, seated
from pitboss.round import Refusal, open_table
from pitboss.sheet import load_house, load_sheet
from pitboss.sheet.files import house_text
from tests.odds.bank.dealt import NAPA, Bets, every_deal

GAME = Game(NAPA)
ANTE: Bets = {"ante": 1000}
BOTH: Bets = {"ante": 1000, "pair_plus": 500}


@pytest.mark.parametrize("bets", [ANTE, BOTH, {"ante": 50000, "pair_plus": 50000}])
@pytest.mark.clause("NAPA-10")
def test_napa_10_with_full_cover_the_bank_has_what_the_seat_has_not(bets: Bets) -> None:
    bank, seat = bank_price(GAME, [bets]), GAME.price_bets(bets)
    assert bank.net is not None
    assert bank.net.distribution == {-net: number for net, number in seat.distribution.items()}
    assert bank.ev == -seat.ev
    assert bank.seats[0].full.distribution == seat.distribution
    assert bank.seats[0].ev_lost == bank.uncovered == 0


@pytest.mark.clause("NAPA-10")
def test_napa_10_the_mean_for_an_ante_alone_is_the_printed_edge() -> None:
    assert bank_price(GAME, [{"ante": 2500}]).ev_per_ante == Fraction(229314, 12724075)


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_given_strategy_is_the_seats_own() -> None:
    for strategy, name in ((from_value(0), "ante"), (optimal, "ante")):
        assert bank_price(GAME, [ANTE], None, strategy).ev_per_ante == -GAME.price(name, strategy).ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_one_seat_is_what_every_deal_settles_to() -> None:
    stakes = [1, 700, 1000, 1300, 2000, 5000]
    counted = seated(GAME, [ANTE])
    for stake, totals in every_deal(ANTE, stakes).items():
        bank = counted.price(stake)
        assert bank.net is not None
        assert bank.cover is not None
        assert bank.net.distribution == totals.nets
        assert bank.cover.left == totals.left
        assert bank.cover.exhausted == Fraction(totals.left[0], bank.net.outcomes)


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_stake_below_the_ante_decides_the_ante_alone() -> None:
    # Unless the Ante pushes, as the Play beside it then does, the whole stake moves with it.
    counted = seated(GAME, [ANTE])
    half, whole = counted.price(500), counted.price(1000)
    assert half.net is not None
    assert set(half.net.distribution) <= {-500, 0, 500}
    assert whole.ev == 2 * half.ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_more_stake_leaves_less_uncovered_and_never_moves_more_than_itself() -> None:
    counted = seated(GAME, [BOTH])
    prices = [counted.price(stake) for stake in (1, 400, 1000, 1250, 1999, 2000, 2500, 9000, 22000, 101999)]
    for less, more in pairwise(prices):
        assert less.cover is not None
        assert more.cover is not None
        assert less.uncovered > more.uncovered
        assert less.cover.short >= more.cover.short
        assert less.cover.exhausted >= more.cover.exhausted
    for price in prices:
        assert price.net is not None
        assert price.cover is not None
        assert price.stake is not None
        assert max(map(abs, price.net.distribution)) <= price.stake
        assert sum(price.cover.left.values() if price.cover.left else []) == price.net.outcomes
        seat = price.seats[0]
        assert seat.ev_lost == seat.unpaid - seat.uncollected
        assert price.ev == -seat.ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_large_stake_is_full_cover() -> None:
    counted = seated(GAME, [BOTH])
    # A royal flush that wins: Ante, Play and 200 times Pair Plus.
    assert counted.enough == 1000 + 1000 + 200 * 500
    full = counted.price()
    for stake in (counted.enough, counted.enough + 1, 10**9):
        bank = counted.price(stake)
        assert bank.net == full.net
        assert bank.cover is not None
        assert bank.cover.short == bank.uncovered == 0
        assert (bank.cover.exhausted == 0) == (stake > counted.enough)
    assert counted.price(counted.enough - 1).uncovered > 0


@pytest.mark.clause("NAPA-11")
def test_napa_11_knowing_the_stake_never_hurts_and_with_full_cover_never_helps() -> None:
    counted = seated(GAME, [BOTH])
    for stake in (300, 1500, 2000, 2500, 4000):
        bank = counted.price(stake)
        assert bank.informed is not None
        assert bank.informed >= bank.seats[0].ev
    # With $15 of cover a lost Play costs $5 and not $10: hands that fold under full cover should play.
    assert counted.price(1500).informed != counted.price(1500).seats[0].ev
    assert counted.price(counted.enough).informed == counted.price().seats[0].ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_where_only_pays_use_cover_losses_are_collected_in_full() -> None:
    game = Game(open_table(load_house("napa-valley", ["bank.cover.collecting_uses_cover=false"])))
    counted = seated(game, [BOTH])
    full, short = counted.price(), counted.price(1500)
    assert full.net is not None
    assert full.ev == -game.price_bets(BOTH).ev
    assert full.uncovered == counted.price(counted.enough).uncovered == 0
    assert short.net is not None
    assert max(short.net.distribution) == 2500
    assert min(short.net.distribution) == -1500


def test_more_seats_than_two_have_means_that_add_up() -> None:
    seats = [ANTE, BOTH, {"ante": 2500}, {"ante": 700, "pair_plus": 700}]
    counted = seated(GAME, seats)
    sums = -sum((GAME.price_bets(bets).ev for bets in seats), Fraction(0))
    enough = 2000 + 102000 + 5000 + (1400 + 140000)
    assert counted.enough == enough
    bank = counted.price()
    assert (bank.ev, bank.net, bank.cover) == (sums, None, None)
    assert bank.refused is not None
    covered = counted.price(enough + 1)
    assert covered.cover is not None
    assert covered.ev == sums
    lone = [seated(GAME, [bets]).price(enough).cover for bets in seats]
    used = sum((enough - cover.left_mean for cover in lone if cover), Fraction(0))
    assert covered.cover.left_mean == enough + 1 - used
    with pytest.raises(NotPriced, match=r"4 seats: .* give at most 2 seats, or a stake above \$2,504"):
        counted.price(enough)


def test_a_bet_without_an_ante_is_a_seat_too(tmp_path: Path) -> None:
    text = house_text("napa-valley").replace("required = true\n", "")
    text = text.replace('needs = { all = ["ante"], clause = "NAPA-8" }\n', "")
    (tmp_path / "side.toml").write_text(text, encoding="utf-8")
    game = Game(open_table(load_sheet(tmp_path / "side.toml")))
    bets = {"pair_plus": 500}
    counted = seated(game, [bets])
    assert counted.price().ev == -game.price_bets(bets).ev
    # 4, 44 and 52 hands win 200, 40 and 30 times $5, which is $900, $100 and $50 beyond a stake of $100.
    assert counted.price(10000).seats[0].unpaid == Fraction(4 * 90000 + 44 * 10000 + 52 * 5000, 22100)


@pytest.mark.parametrize(
    ("seats", "stake", "says"),
    [
        ([ANTE] * 8, None, r"1 to 7 seats, not 8 \(STD-9\)"),
        ([], None, r"1 to 7 seats, not 0 \(STD-9\)"),
        ([ANTE], 0, r"stake must be above zero \(NAPA-10\)"),
        ([ANTE, {"ante": 1000, "pair_plus": 2000}], None, r"^Seat 2: Pair Plus must be at most .*\(NAPA-8\)"),
    ],
)
def test_what_cannot_be_is_refused(seats: list[Bets], stake: int | None, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        bank_price(GAME, seats, stake)


def test_a_house_that_banks_itself_is_refused() -> None:
    with pytest.raises(Refusal, match="Atlantic City is not player-banked"):
        bank_price(Game(open_table(load_house("atlantic-city"))), [ANTE])
