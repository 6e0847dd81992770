"""What tables have reckoned by the desk: decisions of bots and of who is away, the coach, fair meters."""

from __future__ import annotations

import json
from typing import Final

from pitboss.desk.bank_values import bank_question, bank_told
from pitboss.desk.desk import Desk, LaneName
from pitboss.desk.hand_values import worth_told, worths_question
from pitboss.desk.question import question
from pitboss.desk.tables import is_printed, table_values
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.bank_round import BankRound, BankWorth
from pitboss.odds.coach import Hand, Worth
from pitboss.round import Refusal
from pitboss.round.table import Table

DECIDES: Final = 4.0  # seconds for a decision at a table; then the away rule decides (STD-13)
COUNTS: Final = 20.0  # seconds for a bank's round: two seats are counted together
OPENS: Final = 5.0  # seconds that a table waits for its fair meter


class DeskReckoner:
    """Tables ask the desk. What printed houses decide comes first there: it is quick, and few ask for it.

    The coach, and tables of other rules, have a lane and a worker of their own.
    """

    waits = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        first = asker.startswith("table ") and is_printed(hand.table)
        asked = worths_question([hand], seconds=DECIDES)
        lane: LaneName = "house" if first else "tables"
        return worth_told(await self._desk.ask(asker, asked, address=address, lane=lane))

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        return bank_told(await self._desk.ask(asker, bank_question(asked, seconds=COUNTS), address=address))

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        if table.sheet.meter is None:
            return ()
        asked = question("fair_meter", seconds=OPENS, **table_values(table))
        lane: LaneName = "house" if is_printed(table) else "tables"
        try:
            return tuple(json.loads(await self._desk.ask("meters", asked, lane=lane)))
        except (Refusal, NotPriced):
            return ()
