"""Every result as rows and as frames: plain, typed, exact, and the same after Parquet."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from types import NoneType
from typing import Any, get_args, get_type_hints

import pandas
import polars
import pytest
from pandas.testing import assert_frame_equal
from typer.testing import CliRunner

import pitboss
from pitboss.cli import app
from pitboss.dataframes import Tabular
from pitboss.odds.bank import bank_price
from pitboss.odds.house_prices import game_of
from pitboss.odds.knowledge import Estimate, Knowledge, Known, worth_of_first_card
from pitboss.odds.plan import plan_from_value
from pitboss.odds.risk.bankroll import bankroll_of
from pitboss.odds.risk.long_runs import meter_risk
from pitboss.odds.risk.offers import Rebate
from pitboss.odds.risk.table_swings import TableRisk
from pitboss.report import par_sheet
from pitboss.sim.question import one_seat
from pitboss.sim.run import in_process, run_rounds
from pitboss.sim.run_figures import figures
from pitboss.sim.run_setup import setup

ANTE = {"ante": 1000}


def _results() -> Iterator[tuple[str, Tabular[Any]]]:
    rivers, napa = game_of("rivers"), game_of("napa-valley")
    prices = pitboss.price("rivers", bets={"ante": 1000, "pair_plus": 500})
    yield "price", prices
    yield "distribution", prices.wagers["ante"]
    yield "refused", pitboss.odds.SheetPrice("somewhere", {}, None, {"ante": "too large", "combined": "too"})
    yield "compare", pitboss.compare(["shine", "rivers"])
    yield "strategy", pitboss.strategy("rivers")
    yield "strategy with draws", pitboss.strategy("pechanga")
    yield "advise", pitboss.advise("pechanga", "9s 9h 4d")
    whole = rivers.price_bets(ANTE)
    yield "session", pitboss.session(whole, 60, 50_000, 2_000, stop_win=20_000)
    yield "session's course", pitboss.session(whole, 60, 50_000, 2_000, checkpoints=6)
    yield "bank", bank_price(napa, [ANTE])
    found = bankroll_of(rivers, ANTE, 50_000, horizons=(20,), rebate=Rebate(Fraction(1, 5), 6))
    yield "bankroll", found
    assert found.rebate is not None
    yield "rebate", found.rebate
    meter = meter_risk(rivers, 3)
    assert meter is not None
    yield "meter", meter
    square = Fraction(10**30, 7)  # far beyond 64 bits
    yield "risk", TableRisk("rivers", ANTE, 3, ("ante",), (Fraction(-1, 3),), ((square,),), ((Fraction(1),),))
    edge, guess = Fraction(-1, 30), Estimate(0.01, 0.002)
    yield (
        "knowledge",
        Knowledge("rivers", Known(hole=1), edge, Fraction(1, 29), -edge, Fraction(1, 7), None, 9),
    )
    yield (
        "simulated knowledge",
        Knowledge("rivers", Known(seats=6), edge, guess, guess, guess, None, deals=99),
    )
    yield "first card", worth_of_first_card(rivers, ("QKA", "23456789TJ"))
    made = setup(one_seat(napa.table, ANTE, plan_from_value(0), "always"))
    yield "simulate", figures(made, run_rounds(made, 1, 500, pool=in_process(made, "numpy")))
    yield "par", par_sheet(rivers)


@pytest.fixture(scope="module")
def results() -> dict[str, Tabular[Any]]:
    return dict(_results())


def _fits(value: object, hint: Any) -> bool:
    return any(type(value) is each for each in get_args(hint) or (hint,))


def test_rows_are_plain_values_of_the_types_that_they_say(results: dict[str, Tabular[Any]]) -> None:
    for name, result in results.items():
        rows = result.rows()
        assert rows, name
        hints = get_type_hints(rows.kind)
        for row in rows:
            assert list(row) == list(hints), name
            for column, value in row.items():
                assert _fits(value, hints[column]), (name, column, value)
        json.dumps(rows, allow_nan=False)


def test_an_exact_number_is_a_fraction_beside_its_float(results: dict[str, Tabular[Any]]) -> None:
    seen = 0
    for name, result in results.items():
        for row in result.rows():
            for column in [each for each in row if each.endswith("_numerator")]:
                stem = column.removesuffix("_numerator")
                if stem in row and row[column] is not None:
                    assert float(Fraction(row[column], row[f"{stem}_denominator"])) == row[stem], (name, stem)
                    seen += 1
    assert seen > 1000


def test_frames_have_the_rows_and_their_types(results: dict[str, Tabular[Any]]) -> None:
    kinds = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
    for name, result in results.items():
        rows, frame = result.rows(), result.to_polars()
        assert frame.height == len(rows)
        large = {column for column in frame.columns if frame[column].dtype == polars.String}
        for column, hint in get_type_hints(rows.kind).items():
            [plain] = [each for each in get_args(hint) or (hint,) if each is not NoneType]
            values = [row[column] for row in rows]
            if plain is int and column in large:
                assert max(abs(value) for value in values) >= 2**63, (name, column)
                values = [str(value) for value in values]
            else:
                assert frame[column].dtype == kinds[plain], (name, column)
            assert frame[column].to_list() == values, (name, column)
        shown = result.to_pandas()
        again = polars.from_pandas(shown, nan_to_null=True)
        assert again.equals(frame), name
    assert results["risk"].to_polars()["variance_numerator"].dtype == polars.String


def test_parquet_reads_back_equal(results: dict[str, Tabular[Any]]) -> None:
    for result in results.values():
        kept = io.BytesIO()
        frame = result.to_polars()
        frame.write_parquet(kept)
        assert polars.read_parquet(io.BytesIO(kept.getvalue())).equals(frame)
        kept = io.BytesIO()
        shown = result.to_pandas()
        shown.to_parquet(kept)
        assert_frame_equal(pandas.read_parquet(io.BytesIO(kept.getvalue())), shown)


def test_no_rows_have_the_same_columns() -> None:
    none = pitboss.odds.SheetPrice("nowhere", {}).rows()
    assert none.to_polars().schema == pitboss.price("shine").to_polars().schema
    assert none.to_pandas().dtypes.equals(pitboss.price("shine").to_pandas().dtypes)


def test_a_strategy_with_up_cards_is_the_same_by_rows_and_by_columns() -> None:
    napa = pitboss.strategy("napa-valley")
    frame = napa.to_polars()
    assert frame.head(200).to_dicts() == list(islice(napa.rows(), 200))
    assert frame["multiplicity"].sum() == comb(52, 3) * 49
    assert frame["up"].null_count() == 0


def test_strategy_json_has_the_rows_with_fractions_in_text() -> None:
    printed = json.loads(CliRunner().invoke(app, ["strategy", "rivers", "--json"]).stdout)
    for row, told in zip(pitboss.strategy("rivers").rows(), printed, strict=True):
        assert told["ev_play_value"] == row["ev_play"]
        assert told["ev_play"] == str(
            Fraction(row["ev_play_numerator"] or 0, row["ev_play_denominator"] or 1)
        )
        assert (told["hand"], told["action"], told["ev_draw_1"]) == (row["hand"], row["action"], None)


def test_a_session_lists_what_is_left() -> None:
    coin = pitboss.Price("coin", 2, {Fraction(-100): 1, Fraction(100): 1})
    left = pitboss.session(coin, 3, 200, 100).left()
    assert [(row["bankroll"], row["probability"]) for row in left] == [
        *((0, 0.25), (100, 0.25), (300, 0.375), (500, 0.125))
    ]
    assert left.to_polars()["probability"].sum() == 1


def test_a_frame_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"needs polars: pip install '\.\[frames\]'"):
        pitboss.price("shine").to_polars()
