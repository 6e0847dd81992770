"""A house with people: a clock that stands until it is moved, and a hasher that is quick and counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from pitboss.house.accounts import Accounts, forget_expired, open_accounts
from pitboss.house.limits import Allowed, Limits, exclusion, loss_limit, time_limit
from pitboss.house.people import BROKE, top_up
from pitboss.ledger import Store
from pitboss.money import Cents
from pitboss.round import Decide, EndDeal, Refusal, RevealDealer, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitTable, Settle, StartDeal

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
NOON = 1_794_744_000_000  # 2026-11-15 12:00 UTC
PASSWORD = "correct horse"


class CountingHasher(PasswordHasher):
    """Says how often a password was checked against a whole hash, and how often one was made."""

    def __init__(self, passes: int = 1) -> None:
        super().__init__(time_cost=passes, memory_cost=8, parallelism=1)
        self.checks = 0
        self.hashes = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as it is called
        self.checks += not self.check_needs_rehash(hash)  # of today's cost, and of any at all
        return super().verify(hash, password)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashes += 1
        return super().hash(password, salt=salt)


class OwnLimits(Limits):
    """Limits that a person sets one at a time."""

    def set_loss(self, person: str, cents: Cents | None, now: int) -> Allowed:
        """How much may be lost in one session. Stricter at once; looser, or none, after 24 hours."""
        return self.change(person, now, [loss_limit(cents, now)])

    def set_minutes(self, person: str, minutes: int | None, now: int) -> Allowed:
        """How long one session may be. Stricter at once; looser, or none, after 24 hours."""
        return self.change(person, now, [time_limit(minutes, now)])

    def exclude(self, person: str, until: int, now: int) -> Allowed:
        """No bets until then. It can be made longer, never shorter."""
        return self.change(person, now, [exclusion(until, now)])


class House:
    """Everything that the edge will hold, on one database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = NOON
        self.entropy = Random("people").randbytes
        self.pit = Pit(store, self.entropy, lambda: self.time)
        self.hasher = CountingHasher()
        self.accounts = self.reopened()
        self.limits = OwnLimits(store)
        self.numbers = count(1)
        self.table: PitTable | None = None

    def reopened(self, hasher: PasswordHasher | None = None) -> Accounts:
        """The same people after a restart: what was in memory is gone."""
        return open_accounts(self.store, self.pit, self.entropy, lambda: self.time, hasher or self.hasher)

    def named(self, name: str, password: str = PASSWORD) -> str:
        """A registered person."""
        person, _ = self.accounts.people.guest()
        return self.accounts.people.register(person.id, name, password).id

    def top_up(self, person: str, below: int = BROKE) -> int:
        """Free play money; gives what is in hand."""
        return top_up(self.pit, person, below)

    def forget_expired(self) -> int:
        """What the house does every hour."""
        return forget_expired(self.store, self.time)

    # Play

    def check_bet(self, person: str, now: int, more: int = 1) -> None:
        """What a person's limits say to a bet, in a transaction of its own."""
        self.store.write(lambda connection: self.limits.check_bet(connection, person, now, more))

    def bet(self, person: str, cents: int, seat: int = 1) -> None:
        """Puts an Ante on the table; as much again is set aside for Play."""
        if self.table is None:
            self.table = self.pit.open("t", open_table(load_house("rivers"), 500, 1_000_000), "op", "open")
        if self.table.state is None:
            self.table.do("op", self._id(), OpenRound())
        self.table.do(person, self._id(), Bet(seat, person, {"ante": cents}))

    def lose(self, person: str, cents: int) -> None:
        """Bets and folds: the Ante is lost whatever the cards are."""
        self.bet(person, cents)
        self.fold(person)

    def fold(self, person: str, seat: int = 1) -> None:
        """Ends the open round."""
        assert self.table is not None
        self.table.do("op", self._id(), StartDeal())
        self.table.do("op", self._id(), EndDeal())
        self.table.do(person, self._id(), Decide(seat, person, "fold"))
        self.table.do("op", self._id(), RevealDealer())
        self.table.do("op", self._id(), Settle())

    def _id(self) -> str:
        return f"command {next(self.numbers)}"

    # What is stored

    def everything(self) -> str:
        """All rows of the tables of people, as text."""
        names = ("people", "spent_names", "tokens", "deeds", "acts", "notes")
        return "\n".join(str(row) for name in names for row in self.rows(f"SELECT * FROM {name}"))

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What some SQL finds."""
        return self.store.read(
            lambda connection: [tuple(row) for row in connection.execute(text(query)).all()]
        )


def refused(call: Callable[..., object], *arguments: object, **named: object) -> Refusal:
    """The refusal that a call must meet; its sentence is one, and begins like one."""
    with pytest.raises(Refusal) as caught:
        call(*arguments, **named)
    assert caught.value.text[0].isupper()
    assert not caught.value.text.endswith(".")
    return caught.value


def play(house: House, person: str, cents: int) -> None:
    """An Ante that the limits allow, lost; twice as much waits on the table until then."""
    house.check_bet(person, house.time, 2 * cents)
    house.lose(person, cents)
