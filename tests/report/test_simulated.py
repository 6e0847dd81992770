"""What a PAR sheet has no exact figure for: simulated and marked in every form, or left out."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from typer.testing import CliRunner

from pitboss.cli import app

from .test_command import run

# Rivers without its wager on six cards, which takes long to count where players draw.
SETS = ("wager.six_card_bonus=", "pays.six_card_bonus=", "felt=")
THREE = ("rivers", *(word for each in SETS for word in ("--set", each)))
WHY = "Envy that a fold loses is counted only where the hand alone decides what it pays, whatever shows"
ROUNDS = 20_000

ROYAL_BY_SUIT = 'pays.ante_bonus.lines.mini_royal_spades="500 to 1"'
# Envy that a fold loses, where others draw to an A-K-Q by its suit: its wager has no exact price.
NO_PRICE = (
    *("--set", "player.draws=true"),
    *("--set", ROYAL_BY_SUIT),
    *("--set", 'wager.progressive.fold={does="lose",clause="RIV-9"}'),
)
# Envy on the Ante beside a dealer who draws: the mean is known, and no distribution.
NO_DISTRIBUTION = (
    *("--set", "envy.wager=ante", "--set", 'envy.lines={pair_or_better="$5"}'),
    *("--set", 'dealer.draw={when="below",below="pair",clause="RIV-5",stands_clause="RIV-5"}'),
)


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.sim.simulated.ROUNDS", ROUNDS)


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_a_wager_without_a_price_is_simulated_in_every_form_and_marked(tmp_path: Path) -> None:
    words = (*THREE, *NO_PRICE, "--players", "3")
    html, book, rows = (tmp_path / f"par.{ending}" for ending in ("html", "xlsx", "csv"))
    done = CliRunner().invoke(app, ["par", *words, "--json", "-o", str(html)])
    assert "(3 wagers, 1 simulated, sheet" in done.stderr
    found = json.loads(done.stdout)
    assert (list(found["wagers"]), found["refused"]) == (["ante", "pair_plus"], [])
    made = found["simulated"]["progressive"]["made"]
    ran, mean = made["simulated"], made["simulated"]["mean"]
    assert (ran["why"], ran["seed"], ran["rounds"], ran["decided"]) == (WHY, "1", ROUNDS, "without_envy")
    assert mean["low"] < mean["value"] == -made["house_edge"] < mean["high"]
    odds = CliRunner().invoke(app, ["odds", *words, "--json"]).stdout
    assert json.loads(odds)["wagers"]["progressive"] == made

    text = html.read_text(encoding="utf-8")
    assert "All wagers, per unit of the wager; ~ simulated" in text
    assert f'<td class="n">~{100 * made["house_edge"]:.3f} %</td>' in text
    assert f'<td class="x">~ from {mean["low"]:.5f} to {mean["high"]:.5f}</td>' in text
    assert f"Progressive is simulated: seat 1 of 3, {ROUNDS:,} rounds, seed 1, interval of 95%" in text
    assert f"{WHY}. Hands are decided as is best without envy." in text

    run(*words, "-o", str(rows))
    told = {
        row["line"]: row
        for row in csv.DictReader(io.StringIO(rows.read_text(encoding="utf-8")))
        if (row["section"], row["wager"]) == ("simulated", "progressive")
    }
    assert (told["why"]["text"], told["seats"]["text"]) == (WHY, "1")
    assert (told["seed"]["value"], told["rounds"]["value"]) == ("1", str(ROUNDS))
    ends = [float(told["ev"][name]) for name in ("low", "value", "high")]
    assert ends == pytest.approx([mean["low"], mean["value"], mean["high"]])
    assert float(told["hit_frequency"]["value"]) == pytest.approx(made["win_frequency_value"])

    run(*words, "-o", str(book))
    sheets = openpyxl.load_workbook(book)
    heads, *figures = sheets["Figures"].iter_rows()
    row = next(each for each in figures if each[0].value == "Progressive")
    cells = {head.value: cell for head, cell in zip(heads, row, strict=True)}
    assert (cells["EV"].value, cells["Exact EV"].value) == (pytest.approx(mean["value"]), None)
    assert cells["House edge"].number_format.startswith('"~"')
    assert f"{ROUNDS:,} rounds, seed 1" in cells["Priced"].value
    assert ["progressive", "seed"] in [[each[0], each[1]] for each in sheets["Simulated"].values]


def test_exact_only_refuses_a_wager_and_leaves_the_rest_of_the_sheet_whole() -> None:
    found = answer(*THREE, *NO_PRICE, "--players", "3", "--exact-only")
    alone = answer(*THREE, *NO_PRICE, "--exact-only")
    assert (found["refused"]["progressive"]["why"], found["simulated"]) == (WHY, [])
    assert alone["refused"] == []
    assert list(alone["wagers"]) == [*found["wagers"], "progressive"]
    for part in ("plan", "rules", "clauses"):  # which no other player changes
        assert found[part] == alone[part]
    assert found["wagers"] == {name: alone["wagers"][name] for name in found["wagers"]}
    assert found["laboratory"]["exposure"] == alone["laboratory"]["exposure"]


def test_a_sheet_without_any_exact_price_is_simulated_whole(tmp_path: Path) -> None:
    """Nothing but an Ante that earns envy, beside others who draw to an A-K-Q by its suit."""
    side = [word for name in ("pair_plus", "progressive") for word in (f"wager.{name}=", f"pays.{name}=")]
    alone = [*side, "meter=", "envy.wager=ante", "player.draws=true", ROYAL_BY_SUIT]
    words = [*THREE, *(word for each in alone for word in ("--set", each)), "--players", "3"]
    files = [tmp_path / f"par.{ending}" for ending in ("html", "xlsx", "csv")]
    for file in files:
        assert "(1 wager, 1 simulated, sheet" in run(*words, "-o", str(file)).stdout
    found = answer(*words)
    assert (found["wagers"], found["refused"], list(found["simulated"])) == ([], [], ["ante"])
    assert found["simulated"]["ante"]["made"]["simulated"]["why"] == WHY
    refused = CliRunner().invoke(app, ["par", *words, "--exact-only", "-o", str(tmp_path / "exact.html")])
    assert (refused.exit_code, str(refused.exception)) == (1, WHY)
    assert not (tmp_path / "exact.html").exists()


def test_what_an_exact_price_leaves_out_is_simulated_beside_it(tmp_path: Path) -> None:
    html = tmp_path / "par.html"
    found = answer(*THREE, *NO_DISTRIBUTION, "--players", "4", "-o", str(html))["wagers"]["ante"]
    assert (found["hit_frequency"], found["stdev"]) == (None, None)
    made = found["simulated"]["simulated"]
    wins, stdev = made["win_frequency"], made["stdev"]
    text = html.read_text(encoding="utf-8")
    assert f'<td class="n">~{100 * wins["value"]:.2f} %</td><td class="n">~{stdev["value"]:.3f}</td>' in text
    assert "wins (and its deviation) is simulated: seat 1 of 4, 20,000 rounds, seed 1" in text
