"""What a laboratory asks for: read off the sheet by hand, or off the lines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss import __version__
from pitboss.odds import Game
from pitboss.report import as_csv, as_html, as_json, par_sheet
from pitboss.report.lines import FOLD
from pitboss.round import open_table
from pitboss.sheet import load_house
from tests.report.houses import NAMES, SHEETS, par_of


@pytest.mark.parametrize("house", SHEETS, ids=NAMES)
def test_any_return_is_all_lines_but_the_lost_ones(house: str) -> None:
    """A side wager returns something where its line loses less than the stake."""
    par = par_of(house)
    shapes = {shape.wager: shape for shape in par.laboratory.shapes}
    for wager in par.wagers:
        if wager.id == "ante":
            continue
        kept = sum(line.count for line in wager.tables[0].lines if line.net > -1)
        assert shapes[wager.id].returns == Fraction(kept, wager.outcomes)


def test_the_main_game_returns_something_where_it_does_not_lose_all() -> None:
    """Ante and Play: everything but folds, which lose 1, and lost showdowns without a bonus, which lose 2."""
    par = par_of("rivers")
    whole = par.wagers[0].tables[0].lines
    folds = sum(line.count for line in whole if line.facts.event == FOLD)
    assert folds == 7200 * 18_424
    lost = sum(line.count for line in whole if line.net == -2)
    assert par.laboratory.shapes[0].returns == 1 - Fraction(folds + lost, par.wagers[0].outcomes)


def test_folk_play_is_in_it_with_published_figures() -> None:
    folk = {each.strategy: Fraction(each.ev) for each in par_of("rivers").laboratory.folk}
    assert float(folk["mimic"]) == pytest.approx(-0.0344912, abs=5e-8)
    assert float(folk["always"]) == pytest.approx(-0.0765379, abs=5e-8)


def test_posted_tables_are_priced_as_others_print_them() -> None:
    """Shine posts its tables; Pair Plus of other houses has edges that are known."""
    found = {(each.table, each.house): each.house_edge for each in par_of("shine").laboratory.others}
    assert found["pair_xxx", "atlantic-city"] == Fraction(392, 5525)
    assert found["pair_xxx", "napa-valley"] == Fraction(242, 5525)
    assert found["super_6_bonus", "rivers"] == Fraction(15_306, 149_695)
    assert not par_of("rivers").laboratory.others


def test_it_states_deck_shuffle_and_version() -> None:
    lab = par_of("pechanga").laboratory
    assert lab.version == __version__
    assert any("52 cards" in text for text in lab.statements)
    assert any("pitboss-shuffle/1" in text for text in lab.statements)
    assert lab.meter is None
    assert par_of("rivers").laboratory.meter is not None


def test_every_form_has_it() -> None:
    par = par_sheet(Game(open_table(load_house("rivers"))), table_risk=True)
    told = as_json(par)["laboratory"]
    assert told["shapes"][1]["returns"] == str(Fraction(5660, 22_100))
    assert told["exposure"]["seat"] == par.laboratory.exposure.seat
    assert told["table"]["players"][6]["stdev"] / 500 == pytest.approx(6.37, abs=0.005)
    page, rows = as_html(par), as_csv(par)
    for text in ("For a laboratory", "Exposure in one round", "The meter of Progressive", "6.371882"):
        assert text in page
    assert "laboratory,,,deviation of 7 seats" in rows
    assert "laboratory,pair_plus,,skewness" in rows
