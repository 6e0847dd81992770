"""Money on the command line: a plain number is cents, one with the sign dollars, everywhere alike."""

from __future__ import annotations

import re
import shlex

import pytest
from typer.testing import CliRunner

from pitboss.cli import MONEY, OFFERS, app, load
from pitboss.money import NotMoney, parse_money
from pitboss.odds.house_prices import bets_of
from pitboss.round import Refusal, open_table, spots
from pitboss.sheet import load_house
from pitboss.terminal.entries import parse_bets

# Two spellings of one amount for every option that takes money, and what is printed back of it.
ALIKE = {
    "odds rivers --bets ante={}": ("1000", "10$", "The whole bet, Ante $10:"),
    "odds rivers --meter {}": ("1500000", "$15,000", "the meter at $15,000"),
    "strategy rivers --bets ante={}": ("1000", "$10", "optimal play of Ante $10"),
    "advise rivers --cards 'Qs 6h 4d' --bets ante={},pair_plus=500": (
        "1000",
        "$10",
        "Ante $10, Pair Plus $5",
    ),
    "session rivers --bets ante=1000 --rounds 5 --bankroll {}": ("50000", "500$", "from $500"),
    "session rivers --bets ante=1000 --rounds 5 --bankroll 50000 --stop-win {}": (
        "4000",
        "$40",
        "$540 or more",
    ),
    "session rivers --bets ante=1000 --rounds 5 --bankroll 50000 --stop-loss {}": (
        "4000",
        "40$",
        "$460 or less",
    ),
    "bankroll rivers --bets ante=1000 --rounds 5 --bankroll {}": ("50000", "$500", "With $500"),
    "bankroll rivers --bets ante=1000 --rounds 5 --coupon first_loss={}": ("700", "7$", "$7"),
    "bankroll rivers --bets ante=1000 --rounds 5 --rebate 20 --rebate-rounds 3 --rebate-most {}": (
        *("1500", "$15.00"),
        "at most $15",
    ),
    "bank napa-valley --seat ante=1000 --stake {}": ("50000", "$500", "a stake of $500"),
    "bank napa-valley --seat ante={}": ("2500", "$25", "Seat 1: Ante $25"),
    "play rivers --seed s --bankroll {}": ("2000", "$20", "You have $20."),
    "play rivers --seed s --min {}": ("1500", "15$", "Table limits $15 to"),
    "play rivers --seed s --max {}": ("10000", "$100", "to $100."),
}


def said(line: str) -> str:
    result = CliRunner().invoke(app, shlex.split(line), input="quit\n", env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("line", ALIKE)
def test_cents_and_dollars_are_one_amount_and_it_is_printed_back(line: str) -> None:
    cents, dollars, printed = ALIKE[line]
    first = said(line.format(cents))
    assert printed in first
    assert said(line.format(dollars)) == first


def test_every_option_for_money_names_its_unit_and_the_help_says_how_to_write_it() -> None:
    told = set()
    for name in OFFERS:
        command = load(name)
        for each in command.params:
            assert each.metavar not in ("CENTS", "DOLLARS"), (name, each.name)
            if each.metavar in ("CENTS|$", "BETS"):
                told.add(f"{name} {each.name}")
                assert command.epilog == MONEY
    assert {"play bankroll", "session bankroll", "simulate stake", "par meter", "grant amount"} <= told
    tried = {word for line in ALIKE for word in re.findall(r"^\w+|--[a-z-]+(?=[ =](?:\w+=)?\{)", line)}
    wanted = {f"--{each.split()[1].replace('_', '-')}" for each in told} - {"--amount"}
    assert {"low": "--min", "high": "--max"}.keys() >= {each[2:] for each in wanted - tried}


@pytest.mark.parametrize(
    "text", ["", "$", "10 $ 5", "12.50", "1e3", "00", "-5", "$-5", "$1.234", "٣", "9" * 13]
)
def test_what_is_no_amount_is_refused_with_both_ways_to_write_one(text: str) -> None:
    with pytest.raises(NotMoney, match=r"cents, like 1000, or dollars, like '\$10' in quotes or 10\$"):
        parse_money(text)


def test_a_refused_amount_names_its_option() -> None:
    refused = CliRunner().invoke(app, ["odds", "rivers", "--meter", "much"])
    assert isinstance(refused.exception, Refusal)
    assert refused.exception.text.startswith("--meter: 'much' is not an amount of money")


BET = "--bets ante=1000 --rounds 5"


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("play rivers --min 10", 10),
        ("play rivers --max 550", 550),
        ("odds rivers --bets ante=10", 10),
        ("odds rivers --bets=ante=$10,pair_plus=5", 5),
        ("odds rivers --meter 1500", 1500),
        ("simulate rivers --bets ante=1000 --meter=1500", 1500),
        ("bank napa-valley --seat ante=1000 --seat ante=25", 25),
        (f"session rivers {BET} --bankroll 500", 500),
        (f"session rivers {BET} --bankroll 50000 --stop-win 40", 40),
        (f"bankroll rivers {BET} --bankroll 500", 500),
        ("grant ann 50", 50),
    ],
)
def test_a_plain_number_that_cannot_be_meant_as_cents_is_answered_with_both_readings(
    line: str, number: int
) -> None:
    refused = CliRunner().invoke(app, shlex.split(line)).exception
    assert isinstance(refused, Refusal)
    cents = f"${number // 100}" if number % 100 == 0 else f"${number / 100:.2f}"
    assert f"{number} is in cents, so {cents}; for ${number:,} write '${number}' or {number}$" in str(refused)


@pytest.mark.parametrize(
    "line", ["odds rivers --bets ante=2$", "odds rivers --meter '$15'", "play rivers --min 0"]
)
def test_what_was_no_plain_number_or_would_not_do_as_dollars_is_just_refused(line: str) -> None:
    refused = CliRunner().invoke(app, shlex.split(line)).exception
    assert isinstance(refused, Refusal)
    assert "is in cents" not in str(refused)


def test_less_than_a_dollar_is_written_with_the_sign() -> None:
    assert "$500.25 or more" in said(f"session rivers {BET} --bankroll 50000 --stop-win '$0.25'")


def test_a_bet_may_have_dollars_with_a_comma_beside_cents() -> None:
    assert bets_of("ante=$1,000,pair_plus=500") == {"ante": 100_000, "pair_plus": 500}
    with pytest.raises(Refusal, match="write cents"):
        bets_of("ante=$10,ante=1000")


def test_at_the_table_a_plain_number_is_dollars_and_the_sign_may_stand_on_either_side() -> None:
    rivers = spots(open_table(load_house("rivers")), {}, open_=True, accepted=False)
    for line in ("10 pair plus 5", "$10 pair plus $5", "ante 10$ pair plus 5$"):
        assert parse_bets(rivers, line) == {"ante": 1000, "pair_plus": 500}
    asked = said("play rivers --seed s")
    assert "Bets for seat 1, in dollars (for example: 10)? " in asked
