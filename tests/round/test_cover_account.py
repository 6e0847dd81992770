"""NAPA-11 as the bank reads it: seat by seat in the order of cover, before the end and after it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.round import (
    DealCards,
    Decide,
    EndDeal,
    PlaceBets,
    RevealDealer,
    Round,
    SettleRound,
    TakeBank,
    VoidRound,
    open_round,
    open_table,
    step,
)
from pitboss.round.bank import CoveredWager, WagerEnd, cover_account, round_range
from pitboss.sheet import load_house
from tests.clauses.tables import deck_with

NAPA = open_table(load_house("napa-valley"))


def _phases(chance: Random) -> Iterator[Round]:
    """A random round, from its bets to its end."""
    state = open_round(NAPA, "r")
    for number in sorted(chance.sample(range(1, 8), chance.randint(1, 5))):
        ante = 100 * chance.randint(5, 60)
        bets = {"ante": ante} | ({"pair_plus": 500} if chance.random() < 0.6 else {})
        state = step(state, PlaceBets(number, f"p{number}", bets))
    yield state
    state = step(state, TakeBank("bank", chance.choice([500, 3_000, 20_000, 400_000])))
    yield state
    deck = chance.sample(CARD_TEXTS, 52)
    state = step(state, DealCards(tuple(deck)))
    yield state
    state = step(state, EndDeal())
    yield state
    for seat in state.seats:
        state = step(state, Decide(seat.number, seat.player, chance.choice(["play", "play", "fold"])))
        yield state
    state = step(step(state, RevealDealer()), SettleRound())
    yield state


@pytest.mark.clause("NAPA-10", "NAPA-11")
def test_napa_10_napa_11_the_account_is_what_the_settlement_did() -> None:
    chance = Random("account")
    short = 0
    for _ in range(150):
        *earlier, ended = _phases(chance)
        assert ended.bank is not None
        assert ended.ended is not None
        assert ended.ended.bank is not None
        left = ended.bank.stake
        before = {row.n: row for row in cover_account(earlier[-1])}
        for row in cover_account(ended):
            paid = ended.paid(row.n)
            assert paid is not None
            assert row.net == -paid.net
            ends = [each.end for each in row.wagers if each.end is not None]
            assert [each.id for each in row.wagers] == [line.id for line in paid.lines]
            assert [(each.profit, each.returned) for each in ends] == [
                (line.profit, line.returned) for line in paid.lines
            ]
            for each in ends:
                left -= abs(each.profit)
                assert each.left == left  # every cent that changes hands uses one of cover
                short += each.uncovered != 0
                assert not each.uncovered or left == 0
            if before[row.n].cover == "full":
                assert not any(each.uncovered for each in ends)
            assert -(before[row.n].can_win or 0) <= row.net <= (before[row.n].can_lose or 0)
        assert left == ended.ended.bank.cover_left
    assert short > 30


@pytest.mark.clause("NAPA-11")
def test_napa_11_rows_stand_in_the_order_of_cover_with_what_lies_there() -> None:
    """Seats clockwise from the dealer's left; Ante, Play, Pair Plus; Play once it is made."""
    state = open_round(NAPA, "r")
    for seat, bets in ((5, {"ante": 2000}), (2, {"ante": 1000, "pair_plus": 500})):
        state = step(state, PlaceBets(seat, f"p{seat}", bets))
    first, second = cover_account(state)
    assert (first.n, second.n) == (2, 5)
    assert first.wagers == (CoveredWager("ante", "Ante", 1000), CoveredWager("pair_plus", "Pair Plus", 500))
    assert (first.can_win, first.can_lose, first.enough, first.cover) == (102_000, 2500, 102_000, None)
    assert second.enough == 102_000 + 4000
    state = step(state, TakeBank("bank", 103_000))
    first, second = cover_account(state)
    assert (first.cover, second.cover) == ("full", "partial")
    state = step(step(state, DealCards(CARD_TEXTS)), EndDeal())
    state = step(state, Decide(2, "p2", "fold"))
    state = step(state, Decide(5, "p5", "play"))
    first, second = cover_account(state)
    assert (first.can_win, first.can_lose, first.enough) == (0, 1500, 1500)  # the fold is sure
    assert [each.id for each in second.wagers] == ["ante", "play"]
    assert (second.enough, second.cover) == (5500, "full")  # what a fold cannot use, others can


@pytest.mark.clause("NAPA-11")
@pytest.mark.parametrize(
    ("cards", "dealer", "uncovered"),
    [
        # A bank of $10 pays $5 on Ante and Play each; Pair Plus would have won 40 times $5.
        ("9s 8s 7s", "Kh 8d 3c", [0, 0, 20_000]),
        # It collects $5 of Ante and Play each, and has nothing left to collect Pair Plus with.
        ("9s 8h 2c", "Kh 8d 3c", [0, 0, -500]),
    ],
)
def test_napa_11_what_the_bank_neither_paid_nor_collected(
    cards: str, dealer: str, uncovered: list[int]
) -> None:
    bets, deck = {"ante": 500, "pair_plus": 500}, deck_with([cards], dealer, [], None)
    state = step(step(open_round(NAPA, "r"), PlaceBets(1, "ann", bets)), TakeBank("bank", 1000))
    state = step(step(step(state, DealCards(deck)), EndDeal()), Decide(1, "ann", "play"))
    (row,) = cover_account(step(step(state, RevealDealer()), SettleRound()))
    ends = [each.end for each in row.wagers if each.end]
    assert [each.uncovered for each in ends] == uncovered
    assert (ends[-1].result, ends[-1].returned) == ("returned", 500)


@pytest.mark.clause("NAPA-12")
def test_napa_12_a_void_round_uses_no_cover() -> None:
    state = step(open_round(NAPA, "r"), PlaceBets(3, "p", {"ante": 1000, "pair_plus": 500}))
    state = step(step(state, TakeBank("bank", 50_000)), DealCards(CARD_TEXTS))
    (row,) = cover_account(step(state, VoidRound("exposed")))
    assert (row.net, row.left) == (0, 50_000)
    assert [each.end for each in row.wagers] == [
        WagerEnd("void", profit=0, returned=stake, uncovered=0, left=50_000) for stake in (1000, 500)
    ]


@pytest.mark.clause("NAPA-3", "NAPA-4")
def test_napa_3_napa_4_no_hidden_card_moves_worst_and_best() -> None:
    """Until the reveal they go by bets, decisions and, once it shows, the up card."""
    chance = Random("hidden")
    for _ in range(40):
        *earlier, ended = _phases(chance)
        assert round_range(ended) is None
        for state in earlier[2:]:
            up = state.up_cards if state.phase == "decisions" else ()
            hidden = [card for card in state.deck if card not in up]
            chance.shuffle(hidden)
            n = len(state.seats)
            place = 2 * (n + 1) + n
            deck = [*hidden[:place], *up, *hidden[place:]]
            other = _with_deck(state, tuple(CARD_TEXTS[card] for card in deck))
            assert other.up_cards == state.up_cards or not up
            assert round_range(other) == round_range(state)
            assert cover_account(other) == cover_account(state)


def _with_deck(state: Round, deck: tuple[str, ...]) -> Round:
    """The same bets and decisions with other cards."""
    other = open_round(state.table, state.id)
    for seat in state.seats:
        other = step(other, PlaceBets(seat.number, seat.player, dict(seat.bet)))
    assert state.bank is not None
    other = step(step(other, TakeBank(state.bank.player, state.bank.stake)), DealCards(deck))
    if state.phase == "deal":
        return other
    other = step(other, EndDeal())
    for seat in state.seats:
        if seat.action is not None:
            other = step(other, Decide(seat.number, seat.player, seat.action))
    return other
