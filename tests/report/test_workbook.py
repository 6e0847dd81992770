"""The workbook: every figure of the rows is in it, exact, and no text of a sheet file becomes a formula."""

from __future__ import annotations

import io
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.report import ParSheet, as_workbook
from pitboss.round import Refusal

from .houses import par_of


def read(par: ParSheet) -> dict[str, list[dict[str, Any]]]:
    """Every sheet by its title, each row by the head."""
    book = openpyxl.load_workbook(io.BytesIO(as_workbook(par)))
    found = {}
    for sheet in book:
        head, *rows = sheet.iter_rows()
        assert sheet.freeze_panes == "B2"
        assert sheet.auto_filter.ref == sheet.dimensions
        assert all(cell.data_type != "f" for row in rows for cell in row)
        names = [cell.value for cell in head]
        found[sheet.title] = [
            {name: cell.value for name, cell in zip(names, row, strict=True)} for row in rows
        ]
    return found


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_the_lines_of_a_wager_give_its_mean_again(house: str) -> None:
    par = par_of(house)
    book = read(par)
    assert list(book)[:2] == ["Sheet", "Figures"]
    assert {"Hold", "Strategy", "Laboratory", "Clauses"} <= set(book)
    for wager, figures, title in zip(par.wagers, book["Figures"], list(book)[2:], strict=False):
        assert figures["Wager"] == wager.label
        assert Fraction(figures["Exact EV"]) == wager.ev
        assert figures["EV"] == pytest.approx(float(wager.ev), rel=1e-15)
        assert int(figures["Outcomes"]) == wager.outcomes
        lines = [row for row in book[title] if row["Section"] == "line"]
        shares = [Fraction(int(row["Count"]), int(row["Outcomes"])) for row in lines]
        assert sum(shares) == 1
        assert sum(Fraction(row["Net"]) * share for row, share in zip(lines, shares, strict=True)) == wager.ev
        for row, share in zip(lines, shares, strict=True):
            assert row["Probability"] == pytest.approx(float(share), rel=1e-15)
            assert Fraction(row["Exact"]) == Fraction(row["Net"]) * share
            assert row["Return"] == pytest.approx(float(Fraction(row["Exact"])), rel=1e-15)


def test_a_number_that_a_spreadsheet_would_round_is_text() -> None:
    par = par_of("shine")
    (first, *others) = par.wagers
    for outcomes, kept in ((10**15 - 1, 10**15 - 1), (10**15, "1000000000000000")):
        (figures, *_) = read(replace(par, wagers=(replace(first, outcomes=outcomes), *others)))["Figures"]
        assert figures["Outcomes"] == kept


def test_counts_and_shares_are_shown_as_what_they_are() -> None:
    book = openpyxl.load_workbook(io.BytesIO(as_workbook(par_of("rivers"))))
    formats = {cell.value: book["Figures"].cell(2, cell.column).number_format for cell in book["Figures"][1]}
    assert formats["Outcomes"] == "#,##0"
    assert formats["House edge"] == "0.0000%"
    assert formats["Exact EV"] == "@"
    widths = [each.width for each in book["Figures"].column_dimensions.values()]
    assert min(widths) >= 7
    assert max(widths) <= 72


def test_the_edges_are_a_chart_below_the_figures() -> None:
    par = par_of("rivers")
    archive = zipfile.ZipFile(io.BytesIO(as_workbook(par)))
    drawn = archive.read("xl/charts/chart1.xml").decode()
    assert "the Progressive costs 41% of every dollar" in drawn
    last = len(par.wagers) + 1
    assert f"$D$2:$D${last}" in drawn  # the column of house edges
    book = openpyxl.load_workbook(io.BytesIO(as_workbook(par)))
    assert book["Figures"]["D1"].value == "House edge"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", '=HYPERLINK("x")'])
def test_text_of_a_sheet_file_is_no_formula(name: str) -> None:
    rows = read(replace(par_of("shine"), name=name))["Sheet"]
    assert [row["Text"] for row in rows if row["Line"] == "name"] == [name]


def test_titles_of_sheets_are_what_excel_takes_and_each_stands_once() -> None:
    par = par_of("shine")
    named = [replace(each, label="A/very: long [name] of a wager, and more?") for each in par.wagers]
    titles = list(read(replace(par, wagers=tuple(named))))
    assert len({title.lower() for title in titles}) == len(titles)
    assert all(len(title) <= 31 and not set(title) & set("[]:*?/\\") for title in titles)


def test_the_same_sheet_is_the_same_file() -> None:
    assert as_workbook(par_of("shine")) == as_workbook(par_of("shine"))


def test_the_command_writes_it_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "shine.XLSX"
    wrote = CliRunner().invoke(app, ["par", "shine", "-o", str(out)])
    assert wrote.exit_code == 0, wrote.output
    assert openpyxl.load_workbook(io.BytesIO(out.read_bytes())).sheetnames[0] == "Sheet"
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    refused = CliRunner().invoke(app, ["par", "shine", "-o", str(out)])
    assert isinstance(refused.exception, Refusal)
    assert refused.exception.text == "A workbook needs openpyxl: pip install '.[excel]' in Pitboss's clone"
