"""A session of play: when it begins and ends, what it has cost, and bets of one person at two servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Thread
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, text

from pitboss.house.limits import Limits, Standing, loss_limit
from pitboss.ledger import Store, open_store, people
from pitboss.ledger.accounts import MINT, Account, Transfer
from pitboss.ledger.database import is_postgres
from pitboss.ledger.people import add_guest
from pitboss.ledger.sqlite_store import SqliteStore
from pitboss.round import Refusal, TakeBank, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, PitCommand, PitTable
from tests.house.rig import HOUR, MINUTE, NOON, House, play, refused
from tests.ledger.books import CENT, balances, moves
from tests.table.pit_evening import PEOPLE, next_commands


def test_a_session_begins_with_a_bet_and_counts_what_is_lost(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    assert house.limits.standing(ann, NOON) == Standing(None, 0, 0, 0)
    house.time += 5 * MINUTE
    play(house, ann, 1_000)
    house.time += MINUTE
    assert house.limits.standing(ann, house.time) == Standing(NOON + 5 * MINUTE, MINUTE, -1_000, 0)
    play(house, ann, 2_500)
    assert house.limits.standing(ann, house.time).net == -3_500


def test_money_on_the_table_is_not_lost_yet(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.check_bet(ann, NOON, 4_000)
    house.bet(ann, 2_000)
    assert house.limits.standing(ann, NOON) == Standing(NOON, 0, 0, 4_000)
    house.fold(ann)
    assert house.limits.standing(ann, NOON) == Standing(NOON, 0, -2_000, 0)


def test_grants_and_top_ups_are_not_won(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    play(house, ann, 50_000)
    play(house, ann, 25_000)
    house.top_up(ann, below=50_000)
    house.pit.grant(ann, 7_700, "operator", "a gift")
    assert house.limits.standing(ann, NOON).net == -75_000
    moves(house.store, Transfer(Account("person", ann), MINT, 7_700 * CENT, "a gift taken back"))
    assert house.limits.standing(ann, NOON).net == -75_000


def test_a_session_is_over_after_an_hour_without_a_bet(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    play(house, ann, 1_000)
    house.time += HOUR - 1
    play(house, ann, 1_000)
    house.time += HOUR - 1
    assert house.limits.standing(ann, house.time) == Standing(NOON, 2 * HOUR - 2, -2_000, 0)
    house.time += 1
    assert house.limits.standing(ann, house.time) == Standing(None, 0, 0, 0)
    play(house, ann, 500)
    assert house.limits.standing(ann, house.time) == Standing(house.time, 0, -500, 0)


def test_what_waited_on_a_table_over_a_pause_is_lost_in_the_session_that_loses_it(house: House) -> None:
    ann, bob = house.accounts.people.guest()[0].id, house.accounts.people.guest()[0].id
    house.check_bet(ann, NOON, 4_000)
    house.bet(ann, 2_000)
    house.time += 3 * HOUR
    assert house.limits.standing(ann, house.time) == Standing(None, 0, 0, 4_000)
    house.limits.set_loss(ann, 5_000, house.time)
    fault = refused(house.check_bet, ann, house.time, 1_001)
    assert fault.values["left"] == 1_000, "what waits can still be lost"
    house.check_bet(ann, house.time, 1_000)
    assert house.limits.standing(ann, house.time) == Standing(house.time, 0, 0, 4_000)
    assert refused(house.check_bet, ann, house.time, 1_001).values["left"] == 1_000
    house.fold(ann)
    assert refused(house.check_bet, ann, house.time, 3_001).values["left"] == 3_000
    assert house.limits.standing(ann, house.time) == Standing(house.time, 0, -2_000, 0)
    assert house.limits.standing(bob, house.time).net == 0


class Table(NamedTuple):
    """A table of one of two servers."""

    store: Store
    limits: Limits
    table: PitTable

    def bet(self, ann: str, then: Callable[[Connection], None] = lambda _: None) -> None:
        """A bet of $10, and as much for Play, as a server makes it: checked in its own transaction."""

        def work() -> None:
            self.store.write(lambda connection: self.limits.check_bet(connection, ann, NOON + 5, 2_000))
            self.table.do(ann, f"bet at {self.table.id}", Bet(1, ann, {"ante": 1_000}))
            self.store.write(then)

        self.store.together(work)


@contextmanager
def two_servers(place: str) -> Iterator[tuple[Table, Table]]:
    """Two servers on one database, each with a table; a SQLite file has one, which has both."""
    first = open_store(place, synchronous="OFF")
    second = open_store(place) if is_postgres(place) else first
    made = []
    for number, store in enumerate((first, second)):
        pit = Pit(store, Random(number).randbytes, lambda: NOON)
        table = pit.open(f"t{number}", open_table(load_house("shine"), 500, 5_000), "op", f"open {number}")
        table.do("op", f"round {number}", OpenRound())
        made.append(Table(store, Limits(store), table))
    yield made[0], made[1]
    first.close()
    second.close()


def is_waiting(connection: Connection, store: Store) -> bool:
    """Whether somebody waits for what a transaction holds."""
    if isinstance(store, SqliteStore):
        return store.connections().waiting > 0
    return bool(connection.execute(text("SELECT 1 FROM pg_locks WHERE NOT granted")).first())


@pytest.mark.parametrize("before", [True, False], ids=["in a session", "the first two"])
def test_of_two_bets_at_two_servers_the_second_waits_and_is_refused(place: str, before: bool) -> None:
    """The second comes when the first is made and not yet stored; together they are past the loss limit."""
    with two_servers(place) as (here, there):
        House(here.store).pit.grant("ann", 100_000, "op", "ann")
        here.store.write(lambda connection: add_guest(connection, "ann", NOON))
        here.limits.change("ann", NOON, [loss_limit(3_000, NOON)])
        if before:
            here.store.write(lambda connection: here.limits.check_bet(connection, "ann", NOON))
        told: list[Refusal | None] = []

        def other() -> None:
            try:
                there.bet("ann")
            except Refusal as refusal:
                told.append(refusal)
            else:
                told.append(None)

        thread = Thread(target=other, daemon=True)

        def meanwhile(connection: Connection) -> None:
            thread.start()
            while not told and not is_waiting(connection, here.store):
                pass
            assert not told, "it waits for the first"

        here.bet("ann", meanwhile)
        thread.join()
        [refusal] = told
        assert refusal is not None
        assert (refusal.code, refusal.values["left"]) == ("limit", 1_000)
        standing = there.limits.standing("ann", NOON + 5)
        assert (standing.since, standing.net, standing.on_tables) == (NOON if before else NOON + 5, 0, 2_000)
        assert balances(here.store)["person:ann"] == 98_000 * CENT


@dataclass
class Naive:
    """One person's session as somebody would keep it who watches purse and table."""

    began: int | None = None
    last: int = 0
    start: int = 0  # in hand and on the table when it began
    granted: int = 0  # since
    hand: int = 0
    table: int = 0

    def about_to_bet(self, now: int) -> None:
        if self.began is None or now - self.last >= HOUR:
            self.began, self.last, self.granted = now, now, 0
            self.start = self.hand + self.table

    def saw(self, hand: int, table: int, now: int) -> None:
        if hand < self.hand:
            self.last = now
        self.hand, self.table = hand, table

    def standing(self, now: int) -> Standing:
        if self.began is None or now - self.last >= HOUR:
            return Standing(None, 0, 0, self.table)
        net = self.hand + self.table - self.start - self.granted
        return Standing(self.began, now - self.began, net, self.table)


@dataclass
class Evening:
    """Random play at several tables, each person's session watched from outside."""

    store: Store
    chance: Random
    now: int = NOON
    seen: dict[str, Naive] = field(default_factory=lambda: {name: Naive() for name in PEOPLE})

    def __post_init__(self) -> None:
        self.pit = Pit(self.store, self.chance.randbytes, lambda: self.now)
        self.limits = Limits(self.store)
        for name in PEOPLE:
            self.store.write(lambda connection, name=name: add_guest(connection, name, NOON))  # type: ignore[misc]
            self.pit.grant(name, 5_000_000, "op", name)
        self.tables = [
            self.pit.open(house, open_table(load_house(house)), "op", house)
            for house in ("rivers", "napa-valley", "shine")
        ]
        self.look()

    def look(self) -> None:
        books = balances(self.store)
        for name, naive in self.seen.items():
            held = sum(on_table(table, name) for table in self.tables)
            naive.saw(books[f"person:{name}"] // CENT, held, self.now)

    def do(self, number: int, table: PitTable, actor: str, command: PitCommand) -> None:
        if isinstance(command, Bet | TakeBank) and command.player in self.seen:
            self.seen[command.player].about_to_bet(self.now)
            person = command.player
            self.store.write(lambda connection: self.limits.check_bet(connection, person, self.now))
        table.do(actor, str(number), command)
        self.look()

    def step(self, number: int) -> None:
        """Time goes on, now and then by hours; somebody is granted money, or a table goes on."""
        self.now += self.chance.choice((0, 1000, 20_000, MINUTE))
        if self.chance.random() < 0.04:
            self.now += self.chance.choice((HOUR - 1, HOUR, 2 * HOUR))
        if self.chance.random() < 0.05:
            name = self.chance.choice(PEOPLE)
            self.pit.grant(name, 12_345, "op", f"gift {number}")
            self.seen[name].granted += 12_345
            self.look()
            return
        table = self.chance.choice(self.tables)
        for actor, command in next_commands(table, self.chance):
            self.do(number, table, actor, command)


def on_table(table: PitTable, name: str) -> int:
    """What of a person's money is at stake, from the round itself."""
    state = table.state
    if state is None:
        return 0
    play_times = state.table.sheet.play.times
    held = state.bank.stake if state.bank and state.bank.player == name else 0
    for seat in state.seats:
        if seat.player == name:
            reserve = seat.wagers.get("ante", 0) * play_times.numerator // play_times.denominator
            held += sum(seat.wagers.values()) + (0 if seat.action == "fold" else reserve)
    return held


def test_the_net_position_is_what_somebody_sees_who_watches(store: Store) -> None:
    evening = Evening(store, Random(11))
    sessions: set[tuple[str, int]] = set()
    nets: set[int] = set()
    for number in range(150):
        evening.step(number)
        for name in evening.chance.sample(PEOPLE, 2):
            standing = evening.limits.standing(name, evening.now)
            assert standing == evening.seen[name].standing(evening.now), (number, name)
            if standing.since is not None:
                sessions.add((name, standing.since))
                nets.add(standing.net)
    assert len(sessions) > 8, "sessions ended and began"
    assert min(nets) < 0 < max(nets)


def test_the_session_is_read_by_index_and_not_from_all_transfers(store: Store) -> None:
    """What a bet asks of the ledger does not grow with everybody's play."""

    def plans(connection: Connection) -> list[str]:
        explain = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            explain = "EXPLAIN"
            connection.execute(text("SET LOCAL enable_seqscan = off"))  # it would read so small a table whole
        found = []
        for query in (people._came, people._went, people._last_bet):
            bound = query.statement.params(person="ann", after=1)
            asked = bound.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
            found.append(str(connection.execute(text(f"{explain} {asked}")).all()))
        return found

    came, went, last = store.read(plans)
    assert "transfers_of_taker" in came
    assert "transfers_of_giver" in went
    assert "transfers_of_giver" in last
    assert not any("SCAN transfers" in plan or "Seq Scan on transfers" in plan for plan in (came, went, last))
