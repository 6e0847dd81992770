"""What a pay line says: odds to 1 and for 1, shares of the meter, cash with and without the stake (STD-5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne, parse_pay, percent_text

MEANINGS: list[tuple[str, Pay]] = [
    ("1 to 1", ToOne(Fraction(1))),
    ("3 to 2", ToOne(Fraction(3, 2))),
    ("1000 to 1", ToOne(Fraction(1000))),
    ("1,000 to 1", ToOne(Fraction(1000))),
    ("1,234,567 to 1", ToOne(Fraction(1234567))),
    ("500 for 1", ForOne(Fraction(500))),
    ("1 for 2", ForOne(Fraction(1, 2))),
    ("100 % of the meter", MeterShare(Fraction(100))),
    ("12.5% of the meter", MeterShare(Fraction(25, 2))),
    ("0.000001 % of the meter", MeterShare(Fraction(1, 1_000_000))),
    ("$50 plus the stake", Cash(5_000, "returned")),
    ("$50 for the stake", Cash(5_000, "kept")),
    ("$50", Cash(5_000, "none")),
    ("$0.25", Cash(25, "none")),
    ("$1,250.50 plus the stake", Cash(125_050, "returned")),
]


@pytest.mark.parametrize(("text", "pay"), MEANINGS, ids=[text for text, _ in MEANINGS])
def test_what_a_text_means(text: str, pay: Pay) -> None:
    assert parse_pay(text) == pay


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "1:1", "1-1", "even money", "1 TO 1", " 1 to 1", "1  to 1", "1 to 1\n", "one to one"),
        *("0 to 1", "1 to 0", "0 for 1", "-1 to 1", "1.5 to 1", "1 to 1 to 1", "1234567890 to 1", "١ to 1"),
        *("1,5 to 1", "1,00 to 1", "1000,000 to 1", ",100 to 1", "1,000, to 1"),  # no decimal commas
        *("0 % of the meter", "101 % of the meter", "100 %", "100 % of meter", "1.1234567 % of the meter"),
        *("$0", "$0.00", "$5.5", "$-5", "50 plus the stake", "$50 plus stake", "$50 plus the stake "),
    ],
)
def test_what_means_nothing(text: str) -> None:
    assert parse_pay(text) is None


WHOLE = st.integers(1, 999_999_999)
PERCENT = st.integers(1, 100_000_000).map(lambda millionths: Fraction(millionths, 1_000_000))
PAYS: st.SearchStrategy[Pay] = st.one_of(
    st.builds(lambda over, under: ToOne(Fraction(over, under)), WHOLE, WHOLE),
    st.builds(lambda over, under: ForOne(Fraction(over, under)), WHOLE, WHOLE),
    st.builds(MeterShare, PERCENT),
    st.builds(Cash, WHOLE, st.sampled_from(["returned", "kept", "none"])),
)


@given(PAYS)
def test_the_text_of_a_pay_means_that_pay(pay: Pay) -> None:
    assert parse_pay(pay.text) == pay


def test_to_1_and_for_1_of_the_same_number_are_different_pays() -> None:
    assert parse_pay("5 to 1") != parse_pay("5 for 1")


def test_percentages_are_written_as_people_write_them() -> None:
    assert [percent_text(Fraction(text)) for text in ("25", "12.50", "0.1")] == ["25", "12.5", "0.1"]
