"""The rows: a spreadsheet can compute the means again, and no cell of a sheet file becomes a formula."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.report import ParSheet, as_csv
from pitboss.report.sheet_rows import COLUMNS
from pitboss.sheet import load_house

from .houses import NAMES, SHEETS, par_of, par_of_sheet


def rows_of(par: ParSheet) -> list[dict[str, str]]:
    text = as_csv(par)
    assert text.endswith("\n")
    assert "\r" not in text
    rows = list(csv.DictReader(io.StringIO(text), strict=True))
    assert all(tuple(row) == COLUMNS for row in rows)
    return rows


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_the_rows_give_the_mean_again(house: str) -> None:
    rows = rows_of(par_of(house))
    totals = [row for row in rows if (row["section"], row["line"]) == ("total", "ev")]
    said = {row["wager"]: Fraction(row["exact"]) for row in totals}
    computed: dict[str, Fraction] = defaultdict(Fraction)
    outcomes: dict[str, int] = defaultdict(int)
    for row in rows:
        if row["section"] == "line":
            share = Fraction(int(row["count"]), int(row["outcomes"]))
            computed[row["wager"]] += Fraction(row["net"]) * share
            outcomes[row["wager"]] += int(row["count"])
            assert Fraction(row["exact"]) == Fraction(row["net"]) * share
            assert float(row["probability"]) == pytest.approx(float(share), rel=1e-4)
            assert float(row["return"]) == pytest.approx(float(Fraction(row["exact"])), abs=1e-12)
    assert computed == said
    assert outcomes == {wager.id: wager.outcomes for wager in par_of(house).wagers}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\n="])
def test_text_of_a_sheet_file_is_no_formula(start: str) -> None:
    name = f'{start}HYPERLINK("x")'
    text = as_csv(replace(par_of("shine"), name=name))
    (row,) = (row for row in csv.DictReader(io.StringIO(text, newline="")) if row["line"] == "name")
    assert row["text"] == f"'{name}"


def test_labels_of_a_sheet_file_are_no_formulas() -> None:
    sheet = load_house("shine", ["labels.three_of_a_kind==1+1"])
    hands = {row["hand"] for row in rows_of(par_of_sheet(sheet))}
    assert "'=1+1" in hands
    assert "=1+1" not in hands


def test_base_and_increment_of_a_progressive_stand_apart() -> None:
    """RIV-10 at $1,000 pays 13,020 of 22,100 bets back; RIV-12 puts a quarter of each into the meter."""
    rows = rows_of(par_of("rivers"))
    totals = {row["line"]: row for row in rows if (row["section"], row["wager"]) == ("total", "progressive")}
    assert Fraction(totals["return"]["exact"]) == Fraction(1000 + 12_020, 22_100)
    assert Fraction(totals["increment"]["exact"]) == Fraction(1, 4)
    feeds = {row["wager"] for row in rows if (row["section"], row["line"]) == ("total", "increment")}
    assert feeds == {"progressive"}


@pytest.mark.parametrize(("players", "says"), [(1, "1 player at the table, so no envy"), (5, "of 4 other")])
def test_envy_is_priced_for_a_stated_number_of_players(players: int, says: str) -> None:
    rows = rows_of(par_of("rivers", players=players))
    (priced,) = (row["text"] for row in rows if (row["wager"], row["line"]) == ("progressive", "priced"))
    assert says in priced
    assert any(says in row["text"] for row in rows if row["section"] == "assumption")


def test_the_hands_behind_each_rule_of_a_draw_are_listed() -> None:
    """A listed hand of three suits stands for 24, of two suits for 12; no hand stands twice."""
    rows = [row for row in rows_of(par_of("pechanga")) if row["section"] == "strategy hands"]
    rules = " ".join(
        row["text"] for row in rows_of(par_of("pechanga")) if row["section"] == "strategy counted"
    )
    seen: set[tuple[str, frozenset[str]]] = set()
    for row in rows:
        assert f"{row['line']} ({int(row['count']):,})" in rules
        if row["text"] == "all others":
            continue
        hands = row["text"].split(", ")
        assert int(row["count"]) == len(hands) * (24 if "three suits" in row["hand"] else 12)
        places = {(row["hand"], frozenset(re.findall(r"\w+", hand))) for hand in hands}
        assert not places & seen
        seen |= places
    (folds,) = (row for row in rows if row["line"] == "fold")
    assert int(folds["count"]) == 1488  # PEC-3: the hands that are folded
    assert "Q-9-6" in folds["text"].split(", ")


def test_revision_and_assumptions_are_handed_in() -> None:
    rows = rows_of(replace(par_of("napa-valley"), revision="=B"))
    assert [row["text"] for row in rows if (row["section"], row["line"]) == ("sheet", "revision")] == ["'=B"]
    told = " ".join(row["text"] for row in rows if row["section"] == "assumption")
    assert "is taken to cover the whole of every bet (NAPA-11)" in told
    assert "NAPA-3" in told  # which card is turned up is a reading


def test_numbers_stay_numbers() -> None:
    rows = rows_of(par_of("pechanga"))
    numbers = ("net", "count", "outcomes", "probability", "return", "low", "high", "value", "exact")
    for row in rows:
        for column in numbers:
            assert not row[column].startswith("'")
            if row[column]:
                Fraction(row[column])
    assert any(row["net"] == "-1" for row in rows)
