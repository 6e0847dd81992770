"""Files that are no TOML at all: one fault, with the line where reading stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.sheet import Fault, SheetRefused, check_file, check_text, load_sheet
from pitboss.text import shown

from .texts import BASE, changed, line_at, the_fault


def test_a_line_that_is_no_toml() -> None:
    text = changed("[dealer]", "[dealer")
    fault = the_fault(text)
    assert fault.key == ""
    assert fault.message.startswith("is not valid TOML: ")
    assert fault.line == line_at(text, "[dealer")


def test_a_key_given_twice() -> None:
    text = changed("shows = 1", "shows = 1\nshows = 2")
    fault = the_fault(text)
    assert fault.sentence == "is not valid TOML: Cannot overwrite a value"
    assert fault.line == line_at(text, "shows = 2")


@pytest.mark.parametrize(
    ("old", "written", "meant"),
    [
        ('name = "Base"', "name = “Base”", 'name = "Base"'),
        ("reset = 100000", "reset = 100,000", "reset = 100000"),
        ('looks = "when dealt"', "looks = when dealt  # always", 'looks = "when dealt"  # always'),
    ],
)
def test_a_line_that_is_nearly_toml_is_answered_with_how_it_is_written(
    old: str, written: str, meant: str
) -> None:
    assert the_fault(changed(old, written)).suggestion == meant


def test_a_string_that_never_ends_is_a_fault_of_the_last_line() -> None:
    text = 'format = 1\nname = """Base\n'
    assert the_fault(text) == Fault("", "is not valid TOML: Unterminated string", line=3)


def test_a_number_of_more_digits_than_can_be_read() -> None:
    text = changed("shows = 1", f"shows = {'9' * 5_000}")
    assert the_fault(text) == Fault(
        "", "is not valid TOML: a number of thousands of digits", line=line_at(text, "shows =")
    )


def test_a_number_of_more_digits_than_can_be_written() -> None:
    fault = the_fault(changed("shows = 1", f"shows = 0x{'f' * 5_000}"))
    assert fault.sentence == (
        "dealer.shows: so long a value is not allowed; allowed: a whole number from 0 to 3"
    )


def test_brackets_nested_beyond_all_reason() -> None:
    fault = the_fault(f"x = {'[' * 50_000}")
    assert fault.message == "is nested too deeply"
    assert fault.line == 1


def test_a_value_nested_too_deeply_to_be_shown() -> None:
    value: list[object] = []
    for _ in range(200_000):
        value = [value]
    assert shown(value) == "so long a value"


def test_long_values_are_cut() -> None:
    fault = the_fault(changed('name = "Base"', f"name = {list(range(50))}"))
    assert fault.message == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11... is not allowed"


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(changed('game = "Base Poker"', 'game = "Pokér"').encode("latin-1"))
    fault = Fault("", "is not UTF-8 text", "a TOML file", line=4)
    assert check_file(path).faults == (fault,)
    with pytest.raises(SheetRefused, match=r"latin\.toml line 4: is not UTF-8 text"):
        load_sheet(path)


def test_a_sound_file(tmp_path: Path) -> None:
    path = tmp_path / "base.toml"
    path.write_text(BASE, encoding="utf-8")
    checked = check_file(path)
    assert checked.sheet is not None
    assert checked.sheet == check_text(BASE).sheet


def test_a_refusal_names_the_first_fault_and_how_many_more_there_are(tmp_path: Path) -> None:
    path = tmp_path / "base.toml"
    path.write_text(
        BASE.replace("shows = 1", "shows = 9").replace("seats = 7", "seats = 0"), encoding="utf-8"
    )
    with pytest.raises(SheetRefused) as refused:
        load_sheet(path)
    assert str(refused.value) == (
        "base.toml line 8: table.seats: 0 is not allowed; allowed: a whole number from 1 to 12 "
        "(and 1 more: run pitboss check)"
    )
