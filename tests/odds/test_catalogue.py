"""The catalogue of published games: every figure that was published is reproduced, or marked as wrong."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.odds import Game
from pitboss.odds.house_prices import reproduce_all
from pitboss.round import open_table
from pitboss.sheet import check_file, check_text, load_sheet
from pitboss.sheet.model import parse_printed
from pitboss.sheet.pays import ToOne
from tests.naive.hands import DECK, category3
from tests.odds.catalogue import FILES, FOLDER, PAGE, ROOT, page_text, reproduced, sheet_of
from tests.odds.dealer_bets import with_dealer_bets

NAMES = [file.stem for file in FILES]


@cache
def hands() -> Counter[str]:
    """How many hands of three cards are of each category, by a second evaluator."""
    return Counter(category3(cards) for cards in combinations(DECK, 3))


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_of_the_catalogue_is_sound_and_says_what_was_published(name: str) -> None:
    assert check_file(FOLDER / f"{name}.toml").faults == ()
    assert sheet_of(name).id == name
    assert sheet_of(name).published


@pytest.mark.parametrize("name", NAMES)
def test_a_published_figure_is_reproduced_to_its_last_digit_or_marked(name: str) -> None:
    for each in reproduced(name):
        marked = each.published.errs is not None
        assert each.agrees != marked, (each.published, each.shown)
        assert not (marked and each.published.recalled), "a figure from memory must agree"


@pytest.mark.parametrize("name", NAMES)
def test_own_hands_are_priced_as_a_plain_count_of_all_hands_prices_them(name: str) -> None:
    sheet = sheet_of(name)
    for each in reproduced(name):
        table = sheet.pays.get(each.published.wager)
        if table is None or table.judged != "three cards" or each.published.figure != "house edge":
            continue
        lines = table.columns["lines"].lines
        odds = {key: pay.odds for key, pay in lines.items() if isinstance(pay, ToOne)}
        odds.setdefault("mini_royal", odds.get("straight_flush", Fraction(-1)))
        if len(odds) == len({*lines, "mini_royal"}):
            paid = sum(number * odds.get(category, Fraction(-1)) for category, number in hands().items())
            assert each.exact == -Fraction(paid) / 22_100


def test_the_catalogue_is_large_and_its_games_are_different() -> None:
    assert len(FILES) >= 20
    assert len({sheet_of(name).hash for name in NAMES}) == len(NAMES)
    assert len({sheet_of(name).name for name in NAMES}) == len(NAMES)


def test_equal_hands_are_fewer_than_a_page_counts() -> None:
    """Teen Patti Pro's page takes 26 equal hands for each straight and high card; in two suits it is 25."""
    two_suits, three_suits = 4 * 3 * 3, 4 * 3 * 2
    of_ranks = two_suits * (27 - 2) + three_suits * (27 - 1)  # any suits but those that make a flush
    ties = 48 * 3 + 12 * of_ranks + 1_096 * 3 + 3_744 * 3 + 274 * of_ranks
    assert ties == 450_528
    assert 48 * 3 + (720 + 16_440) * 26 + 1_096 * 3 + 3_744 * 3 == 460_824  # as printed
    any_beaten = 'pays.bad_beat={judged="beaten hand", lines={clause="RIV-7", high_card_or_better="1 to 1"}}'
    price = Game(open_table(with_dealer_bets(any_beaten, names=["bad_beat"]))).price("bad_beat")
    assert (1 - price.win_frequency) * 22_100 * 18_424 == ties


def test_the_page_has_every_figure() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), "python -m tests.odds.catalogue writes it anew"


def test_figures_are_no_rule_and_are_gone_when_a_rule_changes() -> None:
    text = (FOLDER / "full-pay.toml").read_text(encoding="utf-8")
    whole, bare = check_text(text).sheet, check_text(text, ["published="]).sheet
    assert whole is not None
    assert bare is not None
    assert whole.published
    assert not bare.published
    assert whole.hash == bare.hash
    assert "published" not in whole.rules
    changed = load_sheet(FOLDER / "full-pay.toml", ["pays.pair_plus.lines.flush=3 to 1"])
    assert changed.published == () == reproduce_all(changed)


def test_the_catalogue_is_compared_as_a_list(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, ["odds", "--compare", "examples/catalogue"], terminal_width=80)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    for name in NAMES:
        assert any(line.startswith(f" {sheet_of(name).name}") for line in lines)
    agreeing = sum(each.agrees for name in NAMES for each in reproduced(name))
    assert sum(line.rstrip().endswith("agrees") for line in lines) == agreeing
    assert not any(line.rstrip().endswith("differs") for line in lines)
    found = json.loads(CliRunner().invoke(app, ["odds", "--compare", "examples/catalogue", "--json"]).stdout)
    assert [each["house"] for each in found["houses"]] == NAMES
    assert all(each["published"] for each in found["houses"])
    empty = CliRunner().invoke(app, ["odds", "--compare", str(tmp_path)])
    assert empty.exit_code != 0
    many = CliRunner().invoke(app, ["odds", "examples/catalogue"])
    assert many.exit_code != 0


@pytest.mark.parametrize(
    ("text", "exact", "shown"),
    [
        ("2.32 %", Fraction(512, 22100), "2.32 %"),
        ("7.10 %", Fraction(392, 5525), "7.10 %"),
        ("-0.0649", Fraction(-1432, 22100), "−0.0648"),
        ("$11,520", Fraction(11520), "$11,520"),
        ("3 %", Fraction(25, 1000), "3 %"),
    ],
)
def test_a_figure_is_printed_like_the_published_one(text: str, exact: Fraction, shown: str) -> None:
    printed = parse_printed(text)
    assert printed is not None
    assert printed.text(exact) == shown


@pytest.mark.parametrize("text", ["", "about 2 %", "$2 %", "2,32 %", "1/3", "2.32 % of it", "2." + "3" * 30])
def test_other_text_is_no_printed_figure(text: str) -> None:
    assert parse_printed(text) is None
