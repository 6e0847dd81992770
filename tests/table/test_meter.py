"""The money of a Progressive: contributions, jackpots, resets, envy; who shares a meter (RIV-10 …)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.ledger import Store
from pitboss.round import EndDeal, RevealDealer, RoundSettled
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Settle, StartDeal
from tests.clauses.tables import FULL_BET, QUEEN_HIGH, Plan, seat
from tests.ledger.books import CENT, added_up, balances, whole
from tests.table.sitting import Opens, Sitting

pytestmark = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
ALL = FULL_BET["rivers"]  # Ante $10, Pair Plus $5, 6 Card Bonus $5, Progressive $1
RESET = 100_000


def sit(table_of: Opens, *overrides: str, name: str = "t") -> Sitting:
    return table_of("rivers", *overrides, name=name, money=0 if name != "t" else 10_000_000)


def meters(store: Store) -> dict[str, int]:
    """Micro-cents by the hash of the sheet, all parts together."""
    return {name.partition(":")[2]: held for name, held in whole(balances(store)).items() if "meter:" in name}


def only_progressive(cards: str, **other: Any) -> Plan:
    """Nothing but a Pair Plus of $5 and the Progressive."""
    return seat(cards, None, pair_plus=500, progressive=100, **other)


@pytest.mark.clause("RIV-12")
def test_riv_12_a_meter_starts_at_its_reset_from_the_mint_once(store: Store, table_of: Opens) -> None:
    sheet = load_house("rivers")
    sit(table_of)
    assert meters(store) == {sheet.hash: RESET * CENT}
    mint = balances(store)["mint"]
    sit(table_of, name="u")
    assert meters(store) == {sheet.hash: RESET * CENT}
    assert balances(store)["mint"] == mint


@pytest.mark.clause("RIV-12")
def test_riv_12_the_house_feeds_the_meter_for_every_progressive_bet(table_of: Opens) -> None:
    sitting = sit(table_of)
    hands = {
        1: only_progressive("Ts 8h 3d"),
        2: only_progressive("9s 8d 3h"),
        4: seat("7s 5d 3c", pair_plus=500),
    }
    sitting.play(hands, QUEEN_HIGH)
    assert sitting.moved()[0] == "house → meter $0.50 contribution"
    assert sitting.change() == {"ann": -600, "bob": -600, "dan": -500, "house": 1650, "meter": 50}


@pytest.mark.clause("RIV-10")
def test_riv_10_the_jackpot_comes_from_the_meter_and_the_house_fills_it_up(
    store: Store, table_of: Opens
) -> None:
    """10 + 10, RIV-6: 50, RIV-7: 200; the 6 Card Bonus and the dollar that won the meter are lost."""
    sitting = sit(table_of)
    sitting.play({1: seat("As Ks Qs", "play", ALL)}, QUEEN_HIGH)
    moved = sitting.moved()
    assert sorted(moved) == sorted(
        [
            "house → meter $0.25 contribution",
            "escrow → house $6 lost",
            "escrow → ann $25 stakes",
            "house → ann $270 won",
            "meter → ann $1,000.25 jackpot",
            "house → meter $1,000 reset",
        ]
    )
    assert sitting.change() == {"ann": 27_000 + 100_025 - 600, "house": -(27_000 + 100_025 - 600)}
    assert meters(store) == {load_house("rivers").hash: RESET * CENT}


@pytest.mark.clause("RIV-11", "RIV-13")
def test_riv_11_riv_13_envy_comes_from_the_house_and_not_from_the_meter(table_of: Opens) -> None:
    """Hearts without a Progressive bring ann $25; ann's $6 are lost otherwise."""
    sitting = sit(table_of)
    sitting.play({1: only_progressive("Ts 8h 3d"), 2: seat("Ah Kh Qh", "fold", ante=1000)}, QUEEN_HIGH)
    assert "house → ann $25 won" in sitting.moved()
    assert sitting.change() == {"ann": 2500 - 600, "bob": -1000, "house": -900 - 25, "meter": 25}


@pytest.mark.clause("RIV-11")
def test_riv_11_a_jackpot_and_two_envies_in_one_round(store: Store, table_of: Opens) -> None:
    """ann wins the meter of $1,000.75 and is envious of bob's hearts ($25), bob of ann ($100), cat of both.

    Pair Plus pays ann and bob 40 x 5; bob's hearts are 500 for 1.
    """
    sitting = sit(table_of)
    hands = {
        1: only_progressive("As Ks Qs"),
        2: only_progressive("Ah Kh Qh"),
        3: only_progressive("Ts 8h 3d"),
    }
    sitting.play(hands, QUEEN_HIGH)
    moved = sitting.moved()
    assert "meter → ann $1,000.75 jackpot" in moved
    assert "house → meter $1,000 reset" in moved
    ann, bob, cat = 20_000 - 100 + 100_075 + 2500, 20_000 + 49_900 + 10_000, 12_500 - 600
    assert sitting.change() == {"ann": ann, "bob": bob, "cat": cat, "house": -(ann + bob + cat)}
    assert meters(store) == {load_house("rivers").hash: RESET * CENT}


@pytest.mark.clause("RIV-12")
def test_riv_12_a_fraction_of_a_cent_stays_when_the_meter_is_won(store: Store, table_of: Opens) -> None:
    """A bet feeds 7 micro-cents: the jackpot is whole cents, the crumbs are in the new meter."""
    sitting = sit(table_of, 'meter.percent="7/1000000"')
    sheet = sitting.table.table.sheet
    sitting.play({1: only_progressive("Ts 8h 3d"), 2: only_progressive("9s 8d 3h")}, QUEEN_HIGH)
    assert meters(store) == {sheet.hash: RESET * CENT + 14}
    sitting.play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH)
    assert meters(store) == {sheet.hash: RESET * CENT + 21}
    assert balances(store)["person:ann"] % CENT == 0
    assert sum(balances(store).values()) == 0


@pytest.mark.parametrize(
    ("share", "jackpots", "reset"),
    [
        # 100 % of $1,000.75, then twice the meter that the house has filled up again
        ("100 % of the meter", [100_075, 100_000, 100_000], 300_000),
        # half of $1,000.75 rounded down, then half of the $1,000 that the house has filled up to, twice
        ("50 % of the meter", [50_037, 50_000, 50_000], None),
    ],
)
@pytest.mark.clause("RIV-12")
def test_riv_12_several_shares_in_one_round_are_paid_though_together_they_are_more_than_the_meter(
    store: Store, table_of: Opens, share: str, jackpots: list[int], reset: int | None
) -> None:
    """A house may give every suited A-K-Q a share: three of them can be more than the meter holds."""
    sitting = sit(table_of, f'pays.progressive.lines.mini_royal="{share}"')
    suits = ("h", "d", "c")
    hands = {n: only_progressive(f"A{suit} K{suit} Q{suit}") for n, suit in enumerate(suits, 1)}
    done = sitting.play(hands, "Jc 9s 4d")
    assert done.state is not None
    assert isinstance(done.state.ended, RoundSettled)
    told = [
        line.profit + 100
        for paid in done.state.ended.seats
        for line in paid.lines
        if line.id == "progressive"
    ]
    assert told == jackpots
    assert done.state.ended.meter is not None
    assert list(meters(store).values()) == [done.state.ended.meter.after]
    assert min(meters(store).values()) >= RESET * CENT
    if reset is not None:
        assert f"house → meter ${reset // 100:,} reset" in sitting.moved()
    envy = 2 * 2500  # RIV-11: each is envious of the two others
    for person, jackpot in zip(("ann", "bob", "cat"), jackpots, strict=True):
        assert sitting.change()[person] == 20_000 + jackpot - 100 + envy
    assert balances(store) == added_up(store)
    assert sum(balances(store).values()) == 0


@pytest.mark.clause("RIV-12")
def test_riv_12_all_tables_of_a_sheet_share_its_meter(store: Store, table_of: Opens) -> None:
    one, two = sit(table_of), sit(table_of, name="u")
    sheet = load_house("rivers")
    for sitting in (one, two, one):
        sitting.play({1: only_progressive("Ts 8h 3d")}, QUEEN_HIGH)
    assert meters(store) == {sheet.hash: (RESET + 75) * CENT}
    two.play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH)
    assert "meter → ann $1,001 jackpot" in two.moved()
    one.play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH)
    assert "meter → ann $1,000.25 jackpot" in one.moved()
    assert meters(store) == {sheet.hash: RESET * CENT}


@pytest.mark.clause("RIV-12")
def test_riv_12_a_changed_sheet_has_a_meter_of_its_own(store: Store, table_of: Opens) -> None:
    plain = sit(table_of)
    other = sit(table_of, 'pays.progressive.lines.straight="7 for 1"', name="u")
    plain.play({1: only_progressive("Ts 8h 3d")}, QUEEN_HIGH)
    hashes = plain.table.table.sheet.hash, other.table.table.sheet.hash
    assert hashes[0] != hashes[1]
    assert meters(store) == {hashes[0]: (RESET + 25) * CENT, hashes[1]: RESET * CENT}


@pytest.mark.clause("RIV-12")
def test_riv_12_the_meter_is_taken_as_it_stands_when_the_round_is_settled(
    store: Store, table_of: Opens
) -> None:
    """Another table won it after this one was dealt: it pays the meter that was filled up again."""
    one, two = sit(table_of), sit(table_of, name="u")
    one.play({1: only_progressive("As Ks Qs")}, QUEEN_HIGH, upto="reveal")
    two.do(OpenRound())
    two.do(Bet(1, "bob", {"pair_plus": 500, "progressive": 100}))
    for command in (StartDeal(), EndDeal(), RevealDealer(), Settle()):
        two.do(command)
    assert "meter → bob $1,000.25 jackpot" in two.moved()
    one.do(Settle())
    assert "meter → ann $1,000.25 jackpot" in one.moved()
    assert meters(store) == {load_house("rivers").hash: RESET * CENT}
