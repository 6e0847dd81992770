"""`pitboss par`: what it writes, what it says, what it refuses, and that its document tells the truth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.hands import Category
from pitboss.report import as_csv, as_html
from pitboss.sheet import houses, load_house
from tests.refusals import refused_command

from .houses import SHEETS, par_of

DOCUMENT = (Path(__file__).parents[2] / "docs" / "par.md").read_text(encoding="utf-8")


def run(*words: str) -> Result:
    done = CliRunner().invoke(app, ["par", *words])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize(("name", "write"), [("a.html", as_html), ("b.CSV", as_csv)])
def test_a_file_is_written_whole_and_one_sentence_says_so(name: str, write: Any, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("what was there before")
    done = run("shine", "-o", str(path), "--date", "2026-11-15")
    assert done.output == (
        f"Wrote the PAR sheet of 3 Card Shine (3 wagers, sheet {load_house('shine').hash[:12]}) to {path}.\n"
    )
    assert path.read_bytes() == write(replace(par_of("shine"), date="2026-11-15")).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_other_hash_seeds_give_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.csv"
        words = [sys.executable, "-m", "pitboss", "par", "pechanga", "-o", str(path), "--date", "2026-11-15"]
        subprocess.run(words, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
        made.append(path.read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize("house", houses())
def test_json_is_the_same_content(house: str) -> None:
    found = json.loads(run(house, "--json").stdout)
    assert found["hash"] == load_house(house).hash
    for wager in found["wagers"].values():
        whole = next(table for table in wager["tables"] if table["covers"] == "whole")
        assert sum(line["count"] for line in whole["lines"]) == wager["outcomes"]
        assert sum(Fraction(line["returns"]) for line in whole["lines"]) == Fraction(wager["ev"])
    categories = {each["category"]: each["hand"] for each in found["plan"]["categories"]}
    assert set(categories) == {each.text for each in Category}
    assert categories["mini_royal"] == load_house(house).hand_label("mini_royal")


def test_json_and_a_file_together_keep_standard_output_clean(tmp_path: Path) -> None:
    path = tmp_path / "par.csv"
    done = run("rivers", "--json", "-o", str(path), "--meter", "1008000", "--date", "2026-11-15")
    found = json.loads(done.stdout)
    assert done.stderr.startswith("Wrote the PAR sheet of Rivers ")
    assert found["date"] == "2026-11-15"
    assert found["wagers"]["progressive"]["ev"] == "0"  # $10,080 is where it is fair
    assert "sheet,,,date,,,,,,,,,,,,2026-11-15\n" in path.read_text(encoding="utf-8")


def test_overrides_and_players_reach_the_sheet() -> None:
    changed = json.loads(run("shine", "--json", "--set", "pays.pair_xxx.lines.flush=4 to 1").stdout)
    # 40-30-6-4-1 is published at 2.32 %
    assert round(100 * float(Fraction(changed["wagers"]["pair_xxx"]["house_edge"])), 2) == 2.32
    assert changed["hash"] != load_house("shine").hash
    table = json.loads(run("rivers", "--json", "--players", "2").stdout)
    assert table["players"] == 2
    assert [each["title"] for each in table["wagers"]["progressive"]["tables"]] == ["One's own hand", "Envy"]


def test_refusals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "real.html").write_text("kept")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    os.mkfifo(tmp_path / "pipe.csv")
    for words, hint in (
        (("shine", "-o", "par.pdf"), ".html, .csv or .xlsx"),
        (("shine", "-o", "par"), ".html, .csv or .xlsx"),
        (("shine", "-o", f"{tmp_path}/none/par.html"), "is not there"),
        (("shine", "-o", f"{tmp_path}/folder.html"), "no regular file"),
        (("shine", "-o", f"{tmp_path}/link.html"), "no regular file"),
        (("shine", "-o", f"{tmp_path}/pipe.csv"), "no regular file"),
        (("shine", "--json", "--date", "yesterday"), "2026-11-15"),
        (("shine", "--json", "--meter", "500"), "has no meter"),
        (("rivers", "--json", "--players", "8"), "from 1 to 7"),
        (("nowhere", "--json"), "neither a house"),
    ):
        assert hint in refused_command(capsys, monkeypatch, "par", *words)
    assert (tmp_path / "real.html").read_text() == "kept"
    assert len(list(tmp_path.iterdir())) == 4


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "par.csv"
    path.write_text("kept")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "replace", fails)
    assert "No space left" in refused_command(capsys, monkeypatch, "par", "shine", "-o", str(path))
    assert path.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [path]


def test_the_document_explains_every_figure() -> None:
    rows = [line.split(",") for house in SHEETS for line in as_csv(par_of(house)).splitlines()[1:]]
    totals = {row[3] for row in rows if row[0] == "total"}
    sections = {row[0] for row in rows}
    assert len(totals) == 10
    assert [name for name in sorted(totals | sections) if f"`{name}`" not in DOCUMENT] == []
