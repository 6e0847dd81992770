"""Pay tables as the felt prints them, and what a house calls its hands, wagers and clauses."""

from __future__ import annotations

import pytest

from pitboss.hands import hand_words, parse_hand
from pitboss.sheet import find_clause, houses, load_house, standard_clauses
from pitboss.sheet.rule_card import PrintedTable, printed_tables

from .texts import BASE, changed, faults_of


def printed(house: str) -> dict[str, PrintedTable]:
    return {table.id: table for table in printed_tables(load_house(house))}


def test_a_table_of_one_column_in_the_words_of_the_house() -> None:
    assert printed("napa-valley") == {
        "pair_plus": PrintedTable(
            id="pair_plus",
            title="Pair Plus",
            on=None,
            heads=("Hand", "Pays"),
            rows=(
                ("Royal Flush", "200 to 1"),
                ("Straight flush", "40 to 1"),
                ("Three-of-a-Kind", "30 to 1"),
                ("Straight", "6 to 1"),
                ("Flush", "3 to 1"),
                ("One Pair", "1 to 1"),
            ),
            columns=("lines",),
            lines=("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
            source="sheet",
            clauses=("NAPA-9",),
        )
    }


def test_a_table_of_three_columns_has_a_row_for_every_hand_in_any_of_them() -> None:
    table = printed("pechanga")["double_shot"]
    assert table.heads == ("Hand", "First three cards", "After a draw", "First three, after a draw")
    assert table.rows == (
        ("Mini-Royal", "60 to 1", "20 to 1", "-"),
        ("Straight flush", "40 to 1", "6 to 1", "-"),
        ("Trips", "30 to 1", "4 to 1", "-"),
        ("Straight", "5 to 1", "-", "-"),
        ("Flush", "3 to 1", "-", "-"),
        ("Pair", "1 to 1", "-", "1 to 1"),
    )
    assert table.clauses == ("PEC-12", "PEC-13", "PEC-14")


def test_a_bonus_names_the_wager_it_is_on() -> None:
    assert printed("rivers")["ante_bonus"].heading == "Ante Bonus (on Ante)"
    assert printed("shine")["ante_bonus"].heading == "Ante Bonus (on Play)"
    assert printed("pechanga")["play_bonus"].heading == "Play/Draw Bonus (on Play/Draw)"


@pytest.mark.clause("SHINE-9")
def test_shine_9_posted_tables_are_marked() -> None:
    assert {table.source for table in printed("shine").values()} == {"posted"}
    assert {table.source for name in houses() if name != "shine" for table in printed(name).values()} == {
        "sheet"
    }


@pytest.mark.clause("RIV-11")
def test_riv_11_envy_is_printed_last() -> None:
    table = printed_tables(load_house("rivers"))[-1]
    assert (table.title, table.heads) == ("Envy", ("Another player's hand", "Pays"))
    assert table.rows == (("A-K-Q of Spades", "$100"), ("A-K-Q suited", "$25"))
    assert table.clauses == ("RIV-11",)


def test_tables_are_printed_in_the_order_of_the_file() -> None:
    assert list(printed("rivers")) == ["ante_bonus", "pair_plus", "six_card_bonus", "progressive", "envy"]


# ---------------------------------------------------------------- labels


@pytest.mark.parametrize(
    ("house", "line", "label"),
    [
        ("rivers", "six_card_bonus", "6 Card Bonus"),
        ("rivers", "ante_bonus", "Ante Bonus"),
        ("rivers", "envy", "Envy"),
        ("pechanga", "play", "Play/Draw"),
    ],
)
def test_what_the_felt_calls_a_line(house: str, line: str, label: str) -> None:
    assert load_house(house).label(line) == label


def test_what_a_house_calls_a_hand() -> None:
    assert load_house("napa-valley").hand_label("mini_royal") == "Royal Flush"
    assert load_house("shine").hand_label("mini_royal") == "Mini royal"


def test_labels_may_be_left_out() -> None:
    assert faults_of(changed('[labels]\nmini_royal = "Royal"\n', "")) == ()
    assert faults_of(changed('[play]\nlabel = "Play"\n', "[play]\n")) == ()
    assert faults_of(BASE.replace('label = "Dealer"\n', "")) == ()


# ---------------------------------------------------------------- clauses and hands


def test_a_clause_is_the_houses_own_or_one_common_to_all() -> None:
    rivers = load_house("rivers")
    own, common = find_clause(rivers, "RIV-13"), find_clause(rivers, "STD-1")
    assert own is not None
    assert "takes nothing from the meter" in own.says
    assert common == standard_clauses()["STD-1"]
    assert find_clause(rivers, "AC-1") is None


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("queen high", "Q-3-2"),
        ("Queen_High", "2-q-3"),
        ("ace high", "A-4-2"),  # A-3-2 is a straight
        ("five high", "5-3-2"),
        ("pair", "2-2-3"),
        ("straight", "A-2-3"),
        ("three of a kind", "2-2-2"),
        ("ten high", "10-3-2"),
    ],
)
def test_a_hand_named_in_words_starts_with_its_lowest_cards(text: str, same: str) -> None:
    assert parse_hand(text) is not None
    assert parse_hand(text) == parse_hand(same)


@pytest.mark.parametrize(
    "text", ["", "four high", "two high", "high", "queens", "Q-3", "Q-3-2-A", "Q-3-1", "Q-33-2"]
)
def test_no_hand(text: str) -> None:
    assert parse_hand(text) is None


def test_a_qualifier_is_read_out() -> None:
    assert hand_words("three_of_a_kind") == "three of a kind or better"
