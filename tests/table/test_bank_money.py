"""The money of the bank at Napa Valley: who puts it up, what it pays and collects, how far it covers."""

from __future__ import annotations

import pytest

from pitboss.ledger import Store
from pitboss.round import Decide, EndDeal, Refusal, RevealDealer, TakeBank, VoidRound
from pitboss.table import PROPOSITION, Bet, CloseTable, OpenRound, Settle, StartDeal
from tests.clauses.tables import FULL_BET, NOT_QUALIFIED, QUEEN_HIGH, seat
from tests.ledger.books import CENT, balances, rows_of
from tests.table.sitting import RICH, Opens, Sitting

pytestmark = pytest.mark.parametrize("place", ["sqlite"], indirect=True)


def sit(table_of: Opens, money: int = RICH) -> Sitting:
    """A table with a round open."""
    sitting = table_of("napa-valley", money=money)
    sitting.do(OpenRound())
    return sitting


def napa(table_of: Opens, *cards: tuple[str, str], bank: int) -> Sitting:
    """A round against a queen high with $10 on Ante and $5 on Pair Plus at each seat."""
    sitting = table_of("napa-valley")
    bet = FULL_BET["napa-valley"]
    seats = {number: seat(hand, action, bet) for number, (hand, action) in enumerate(cards, 1)}  # type: ignore[arg-type]
    sitting.play(seats, QUEEN_HIGH, bank=bank)
    return sitting


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_bank_is_put_up_changed_and_given_up(table_of: Opens) -> None:
    sitting = sit(table_of)
    for stake, moved in (
        (50_000, ["ivy → bank $500 bank"]),
        (80_000, ["ivy → bank $300 bank"]),
        (20_000, ["bank → ivy $600 bank"]),
        (0, ["bank → ivy $200 bank"]),
    ):
        sitting.do(TakeBank("ivy", stake))
        assert sitting.moved() == moved
        assert sitting.change() == ({"ivy": -stake, "bank": stake} if stake else {})


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_bank_that_its_person_does_not_have_is_refused(store: Store, table_of: Opens) -> None:
    sitting = sit(table_of, money=10_000)
    before = rows_of(store)
    with pytest.raises(Refusal, match="There is not enough money in hand"):
        sitting.do(TakeBank("ivy", 10_001))
    assert rows_of(store) == before


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_table_is_not_closed_over_a_bank(table_of: Opens) -> None:
    sitting = sit(table_of)
    sitting.do(TakeBank("ivy", 50_000))
    with pytest.raises(Refusal, match="finish the round or void it"):
        sitting.do(CloseTable())
    sitting.do(TakeBank("ivy", 0))
    sitting.do(CloseTable())
    assert sitting.change() == {}


@pytest.mark.clause("NAPA-6")
def test_napa_6_not_qualified_the_bank_pays_the_ante_and_returns_play(table_of: Opens) -> None:
    sitting = table_of("napa-valley")
    sitting.play({1: seat("5s 3h 2d", "play", FULL_BET["napa-valley"])}, NOT_QUALIFIED, bank=100_000)
    assert sitting.moved() == [
        *("escrow → bank $5 lost", "escrow → ann $20 stakes", "bank → ann $10 won"),
        "bank → ivy $995 bank",
    ]
    assert sitting.change() == {"ann": 500, "ivy": -500}


@pytest.mark.clause("NAPA-9")
def test_napa_9_a_royal_flush_is_paid_by_the_bank_alone(table_of: Opens) -> None:
    sitting = napa(table_of, ("As Ks Qs", "play"), bank=200_000)  # 10 + 10 + 200 x 5
    assert sitting.moved() == [
        *("escrow → ann $25 stakes", "bank → ann $1,020 won", "bank → ivy $980 bank"),
    ]
    assert sitting.change() == {"ann": 102_000, "ivy": -102_000}


@pytest.mark.clause("NAPA-5")
def test_napa_5_a_folded_ante_and_pair_plus_go_to_the_bank(table_of: Opens) -> None:
    sitting = napa(table_of, ("As Ks Qs", "fold"), bank=200_000)
    assert sitting.moved() == ["escrow → bank $15 lost", "bank → ivy $2,015 bank"]
    assert sitting.change() == {"ann": -1500, "ivy": 1500}


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_winner_is_paid_as_far_as_the_bank_covers(table_of: Opens) -> None:
    """$12 of cover: the Ante's $10, $2 of Play; Pair Plus is returned, though a pair would win."""
    sitting = napa(table_of, ("2s 2h 3d", "play"), bank=1200)
    assert sitting.moved() == ["escrow → ann $25 stakes", "bank → ann $12 won"]
    assert sitting.change() == {"ann": 1200, "ivy": -1200}


@pytest.mark.clause("NAPA-11")
def test_napa_11_a_loser_is_collected_as_far_as_the_bank_covers(table_of: Opens) -> None:
    """$12 of cover: the Ante's $10, $2 of Play; $8 of Play and the Pair Plus are returned."""
    sitting = napa(table_of, ("Ts 8h 3d", "play"), bank=1200)
    assert sitting.moved() == ["escrow → bank $12 lost", "escrow → ann $13 stakes", "bank → ivy $24 bank"]
    assert sitting.change() == {"ann": -1200, "ivy": 1200}


@pytest.mark.clause("NAPA-11")
def test_napa_11_seats_behind_an_exhausted_bank_get_their_wagers_back(table_of: Opens) -> None:
    """Seat 1 loses $25 of the $30 of cover, seat 2 is paid the last $5; seat 3 folded and loses nothing."""
    hands = (("Ts 8h 3d", "play"), ("2s 2h 3h", "play"), ("9s 8d 3c", "fold"))
    sitting = napa(table_of, *hands, bank=3000)
    assert sitting.moved() == [
        "escrow → bank $25 lost",
        "escrow → bob $25 stakes",
        "bank → bob $5 won",
        "escrow → cat $15 stakes",
        "bank → ivy $50 bank",
    ]
    assert sitting.change() == {"ann": -2500, "bob": 500, "ivy": 2000}


@pytest.mark.clause("NAPA-11")
def test_napa_11_what_is_collected_pays_winners_beyond_the_banks_own_stake(table_of: Opens) -> None:
    """A bank of $45 collects $25 and pays $20, more than it has left of its own after seat 1 alone."""
    hands = (("Ts 8h 3d", "play"), ("Qs 9h 5h", "play"))
    sitting = napa(table_of, *hands, bank=4500)
    assert sitting.change() == {"ann": -2500, "bob": 2000, "ivy": 500}
    assert sitting.moved()[0] == "escrow → bank $25 lost"  # collected before anything is paid


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_proposition_player_is_fed_from_the_mint(store: Store, table_of: Opens) -> None:
    """100 x the table maximum of $500 at first, and again only when it has less than it puts up."""
    sitting = sit(table_of)
    sitting.do(TakeBank(PROPOSITION, 3_000_000), actor=f"table:{sitting.table.id}")
    assert sitting.moved() == ["mint → proposition $50,000 proposition", "proposition → bank $30,000 bank"]
    sitting.do(Bet(1, "ann", {"ante": 1000}))
    sitting.do(VoidRound("malfunction"))
    assert sitting.moved() == ["escrow → ann $20 void", "bank → proposition $30,000 bank"]
    assert balances(store)["proposition:t"] == 5_000_000 * CENT
    sitting.do(OpenRound())
    sitting.do(TakeBank(PROPOSITION, 5_000_000), actor=f"table:{sitting.table.id}")
    assert sitting.moved() == ["proposition → bank $50,000 bank"]
    sitting.do(TakeBank(PROPOSITION, 0), actor=f"table:{sitting.table.id}")
    assert sitting.moved() == ["bank → proposition $50,000 bank"]
    sitting.do(TakeBank(PROPOSITION, 5_000_001), actor=f"table:{sitting.table.id}")
    assert sitting.moved()[0] == "mint → proposition $50,000.01 proposition"  # never less than the stake
    assert balances(store)["proposition:t"] == 5_000_000 * CENT


@pytest.mark.clause("NAPA-16")
def test_napa_16_the_proposition_player_wins_and_loses_at_its_own_table_only(
    store: Store, table_of: Opens
) -> None:
    one = sit(table_of)
    table_of("napa-valley", name="u")
    one.do(TakeBank(PROPOSITION, 100_000), actor=f"table:{one.table.id}")
    one.do(Bet(1, "ann", {"ante": 1000}))
    for command in (StartDeal(), EndDeal(), Decide(1, "ann", "fold"), RevealDealer(), Settle()):
        one.do(command)
    assert one.moved() == ["escrow → bank $10 lost", "bank → proposition $1,010 bank"]
    assert balances(store)["proposition:t"] == 5_001_000 * CENT
    assert "proposition:u" not in balances(store)
