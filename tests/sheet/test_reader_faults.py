"""Values that a sheet may not have: one fault each, with its line, key, what is allowed and a suggestion.

The cases of one changed place stand in `spoilt.txt`; here are those that take more.
"""

from __future__ import annotations

import re

import pytest

from pitboss.sheet import Fault
from pitboss.sheet.files import house_text

from .cases import Case, cases
from .texts import BASE, NAPA, changed, faults_of, line_at, the_fault, without

TOP_KEYS = (
    "about, away, bank, bonus, clauses, dealer, disclosure, envy, felt, format, game, id, labels, meter, "
    "name, notice, pays, play, player, published, showdown, table, void or wager"
)


@pytest.mark.parametrize("case", cases("spoilt.txt"), ids=lambda case: case.name)
def test_one_spoilt_place_is_one_fault(case: Case) -> None:
    case.assert_told()


def test_the_key_what_is_allowed_and_the_suggestion_are_told_apart() -> None:
    assert the_fault(changed('own = "seat"', 'own = "saet"')) == Fault(
        key="envy.own",
        message="'saet' is not allowed",
        allowed="person or seat",
        suggestion="seat",
        line=line_at(BASE, 'own = "seat"'),
    )


HAND = 'hand = "queen high"'
PAIR = 'pair = "1 to 1"'
DOES = 'fold = { does = "lose"'


@pytest.mark.parametrize(
    ("old", "written", "meant"),
    [
        (HAND, 'hand = "king-high"', "king high"),
        (HAND, 'hand = "K high"', "king high"),
        (HAND, 'hand = "Queen"', "queen high"),
        (HAND, 'hand = "queen high or better"', "queen high"),
        (HAND, 'hand = "Q64"', "Q-6-4"),
        (HAND, 'hand = "10 6 4"', "T-6-4"),
        (HAND, 'hand = "trips"', "three_of_a_kind"),
        (HAND, 'hand = "none"', "any"),
        (PAIR, 'pair = "even"', "1 to 1"),
        (PAIR, 'pair = "Evens"', "1 to 1"),
        (PAIR, 'pair = "1-1"', "1 to 1"),
        (PAIR, 'pair = "1/1"', "1 to 1"),
        (PAIR, 'pair = "40:1"', "40 to 1"),
        (PAIR, 'pair = "3/2"', "3 to 2"),
        (PAIR, 'pair = "pays 5"', "5 to 1"),
        (PAIR, 'pair = "pays 5 for 1"', "5 for 1"),
        (PAIR, 'pair = "100%"', "100 % of the meter"),
        (PAIR, "pair = 5", "5 to 1"),
        (PAIR, 'trips = "4 to 1"', "three_of_a_kind"),
        (PAIR, '"mini royal" = "4 to 1"', "mini_royal"),
        (PAIR, '"AKQ suited" = "4 to 1"', "mini_royal"),
        (PAIR, 'Flush = "4 to 1"', "flush"),
        ('royal_flush = "1,000 to 1"', 'quads = "50 to 1"', "four_of_a_kind"),
        ('royal_flush = "1,000 to 1"', 'royal = "1,000 to 1"', "royal_flush"),
        ('play = "3 to 2"', 'play = "evens"', "1 to 1"),
        ('play = "3 to 2"', 'play = "3:2"', "3 to 2"),
        ('play = "3 to 2"', 'play = "tie"', "push"),
        ('judged = "six cards"', 'judged = "6 cards"', "six cards"),
        (DOES, 'fold = { does = "forfeit"', "lose"),
        ('looks = "when dealt"', 'looks = "When-Dealt"', "when dealt"),
    ],
)
def test_what_people_write_is_answered_with_how_a_sheet_writes_it(old: str, written: str, meant: str) -> None:
    assert the_fault(changed(old, written)).suggestion == meant


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (' to 1"', ':1"', "'1:1' is not allowed (likewise on lines "),
        ('does = "stays"', 'does = "keep"', "'keep' is not allowed (likewise on lines "),
        (
            "[pays.pair_plus.lines]\n",
            "",
            "straight_flush, three_of_a_kind, straight, flush and pair are",
        ),
        (
            "[wager.pair_plus]",
            "[wager.pairplus]",
            "'pair_plus' is not a wager of this sheet (likewise",
        ),
    ],
)
def test_one_mistake_in_many_places_is_one_fault_or_two(old: str, new: str, sentence: str) -> None:
    rivers = house_text("rivers")
    faults = faults_of(rivers.replace(old, new))
    assert 1 <= len(faults) <= 2
    assert any(fault.message.startswith(sentence) for fault in faults)


def test_the_lines_of_one_mistake_are_those_on_which_it_was_made() -> None:
    text = house_text("rivers").replace(' to 1"', ':1"')
    lines = [number for number, line in enumerate(text.splitlines(), 1) if re.search(r'= ".*\d:1"', line)]
    fault = the_fault(text)
    told = [int(number) for number in re.findall(r"\d+(?=,| and|\))", fault.message)]
    assert [fault.line, *told] == lines


def test_a_label_for_no_hand_is_a_fault() -> None:
    fault = the_fault(changed('mini_royal = "Royal"', 'mini_rojal = "Royal"'))
    assert fault.sentence.startswith("labels.mini_rojal: is not a hand; allowed: mini_royal, straight_flush")
    assert fault.suggestion == "mini_royal"


@pytest.mark.parametrize("name", ["table", "dealer", "player", "play", "showdown"])
def test_a_missing_table_is_one_fault_and_not_one_for_each_of_its_keys(name: str) -> None:
    assert the_fault(without(name)) == Fault(name, "is missing", "a table", line=1)


@pytest.mark.parametrize(
    "name", ["table", "dealer", "player", "play", "showdown", "away", "meter", "envy", "labels"]
)
def test_a_number_in_the_place_of_a_table_is_one_fault(name: str) -> None:
    assert the_fault(f"{name} = 3\n{without(name)}") == Fault(name, "3 is not allowed", "a table", line=1)


@pytest.mark.parametrize("name", ["wager", "pays", "bonus", "void", "clauses"])
@pytest.mark.parametrize("value", ["3", "[]", "1979-05-27", "inf"])
def test_another_value_in_the_place_of_several_tables_is_one_fault(name: str, value: str) -> None:
    fault = the_fault(f"{name} = {value}\n{without(name)}")
    assert (fault.key, fault.allowed, fault.line) == (name, "a table of tables", 1)


@pytest.mark.parametrize("name", ["wager.shot", "pays.shot", "bonus.extra", "void.exposed", "clauses.B-1"])
def test_a_number_among_several_tables_is_one_fault(name: str) -> None:
    assert the_fault(f"{name} = 3\n{without(name)}") == Fault(name, "3 is not allowed", "a table", line=1)


@pytest.mark.parametrize("name", ["notice", "disclosure"])
def test_a_list_of_tables_holds_tables(name: str) -> None:
    assert the_fault(f"{name} = {{}}\n{without(name)}").allowed == "a list of tables"
    fault = the_fault(f"{name} = [\n3]\n{without(name)}")
    assert (fault.key, fault.allowed, fault.line) == (f"{name}.0", "a table", 2)


@pytest.mark.parametrize(
    ("name", "misspelt"), [("wager", "wagers"), ("pays", "pay"), ("bonus", "bonuses"), ("clauses", "clause")]
)
def test_misspelt_tables_are_one_fault(name: str, misspelt: str) -> None:
    text = BASE.replace(f"[{name}.", f"[{misspelt}.")
    line = line_at(text, f"[{misspelt}.")
    assert the_fault(text) == Fault(misspelt, "is not a key of this table", TOP_KEYS, name, line=line)


@pytest.mark.parametrize("name", ["wager", "wager.ante"])
def test_a_file_without_an_ante_says_only_that(name: str) -> None:
    assert the_fault(without(name)).sentence == "wager.ante: is missing; allowed: every sheet has an Ante"


def test_a_misspelt_ante_is_one_fault() -> None:
    fault = the_fault(changed("[wager.ante]", "[wager.anet]"))
    assert fault.sentence == "wager.ante: is missing; allowed: every sheet has an Ante; did you mean 'anet'?"


def test_an_empty_file_lacks_everything_that_is_needed_in_one_sentence() -> None:
    first, ante = faults_of("")
    assert first.sentence == (
        "format (1), table (a table), player (a table), id (lower-case letters, digits and hyphens), "
        "name (text in quotes), game (text in quotes), about (text in quotes), dealer (a table), "
        "play (a table) and showdown (a table) are missing"
    )
    assert ante.sentence == "wager.ante: is missing; allowed: every sheet has an Ante"


def test_what_one_table_lacks_is_one_fault() -> None:
    fault = the_fault(
        changed("shows = 1\n", "", changed('qualifier = { hand = "queen high", clause = "B-2" }\n', ""))
    )
    assert fault.sentence == (
        "dealer: shows (a whole number from 0 to 3) and qualifier (a table) are missing"
    )
    assert fault.line == line_at(BASE, "[dealer]")


@pytest.mark.parametrize("name", ["Shot", "9shot", "play", "envy", "clause"])
def test_a_wager_id_is_a_plain_word_that_no_line_of_a_settlement_has(name: str) -> None:
    text = BASE.replace("[wager.shot]", f"[wager.{name}]").replace("[pays.shot", f"[pays.{name}")
    allowed = "lower-case letters, digits and _, and not clause, envy or play"
    line = line_at(text, f"[wager.{name}]")
    assert the_fault(text) == Fault(f"wager.{name}", "is not a wager id", allowed, line=line)


def test_a_bonus_id_is_a_plain_word_too() -> None:
    text = BASE.replace("[bonus.extra]", "[bonus.Extra]").replace("[pays.extra", "[pays.Extra")
    assert the_fault(text).sentence.startswith("bonus.Extra: is not a bonus id; allowed: lower-case letters")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('order = ["ante", "play", "pair_plus"]', "order = 3", "bank.cover.order: 3 is not allowed"),
        ("rounds = 2", "rounds = 0", "bank.rotation.rounds: 0 is not allowed"),
        (
            'least_stake = "table max"',
            'least_stake = "table min"',
            "bank.rotation.least_stake: 'table min' is",
        ),
        (
            "collecting_uses_cover = true",
            'collecting_uses_cover = "no"',
            "bank.cover.collecting_uses_cover: 'no'",
        ),
        ("[bank.rotation]", "[bank.rotations]", "bank.rotations: is not a key of this table"),
    ],
)
def test_faults_of_a_bank(old: str, new: str, sentence: str) -> None:
    text = changed(old, new, NAPA)
    fault = the_fault(text)
    assert fault.sentence.startswith(sentence)
    assert fault.line == line_at(text, new)


# Ten places spoilt at once, none of which hides another.
TEN = {
    'name = "Base"': "name = 7",
    "shows = 1": "shows = 9",
    'looks = "when dealt"': 'loks = "when dealt"',
    'label = "Ante"': 'label = ""',
    "{ times = 2, ": "{ times = 0.5, ",
    'needs = { any = ["ante", "six"] }': 'needs = { any = ["ante", "seven"] }',
    'play = "3 to 2"': 'play = "3:2"',
    'pair = "1 to 1"': 'pair = "1 to 0"',
    'feeds = "jackpot"': 'feeds = "jackpott"',
    'plays_from = "Q-6-4"': 'plays_from = "Q-6"',
}


def test_ten_faults_are_all_reported_at_once_in_the_order_of_the_file() -> None:
    text = BASE
    for old, new in TEN.items():
        text = changed(old, new, text)
    assert [(fault.line, fault.key) for fault in faults_of(text)] == [
        (line_at(text, "name = 7"), "name"),
        (line_at(text, "shows = 9"), "dealer.shows"),
        (line_at(text, "loks ="), "player.loks"),
        (line_at(text, 'label = ""'), "wager.ante.label"),
        (line_at(text, "times = 0.5"), "wager.shot.max.0.times"),
        (line_at(text, '"seven"'), "wager.jackpot.needs.any"),
        (line_at(text, '"3:2"'), "showdown.better.play"),
        (line_at(text, '"1 to 0"'), "pays.shot.pat.pair"),
        (line_at(text, '"jackpott"'), "meter.feeds"),
        (line_at(text, '"Q-6"'), "away.plays_from"),
    ]
