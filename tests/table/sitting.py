"""A table in a cage, with chosen cards: commands go the pit's own way, their money is read from the books."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random

import pytest
from sqlalchemy import text

from pitboss.cards import Deck, parse_card
from pitboss.ledger import Store
from pitboss.money import dollars
from pitboss.round import Decide, EndDeal, RevealDealer, TakeBank, open_table
from pitboss.sheet import Sheet, load_house
from pitboss.table import Bet, Done, OpenRound, Pit, PitCommand, PitTable, Settle, StartDeal
from tests.clauses.tables import BANKER, PEOPLE, Plan, Stage, deck_with
from tests.ledger.books import CENT, balances

RICH = 10_000_000  # cents that everyone starts with


class Sitting:
    """One table; `store` holds nothing else unless a test puts it there."""

    def __init__(
        self,
        store: Store,
        patch: pytest.MonkeyPatch,
        sheet: str | Sheet,
        *overrides: str,
        name: str = "t",
        money: int = RICH,
        high: int | None = None,
    ) -> None:
        self.store = store
        self.patch = patch
        self.numbers = count(1)
        self.pit = Pit(store, Random(name).randbytes, lambda: 0)
        for person in (*PEOPLE, BANKER):
            if money:
                self.pit.grant(person, money, "op", f"grant {person}")
        sheet = load_house(sheet, overrides) if isinstance(sheet, str) else sheet
        self.table: PitTable = self.pit.open(name, open_table(sheet, None, high), "op", f"open {name}")
        self.before = self.books()

    def do(self, command: PitCommand, actor: str | None = None) -> Done:
        """Does a command in the name of whom it concerns."""
        by = getattr(command, "player", "op") if actor is None else actor
        return self.table.do(by, f"{self.table.id} {next(self.numbers)}", command)

    def cards(self, deck: tuple[str, ...]) -> None:
        """From now on every deal is from this deck."""
        cards = tuple(parse_card(each) for each in deck)
        chosen: Callable[..., Deck] = lambda *_: cards  # noqa: E731
        self.patch.setattr("pitboss.table.table_state.deck", chosen)

    def play(
        self, seats: Mapping[int, Plan], dealer: str, *, bank: int | None = None, upto: Stage = "settled"
    ) -> Done:
        """Plays a round up to a stage. A fourth card in `dealer` is the one the dealer may draw."""
        done = self.do(OpenRound())
        if self.table.table.sheet.bank:
            done = self.do(TakeBank(BANKER, RICH if bank is None else bank))
        for number, plan in seats.items():
            done = self.do(Bet(number, plan.person(number), dict(plan.wagers)))
        if upto == "bets":
            return done
        plans = [seats[number] for number in sorted(seats)]
        three, fourth = dealer.split()[:3], dealer.split()[3:]
        self.cards(
            deck_with(
                [plan.cards for plan in plans],
                " ".join(three),
                [plan.drawn for plan in plans],
                fourth[0] if fourth else None,
            )
        )
        done = self.do(StartDeal())
        if upto == "deal":
            return done
        done = self.do(EndDeal())
        if upto == "decisions":
            return done
        for number, plan in sorted(seats.items()):
            if plan.action is not None:
                done = self.do(Decide(number, plan.person(number), plan.action, plan.discard))
        if upto == "decided":
            return done
        done = self.do(RevealDealer())
        return done if upto == "reveal" else self.do(Settle())

    # The books

    def books(self) -> dict[str, int]:
        """Balances in micro-cents by a short name: ann, house, escrow …; those of rounds by their kind."""
        held: dict[str, int] = {}
        for name, amount in balances(self.store).items():
            kind, _, key = name.partition(":")
            short = key if kind == "person" else kind
            held[short] = held.get(short, 0) + amount
        return held

    def change(self) -> dict[str, int]:
        """What accounts have won or lost since the table was opened, in cents."""
        moved = {name: amount - self.before.get(name, 0) for name, amount in self.books().items()}
        assert all(amount % CENT == 0 for amount in moved.values())
        return {name: amount // CENT for name, amount in moved.items() if amount}

    def moved(self) -> list[str]:
        """The transfers of the last deed, as one would say them."""
        rows = self.store.read(
            lambda connection: connection.execute(
                text(
                    "SELECT g.kind, g.key, t.kind, t.key, amount, what FROM transfers"
                    " JOIN accounts g ON g.id = giver JOIN accounts t ON t.id = taker"
                    " WHERE deed = (SELECT max(id) FROM deeds) ORDER BY transfers.id"
                )
            ).all()
        )
        return [
            f"{_short(giver, giver_key)} → {_short(taker, taker_key)} {dollars(amount // CENT)} {what}"
            for giver, giver_key, taker, taker_key, amount, what in rows
        ]


def _short(kind: str, key: str) -> str:
    return key if kind == "person" else kind


Opens = Callable[..., Sitting]  # a table of a sheet, with overrides, in the store of the test
