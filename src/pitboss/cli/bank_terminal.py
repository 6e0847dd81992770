"""The bank's side of a table in a terminal: what can come of its round, what it is worth, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.cli.table_news import name_at
from pitboss.cli.table_place import Place
from pitboss.messages.bank import account_words, ahead_words, price_words
from pitboss.round import Refusal
from pitboss.table.view_types import TableView


class BankTeller:
    """Tells who holds the bank how its round stands, once before the end and once after it."""

    def __init__(self, place: Place, say: Callable[[str], None]) -> None:
        self._place = place
        self._say = say
        self._told = 0  # the round that was told before its end

    def follow(self, view: TableView) -> None:
        """The cards are dealt: what can come of it."""
        if view.banks and view.state.phase == "decisions" and self._told != view.state.round:
            self._told = view.state.round
            self._ahead(view)

    def after(self, view: TableView) -> None:
        """The round is over: wager by wager."""
        if view.banks and view.state.bank is not None:
            for sentence in account_words(view.state.bank.seats, lambda seat: name_at(view, seat)):
                self._say(sentence)

    def answer(self, view: TableView) -> None:
        """How the bank stands now, with the exact price of the round."""
        if not view.banks:
            self._say("You do not hold the bank.")
        elif view.state.phase in ("settled", "void"):
            self.after(view)
        else:
            self._ahead(view)
            try:
                told = self._place.say("bank_price")["bank"]
            except Refusal as refusal:
                self._say(f"{refusal}.")
                return
            means = {name: None if told[name] is None else Fraction(told[name]) for name in ("ev", "full")}
            seats = len(view.state.bank.seats) if view.state.bank else 0
            self._say(told["why"] or price_words(told["cover"], means["ev"], means["full"], seats))

    def _ahead(self, view: TableView) -> None:
        bank, own = view.state.bank, view.you.bank
        if bank is not None and own is not None:
            rows = ahead_words(bank.seats, lambda seat: name_at(view, seat), own.worst, own.best)
            for sentence in rows:
                self._say(sentence)
