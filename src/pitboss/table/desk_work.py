"""What a table has reckoned for it, never in a transaction: it asks, and goes on when it is told.

A table notes the hands of its bots, or of who is away, that must be weighed by the exact odds. Whoever
runs it has them weighed and tells it; where no answer comes, the sheet's away rule decides (STD-13).
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from pitboss.money import Cents
from pitboss.odds.bank_round import BankRound, BankWorth, bank_worth
from pitboss.odds.coach import Hand, Worth, worth_of
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.table.fair_meter import break_evens

Advice = str | None  # the name of the best action, like `draw:4d`; None: nobody could say


class Reckoner(Protocol):
    """Somebody who reckons for tables."""

    waits: bool  # whether a table goes on with other things meanwhile

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        """What each action of a hand is worth; raises a refusal where that is not known in time."""
        ...

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        """What a round is worth to its bank; raises a refusal where that is not known in time."""
        ...

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        """From which meter on a bet on it is fair; empty where that is not known in time."""
        ...


class ReckonedHere:
    """Reckons in a thread of this process, and the table waits: for one person's own table, and for tests."""

    waits = False

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        return await asyncio.to_thread(worth_of, hand)

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        return await asyncio.to_thread(bank_worth, asked)

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        return await asyncio.to_thread(break_evens, table)


async def advice_on(reckoner: Reckoner, hand: Hand, asker: str) -> Advice:
    """The best action of a hand, if somebody can say."""
    from pitboss.odds.decisions import preferred

    try:
        return preferred((await reckoner.worth(hand, asker)).best)
    except Refusal:
        return None
