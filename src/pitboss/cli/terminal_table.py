"""The terminal's own table in the pit: who sits there, whose money it is, and where its rounds are kept."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final
from uuid import uuid4

from sqlalchemy import Connection

from pitboss.cage.journal import all_felts
from pitboss.cage.store import Store, open_store
from pitboss.money import MICRO, Cents
from pitboss.pit import PROPOSITION, Bet, CloseTable, Done, Pit, PitCommand, PitTable
from pitboss.pit.table import standing_of
from pitboss.round import Decide, Event, PlaceBets, Refusal, Round, Table, TakeBank, dump_round

YOU: Final = "you"
WELCOME: Final = 100_000  # cents of play money for a new person, and for who has none left
PREFIX: Final = "terminal:"
GUEST: Final = "guest:"


@dataclass
class TerminalTable:
    """A table that this process holds. Commands go through the pit and nothing else."""

    pit: Pit
    felt: PitTable
    you: str
    practice: bool

    @property
    def table(self) -> Table:
        return self.felt.table

    @property
    def state(self) -> Round | None:
        """The open round."""
        return self.felt.state

    def do(self, command: PitCommand | PlaceBets) -> Done:
        """Does a command as whoever it is for; your bets carry a seed of your own into the shuffle."""
        if isinstance(command, PlaceBets):
            mine = command.player == self.you and not self.practice
            seed = secrets.token_hex(16) if mine and command.wagers else ""
            command = Bet(command.seat, command.player, command.wagers, seed)
        dealer = f"table:{self.felt.id}"
        person = command.player if isinstance(command, (Bet, Decide, TakeBank)) else PROPOSITION
        actor = dealer if person == PROPOSITION else person
        return self.felt.do(actor, str(uuid4()), command)

    def seal(self) -> str:
        """What was published of the open round's shuffle before any bet."""
        stored = self.felt.standing.stored
        return stored.commitment if stored else ""

    def funds(self, who: str) -> Cents:
        return self.pit.funds(who)

    def grant(self, who: str, cents: Cents) -> None:
        """Free play money."""
        self.pit.grant(who, cents, "house", str(uuid4()))

    def meter(self) -> int:
        """The meter in micro-cents, 0 where there is none."""
        return self.pit.meter(self.table.sheet)

    def document(self, ended: Round, events: Sequence[Event]) -> str:
        """The ended round as it is saved: a receipt, or in practice the bare history."""
        if self.practice:
            return dump_round(ended, events)
        from pitboss.proof import receipt

        return receipt(self.pit.store, ended.id)

    def leave(self) -> None:
        """Gives back what lies on the table before the deal, and closes it."""
        state = self.state
        if state is not None and state.phase == "bets":
            for seat in state.seats:
                self.do(PlaceBets(seat.number, seat.player, {}))
            if state.bank is not None:
                self.do(TakeBank(state.bank.player, 0))
        self.do(CloseTable())

    def close(self) -> None:
        self.pit.store.close()


def practice_table(table: Table, seed: str, bankroll: Cents) -> TerminalTable:
    """A table in memory whose cards come from a seed: nothing of it is kept, and it has no receipts."""
    pit = Pit(open_store(":memory:"), Random(seed).randbytes, lambda: 0)
    pit.grant(YOU, bankroll, "house", "bankroll")
    return TerminalTable(pit, pit.open("practice", table, "house", "table"), YOU, practice=True)


def real_table(store: Store, table: Table, bankroll: Cents | None) -> TerminalTable:
    """A new table in the database. Your money is that of last time, unless a bankroll makes you a guest."""
    pit = _pit(store)
    you = YOU
    if bankroll is None:
        pit.grant(YOU, WELCOME, "house", f"welcome {YOU}")
    else:
        you = f"{GUEST}{uuid4()}"
        pit.grant(you, bankroll, "house", f"bankroll {you}")
    name = f"{PREFIX}{uuid4()}"
    return TerminalTable(pit, pit.open(name, table, "house", f"open {name}"), you, practice=False)


def left_open(store: Store) -> list[tuple[str, str, Cents]]:
    """Tables where money lies in a round that was left open: which, whose, and how much."""

    def work(connection: Connection) -> list[tuple[str, str, Cents]]:
        found = []
        for felt in all_felts(connection, open_only=True):
            if felt.id.startswith(PREFIX):
                state = standing_of(connection, felt.id).state
                found += [(felt.id, who, cents) for who, cents in _stakes(state) if cents]
        return found

    return store.read(work)


def _stakes(state: Round | None) -> list[tuple[str, Cents]]:
    """What each person who plays at a terminal has on a table."""
    if state is None:
        return []
    held: dict[str, Cents] = {}
    for seat in state.seats:
        held[seat.player] = held.get(seat.player, 0) + sum(seat.wagers.values())
    if state.bank:
        held[state.bank.player] = held.get(state.bank.player, 0) + state.bank.stake
    return [(who, cents) for who, cents in held.items() if who == YOU or who.startswith(GUEST)]


def resumed_table(store: Store) -> TerminalTable:
    """The table where you left money in an open round; the round goes on as it was."""
    left = left_open(store)
    if not left:
        raise Refusal("resume", "No round was left open; start one with: pitboss play HOUSE")
    felt, who, _ = left[-1]
    pit = _pit(store)
    return TerminalTable(pit, pit.take(felt), who, practice=False)


def _pit(store: Store) -> Pit:
    return Pit(store, secrets.token_bytes, lambda: time.time_ns() // MICRO)
