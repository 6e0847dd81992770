"""What commands print for a spreadsheet: no text of a sheet file is run there, and numbers stay numbers."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pitboss.cli import OFFERS, load
from pitboss.text import write_rows
from tests.odds.test_commands import run

STARTS = ["=", "+", "-", "@", "\t", "\r"]
BETS = ("--bets", "ante=1000,pair_plus=500")
OF_A_SHEET = {  # command -> what is asked of a sheet file
    "odds": (*BETS,),
    "strategy": (),
    "advise": ("--cards", "Qs 6h 4d"),
    "session": (*BETS, "--rounds", "20", "--bankroll", "20000"),
    "bankroll": (*BETS,),
    "risk": (*BETS,),
}
OF_A_DATABASE = {"evening standings", "accounts"}  # no sheet: the names of people are in tests/operate
NUMBER = re.compile(r"[+-][0-9.]+(e[+-][0-9]+)?(/[0-9]+)?")


def _hostile(value: Any, start: str) -> Any:
    """A sheet whose every label and name begins with these letters."""
    if isinstance(value, list):
        return [_hostile(each, start) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: f"{start}{each}" if key in ("label", "name", "game") else _hostile(each, start)
        for key, each in value.items()
    }


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def _file(folder: Path, start: str) -> str:
    content = tomllib.loads((resources.files("pitboss.sheets") / "rivers.toml").read_text("utf-8"))
    content = _hostile(content, start) | {"id": "hostile", "labels": {"three_of_a_kind": f"{start}Trips"}}
    file = folder / "hostile.toml"
    file.write_text(tomli_w.dumps(content), "utf-8")
    return str(file)


@pytest.mark.parametrize("start", STARTS, ids=["equals", "plus", "minus", "at", "tab", "return"])
def test_no_label_of_a_sheet_is_a_formula(start: str, tmp_path: Path) -> None:
    rows = _rows(run("odds", _file(tmp_path, start), *OF_A_SHEET["odds"], "--csv"))
    labels = {row[2] for row in rows}
    assert {f"'{start}Ante", f"'{start}Pair Plus", f"'{start}Progressive"} <= labels


@pytest.mark.parametrize("command", OF_A_SHEET)
def test_no_cell_of_a_command_is_a_formula(command: str, tmp_path: Path) -> None:
    rows = _rows(run(command, _file(tmp_path, "="), *OF_A_SHEET[command], "--csv"))
    assert len(rows) > 1
    for cell in (each for row in rows for each in row):
        assert not cell.lstrip(" ").startswith(tuple(STARTS)) or NUMBER.fullmatch(cell), cell


def test_a_text_begins_no_row_of_its_own() -> None:
    """Where CR is not quoted, a spreadsheet reads the rest of a text as a row."""
    out = io.StringIO()
    write_rows(out, [["Ante\r=1+1", -1], ["b\n@x", "c,d"]])
    assert out.getvalue() == '"Ante\r=1+1",-1\n"b\n@x","c,d"\n'


def test_numbers_below_zero_stay_numbers() -> None:
    rows = _rows(run("odds", "rivers", "--csv"))
    below = [Fraction(row[rows[0].index("ev")]) for row in rows[1:]]
    assert any(each < 0 for each in below)
    hands = _rows(run("strategy", "rivers", "--csv"))
    assert {row[hands[0].index("ev_fold")] for row in hands[1:]} == {"-1"}


def test_every_command_with_csv_is_asked() -> None:
    def with_csv(name: str, command: Any) -> Iterator[str]:
        if any("--csv" in each.opts for each in command.params):
            yield name
        for inner, each in getattr(command, "commands", {}).items():
            yield from with_csv(f"{name} {inner}", each)

    found = {each for name in OFFERS for each in with_csv(name, load(name))}
    assert found == OF_A_DATABASE.union(OF_A_SHEET)


def test_one_place_writes_such_files() -> None:
    source = Path(__file__).parents[2] / "src" / "pitboss"
    texts = {each.name: each.read_text("utf-8") for each in source.rglob("*.py")}
    assert [name for name, text in texts.items() if re.search(r"csv\.(DictW|w)riter", text)] == ["text.py"]
