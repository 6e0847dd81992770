"""The input of `pitboss settle`: what is read, what is refused, where, and by which clause.

The comments are the sentences of the law, in its order.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.round.adjudicate import rule
from pitboss.sheet import Sheet
from pitboss.sheet.files import house_text

from .rounds import (
    HOUSES,
    Json,
    a_round,
    as_line,
    refused,
    seat,
    settled,
    without,
)

HOUSE_LIST = "pechanga, atlantic-city, napa-valley, shine or rivers"


@pytest.mark.parametrize("house", HOUSES)
def test_the_plain_round_of_each_house_is_settled(house: str) -> None:
    assert settled(a_round(house))["house"] == house


# --- Exactly one of `house` and `sheet`.


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("riverz", '"riverz"; did you mean rivers?'),
        ("Rivers", '"Rivers"; did you mean rivers?'),
        ("rivers.toml", '"rivers.toml"; did you mean rivers?'),
        ("004", '"004"'),
        ("", '""'),
        (None, "null"),
        (4, "4"),
        (True, "true"),
        (["rivers"], "a list"),
        ({}, "an object"),
    ],
)
def test_house_is_the_id_of_a_house(name: object, shown: str) -> None:
    data = {**a_round("rivers"), "house": name}
    assert refused(data) == ("house", None, f"house must be {HOUSE_LIST}, not {shown}")


def test_neither_house_nor_sheet() -> None:
    line = json.dumps(a_round("rivers")).replace('"rivers"', "4.0")
    assert refused(line) == ("house", None, f"house must be {HOUSE_LIST}, not 4.0")
    message = f"house is missing: give {HOUSE_LIST}, or the path of a sheet file as sheet"
    assert refused(without(a_round("rivers"), "house")) == ("house", None, message)
    assert refused({}) == ("house", None, message)


@pytest.mark.parametrize("sheet", ["rivers.toml", "", None])
def test_both_house_and_sheet(sheet: object) -> None:
    data = a_round("rivers", sheet=sheet)
    assert refused(data) == ("sheet", None, "Give either house or sheet, not both")


def sheet_round(sheet: object, **fields: Any) -> Json:
    return {**without(a_round("rivers"), "house"), "sheet": sheet, **fields}


def test_sheet_is_the_path_of_a_sheet_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(house_text("rivers").replace('id = "rivers"', 'id = "my-rivers"'), encoding="utf-8")
    answer = settled(sheet_round(str(path)))
    assert answer["house"] == "my-rivers"
    assert answer["seats"] == settled(a_round("rivers"))["seats"]


def test_sheet_of_a_file_makes_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "five.toml"
    path.write_text(re.sub(r"seats = 7", "seats = 5", house_text("rivers")), encoding="utf-8")
    assert refused(sheet_round(str(path), seats=[seat(6)])) == (
        "seats[0].seat",
        "STD-9",
        "A seat needs its number, seat, a whole number from 1 to 5, not 6",
    )


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (None, "sheet must be the path of a sheet file as text, not null"),
        ("", 'sheet must be the path of a sheet file as text, not ""'),
        (3, "sheet must be the path of a sheet file as text, not 3"),
        (["a"], "sheet must be the path of a sheet file as text, not a list"),
        ("rivers", "rivers is a house and not the path of a sheet file: give it as house"),
        ("no.toml", 'There is no sheet file "no.toml"; give the path of one, or a house as house'),
        (".", 'There is no sheet file "."; give the path of one, or a house as house'),
        ("a\0b", 'There is no sheet file "a\\u0000b"; give the path of one, or a house as house'),
        ("\ud800", 'There is no sheet file "\\ud800"; give the path of one, or a house as house'),
    ],
)
def test_sheet_that_is_none(sheet: object, message: str) -> None:
    assert refused(json.dumps(sheet_round(sheet))) == ("sheet", None, message)


def test_sheet_file_that_cannot_be_read() -> None:
    def locked(path: str) -> Sheet:
        raise PermissionError(13, "Permission denied", path)

    answer, accepted = rule(as_line(sheet_round("x" * 5000)), 1, locked)
    message = f'The sheet file "{"x" * 36}... cannot be read: Permission denied'
    assert (answer["error"], accepted) == ({"path": "sheet", "clause": None, "message": message}, False)
    assert len(refused(sheet_round("x" * 5000)).message) < 150


def test_sheet_with_a_fault_says_its_line_and_key(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    text = house_text("rivers").replace('hand = "queen high"', 'hand = "kveen high"')
    path.write_text(text, encoding="utf-8")
    line = 1 + text[: text.index("kveen")].count("\n")
    fault = refused(sheet_round(str(path)))
    assert (fault.path, fault.clause) == ("sheet", None)
    assert fault.message.startswith(f"The sheet cannot be used: bad.toml line {line}: dealer.qualifier.hand:")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"not toml", b"", b"a = " + b"[" * 5000])
def test_sheet_file_that_holds_no_sheet(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    fault = refused(sheet_round(str(path)))
    assert (fault.path, fault.clause) == ("sheet", None)
    assert fault.message.startswith("The sheet cannot be used: bad.toml")


# --- Unknown fields are errors at their path,

TOP = (
    "allowed: bank, dealer, exposed, house, limits, malfunction, meter, pays, seats or sheet",
    "allowed: action, cards, discard, drawn, player, seat or wagers",
)


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        (a_round("shine", comment="x"), "comment", f"'comment' is not a field of a round; {TOP[0]}"),
        (a_round("shine", void=None), "void", f"'void' is not a field of a round; {TOP[0]}"),
        (a_round("shine", Dealer=[]), "Dealer", "'Dealer' is not a field of a round; did you mean dealer?"),
        ({**a_round("shine"), "": 1}, "", f"'' is not a field of a round; {TOP[0]}"),
        (
            a_round("shine", seat(hand=1)),
            "seats[0].hand",
            f"'hand' is not a field of seats[0]; {TOP[1]}",
        ),
        (
            a_round("shine", seat(wager={"ante": 500})),
            "seats[0].wager",
            "'wager' is not a field of seats[0]; did you mean wagers?",
        ),
        (
            a_round("shine", limits={"minimum": 500}),
            "limits.minimum",
            "'minimum' is not a field of limits; did you mean min?",
        ),
        (
            a_round("napa-valley", bank={"stake": 5000, "player": "a"}),
            "bank.player",
            "'player' is not a field of bank; allowed: stake",
        ),
    ],
)
def test_unknown_field(data: Json, path: str, message: str) -> None:
    assert refused(data) == (path, None, message)


# --- and so are fields the sheet has no use for (`meter`, `bank`, `exposed`, `malfunction`, `pays`).

USES = {"napa-valley": {"bank", "exposed", "malfunction"}, "rivers": {"meter"}, "shine": {"pays"}}
NAMES = {
    "pechanga": "Pechanga",
    "atlantic-city": "Atlantic City",
    "napa-valley": "Napa Valley",
    "shine": "3 Card Shine",
    "rivers": "Rivers",
}
FINE: Json = {
    "meter": 100_000,
    "bank": {"stake": 5000},
    "exposed": 1,
    "malfunction": False,
    "pays": {"pair_xxx": {"pair": 1}},
}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("field", FINE)
def test_field_the_sheet_has_no_use_for(house: str, field: str) -> None:
    data = {**a_round(house), field: FINE[field]}
    if field in USES.get(house, ()):
        assert settled(data)["house"] == house
        return
    message = f"{NAMES[house]} has no use for {field}"
    if field == "pays":
        message = f"{NAMES[house]} prints its pay tables, so it has no use for pays"
    assert refused(data) == (field, None, message)
    assert refused({**data, field: None}) == (field, None, message)


# --- Duplicate keys [...] are errors;


@pytest.mark.parametrize(
    ("house", "old", "new", "path", "where"),
    [
        ("shine", '{"house": "shine",', '{"house": "shine", "house": "shine",', "house", "the line"),
        ("shine", '"seats":', '"seats": [], "seats":', "seats", "the line"),
        ("shine", '"seat": 1', '"seat": 1, "seat": 1', "seats[0].seat", "seats[0]"),
        ("shine", '"cards":', '"cards": null, "cards":', "seats[0].cards", "seats[0]"),
        ("shine", '"ante": 1000', '"ante": 1000, "ante": 1000', "seats[0].wagers.ante", "seats[0].wagers"),
        (
            "shine",
            '"ante": 1000',
            '"ante": 1000, "\\u0061nte": 500',
            "seats[0].wagers.ante",
            "seats[0].wagers",
        ),
        ("shine", '"seats":', '"limits": {"min": 500, "min": 500}, "seats":', "limits.min", "limits"),
        ("napa-valley", '"stake": 50000', '"stake": 1, "stake": 50000', "bank.stake", "bank"),
        (
            "shine",
            '"seats":',
            '"pays": {"pair_xxx": {"pair": 1}, "pair_xxx": {"pair": 1}}, "seats":',
            "pays.pair_xxx",
            "pays",
        ),
        (
            "shine",
            '"seats":',
            '"pays": {"pair_xxx": {"pair": 1, "pair": 2}}, "seats":',
            "pays.pair_xxx.pair",
            "pays.pair_xxx",
        ),
    ],
)
def test_duplicate_key(house: str, old: str, new: str, path: str, where: str) -> None:
    line = json.dumps(a_round(house))
    assert line.count(old) == 1
    key = path.rpartition(".")[2]
    message = f"'{key}' is given twice in {where}; once is enough"
    assert refused(line.replace(old, new)) == (path, None, message)


# --- Duplicate keys and a byte-order mark are errors; a CR before the newline is fine;
# --- a blank line is an error.


def test_byte_order_mark() -> None:
    line = as_line(a_round("shine"))
    message = "The line starts with a byte-order mark; leave it out"
    assert refused(b"\xef\xbb\xbf" + line) == ("", None, message)
    assert refused(b"\xef\xbb\xbf") == ("", None, message)
    assert refused(("\ufeff" + line.decode()).encode("utf-16")).message == "The line is not UTF-8 text"


@pytest.mark.parametrize("end", [b"\r", b"\r\n", b"\n", b"", b" \t"])
def test_cr_before_the_newline_is_fine(end: bytes) -> None:
    assert settled(as_line(a_round("shine")) + end) == settled(a_round("shine"))


@pytest.mark.parametrize("line", [b"", b"\n", b"\r\n", b"\r", b"   ", b"\t \r\n"])
def test_blank_line(line: bytes) -> None:
    assert refused(line) == ("", None, "The line is blank; write one JSON object per line")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\xff", "The line is not UTF-8 text"),
        (b'{"house": "\xed\xa0\x80"}', "The line is not UTF-8 text"),
        (b"{", "The line is not JSON: Expecting property name enclosed in double quotes at column 2"),
        (
            b"{'house': 1}",
            "The line is not JSON: Expecting property name enclosed in double quotes at column 2",
        ),
        (b'{"house": "a\tb"}', "The line is not JSON: Invalid control character at at column 13"),
        (b"{} {}", "The line is not JSON: Extra data at column 4"),
        (b"house", "The line is not JSON: Expecting value at column 1"),
        (b"[" * 200_000, "The line is nested too deeply; a round has no more than four levels"),
    ],
)
def test_line_that_is_no_json(line: bytes, message: str) -> None:
    assert refused(line) == ("", None, message)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"[]", "a list"),
        (b"null", "null"),
        (b"5", "5"),
        (b'"house"', '"house"'),
        (b"NaN", "NaN"),
        (b"1e5", "1e5"),
    ],
)
def test_line_that_is_no_object(line: bytes, shown: str) -> None:
    fault = refused(line)
    assert (fault.path, fault.clause) == ("", None)
    assert fault.message.startswith("The line must be a JSON object with bank, dealer,")
    assert fault.message.endswith(f", not {shown}")
