"""Overrides like `dealer.shows=1`, and the tables that a house posts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli.options import find_sheet
from pitboss.sheet import (
    BadOverride,
    NoSuchHouse,
    NoSuchSheet,
    Sheet,
    SheetRefused,
    check_text,
    load_house,
    load_sheet,
    paybook,
    with_posted,
)
from pitboss.sheet.pays import ToOne

from .texts import BASE, printed


def test_an_override_changes_the_sheet_and_not_the_house() -> None:
    assert load_house("rivers", ["dealer.shows=1"]).dealer.shows == 1
    assert load_house("rivers").dealer.shows == 0


def test_overrides_apply_one_after_the_other() -> None:
    sheet = load_house("rivers", ["table.limits.min=1000", "table.limits.max=20000", "table.limits.min=2000"])
    assert (sheet.limits.min, sheet.limits.max) == (2_000, 20_000)


@pytest.mark.parametrize(
    ("override", "value"),
    [
        ("name=Reno", "Reno"),
        ("name=The Reno # 1", "The Reno # 1"),
        (' name = "Reno = 7" ', "Reno = 7"),
        ("name='12'", "12"),
    ],
)
def test_a_value_is_toml_and_text_when_it_is_not(override: str, value: str) -> None:
    assert load_house("shine", [override]).name == value


def test_a_value_is_one_value() -> None:
    with pytest.raises(SheetRefused, match=r"dealer\.shows: '1.*' is not allowed"):
        load_house("rivers", ["dealer.shows=1\nclauses = 3"])


def test_keys_of_every_depth_and_elements_of_lists() -> None:
    sheet = load_house(
        "atlantic-city",
        [
            "pays.pair_plus.lines.flush=4 to 1",
            "wager.pair_plus.min.1.times=2",
            "wager.ante.max.0={ cents = 10000 }",
        ],
    )
    assert sheet.pays["pair_plus"].columns["lines"].lines["flush"] == ToOne(Fraction(4))
    assert sheet.wagers["pair_plus"].min[1].times == 2
    assert sheet.wagers["ante"].max[0].cents == 10_000


def test_an_override_may_add_a_table() -> None:
    assert load_house("rivers", ["void.malfunction.clause=STD-12"]).voids == {"malfunction": "STD-12"}
    assert load_house("rivers", ["void={ malfunction = { clause = 'STD-12' } }"]).voids == {
        "malfunction": "STD-12"
    }


@pytest.mark.parametrize(
    "override", ["dealer.shows", "", "=1", "dealer.=1", ".shows=1", "dealer..shows=1", " . =1"]
)
def test_an_override_has_a_key_and_a_value(override: str) -> None:
    with pytest.raises(BadOverride, match=r"write key=value, like dealer\.shows=1"):
        load_house("rivers", [override])


@pytest.mark.parametrize(
    ("override", "table"),
    [
        ("name.first=1", "name"),
        ("name.first.letter=R", "name.first"),
        ("notice.2.text=x", "notice.2"),
        ("notice.two.text=x", "notice.two"),
        ("wager.ante.min.7=3", "wager.ante.min"),
    ],
)
def test_an_override_goes_into_a_table(override: str, table: str) -> None:
    with pytest.raises(BadOverride, match=f"{table} is not a table"):
        load_house("rivers", [override])


def test_a_fault_of_an_override_says_so_and_has_no_line() -> None:
    (fault,) = check_text(BASE, ["dealer.shows=9"]).faults
    assert fault.line is None
    assert fault.sentence == (
        "dealer.shows: 9 is not allowed (from an override); allowed: a whole number from 0 to 3"
    )


@pytest.mark.parametrize("value", ["9" * 5_000, "[" * 5_000 + "]" * 5_000], ids=["digits", "brackets"])
def test_a_value_beyond_all_reason_is_taken_as_text(value: str) -> None:
    (fault,) = check_text(BASE, [f"dealer.shows={value}"]).faults
    assert fault.key == "dealer.shows"


def test_a_misspelt_override_is_a_fault_with_a_suggestion() -> None:
    with pytest.raises(SheetRefused, match="did you mean 'shows'") as refused:
        load_house("rivers", ["dealer.show=1"])
    assert [fault.key for fault in refused.value.faults] == ["dealer.show"]


def test_what_an_override_contradicts_elsewhere_has_its_line() -> None:
    # Pechanga's dealer always qualifies, so its sheet has no rule for one who does not.
    with pytest.raises(SheetRefused) as refused:
        load_house("pechanga", ["dealer.qualifier.hand=queen high"])
    (fault,) = refused.value.faults
    assert fault.key == "showdown.not_qualified"
    assert fault.line is not None


# ---------------------------------------------------------------- names


def test_a_sheet_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "base.toml"
    path.write_text(BASE, encoding="utf-8")
    assert load_sheet(path, ["name=Other"]).name == "Other"


@pytest.mark.parametrize("name", ["", "rivrs", "no/such/file.toml", "std", ".", "x" * 5_000, "a\0b"])
def test_a_name_that_is_no_house_and_no_file(name: str) -> None:
    with pytest.raises(NoSuchHouse, match="is neither a house"):
        load_house(name)
    with pytest.raises(NoSuchSheet, match="There is no sheet file"):
        load_sheet(name)


def test_a_house_is_not_taken_for_a_path_nor_a_path_for_a_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("rivers", "mine.toml"):
        Path(name).write_text(BASE, encoding="utf-8")
    with pytest.raises(NoSuchSheet, match=r"rivers is a house .*; a file of that name is \./rivers"):
        load_sheet("rivers")
    for path in ("mine.toml", "./mine.toml", str(tmp_path / "mine.toml")):
        with pytest.raises(NoSuchHouse, match="nor the path of a sheet file, which has a /"):
            load_house(path)
        assert find_sheet(path).name == load_sheet(path).name == "Base"
    assert (find_sheet("rivers").name, find_sheet("./rivers").name) == ("Rivers", "Base")


def test_a_misspelt_house_gets_a_suggestion() -> None:
    with pytest.raises(NoSuchHouse, match=r"Did you mean rivers\?"):
        load_house("rivrs")


# ---------------------------------------------------------------- posted tables (SHINE-9)


def pays(sheet: Sheet, table: str) -> list[str | None]:
    """The pay texts of a table by hand class, mini royals as the first of them."""
    return [printed(award) for award in paybook(sheet).awards[table][:8]]


@pytest.mark.clause("SHINE-9")
def test_shine_9_a_posted_table_is_replaced_as_a_whole() -> None:
    sheet = with_posted(load_house("shine"), {"pair_xxx": {"mini_royal": 100, "pair": 2}})
    assert pays(sheet, "pair_xxx") == [None, "2 to 1", None, None, None, None, None, "100 to 1"]
    assert sheet.pays["pair_xxx"].columns["lines"].clause == "SHINE-7"
    assert pays(sheet, "ante_bonus") == pays(load_house("shine"), "ante_bonus")


def test_a_clause_of_the_lines_stays_with_a_posted_table() -> None:
    text = BASE.replace("[pays.six.lines]", '[pays.six.lines]\nclause = "B-1"')
    sheet = check_text(text).sheet
    assert sheet is not None
    assert with_posted(sheet, {"six": {"flush": 9}}).pays["six"].columns["lines"].clause == "B-1"


def test_only_posted_tables_can_be_replaced() -> None:
    with pytest.raises(SheetRefused) as refused:
        with_posted(load_house("shine"), {"pair_plus": {"pair": 2}})
    assert refused.value.faults[0].sentence == (
        "pays.pair_plus: is not a posted table; allowed: ante_bonus, pair_xxx or super_6_bonus"
    )
    with pytest.raises(SheetRefused, match="none: this house prints its pay tables"):
        with_posted(load_house("rivers"), {"pair_plus": {"pair": 2}})


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ({"pear": 1}, "pays.pair_xxx.lines.pear"),
        ({"pair": 0}, "pays.pair_xxx.lines.pair"),
        ({"pair": -1}, "pays.pair_xxx.lines.pair"),
        ({}, "pays.pair_xxx.lines"),
        ({"pair": 1, "pair_or_better": 2}, "pays.pair_xxx.lines.pair_or_better"),
    ],
)
def test_a_posted_table_is_checked_like_a_printed_one(lines: dict[str, int], key: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        with_posted(load_house("shine"), {"pair_xxx": lines})
    assert [fault.key for fault in refused.value.faults] == [key]


def test_an_override_with_nothing_after_the_equals_takes_a_key_out() -> None:
    lines = (
        load_house("atlantic-city", ["pays.pair_plus.lines.mini_royal="]).pays["pair_plus"].columns["lines"]
    )
    assert list(lines.lines) == ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    without = load_house("rivers", ["envy=", "wager.progressive= ", "pays.progressive=", "meter="])
    assert (without.envy, without.meter) == (None, None)
    assert "progressive" not in without.wagers
    assert len(load_house("atlantic-city", ["wager.pair_plus.min.1="]).wagers["pair_plus"].min) == 1
    assert load_house("rivers", ["envy=", "envy={}", "envy="]).envy is None


@pytest.mark.parametrize(
    "override",
    ["pays.pair_plus.lines.mini_royal=", "nothing=", "no.such.table=", "wager.ante.min.7=", "name.x="],
)
def test_what_is_not_there_cannot_be_taken_out(override: str) -> None:
    with pytest.raises(BadOverride, match=f"there is no {override[:-1]} to take out"):
        load_house("rivers", [override])


def test_what_a_sheet_needs_is_missed_when_it_is_taken_out() -> None:
    (fault,) = check_text(BASE, ["dealer.shows="]).faults
    assert fault.sentence.startswith("dealer.shows: is missing (from an override); allowed: ")
