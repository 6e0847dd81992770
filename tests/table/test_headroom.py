"""No table can pay what the books cannot count: not in one round, and not in many."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.ledger import Store
from pitboss.ledger.schema import MOST
from pitboss.money import MICRO
from pitboss.round import Refusal, TakeBank, open_table
from pitboss.round.bank import largest_payout
from pitboss.sheet import houses, load_house, with_posted
from pitboss.table import PROPOSITION, Bet, CloseTable, OpenRound, Pit, till
from pitboss.table.till import LARGEST_ROUND
from tests.clauses.tables import Plan
from tests.ledger.books import rows_of
from tests.table.sitting import Sitting


def test_what_a_round_may_pay_is_a_small_part_of_what_is_counted() -> None:
    assert LARGEST_ROUND * MICRO * 400 == MOST


@pytest.mark.parametrize("house", houses())
def test_every_house_as_it_is_printed_may_open(house: str) -> None:
    most = largest_payout(open_table(load_house(house)))
    assert most is not None
    assert most < LARGEST_ROUND


@pytest.mark.parametrize(
    ("poison", "named"),
    [
        # 7 seats × $500 × 1,000,000,000
        ("posted", r"\$3,500,000,000,000 of it for Pair XXX; .* up to \$100,000,000 in one round"),
        ("limits", r"of it for 6 Card Bonus; .* the table maximum \(\$10,000,000\)"),
        ("set", r"for Pair Plus"),
        ("meter", r"for Progressive"),
        ("bank", r"for Pair Plus"),
        ("unbounded", r"Double Shot Bonus has no maximum"),
    ],
)
def test_a_table_that_could_break_the_books_is_refused_when_it_opens(
    store: Store, poison: str, named: str
) -> None:
    table = {
        "posted": lambda: open_table(
            with_posted(load_house("shine"), {"pair_xxx": {"high_card_or_better": 999_999_999}})
        ),
        "limits": lambda: open_table(load_house("rivers"), high=10**9),
        "set": lambda: open_table(load_house("atlantic-city", ['pays.pair_plus.lines.pair="99999 to 1"'])),
        "meter": lambda: open_table(load_house("rivers", ["meter.reset=99999999900"])),
        "bank": lambda: open_table(load_house("napa-valley"), high=10**9),
        "unbounded": lambda: open_table(load_house("pechanga", ["wager.ante.required=false"])),
    }[poison]()
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    before = rows_of(store)
    with pytest.raises(Refusal, match=named) as refused:
        pit.open("t", table, "op", "open")
    assert refused.value.code == "exposure"
    assert refused.value.clause == "STD-10"
    assert rows_of(store) == before


def test_a_table_whose_account_is_full_plays_no_further_round(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(store, monkeypatch, "shine")
    # The dealer does not qualify: the Ante wins $10 (SHINE-4), which the house now owes.
    sitting.play({1: Plan("Ah 9c 4d", "play", {"ante": 1000})}, "Jh 8c 3d")
    monkeypatch.setattr(till, "FULL", 900 * MICRO)
    assert sitting.change()["house"] == -1000
    before = rows_of(store)
    with pytest.raises(Refusal, match="The books of this table are full") as refused:
        sitting.do(OpenRound())
    assert refused.value.code == "worn_out"
    assert rows_of(store) == before
    sitting.do(CloseTable())


def test_a_full_purse_bets_no_more_but_may_take_a_bet_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(store, monkeypatch, "napa-valley", money=10_000)
    sitting.do(OpenRound())
    sitting.do(Bet(1, "ann", {"ante": 500}))
    monkeypatch.setattr(till, "FULL", 8_000 * MICRO)
    with pytest.raises(Refusal, match="all that the books bear") as refused:
        sitting.do(Bet(1, "ann", {"ante": 1000}))
    assert refused.value.code == "full_books"
    with pytest.raises(Refusal, match="all that the books bear"):
        sitting.do(TakeBank("bob", 5000))
    sitting.do(Bet(1, "ann", {}))
    sitting.do(TakeBank(PROPOSITION, 5000), actor="table:t")


def test_the_mint_gives_no_more_than_the_books_bear(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pit = Pit(store, Random(1).randbytes, lambda: 0)
    monkeypatch.setattr(till, "MINTED", 1000 * MICRO)
    pit.grant("ann", 1000, "op", "1")
    before = rows_of(store)
    with pytest.raises(Refusal, match=r"The mint has given out \$10, all that the books bear"):
        pit.grant("bob", 1, "op", "2")
    assert rows_of(store) == before
    with pytest.raises(Refusal, match=r"Nobody is granted more than they may hold: \$5,000,000,000 in all"):
        pit.grant("bob", 5 * 10**11 + 1, "op", "3")


def test_with_all_accounts_at_their_fullest_a_round_is_still_paid() -> None:
    """A person at 350 tables at once, each of them paying all that one may to this person alone."""
    assert till.FULL + 350 * LARGEST_ROUND * MICRO <= MOST
    assert till.MINTED + LARGEST_ROUND * MICRO <= MOST
