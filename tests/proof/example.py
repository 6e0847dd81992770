"""The receipts that docs/receipts.md shows: `python -m tests.proof.example` prints them, one per line."""

from __future__ import annotations

from itertools import count
from random import Random

from pitboss.ledger import open_store
from pitboss.proof.stored_receipts import receipts
from pitboss.round import Decide, EndDeal, RevealDealer, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitCommand, Settle, StartDeal

ROUNDS = 3


def example_receipts(name: str = "green") -> list[str]:
    """Three rounds of one person at Shine, always the same."""
    chance = Random("the example of the page")
    store = open_store(":memory:")
    pit = Pit(store, chance.randbytes, lambda: 0)
    ids = map(str, count())
    pit.grant("ann", 100_000, "cashier", next(ids))
    table = pit.open(name, open_table(load_house("shine")), "cashier", next(ids))
    for _ in range(ROUNDS):
        bet = Bet(3, "ann", {"ante": 1000}, chance.randbytes(16).hex())
        commands: list[PitCommand] = [
            OpenRound(), bet, StartDeal(), EndDeal(), Decide(3, "ann", "play"), RevealDealer(), Settle(),
        ]  # fmt: skip
        for command in commands:
            table.do("ann", next(ids), command)
    found = list(receipts(store))
    store.close()
    return found


if __name__ == "__main__":
    print("\n".join(example_receipts()))
