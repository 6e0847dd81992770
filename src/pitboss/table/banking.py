"""The bank of a player-banked table: offered clockwise from the left of the last bank (NAPA-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.round.table import Table
from pitboss.table.sitters import Seating, Sitter


@dataclass(frozen=True, slots=True)
class BankTurn:
    """Who had the bank, for how many rounds in a row, and who has been asked this round."""

    last: str | None = None
    last_seat: int = 0
    streak: int = 0
    asked: tuple[str, ...] = ()
    offered: str | None = None  # whose answer is awaited

    def next_round(self, bank: str | None, seat: int) -> BankTurn:
        """After a round in which somebody, or the house's own player, held the bank."""
        if bank is None:
            return BankTurn(self.last, self.last_seat)
        same = bank == self.last
        return BankTurn(bank, seat, self.streak + 1 if same else 1)


def least_stake(table: Table) -> Cents:
    """What a bank must put up at a live table."""
    bank = table.sheet.bank
    return table.max if bank is not None and bank.least_stake == "table max" else 1


def candidates(table: Table, seating: Seating, turn: BankTurn, funds: dict[str, Cents]) -> list[Sitter]:
    """Who is to be asked, in order: those who want the bank, can pay for it and have not just had it."""
    bank = table.sheet.bank
    if bank is None:
        return []
    wanting = [
        each
        for each in seating.seated()
        if each.wants_bank
        and each.here
        and not each.leaving
        and each.out is None
        and each.id not in turn.asked
        and not (each.id == turn.last and turn.streak >= bank.rounds)
        and funds.get(each.id, 0) >= least_stake(table)
    ]
    # Who held it in the last round keeps it until the rounds are over.
    holder = [each for each in wanting if each.id == turn.last and turn.streak]
    return holder + [each for each in clockwise(wanting, turn.last_seat) if each not in holder]


def clockwise(people: Iterable[Sitter], after: int) -> list[Sitter]:
    """People by their seats, starting left of a seat."""
    found = sorted(people, key=lambda each: each.seats[0])
    return [each for each in found if each.seats[0] > after] + [
        each for each in found if each.seats[0] <= after
    ]
