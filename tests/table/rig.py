"""A live table under a clock of plain numbers, with chosen cards, and everything that can be seen of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from pitboss.cards import parse_card
from pitboss.evening.model import Clock
from pitboss.ledger import Store, open_store
from pitboss.ledger.database import bare_store
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.round import Decided, Refusal, Round, Table, open_table
from pitboss.round.events import DecidedBy
from pitboss.sheet import load_house
from pitboss.table import Pit, PitTable
from pitboss.table.advice import break_evens
from pitboss.table.audience import encode
from pitboss.table.live_state import Change
from pitboss.table.people import waiting_for
from pitboss.table.rooms import live_state
from pitboss.table.seating import Instruction
from pitboss.table.settings import Settings
from pitboss.table.views import table_view
from tests.clauses.tables import HOUSES, PEOPLE, deck_with
from tests.ledger.books import balances, rows_of
from tests.seen import seen
from tests.table.live_table import LiveTable

__all__ = ["ANTE", "CLOCK", "HOUSES", "PEOPLE", "PURSE", "Floor"]

CLOCK = Clock()
PURSE = 10_000_000  # cents that everyone starts with
ANTE: Mapping[str, int] = {"ante": 1000}
STEP = 0.001  # just before, just after


@cache
def _upgraded() -> sqlite3.Connection:
    """A database in our shape that holds nothing."""
    return connection_of(open_store(MEMORY))


def connection_of(store: Store) -> sqlite3.Connection:
    with store.engine.connect() as connection:
        own = connection.connection.driver_connection
    assert isinstance(own, sqlite3.Connection)
    return own


def new_store() -> Store:
    """An empty database in memory, copied: upgrading one takes as long as playing twenty rounds."""
    store = bare_store(MEMORY)
    _upgraded().backup(connection_of(store))
    return store


class Floor:
    """One live table and its people; whatever a person does is done under a new command id."""

    def __init__(
        self,
        house: str = "rivers",
        clock: Clock | None = CLOCK,
        *,
        store: Store | None = None,
        people: tuple[str, ...] = PEOPLE,
        name: str = "t",
        table: Table | None = None,
        entropy: str = "",
        private: bool = False,
        terminal: bool = False,
        host: str = "",
    ) -> None:
        self.store = store or new_store()
        self.ids = count(1)
        self.settings = Settings(house, clock, private=private, terminal=terminal, host=host)
        self.pit = Pit(self.store, Random(f"{house} {name} {entropy}").randbytes, lambda: 0)
        for person in people:
            self.pit.grant(person, PURSE, "op", f"grant {person}")  # once, however many tables there are
        pit_table = self.pit.open(name, table or open_table(load_house(house)), "op", f"open {name}")
        self.live = self.table_of(pit_table)
        self.now = 0.0

    def table_of(self, pit_table: PitTable) -> LiveTable:
        now, fair = getattr(self, "now", 0.0), break_evens(pit_table.table)
        return LiveTable(self.pit, live_state(pit_table, self.settings, now, fair=fair), self.new_id)

    def new_id(self) -> str:
        return f"{self.settings.name} {next(self.ids)}"

    # What happens by itself

    def wait(self, seconds: float) -> None:
        """Time passes; the table is called whenever it wants to be, as whoever runs it would."""
        until = self.now + seconds
        for _ in range(1000):
            due = self.live.deadline
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            self.live.tick(self.now)
            after = self.live.deadline
            assert after is None or after > self.now, "a deadline that has passed asks for ticks for ever"
        self.now = until
        self.live.tick(self.now)

    def restart(self) -> None:
        """The process ends and another takes the table over; how it is run and who sat where are known."""
        before = self.live
        self.settings = before.settings
        self.live = self.table_of(self.pit.take(before.id))
        self.live.put(seating=before.seating, turn=before.turn)
        self.live.tick(self.now)

    # What people do

    def sit(self, *people: str, first: int = 1) -> None:
        """These come and sit down side by side."""
        for seat, person in enumerate(people, first):
            self.live.come(person, person.title(), self.now)
            self.live.sit(person, seat, self.now)

    def bet(
        self, person: str, wagers: Mapping[str, int] = ANTE, *, seat: int | None = None, command: str = ""
    ) -> None:
        number = self.live.seating.people[person].seats[0] if seat is None else seat
        self.live.bet(person, command or self.new_id(), number, dict(wagers), "", self.now)

    def ready(self, *people: str) -> None:
        for person in people:
            self.live.ready(person, self.now)

    def play(self, person: str, action: str = "play", *, seat: int | None = None, command: str = "") -> None:
        """Decides for a seat: `fold`, `play`, or `draw 4d`."""
        number = self.live.seating.people[person].seats[0] if seat is None else seat
        name, _, discard = action.partition(" ")
        self.live.decide(person, command or self.new_id(), number, name, discard or None, self.now)

    def stand(self, person: str, seat: int | None = None) -> None:
        self.live.stand(person, seat, self.now)

    def gone(self, person: str) -> None:
        self.live.gone(person, self.now)

    def come(self, person: str) -> None:
        self.live.come(person, person.title(), self.now)

    def instruct(self, person: str, instruction: Instruction) -> None:
        self.live.instruct(person, instruction)

    def void(self, command: str = "") -> None:
        self.live.void("op", command or self.new_id(), "malfunction", self.now)

    def close(self, command: str = "") -> None:
        self.live.close("op", command or self.new_id(), self.now)

    def take_bank(self, person: str, stake: int = 50_000, command: str = "") -> None:
        self.live.take_bank(person, command or self.new_id(), stake, self.now)

    def power(self, person: str, do: str, *, command: str = "", **fields: object) -> None:
        """Somebody uses a power of a host."""
        self.live.do(self.live.orders.say(person, do, command or self.new_id(), **fields), self.now)

    def dealt(self, *people: str, wagers: Mapping[str, int] = ANTE) -> None:
        """These sit down, bet and are dealt to; the decision clock begins."""
        self.sit(*people)
        self.deal(*people, wagers=wagers)

    def deal(self, *people: str, wagers: Mapping[str, int] = ANTE) -> None:
        for person in people:
            for seat in self.live.seating.people[person].seats:
                self.bet(person, wagers, seat=seat)
        self.ready(*people)
        assert self.phase == "decisions"

    # What is seen

    @property
    def phase(self) -> str:
        return self.live.live.phase

    @property
    def state(self) -> Round:
        state = self.live.live.state
        assert state is not None
        return state

    def seats(self) -> dict[int, str]:
        """Who sits where."""
        return {n: each.id for each in self.live.seating.seated() for n in each.seats}

    def seats_of(self, person: str) -> tuple[int, ...]:
        sitter = self.live.seating.people.get(person)
        return sitter.seats if sitter else ()

    def decided(self, number: int) -> tuple[str | None, DecidedBy | None]:
        seat = self.state.seat(number)
        assert seat is not None
        return seat.action, seat.by

    def view(self, person: str | None) -> dict[str, Any]:
        """What one viewer sees."""
        return seen(json.loads(encode(table_view(self.live.live, person))))

    def awaited(self) -> list[tuple[str, tuple[int, ...]]]:
        """What the table waits for, and at which seats."""
        return [(each.what, each.seats) for each in waiting_for(self.live.live)]

    def changes(self) -> list[Change]:
        return self.live.take_changes()

    def told(self) -> list[str]:
        """The kinds of what has happened since the last time."""
        return [
            change.event.k if change.event else change.note.k if change.note else ""
            for change in self.changes()
        ]

    def decisions(self) -> list[Decided]:
        return [change.event for change in self.changes() if isinstance(change.event, Decided)]

    def books(self) -> dict[str, int]:
        return balances(self.store)

    def in_hand(self, person: str) -> int:
        return self.pit.funds(person)

    def picture(self) -> dict[str, Any]:
        """Everything there is to see of the table and of the database."""
        live = self.live
        return {"state": live.live, "changes": list(live.changes), "rows": rows_of(self.store)}

    def refused(self, call: Callable[..., object], *arguments: object, **named: object) -> Refusal:
        """A call is refused and has changed nothing at all."""
        before = self.picture()
        with pytest.raises(Refusal) as caught:
            call(*arguments, **named)
        after = self.picture()
        changed = [name for name in before if before[name] != after[name]]
        assert not changed, f"refused ({caught.value}), but changed: {changed}"
        return caught.value

    def unchanged(self, call: Callable[..., object], *arguments: object, **named: object) -> None:
        """A call is accepted and changes nothing: it had been done before."""
        before = self.picture()
        call(*arguments, **named)
        after = self.picture()
        assert [name for name in before if before[name] != after[name]] == []

    def money_is_back(self) -> None:
        """Everybody has what they came with, and no round holds anything."""
        for name, held in self.books().items():
            kind, _, key = name.partition(":")
            if kind in ("escrow", "bank", "house"):
                assert held == 0, name
            if kind == "person" and not key.startswith("bot:"):
                assert held == PURSE * 1_000_000, name


def stack(
    patch: pytest.MonkeyPatch, seats: list[str], dealer: str, drawn: list[str | None] | None = None
) -> None:
    """From now on these hands are dealt; a fourth card of the dealer's is the one that may be drawn."""
    cards = dealer.split()
    deck = deck_with(seats, " ".join(cards[:3]), drawn or [], cards[3] if len(cards) > 3 else None)
    lay(patch, deck)


def lay(patch: pytest.MonkeyPatch, deck: tuple[str, ...]) -> None:
    """From now on every deal is from this deck."""
    cards = tuple(parse_card(each) for each in deck)
    chosen: Callable[..., tuple[int, ...]] = lambda *_: cards  # noqa: E731
    patch.setattr("pitboss.table.table_state.deck", chosen)
