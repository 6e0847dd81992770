"""NAPA-11, before and after: how far the bank's stake covers a bet in the worst case, and where it ended."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

from pitboss.round import open_table
from pitboss.round.bank import exhausted_at, most_used, worst_cover
from pitboss.round.settlement import Deal, Hand, pay_deal
from pitboss.sheet import load_house

NAPA = open_table(load_house("napa-valley"))
ENDLESS = 10**12


@pytest.mark.clause("NAPA-9", "NAPA-11")
def test_napa_9_napa_11_the_worst_is_a_royal_flush_at_every_earlier_seat() -> None:
    """Ante and Play can each change hands once; Pair Plus pays 200 to 1."""
    assert most_used(NAPA, [{"ante": 1000}]) == 2000
    assert most_used(NAPA, [{"ante": 1000, "pair_plus": 500}]) == 2000 + 200 * 500
    assert most_used(NAPA, [{"ante": 1000}, {"ante": 3000}]) == 2000 + 6000
    bet = {"ante": 1000, "pair_plus": 500}
    for stake, ante, pair_plus in (
        (102_000, "full", "full"),
        (101_999, "full", "partial"),
        (2_000, "full", "none"),
        (1_999, "partial", "none"),
        (1_000, "partial", "none"),  # the Ante alone
        (1, "partial", "none"),
    ):
        assert worst_cover(NAPA, stake, [], bet) == {"ante": ante, "pair_plus": pair_plus}, stake
        assert worst_cover(NAPA, stake + 8000, [{"ante": 4000}], bet) == {
            "ante": ante,
            "pair_plus": pair_plus,
        }
    assert worst_cover(NAPA, 8000, [{"ante": 4000}], bet) == {"ante": "none", "pair_plus": "none"}


def test_where_the_house_banks_there_is_no_cover() -> None:
    shine = open_table(load_house("shine"))
    assert worst_cover(shine, 1000, [], {"ante": 500}) == {}
    assert most_used(shine, [{"ante": 500}]) == 0
    assert exhausted_at(shine.sheet.bank, 0, []) is None


def _deal(chance: Random, bets: list[dict[str, int]], bank: int) -> Deal:
    cards = chance.sample(range(52), 3 * len(bets) + 3)
    hands = [
        Hand(
            seat,
            seat,
            bet,
            (cards[3 * seat], cards[3 * seat + 1], cards[3 * seat + 2]),
            chance.choice(["play", "fold"]),
        )
        for seat, bet in enumerate(bets, 1)
    ]
    return Deal(tuple(cards[:3]), hands, bank)


@pytest.mark.clause("NAPA-11")
def test_napa_11_what_is_covered_in_full_is_never_cut_short() -> None:
    """Hints against settlements: full is full whatever is dealt; and the end is where the last cent went."""
    chance = Random("cover")
    full = ended = 0
    for _ in range(300):
        bets = [_bet(chance) for _ in range(chance.randint(1, 5))]
        stake = chance.choice([1_000, 5_000, 50_000, 150_000, 400_000])
        deal = _deal(chance, bets, stake)
        given, whole = pay_deal(NAPA, deal), pay_deal(NAPA, deal._replace(bank=ENDLESS))
        for seat, (cut, uncut) in enumerate(zip(given.seats, whole.seats, strict=True)):
            hints = worst_cover(NAPA, stake, bets[:seat], bets[seat])
            assert set(hints) == set(bets[seat])
            for line in uncut.lines:
                if hints["ante" if line.id == "play" else line.id] == "full":
                    full += 1
                    assert line in cut.lines
        assert given.bank is not None
        used = [sum(abs(line.profit) for line in seat.lines) for seat in given.seats]
        assert sum(used) <= min(stake, most_used(NAPA, bets))
        reached = [
            each.seat for each, so_far in zip(given.seats, accumulate(used), strict=True) if so_far == stake
        ]
        assert exhausted_at(NAPA.sheet.bank, stake, given.seats) == (reached[0] if reached else None)
        assert (given.bank.cover_left == 0) is bool(reached)
        ended += bool(reached)
    assert full > 250
    assert ended > 25


def _bet(chance: Random) -> dict[str, int]:
    ante = 100 * chance.randint(5, 60)
    return {"ante": ante, "pair_plus": 500} if chance.random() < 0.5 else {"ante": ante}
