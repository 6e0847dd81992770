"""Two tables of one house that win the same meter at the same moment, again and again.

Before each race a third table feeds the meter, so the full meter and the reset one are far apart: exactly one
of the two wins the full one. The server seeds are searched beforehand, so that the cards are known. A sheet
that lets every straight take the meter makes the search short; one race is for the real A-K-Q of spades.

`python -m tests.durable.meters ADDRESS RACES` races with processes and with threads.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.cards import cards_text
from pitboss.fair import deck
from pitboss.ledger import Store, open_store
from pitboss.money import MICRO
from pitboss.round import EndDeal, RevealDealer, open_table
from pitboss.sheet import Sheet, load_house
from pitboss.table import Bet, OpenRound, Pit, PitCommand, PitTable, Settle, StartDeal
from tests.durable.places import new_place
from tests.durable.reconcile import Books, reconcile
from tests.ledger.books import whole
from tests.naive.hands import category3

PERCENT = "23.456789"  # of each $1: a contribution of 23,456,789 micro-cents
CONTRIBUTION = 23_456_789
RESET = 100_000 * MICRO  # RIV-12
STRAIGHT_WINS = ('pays.progressive.lines.straight="100 % of the meter"',)
FEEDERS = 7  # seats at the table that feeds the meter
PEOPLE = {"left": "ann", "right": "bob", "feeder": "cyd"}
SEARCH = 200_000  # seeds, of which one in 3,000 will do


@dataclass(frozen=True)
class Course:
    """What is raced for: the sheet, the hands that take the meter, and how many seats bet at each table."""

    overrides: tuple[str, ...]
    wins: Callable[[list[str]], bool]
    seats: int

    @property
    def sheet(self) -> Sheet:
        return load_house("rivers", [f'meter.percent="{PERCENT}"', *self.overrides])


def _royal(hand: list[str]) -> bool:
    return sorted(hand) == ["As", "Ks", "Qs"]


def _straight(hand: list[str]) -> bool:
    return category3(hand) == "straight" or _royal(hand)


COURSES = {"straights": Course(STRAIGHT_WINS, _straight, 1), "royals": Course((), _royal, 7)}


def seed_for(course: Course, round_id: str, seats: int, winners: int) -> bytes:
    """A server seed with which so many of the seats win the meter."""
    for number in range(SEARCH):
        seed = sha256(f"{round_id} {number}".encode()).digest()
        cards = deck(round_id, course.sheet.hash, seed, dict.fromkeys(range(1, seats + 1), b""))
        hands = [cards_text(cards[i : 3 * (seats + 1) : seats + 1]).split() for i in range(seats)]
        if sum(map(course.wins, hands)) == winners:
            return seed
    raise AssertionError(f"no seed was found for {round_id}")


class Racer:
    """A table of the race, whose rounds deal what was searched for."""

    def __init__(self, store: Store, course: Course, table_id: str) -> None:
        self.table_id = table_id
        self.seats = FEEDERS if table_id == "feeder" else course.seats
        self.course = course
        self.seed = b""  # of the next round
        pit = Pit(store, lambda size: self.seed, lambda: 0)
        self.table: PitTable = pit.open(table_id, open_table(course.sheet), "manager", f"open {table_id}")

    def ask(self, command: PitCommand, key: str, actor: str = "dealer") -> None:
        self.table.do(actor, f"{self.table_id} {key}", command)

    def to_the_line(self, number: int) -> None:
        """Plays a round up to its settlement."""
        person, winners = PEOPLE[self.table_id], 0 if self.table_id == "feeder" else 1
        self.seed = seed_for(self.course, f"{self.table_id}:{number + 1}", self.seats, winners)
        self.ask(OpenRound(), f"{number} open")
        for seat in range(1, self.seats + 1):
            bet = Bet(seat, person, {"pair_plus": 500, "progressive": 100})
            self.ask(bet, f"{number} bet {seat}", person)
        for command in (StartDeal(), EndDeal(), RevealDealer()):
            self.ask(command, f"{number} {type(command).__name__}")

    def settle(self, number: int) -> None:
        self.ask(Settle(), f"{number} settle")


def prepare(store: Store) -> None:
    """Money for everybody."""
    pit = Pit(store, bytes, lambda: 0)
    for person in PEOPLE.values():
        pit.grant(person, 10**9, "cashier", person)


def run_left(store: Store, course: Course, races: int, line: Callable[[], object]) -> None:
    """One table of the race, and the table that feeds the meter before it."""
    feeder, left = Racer(store, course, "feeder"), Racer(store, course, "left")
    for number in range(races):
        left.to_the_line(number)
        feeder.to_the_line(number)
        feeder.settle(number)
        line()
        left.settle(number)
        line()


def run_right(store: Store, course: Course, races: int, line: Callable[[], object]) -> None:
    """The other table of the race."""
    right = Racer(store, course, "right")
    for number in range(races):
        right.to_the_line(number)
        line()
        right.settle(number)
        line()


SIDES = (run_left, run_right)


def by_threads(address: str, course: Course, races: int) -> None:
    """Both tables in one process."""
    store = open_store(address)
    prepare(store)
    barrier = threading.Barrier(2, timeout=300)

    def side(run: Callable[..., None]) -> None:
        try:
            run(store, course, races, barrier.wait)
        except BaseException:
            barrier.abort()
            raise

    sides = [threading.Thread(target=side, args=[run]) for run in SIDES]
    for each in sides:
        each.start()
    for each in sides:
        each.join()
    assert not barrier.broken
    store.close()


def by_processes(address: str, course: Course, races: int) -> None:
    """Each table in a process of its own."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(2, timeout=300)
    store = open_store(address)
    prepare(store)
    store.close()

    def side(run: Callable[..., None]) -> None:
        try:
            store = open_store(address)
            run(store, course, races, barrier.wait)
            store.close()
        except BaseException:
            traceback.print_exc()
            barrier.abort()
            raise

    sides = [context.Process(target=side, args=[run]) for run in SIDES]
    for each in sides:
        each.start()
    for each in sides:
        each.join()
    assert [each.exitcode for each in sides] == [0, 0]


class Outcome(NamedTuple):
    """Who won the full meter how often, and how much went into it how often."""

    left: int
    right: int
    contributions: int


def judge(store: Store, course: Course, races: int) -> Outcome:
    """Each race has one winner of the full meter; the other gets the reset one. Counted by hand."""
    books = reconcile(store).books
    deeds = {command: number for number, (_, command, _) in books.deeds.items()}
    meter, won = RESET, {"left": 0, "right": 0}
    fed = course.seats * CONTRIBUTION
    for number in range(races):
        meter += FEEDERS * CONTRIBUTION
        full, rest = divmod(meter + fed, MICRO)
        second, meter = divmod(RESET + rest + fed, MICRO)
        meter += RESET
        paid = {table_id: _jackpot(books, deeds[f"{table_id} {number} settle"]) for table_id in won}
        assert sorted(paid.values()) == [second, full]
        assert full > second
        for table_id, cents in paid.items():
            won[table_id] += cents == full
    assert whole(books.balances)[f"meter:{course.sheet.hash}"] == meter
    assert won["left"] + won["right"] == races
    return Outcome(won["left"], won["right"], races * (FEEDERS + 2 * course.seats))


def _jackpot(books: Books, deed: int) -> int:
    """The cents that a settlement took out of the meter; there is one jackpot in it."""
    (one,) = [each for each in books.moved[deed] if each.what == "jackpot"]
    assert one.amount % MICRO == 0
    return one.amount // MICRO


HOW = {"processes": by_processes, "threads": by_threads}


def race(address: str, name: str, how: str, races: int) -> Outcome:
    """Races on a new database, and judges them."""
    course = COURSES[name]
    with new_place(address, f"{name}_{how}") as where:
        HOW[how](where, course, races)
        store = open_store(where)
        try:
            return judge(store, course, races)
        finally:
            store.close()


def main(address: str, races: int) -> None:
    """Half of the races by processes, half by threads, each with a race for the real thing."""
    told: list[Any] = []
    for how in HOW:
        for name, number in (("straights", races // 2), ("royals", 1)):
            told.append({"how": how, "races": number, **race(address, name, how, number)._asdict()})
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
