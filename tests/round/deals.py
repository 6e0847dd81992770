"""Random legal rounds of the houses, and plain ones of any sheet, as settlement takes them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pitboss.cards import FULL_DECK, Card
from pitboss.round import Deal, Hand, Table, open_table
from pitboss.round.adjudicate import read_round
from pitboss.round.settlement import ActionId, Settlement, dealer_draws, pay_deal
from pitboss.sheet import load_house, load_sheet
from pitboss.sheet.model import Sheet
from tests.naive.rounds import HOUSES, random_round

EXAMPLE = Path(__file__).parents[2] / "examples" / "two-up.toml"
# Sheets that no house has: an example, and hands that are compared though the dealer does not qualify.
OTHERS = ("two-up", "compares ante", "compares both")


class Dealt(NamedTuple):
    """A round before its settlement, and its settlement."""

    table: Table
    deal: Deal
    paid: Settlement
    data: dict[str, Any] | None  # as the naive settlement takes it, for the houses


def rounds(name: str, number: int) -> Iterator[Dealt]:
    """Random rounds of a house, rare hands more often than they come, or of another sheet."""
    chance = Random(f"deals {name}")
    for _ in range(number):
        if name in HOUSES:
            data = random_round(chance, name)
            table, deal = read_round(data)
            if deal.void is None:
                yield Dealt(table, deal, pay_deal(table, deal), data)
        else:
            table = open_table(sheet_of(name))
            deal = _plain(table, chance)
            yield Dealt(table, deal, pay_deal(table, deal), None)


@cache
def sheet_of(name: str) -> Sheet:
    """A house, or one of the other sheets."""
    if name == "two-up":
        return load_sheet(EXAMPLE)
    compared = {"compares ante": ["ante"], "compares both": ["ante", "play"]}.get(name)
    if compared is None:
        return load_house(name)
    return load_house("atlantic-city", [f'showdown.not_qualified.{wager}="compare"' for wager in compared])


def _plain(table: Table, chance: Random) -> Deal:
    """A few seats with every wager at one amount."""
    deck = chance.sample(FULL_DECK, 52)
    actions: tuple[ActionId, ...] = ("play", "play", "fold")
    dealer = _three(deck)
    hands = [
        Hand(seat, f"p{seat}", dict.fromkeys(table.sheet.wagers, 500), _three(deck), chance.choice(actions))
        for seat in range(1, chance.randint(2, 5))
    ]
    return Deal((*dealer, deck.pop()) if dealer_draws(table, dealer) else dealer, hands)


def _three(deck: list[Card]) -> tuple[Card, Card, Card]:
    return deck.pop(), deck.pop(), deck.pop()
