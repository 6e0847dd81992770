"""The content hash: what the sheet says counts, how the file is written does not."""

from __future__ import annotations

import json
import re

import pytest

from pitboss.sheet import Sheet, check_text, houses, load_house, sheet_from_content, with_posted
from pitboss.sheet.files import house_text
from pitboss.sheet.model import ORDER

from .texts import BASE, changed, without


def sheet_of(text: str) -> Sheet:
    checked = check_text(text)
    assert checked.sheet is not None, [fault.sentence for fault in checked.faults]
    return checked.sheet


def hash_of(text: str) -> str:
    return sheet_of(text).hash


def moved(name: str) -> str:
    """The base text with one table, and the tables inside it, moved to the end of the file."""
    rest = without(name)
    start = BASE.index(f"[{name}]")
    return rest + "\n" + BASE[start : start + len(BASE) - len(rest)]


def test_a_hash_is_sha_256() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", load_house("rivers").hash)


def test_no_two_houses_have_the_same_hash() -> None:
    assert len({load_house(name).hash for name in houses()}) == len(houses())


@pytest.mark.parametrize("name", houses())
def test_comments_blanks_and_line_ends_do_not_count(name: str) -> None:
    text = house_text(name)
    bare = "\n".join(line for line in text.splitlines() if line and not line.startswith("#"))
    airy = text.replace("\n", "  # a comment\n\n").replace(" = ", "  =\t", 1)
    assert hash_of(bare) == hash_of(airy) == hash_of(text.replace("\n", "\r\n")) == load_house(name).hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Base"\ngame = "Base Poker"', 'game = "Base Poker"\nname = "Base"'),
        ("{ min = 500, max = 50000,", "{ max = 50000, min = 500,"),
        ("min = 500,", "min = 5_00,"),
        ("min = 500,", "min = 0x1F4,"),
        ('name = "Base"', "name = '''Base'''"),
        ("[play]\nlabel", "[play] # moved on\n\nlabel"),
    ],
)
def test_the_same_content_written_otherwise_has_the_same_hash(old: str, new: str) -> None:
    assert hash_of(changed(old, new)) == hash_of(BASE)


@pytest.mark.parametrize("name", ["table", "dealer", "meter", "labels", "pays.shot.pat"])
def test_the_order_of_the_formats_own_tables_does_not_count(name: str) -> None:
    assert hash_of(moved(name)) == hash_of(BASE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats = 7", "seats = 6"),
        ("reset = 100000", "reset = 100001"),
        ('straight = "$10 for the stake"', 'straight = "$10 plus the stake"'),
        ('name = "Base"', 'name = "base"'),
        ("required = true", "required = false"),
        ('clause = "STD-13"', 'clause = "STD-12"'),
        ('says = "One."', 'says = "One!"'),
        ('[[notice]]\ntext = "Notice."', '[[notice]]\ntext = "Notice!"'),
    ],
)
def test_any_other_content_has_another_hash(old: str, new: str) -> None:
    assert hash_of(changed(old, new)) != hash_of(BASE)


@pytest.mark.parametrize("name", ["wager.shot", "pays.shot", "clauses.B-2"])
def test_the_order_of_what_the_sheet_names_counts(name: str) -> None:
    """Wagers, pay tables and clauses are shown and settled in the order of the file."""
    assert hash_of(moved(name)) != hash_of(BASE)


def test_the_order_of_pay_lines_counts() -> None:
    lines = 'royal_flush = "1,000 to 1"\nstraight_flush = "200 to 1"\n'
    first, second = lines.splitlines(keepends=True)
    assert hash_of(changed(lines, second + first)) != hash_of(BASE)


def test_an_override_counts_and_one_that_changes_nothing_does_not() -> None:
    assert load_house("rivers", ["dealer.shows=1"]).hash != load_house("rivers").hash
    assert load_house("rivers", ["dealer.shows=0"]).hash == load_house("rivers").hash


def test_sheets_with_the_same_hash_are_equal_and_no_others() -> None:
    again = load_house("rivers", ["dealer.shows=0"])
    assert again == load_house("rivers")
    assert {again, load_house("rivers")} == {again}
    assert load_house("rivers") != load_house("shine")
    assert load_house("rivers") != "rivers"


# ---------------------------------------------------------------- content that was stored


@pytest.mark.parametrize("name", houses())
def test_content_survives_storage_that_sorts_its_keys(name: str) -> None:
    sheet = load_house(name, ["table.seats=5"])
    kept = sheet_from_content(json.loads(json.dumps(sheet.content, sort_keys=True)))
    assert kept.hash == sheet.hash
    assert list(kept.wagers) == list(sheet.wagers)
    assert list(kept.pays) == list(sheet.pays)
    assert list(kept.clauses) == list(sheet.clauses)
    for table, printed in zip(kept.pays.values(), sheet.pays.values(), strict=True):
        for column in printed.columns:
            assert list(table.columns[column].lines) == list(printed.columns[column].lines)


def test_posted_pays_survive_storage_too() -> None:
    sheet = with_posted(load_house("shine"), {"pair_xxx": {"straight": 9, "pair": 1, "flush": 4}})
    kept = sheet_from_content(json.loads(json.dumps(sheet.content, sort_keys=True)))
    assert kept.hash == sheet.hash
    assert list(kept.pays["pair_xxx"].columns["lines"].lines) == ["straight", "pair", "flush"]


@pytest.mark.parametrize(
    "order", [None, 3, [], {"wager": 3}, {"wager": [["ante"], 3, "nobody"]}, {"envy.lines": {}}]
)
def test_a_damaged_order_is_passed_over(order: object) -> None:
    content = {**sheet_of(BASE).content, ORDER: order}
    assert sheet_from_content(content).hash == hash_of(BASE)


def test_order_is_no_key_of_a_file() -> None:
    (fault,) = check_text(f"order = {{}}\n{BASE}").faults
    assert fault.key == "order"


@pytest.mark.clause("STD-13")
@pytest.mark.parametrize(("draws", "hand"), [("true", "pair"), ("false", "queen high")])
def test_std_13_the_rule_for_absent_players_may_be_left_out(draws: str, hand: str) -> None:
    """Pair or better where players draw, queen high or better elsewhere; the hash is that of the rule."""
    text = BASE if draws == "true" else _without_draws()
    left_out = sheet_of(without("away", text))
    written = hash_of(text.replace('plays_from = "Q-6-4"', f'plays_from = "{hand}"'))
    assert (left_out.away.hand, left_out.away.clause) == (hand, "STD-13")
    assert left_out.hash == written != hash_of(text)


def _without_draws() -> str:
    text = changed("draws = true", "draws = false", without("pays.shot"))
    return text + '[pays.shot]\njudged = "three cards"\nclause = "B-4"\nlines = { pair = "1 to 1" }\n'


@pytest.mark.clause("STD-13")
@pytest.mark.parametrize("name", houses())
def test_std_13_every_house_says_of_absent_players_what_is_meant_without_it(name: str) -> None:
    text = house_text(name)
    assert hash_of(without("away", text)) == load_house(name).hash


def test_a_clause_need_not_say_how_it_is_tested() -> None:
    sheet = sheet_of(changed('says = "One."\ntested = "yes"\n', 'says = "One."\n'))
    assert (sheet.clauses["B-1"].tested, sheet.clauses["B-2"].tested) == ("", "yes")
