"""How prices are told: side by side, as comma-separated values, and with the way they came about."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cards import parse_cards
from pitboss.cli import app
from pitboss.odds import Game, advise
from pitboss.odds.explain import how
from pitboss.odds.sessions import session
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.odds.test_commands import run
from tests.refusals import failed_command

FIVE = ("pechanga", "atlantic-city", "napa-valley", "shine", "rivers")


def test_five_houses_side_by_side() -> None:
    text = run("odds", "--compare", *FIVE)
    assert max(len(line) for line in text.splitlines()) <= 80
    rows = {line[:25].strip(): line[25:].split() for line in text.splitlines()}
    # figures.md, as percentages
    assert rows["House edge"] == ["*−0.8168%", "3.3730%", "1.8022%", "3.3730%", "3.3730%"]
    assert rows["Element of risk"][1] == "2.0147%"
    assert rows["Folds"] == ["6.7330%", "32.5792%", rows["Folds"][2], "32.5792%", "32.5792%"]
    assert rows["Pair Plus"] == ["7.0950%", "*4.3801%", "7.2760%"]
    assert rows["Six Card Bonus"] == ["15.2790%", "*10.2248%"]
    assert "143428213/17559223500" in text


def test_side_by_side_as_json_is_each_house_by_itself() -> None:
    found = json.loads(run("odds", "--compare", "rivers", "shine", "--json"))
    alone = [json.loads(run("odds", house, "--json")) for house in ("rivers", "shine")]
    assert found == {"houses": alone}


def test_a_meter_goes_to_the_house_that_has_one() -> None:
    found = json.loads(run("odds", "--compare", "rivers", "shine", "--meter", "1008000", "--json"))
    assert found["houses"][0]["wagers"]["progressive"]["ev"] == "0"


def test_several_houses_want_compare() -> None:
    assert "add --compare" in failed_command("odds", "rivers", "shine").err


def test_odds_as_comma_separated_values() -> None:
    text = run("odds", "--compare", "rivers", "napa-valley", "--csv", "--bets", "ante=1000,pair_plus=500")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["house"], row["wager"]) for row in rows] == [
        *(("rivers", name) for name in ("ante", "pair_plus", "six_card_bonus", "progressive", "combined")),
        *(("napa-valley", name) for name in ("ante", "pair_plus", "combined")),
    ]
    assert Fraction(rows[1]["ev"]) == Fraction(-402, 5525)
    assert Fraction(rows[1]["win_frequency"]) == Fraction(48 + 52 + 720 + 1096 + 3744, 22_100)
    assert Fraction(rows[4]["ev"]) == 1000 * Fraction(rows[0]["ev"]) + 500 * Fraction(rows[1]["ev"])


@pytest.mark.parametrize("house", houses())
def test_every_formula_comes_out_as_it_says(house: str) -> None:
    game = Game(open_table(load_house(house)))
    for name, price in game.price_all().wagers.items():
        told = how(game, price)
        made = {each.name: each for each in told.formulas}
        total, outcomes = made["EV"].made.split(" = ")[1].replace(",", "").split(" / ")
        assert Fraction(total) / int(outcomes) == price.ev == Fraction(made["EV"].value.split(" = ")[0])
        square = Fraction(made["Variance"].made.replace(",", "").split(" / ")[0])
        assert square / price.outcomes - price.ev**2 == price.variance
        wins = Fraction(made["Net wins"].made.replace(",", "").replace(" ", ""))
        assert wins == price.win_frequency
        mean_bet = Fraction(made["Element of risk"].made.rsplit(" ", 1)[1])
        assert -price.ev / mean_bet == price.element_of_risk
        # The parts of the sample space, multiplied, are the sample space.
        assert _product(told.space) == int(told.space.rsplit(" = ", 1)[1].replace(",", "")) == price.outcomes
        assert load_house(house).wagers[name].clause in told.clauses


def _product(space: str) -> int:
    from math import comb

    found = 1
    for part in space.split(" = ", maxsplit=1)[0].split(" x "):
        choose = re.match(r"C\((\d+),(\d+)\)", part)
        found *= comb(int(choose[1]), int(choose[2])) if choose else int(part.split()[0])
    return found


def test_how_is_printed_with_counts_formula_and_clause() -> None:
    text = run("odds", "rivers", "--how")
    assert "Outcomes: C(52,3) hands = 22,100" in text
    assert re.search(r"−1\s+16,440\s", text)  # figures.md: high cards
    assert "RIV-7: " in text
    entry = json.loads(run("odds", "rivers", "--how", "--json"))["wagers"]["pair_plus"]
    assert entry["how"]["formulas"]["House edge"]["made"] == "-EV"


def test_how_of_one_decision_names_the_clauses() -> None:
    text = run("advise", "rivers", "--cards", "Qs 6h 4d", "--how")
    assert "18,424 dealer outcomes" in text
    assert "RIV-5: " in text


def test_advice_as_comma_separated_values() -> None:
    rows = list(csv.DictReader(io.StringIO(run("advise", "rivers", "--cards", "Qs 6h 3d", "--csv"))))
    assert [row["action"] for row in rows if row["best"] == "1"] == ["fold"]


def test_a_strategy_file_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(run("strategy", "atlantic-city", "--csv"))
    priced = json.loads(run("odds", "atlantic-city", "--strategy", str(file), "--json"))
    assert priced["wagers"]["ante"]["ev"] == "-686689/20358520"
    file.write_bytes(b"hand,action\n\xff\xfe,play\n")
    assert "not UTF-8" in failed_command("odds", "atlantic-city", "--strategy", str(file)).err
    assert (
        "No such file"
        in failed_command("odds", "atlantic-city", "--strategy", str(tmp_path / "none.csv")).err
    )
    refused = CliRunner().invoke(app, ["odds", "atlantic-city", "--strategy", "greedy"])
    assert refused.exit_code == 1


def test_a_session_as_comma_separated_values_is_its_course() -> None:
    words = ("session", "rivers", "--bets", "ante=1000", "--rounds", "300", "--bankroll", "20000")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--stop-win", "10000", "--csv"))))
    whole = json.loads(run(*words, "--stop-win", "10000", "--json"))
    assert (rows[0]["rounds"], rows[0]["mean"], rows[-1]["rounds"]) == ("0", "20000.0", "300")
    assert float(rows[-1]["ruin"]) == pytest.approx(whole["ends"]["ruin"], abs=1e-9)
    ends = [float(row["ruin"]) + float(row["stop_win"]) + float(row["playing"]) for row in rows]
    assert ends == pytest.approx([1.0] * len(rows), abs=1e-9)


def test_how_a_session_is_counted_is_said() -> None:
    words = ("session", "rivers", "--bets", "ante=1000", "--rounds", "30", "--bankroll", "20000")
    text = " ".join(run(*words, "--how").split())
    assert "9 different nets over 407,170,400 outcomes" in text
    assert "less than $20" in text


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "rivers", "--strategy", "mimic"),
        ("odds", "--compare", "rivers", "shine"),
        ("strategy", "napa-valley"),
        ("session", "shine", "--bets", "ante=1000", "--rounds", "50", "--bankroll", "20000"),
    ],
)
def test_a_picture_is_drawn_beside_what_is_printed(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    assert run(*words, "--plot", str(file)) == run(*words)
    text = file.read_text(encoding="utf-8")
    assert "<svg" in text
    assert ("mimic play" in text) == ("mimic" in words)


@pytest.mark.parametrize("words", [("odds", "rivers"), ("strategy", "shine")])
def test_a_picture_that_cannot_be_drawn_is_refused_first(words: tuple[str, ...], tmp_path: Path) -> None:
    assert ".png, .svg or .pdf" in failed_command(*words, "--plot", str(tmp_path / "picture.gif")).err
    assert (
        "there is no folder" in failed_command(*words, "--plot", str(tmp_path / "none" / "picture.png")).err
    )


def test_notebooks_show_what_the_command_prints() -> None:
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.cells: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

        def handle_data(self, data: str) -> None:
            self.cells.append(data)

    game = Game(open_table(load_house("rivers")))
    price = game.price_bets({"ante": 1000})
    shown = {
        "sheet": game.price_all()._repr_html_(),
        "advice": advise(game, parse_cards("Qs 6h 4d"))._repr_html_(),
        "session": session(price, 100, 50_000, 2_000)._repr_html_(),
    }
    cells = {}
    for name, text in shown.items():
        reader = Reader()
        reader.feed(text)
        assert reader.open == []
        cells[name] = reader.cells
    assert "7.2760%" in cells["sheet"]
    assert cells["advice"][cells["advice"].index("play") + 3] == "best"
    assert "100 rounds from $500" in cells["session"]


@pytest.mark.parametrize(
    ("players", "bets", "space"),
    [
        (1, {"pair_plus": 1000}, 22_100),
        (3, {"pair_plus": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180),
        (2, {"ante": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180),
        (3, {"ante": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180 * 12_341),
    ],
)
def test_the_sample_space_beside_other_players_is_said(
    players: int, bets: dict[str, int], space: int
) -> None:
    game = Game(open_table(load_house("rivers")), players)
    told = how(game, game.price_bets(bets)).space
    text, number = told.rsplit(" = ", 1)
    assert int(number.replace(",", "")) == space
    assert text.count("dealer hands") == ("ante" in bets)
    assert (f"the hands of {players - 1} other player" in text) == (players > 1)
