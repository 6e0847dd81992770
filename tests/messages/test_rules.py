"""The rules of a sheet: rows with key, values and clause; then words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.messages.rules import amount_text, card_data, hand_sentences, rule_sentence, rule_words
from pitboss.sheet import Sheet, houses, load_house, load_sheet, standard_clauses
from pitboss.sheet.rule_card import RuleRow, amount_rows, hand_rows, showdown_rows

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "two-up.toml")
SHEETS = (*houses(), EXAMPLE)


def rows_of(sheet: Sheet) -> list[RuleRow]:
    """Every rule of a player's card."""
    amounts = [row for wager in sheet.wagers.values() for row in amount_rows(sheet, wager)]
    return [*hand_rows(sheet), *showdown_rows(sheet), *amounts]


@pytest.mark.parametrize("house", SHEETS)
def test_every_rule_names_a_clause_of_its_sheet_and_can_be_said(house: str) -> None:
    sheet = load_sheet(house) if house == EXAMPLE else load_house(house)
    for row in rows_of(sheet):
        assert row.clause in sheet.clauses or row.clause in standard_clauses()
        assert "{" not in rule_words(row)
        assert rule_sentence(row) == f"{rule_words(row)} ({row.clause})."


def test_a_rule_is_a_fact_before_it_is_a_sentence() -> None:
    by_key = {row.key: row for row in hand_rows(load_house("napa-valley"))}
    assert by_key["plays_with"].clause == "NAPA-6"
    assert by_key["plays_with"].values == {"dealer": "Player/dealer", "hand": "queen high"}
    assert (by_key["bank"].clause, by_key["cover"].clause) == ("NAPA-10", "NAPA-11")
    assert by_key["hands_consecutive"].clause == "NAPA-14"


def test_the_words_of_a_hand() -> None:
    said = hand_sentences(load_house("rivers"))
    assert "With an Ante: fold, or play for Play = Ante (RIV-4)." in said
    assert "After a fold Pair Plus stays live (RIV-9)." in said
    assert "The meter starts at $1,000 and is fed 25 % of each Progressive (RIV-12)." in said
    drawn = hand_sentences(load_house("pechanga"))
    assert "Dealer always plays (PEC-7)." in drawn
    assert "Dealer draws a fourth card with less than pair (PEC-6)." in drawn


def test_the_words_of_an_amount() -> None:
    sheet = load_house("napa-valley")
    least, most = "at least the table minimum", "at most the Ante, at most the table maximum"
    expected = f"{least}, {most}, steps of $1, needs Ante"
    assert amount_text(sheet, sheet.wagers["pair_plus"]) == expected


def test_the_card_has_each_rule_by_key_and_in_words() -> None:
    first = card_data(load_house("rivers"))["hand"][0]
    assert first == {"key": "seats", "values": {"seats": 7}, "clause": "STD-9", "text": "Up to 7 seats"}
