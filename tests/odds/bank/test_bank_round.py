"""A round priced for its bank: what is counted, what adds up, what is not known; the same by the desk."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.desk.jobs import answer
from pitboss.desk.table_questions import bank_question, bank_told
from pitboss.odds import Game, NotPriced
from pitboss.odds.bank import BankRound, BankWorth, bank_price, bank_worth
from tests.odds.bank.dealt import NAPA

ANTE = (("ante", 1000),)
BOTH = (("ante", 1000), ("pair_plus", 500))
EDGE = Fraction(229314, 12724075)  # the printed edge on an Ante


@pytest.mark.clause("NAPA-10")
def test_napa_10_one_ante_is_worth_its_printed_edge_to_the_bank() -> None:
    found = bank_worth(BankRound(NAPA, 50_000, (ANTE,)))
    assert (found.cover, found.ev, found.full) == ("full", 1000 * EDGE, 1000 * EDGE)
    assert found.short == 0
    assert found.win_frequency is not None
    assert 0 < found.win_frequency < 1


@pytest.mark.clause("NAPA-11")
def test_napa_11_one_seat_is_counted_with_the_stake_there_is() -> None:
    price = bank_price(Game(NAPA), [dict(BOTH)], 50_000)
    assert price.cover is not None
    found = bank_worth(BankRound(NAPA, 50_000, (BOTH,)))
    assert (found.cover, found.ev, found.short) == ("limited", price.ev, price.cover.short)
    assert found.ev != found.full == bank_price(Game(NAPA), [dict(BOTH)]).ev


@pytest.mark.clause("NAPA-11")
def test_napa_11_three_seats_have_a_price_with_full_cover_alone() -> None:
    full = bank_worth(BankRound(NAPA, 6000, (ANTE,) * 3))
    assert (full.cover, full.ev, full.stdev) == ("full", 3000 * EDGE, None)
    assert bank_worth(BankRound(NAPA, 5999, (ANTE,) * 3)) == BankWorth("limited", 3000 * EDGE, None)


@pytest.mark.parametrize(("stake", "seats"), [(50_000, (BOTH,)), (2000, (ANTE,)), (5000, (ANTE,) * 3)])
def test_the_desk_tells_the_same(stake: int, seats: tuple[tuple[tuple[str, int], ...], ...]) -> None:
    asked = BankRound(NAPA, stake, seats)
    told = answer(bank_question(asked))
    assert told.kind == "answer"
    assert bank_told(told.text) == bank_worth(asked)


def test_what_has_no_price_is_said_so() -> None:
    with pytest.raises(NotPriced, match="too many"):
        bank_told(b'"too many"')
