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


def test_check_of_a_good_file_says_so() -> None:
    path = Path(__file__).parents[2] / "examples" / "two-up.toml"
    assert run("check", str(path)).startswith(f"{path}: no faults")


def test_check_warns_of_a_wager_that_pays_far_too_much(tmp_path: Path) -> None:
    """A pair pays 50 instead of 1: of 22,100 hands 3,744 win 49 more, beside a mean of -402/5525."""
    file = tmp_path / "slip.toml"
    file.write_text(house_text("rivers").replace('pair = "1 to 1"', 'pair = "50 to 1"'))
    back = 1 + Fraction(-402, 5525) + Fraction(49 * 3744, 22_100)
    line = file.read_text().splitlines().index("[wager.pair_plus]") + 1
    says = f"wager.pair_plus: pays the player {float(back):.0%} of the bet on average: is a pay too high?"
    said = run("check", str(file))
    assert said.splitlines()[0] == f"{file}:{line}: warning: {says}"
    assert said.count("warning") == 1
    assert "no faults" in said
    (fault,) = json.loads(run("check", str(file), "--json"))["faults"]
    assert fault["severity"] == "warning"


@pytest.mark.parametrize("house", houses())
def test_check_has_no_word_about_the_houses(house: str, tmp_path: Path) -> None:
    """Pechanga favours the player too, by less than one per cent, and says so itself."""
    file = tmp_path / f"{house}.toml"
    file.write_text(house_text(house))
    assert run("check", str(file)).startswith(f"{file}: no faults")


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
