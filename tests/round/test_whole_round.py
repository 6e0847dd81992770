"""A round played out in one call against the same round command by command."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import FULL_DECK, parse_cards
from pitboss.odds import Turn, play_out
from pitboss.round import (
    DealCards,
    EndDeal,
    PlaceBets,
    Refusal,
    RevealDealer,
    SettleRound,
    TakeBank,
    legal_actions,
    open_round,
    open_table,
    step,
)
from pitboss.sheet import houses, load_house


@pytest.mark.parametrize("house", houses())
def test_it_is_the_round_that_the_commands_make(house: str) -> None:
    """Three seats, twenty decks, decisions by chance; the bank covers all, the meter is at its reset."""
    table, chance = open_table(load_house(house)), Random(house)
    bets = {number: {"ante": 1000 * number} for number in (1, 4, 6)}
    for _ in range(20):
        deck = list(FULL_DECK)
        chance.shuffle(deck)
        chosen: dict[int, str] = {}

        def choose(turn: Turn, chosen: dict[int, str] = chosen) -> str:
            assert turn.wagers == bets[turn.seat]
            chosen[turn.seat] = chance.choice(turn.actions)
            return chosen[turn.seat]

        end = play_out(house, deck, bets, choose)
        state = open_round(table)
        for number, wagers in bets.items():
            state = step(state, PlaceBets(number, f"seat {number}", wagers))
        if table.sheet.bank:
            state = step(state, TakeBank("bank", 10_000_000))
        state = step(step(state, DealCards(deck)), EndDeal())
        for number, text in chosen.items():
            [action] = [each for each in legal_actions(state, number) if each.text == text]
            state = step(state, action.command(f"seat {number}"))
        meter = table.sheet.meter
        state = step(step(state, RevealDealer()), SettleRound(meter.reset if meter else None))
        assert [end.paid(number) for number in bets] == [state.paid(number) for number in bets]


def test_a_chooser_for_each_seat_a_meter_and_a_bank_of_ones_own() -> None:
    rivers = open_table(load_house("rivers"))
    bets = {1: {"ante": 1000, "progressive": 100}, 2: {"ante": 1000}}
    dealt = play_out(rivers, FULL_DECK, bets, lambda *_: "fold").seats[0].cards
    swapped = dict(zip(dealt, parse_cards("As Ks Qs"), strict=True))
    swapped |= {to: card for card, to in swapped.items()}
    deck = [swapped.get(card, card) for card in FULL_DECK]
    end = play_out(rivers, deck, bets, {1: lambda *_: "play", 2: lambda *_: "fold"}, meter=7_000_000)
    first, second = end.paid(1), end.paid(2)
    assert first is not None
    assert second is not None
    assert second.net == -1000
    jackpot = next(line for line in first.lines if line.id == "progressive")
    assert jackpot.profit == 7_000_000 + 25 - 100  # RIV-10, RIV-12: the meter and its quarter

    napa = open_table(load_house("napa-valley"))
    with pytest.raises(Refusal, match="says 'draw 2c' with 2c 2h 3c against 3d; it may say fold or play"):
        play_out(napa, FULL_DECK, {1: {"ante": 1000}}, lambda *_: "draw 2c")
    with pytest.raises(Refusal, match="no strategy for seat 1"):
        play_out(napa, FULL_DECK, {1: {"ante": 1000}}, {2: "always"})
    with pytest.raises(Refusal, match="stake"):
        play_out(napa, FULL_DECK, {1: {"ante": 1000}}, lambda *_: "fold", bank=-1)
