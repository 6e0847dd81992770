"""One seat against the bank: full cover, limited cover, a round of a table, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.desk.jobs import answer
from pitboss.desk.table_questions import bank_question, bank_told
from pitboss.odds import Game, NotPriced, from_value, optimal
from pitboss.odds.bank import BankRound, BankWorth, bank_price, bank_worth, seated
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


ANTE_BET = (("ante", 1000),)
BOTH_BETS = (("ante", 1000), ("pair_plus", 500))
EDGE = Fraction(229314, 12724075)  # the printed edge on an Ante


@pytest.mark.clause("NAPA-10")
def test_napa_10_one_ante_is_worth_its_printed_edge_to_the_bank() -> None:
    found = bank_worth(BankRound(NAPA, 50_000, (ANTE_BET,)))
    assert (found.cover, found.ev, found.full) == ("full", 1000 * EDGE, 1000 * EDGE)
    assert found.short == 0
    assert found.win_frequency is not None
    assert 0 < found.win_frequency < 1


@pytest.mark.clause("NAPA-11")
def test_napa_11_one_seat_is_counted_with_the_stake_there_is() -> None:
    price = bank_price(Game(NAPA), [dict(BOTH_BETS)], 50_000)
    assert price.cover is not None
    found = bank_worth(BankRound(NAPA, 50_000, (BOTH_BETS,)))
    assert (found.cover, found.ev, found.short) == ("limited", price.ev, price.cover.short)
    assert found.ev != found.full == bank_price(Game(NAPA), [dict(BOTH_BETS)]).ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_three_seats_have_a_price_with_full_cover_alone() -> None:
    full = bank_worth(BankRound(NAPA, 6000, (ANTE_BET,) * 3))
    assert (full.cover, full.ev, full.stdev) == ("full", 3000 * EDGE, None)
    assert bank_worth(BankRound(NAPA, 5999, (ANTE_BET,) * 3)) == BankWorth("limited", 3000 * EDGE, None)


@pytest.mark.parametrize(
    ("stake", "seats"), [(50_000, (BOTH_BETS,)), (2000, (ANTE_BET,)), (5000, (ANTE_BET,) * 3)]
)
def test_the_desk_tells_the_same(stake: int, seats: tuple[tuple[tuple[str, int], ...], ...]) -> None:
    asked = BankRound(NAPA, stake, seats)
    told = answer(bank_question(asked))
    assert told.kind == "answer"
    assert bank_told(told.text) == bank_worth(asked)


def test_what_has_no_price_is_said_so() -> None:
    with pytest.raises(NotPriced, match="too many"):
        bank_told(b'"too many"')


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["bank", "napa-valley", *words, "--exact-only"], env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.stdout


def told(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def test_without_a_seat_the_example_is_a_ten_dollar_ante() -> None:
    found = told()
    assert found["seats"][0]["bets"] == {"ante": 1000}
    assert Fraction(found["ev_per_ante"]) == Fraction(229314, 12724075)
    assert (found["worst"], found["best"], found["enough"], found["stake"]) == (-2000, 2000, 2000, None)
    assert found["cover"] is found["refused"] is None


def test_where_ten_dollars_are_too_little_the_example_is_the_least_ante() -> None:
    assert told("--set", "table.limits.min=2500")["seats"][0]["bets"] == {"ante": 2500}


def test_json_holds_the_whole_distribution_and_the_cover() -> None:
    found = told("--seat", "ante=1000,pair_plus=500", "--stake", "5000")
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
    found = told("--strategy", "always", "--stake", "1500")
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
