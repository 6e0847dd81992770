"""`pitboss config`: every setting with where it came from, secrets masked, strange names told."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.cli.options import address_of
from pitboss.round import Refusal
from pitboss.web.settings import NAMES

FILE = """
port = 9000
name = "The Oak Club"
registration = "invitation"
invitation = "felt-and-brass-77"
most_sockets = 4
db = "club.db"
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file, and no setting in the environment."""
    for name in [each for each in os.environ if each.startswith("PITBOSS_")]:
        monkeypatch.delenv(name)
    path = tmp_path / "pitboss.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def _run(*words: object) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, ["config", *map(str, words)])


def _settings(*words: object) -> dict[str, dict[str, Any]]:
    done = _run("--json", *words)
    assert done.exit_code == 0, done.output
    return {each["name"]: each for each in json.loads(done.stdout)["settings"]}


def test_an_option_goes_over_the_environment_and_that_over_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_MOST_SOCKETS", "5")
    monkeypatch.setenv("PITBOSS_NAME", "Elm")
    found = _settings("--config", file, "--port", 9001, "--lan", "--log-format", "text")
    assert tuple(found) == NAMES
    told = {name: (each["value"], each["source"]) for name, each in found.items()}
    assert told["port"] == (9001, "option")
    assert told["log_format"] == ("text", "option")
    assert told["most_sockets"] == (5, "environment")
    assert told["name"] == ("Elm", "environment")
    assert told["registration"] == ("invitation", "file")
    assert told["most_tables"] == (500, "default")
    assert told["host"] == ("lan", "option")
    assert found["port"]["default"] == 8888
    assert found["port"]["variable"] == "PITBOSS_PORT"
    assert all(each["help"] for each in found.values())


def test_secrets_are_masked_everywhere(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_DB", "postgresql://oak:hunter22@db.example/oak")
    for words in ((), ("--json",), ("--explain",), ("--changed",)):
        text = _run("--config", file, *words).output
        assert "felt-and-brass" not in text
        assert "hunter22" not in text
        assert "db.example/oak" in text.replace("\n", "").replace(" ", "")


def test_the_table_fits_eighty_columns_and_says_from_where(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CONFIG", str(file))
    done = _run("--changed", "--port", "9001")
    lines = done.output.splitlines()
    assert "Settings file:" in lines[0]
    assert [line.split() for line in lines if line.startswith("port")] == [["port", "9001", "--port"]]
    assert [line.split()[-1] for line in lines if line.startswith("most_sockets ")] == ["pitboss.toml"]
    assert not any(line.startswith("most_tables") for line in lines)
    for words in ((), ("--explain",)):
        assert max(map(len, _run(*words).output.splitlines()[1:])) <= 80


def test_names_that_are_no_settings_are_told_with_what_was_meant(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_PROT", "9000")
    monkeypatch.setenv("PITBOSS_QQQQ", "1")
    monkeypatch.setenv("PITBOSS_TOKEN", "of another command")
    text = _run("--config", file).output
    assert "PITBOSS_PROT is no setting: did you mean PITBOSS_PORT?" in text
    assert "PITBOSS_QQQQ is no setting." in text
    assert "PITBOSS_TOKEN" not in text
    file.write_text("prot = 9000\n", encoding="utf-8")
    refused = _run("--config", file)
    assert isinstance(refused.exception, Refusal)
    assert "unknown setting 'prot'; did you mean 'port'?" in refused.exception.text


def test_other_commands_find_the_database_of_the_settings_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CONFIG", str(file))
    assert address_of(None) == "club.db"
    assert address_of("other.db") == "other.db"
    monkeypatch.setenv("PITBOSS_DB", "env.db")
    assert address_of(None) == "env.db"


@pytest.mark.parametrize("written", ['"$500"', '"500$"', '"$500.00"', "50000"])
def test_money_is_cents_or_has_its_sign_as_on_the_command_line(file: Path, written: str) -> None:
    file.write_text(f"starting_money = {written}\n", encoding="utf-8")
    [line] = [each for each in _run("--config", file).output.splitlines() if "starting_money" in each]
    assert line.split() == ["starting_money", "$500", "pitboss.toml"]
    assert _settings("--config", file)["starting_money"]["value"] == 50_000
