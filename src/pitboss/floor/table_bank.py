"""The bank's turn at a live table: who wants it, takes it or lets it go by."""

from __future__ import annotations

from pitboss.floor.banking import least_stake
from pitboss.floor.dealt import DealtTable
from pitboss.floor.settings import Seconds
from pitboss.money import Cents, dollars
from pitboss.round import (
    Refusal,
    TakeBank,
)


class TableWithBank(DealtTable):
    """A table whose people may be its bank, one after the other (NAPA-16)."""

    def want_bank(self, person: str, want: bool, now: Seconds) -> None:
        """Whether a person wants to be offered the bank."""
        if self.table.sheet.bank is None:
            raise Refusal("no_bank", f"{self.table.sheet.name} has no player bank", None, "bank")
        if not self._known(person).seats:
            raise Refusal("no_seat", "The bank is offered to people with a seat", None, "seat")
        self.seating = self.seating.change(person, wants_bank=want, lapses=0)
        if not want and self.turn.offered == person:
            self.pass_bank(person, now)
        self._go_on(now)

    def take_bank(self, person: str, command: str, stake: Cents, now: Seconds) -> None:
        """Takes the bank that was offered (NAPA-16)."""
        self._not_frozen()
        bank = self.table.sheet.bank
        wanted = self.bank_asked(person, stake)
        if self.done_before(person, command, wanted):
            return
        if bank is None or self.turn.offered != person:
            raise self._not_offered(person)
        if stake < least_stake(self.table):
            text = f"The bank must be at least the table maximum ({dollars(self.table.max)})"
            raise Refusal("too_low", text, bank.rotation_clause, "stake")
        state = self.open_round
        if state is not None and any(each.player == person for each in state.seats):
            raise Refusal(
                "bank_bets", "Clear your bets first: the bank bets on no seat", bank.rotation_clause
            )
        self._do(person, command, wanted)
        self.seating = self.seating.change(person, lapses=0)
        self._end_offer()
        self._go_on(now)

    def bank_asked(self, person: str, stake: Cents) -> TakeBank:
        """A person's wish to be the bank; they sit at their first seat."""
        seats = self._known(person).seats
        return TakeBank(person, stake, seats[0] if seats else None)

    def pass_bank(self, person: str, now: Seconds) -> None:
        """Lets the bank go by."""
        if self.turn.offered == person:
            self.seating = self.seating.change(person, lapses=0)
            self._passed(now)
            self._go_on(now)

    def _not_offered(self, person: str) -> Refusal:
        """Why somebody cannot take the bank now (NAPA-16)."""
        bank, text = self.table.sheet.bank, "The bank is not offered to you now"
        if bank is not None and self.turn.last == person and self.turn.streak >= bank.rounds:
            text = f"The bank is held for at most {bank.rounds} rounds in a row"
        return Refusal("not_offered", text, bank.rotation_clause if bank else None, "bank")
