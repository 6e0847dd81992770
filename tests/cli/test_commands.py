"""The other commands: houses, rules, check, replay, and how faults are told."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.sheet import houses, load_house, standard_clauses
from pitboss.sheet.files import house_text
from tests.refusals import failed_command


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def failed(*words: str) -> str:
    """The one sentence of a refused command."""
    done = failed_command(*words)
    return done.out + done.err


def saved_round(folder: Path) -> Path:
    """A file with a round of Rivers that was played."""
    file = folder / "round.json"
    words = ["play", "rivers", "--seed", "oak", "--save", str(file)]
    CliRunner().invoke(app, words, input="10\nplay\nquit\n")
    return file


def test_houses_lists_all_five() -> None:
    text = run("houses")
    assert all(house in text for house in houses())
    assert [house["id"] for house in json.loads(run("houses", "--json"))] == list(houses())


@pytest.mark.parametrize("house", houses())
def test_rules_print_every_clause_and_mark_readings(house: str) -> None:
    sheet = load_house(house)
    text = run("rules", house)
    clauses = [*sheet.clauses.values(), *standard_clauses().values()]
    assert all(f"  {clause.id} " in text for clause in clauses)
    assert text.count("Reading: ") == sum(clause.reading is not None for clause in clauses)
    assert max(len(line) for line in text.splitlines()) <= 80


@pytest.mark.clause("SHINE-9")
def test_rules_mark_posted_tables_shine_9() -> None:
    assert run("rules", "shine").count("[posted by the house]") == 3
    tables = json.loads(run("rules", "shine", "--json"))["tables"]
    assert {table["source"] for table in tables} == {"posted"}


@pytest.mark.clause("RIV-14")
def test_rules_show_notices_and_disclosures_riv_14() -> None:
    assert "1-800-GAMBLER" in run("rules", "rivers")
    assert "21 years or older" in run("rules", "rivers")
    assert "0.8168 %" in run("rules", "pechanga")


def test_rules_take_overrides() -> None:
    assert "Dealer shows one card before you decide" in run("rules", "rivers", "--set", "dealer.shows=1")


def test_a_misspelt_override_is_refused_with_a_suggestion() -> None:
    assert "did you mean 'shows'?" in failed("rules", "rivers", "--set", "dealer.show=1")
    assert "write key=value" in failed("rules", "rivers", "--set", "dealer.shows")


def test_check_reports_all_faults_with_line_and_key(tmp_path: Path) -> None:
    text = house_text("shine")
    file = tmp_path / "faulty.toml"
    file.write_text(
        text.replace("shows = 0", "shows = 4").replace('label = "Pair XXX"', 'lable = "Pair XXX"')
    )
    said = failed("check", str(file))
    lines = file.read_text().splitlines()
    shows, lable = (lines.index(line) + 1 for line in ("shows = 4", 'lable = "Pair XXX"'))
    assert f"{file}:{shows}: dealer.shows: 4 is not allowed; allowed: a whole number from 0 to 3" in said
    assert f"{file}:{lable}: wager.pair_xxx.lable: is not a key of this table" in said
    assert "did you mean 'label'?" in said
    assert "2 faults." in said
    faults = json.loads(failed("check", str(file), "--json"))["faults"]
    assert {fault["line"] for fault in faults} >= {shows, lable}


def test_check_of_a_good_file_says_what_was_understood_and_the_edges() -> None:
    path = Path(__file__).parents[2] / "examples" / "two-up.toml"
    said = run("check", str(path))
    assert said.startswith(f"{path}: no faults. Two-Up: Two-Up Three Card, hash ")
    told = " ".join(said.split())
    for each in (
        "Lucky Three exactly $5, needs Ante 11.8805%",
        "Up to 6 seats (TWO-1).",
        "Table limits are $5 to $200",
        "Dealer shows 2 cards before you decide (TWO-3).",
        "fold, or play for Play = Ante (TWO-6).",
        "Ante Bonus (on Ante) with 3 lines and Lucky Three with 5 lines. 11 clauses: TWO-1 to TWO-11.",
    ):
        assert each in told
    assert len(said.splitlines()) <= 24
    found = json.loads(run("check", str(path), "--json"))
    odds = json.loads(run("odds", str(path), "--json"))["wagers"]
    wagers = found["understood"]["wagers"]
    keys = ("ev", "ev_value", "house_edge", "house_edge_exact")
    assert {name: [each[key] for key in keys] for name, each in wagers.items()} == {
        name: [each[key] for key in keys] for name, each in odds.items()
    }


@pytest.mark.parametrize(("pays", "doubt"), [(50, True), (2, False)])
def test_check_warns_of_a_wager_that_favours_the_player(tmp_path: Path, pays: int, *, doubt: bool) -> None:
    """A pair pays so much instead of 1: of 22,100 hands 3,744 win more, beside a mean of -402/5525."""
    file = tmp_path / "slip.toml"
    file.write_text(house_text("rivers").replace('pair = "1 to 1"', f'pair = "{pays} to 1"'))
    mean = Fraction(-402, 5525) + Fraction((pays - 1) * 3744, 22_100)
    line = file.read_text().splitlines().index("[wager.pair_plus]") + 1
    says = f"Pair Plus favours the player by {100 * float(mean):.4f} % of the wager, exactly {mean}."
    said = run("check", str(file))
    assert said.startswith(f"{file}:{line}: warning: wager.pair_plus: {says}")
    assert ("Is a pay too high?" in said) is doubt
    assert said.count("warning") == 1
    assert "no faults" in said
    (fault,) = json.loads(run("check", str(file), "--json"))["faults"]
    assert fault["severity"] == "warning"


@pytest.mark.parametrize("house", houses())
def test_check_warns_of_no_house_but_pechanga(house: str, tmp_path: Path) -> None:
    """Its main game favours a perfect player by 143428213/17559223500 of the Ante."""
    file = tmp_path / f"{house}.toml"
    file.write_text(house_text(house))
    warnings = [line for line in run("check", str(file)).splitlines() if "warning" in line]
    assert len(warnings) == (house == "pechanga")
    assert all("by 0.8168 % of the wager, exactly 143428213/17559223500." in line for line in warnings)


OTHER_RULES = {
    "format": "pitboss.round/2",
    "round": "1",
    "sheet": {"id": "rivers", "hash": "0", "content": None},
    "limits": {"min": 500, "max": 50000},
    "events": [],
}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is empty"),
        ("{}", "Not a round document"),
        ("not json", "Not a round document"),
        (json.dumps(OTHER_RULES), "other rules of rivers"),
    ],
)
def test_replay_refuses_what_is_no_round(tmp_path: Path, content: str, sentence: str) -> None:
    file = tmp_path / "round.json"
    file.write_text(content)
    assert sentence in failed("replay", str(file))


def test_replay_refuses_a_round_whose_money_was_changed(tmp_path: Path) -> None:
    file = saved_round(tmp_path)
    document = json.loads(file.read_text())
    document["events"][-1]["seats"][0]["lines"][0]["profit"] += 1
    file.write_text(json.dumps(document))
    assert "(settle) is not what the rules give" in failed("replay", str(file))


def test_replay_reads_an_indented_document_too(tmp_path: Path) -> None:
    file = saved_round(tmp_path)
    told = run("replay", str(file))
    file.write_text(json.dumps(json.loads(file.read_text()), indent=2))
    assert run("replay", str(file)) == told
    assert json.loads(run("replay", str(file), "--json"))["tale"] == told.splitlines()


@pytest.mark.parametrize("command", ["rules", "check", "replay"])
def test_a_missing_file_is_one_sentence(command: str) -> None:
    assert "/nowhere/x.toml" in failed(command, "/nowhere/x.toml")


def test_version() -> None:
    assert run("--version").startswith("pitboss 0.")
