"""Plays a whole evening: seven people at each table, coming late, dropping out, leaving, banking.

All of it comes from one seed, so an evening that fails can be played again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import NamedTuple

from pitboss.proof.house_audit import audit
from pitboss.round import Refusal, legal_actions
from pitboss.table.audience import Audience, Watcher, encode, encode_events, told_to
from pitboss.table.bots import BOTS
from pitboss.table.views import table_view
from tests.seen import SeenTable
from tests.table.live_table import LiveTable
from tests.table.pit_evening import random_wagers
from tests.table.rig import HOUSES, PEOPLE, Floor, new_store

INSTRUCTIONS = ("away rule", "away fold", "away optimal")


class Evening:
    """One table's evening: each step is a moment, at which somebody does something or time has passed."""

    def __init__(self, floor: Floor, chance: Random) -> None:
        self.floor, self.chance = floor, chance
        self.seen: Counter[str] = Counter()  # what has happened, and what was refused
        self.watched: LiveTable | None = None  # the table that everybody looks at,
        self.audience = Audience()
        self.tables: dict[Watcher, SeenTable] = {}  # and as each connection knows it

    @property
    def rounds(self) -> int:
        return self.floor.live.live.stored_table.rounds

    def step(self) -> None:
        """A moment later: clocks that have run out, and one thing that one person does."""
        self.floor.wait(self.chance.expovariate(1.5))
        person = self.chance.choice(PEOPLE)
        before, refused = self.standing(), False
        try:
            done = self.does(person)
        except Refusal as refusal:
            done, refused = f"refused {refusal.code}", True
        self.seen[done] += 1
        assert not refused or self.standing() == before, done
        self.looks(person)

    def standing(self) -> tuple[object, ...]:
        """What a refusal must leave alone."""
        live = self.floor.live
        return live.rev, live.standing, live.seating, live.turn, live.until, live.last

    def looks(self, person: str) -> None:
        """Whoever watches knows the table from what has changed, whenever they have come."""
        live, chance = self.floor.live.live, self.chance
        changes = self.floor.changes()
        if self.watched is not self.floor.live:  # it was taken up anew, and everybody has come back
            self.watched, self.audience, self.tables = self.floor.live, Audience(), {}
            for each in (*PEOPLE, None):
                self.watches(each)
        for watcher, frame in self.audience.updates(live, changes, list(self.tables), None):
            self.tables[watcher].take(json.loads(frame))
        assert json.loads(encode_events(changes, [person])[person]) == json.loads(
            encode(told_to(changes, person))
        )
        if chance.random() < 0.05:
            for watcher, table in self.tables.items():
                assert table.whole == json.loads(encode(table_view(live, watcher.person)))
            self.watches(person)

    def watches(self, person: str | None) -> None:
        """Somebody comes with another connection; one that they had before has ended."""
        gone = [each for each in self.tables if each.person == person]
        for each in gone if self.chance.random() < 0.8 else ():
            del self.tables[each]
        watcher, table = Watcher(person, lambda frame: None), SeenTable()
        table.take(json.loads(self.audience.whole(self.floor.live.live, watcher)))
        self.tables[watcher] = table

    def does(self, person: str) -> str:
        """What somebody does now, by chance; some of it is refused."""
        floor, live, chance, now = self.floor, self.floor.live, self.chance, self.floor.now
        sitter = live.seating.people.get(person)
        if sitter is None or (not sitter.here and chance.random() < 0.5):
            floor.come(person)
            return "comes"
        rare = chance.random()
        if rare < 0.02:
            floor.gone(person)
            return "gone"
        if rare < 0.03:
            floor.stand(person, chance.choice([None, *sitter.seats]))
            return "stands"
        if rare < 0.04:
            floor.instruct(person, chance.choice(INSTRUCTIONS))  # type: ignore[arg-type]
            return "instructs"
        if rare < 0.042:
            floor.void()
            return "void"
        if rare < 0.05:
            floor.live.freeze(True, now)
            floor.wait(chance.randrange(100))
            floor.live.freeze(False, floor.now)
            return "frozen"
        if rare < 0.055:
            floor.restart()
            return "restart"
        if rare < 0.06:
            live.add_bot(chance.choice(list(BOTS)), now)
            return "bot"
        if rare < 0.07:
            live.remove_bot(chance.randint(1, 7), now)
            return "bot removed"
        if rare < 0.09:
            live.more_time(person, now)
            return "more time"
        if rare < (0.13 if live.clock is not None else 0.3):  # without a clock it is the host who moves it on
            return self.hosts(person)
        if not sitter.seats or rare < 0.1:
            live.sit(person, chance.randint(1, 7), now)
            return "sits"
        if live.turn.offered and chance.random() < 0.7:
            floor.take_bank(live.turn.offered, 50_000 + 100 * chance.randrange(2000))
            return "banks"
        if live.table.sheet.bank and rare < 0.2:
            live.want_bank(person, chance.random() < 0.8, now)
            return "wants the bank"
        return self.plays(person)

    def hosts(self, person: str) -> str:
        """A power of a host, used by who may and who may not; some of it comes twice."""
        chance, live = self.chance, self.floor.live
        do = chance.choice(["deal_now", "nudge", "sit_out", "remove", "hand_over", "change", "change"])
        if live.clock is None and chance.random() < 0.6:
            do = "deal_now"
        by = live.settings.host if chance.random() < 0.8 else person
        fields: dict[str, object] = {} if do in ("deal_now", "change") else {"seat": chance.randint(1, 7)}
        if do == "change":
            limits = {"low": 100 * chance.randint(1, 10), "high": 100 * chance.randint(300, 900)}
            yes = chance.random() < 0.8  # without a clock an evening is long
            fields = {**chance.choice([limits, {"clock": yes}, {"coach": yes}])}
        return self.twice(lambda command: self.floor.power(by, do, command=command, **fields), do)

    def plays(self, person: str) -> str:
        floor, chance, state = self.floor, self.chance, self.floor.live.open_round
        seats = floor.live.seating.people[person].seats
        if state is not None and state.phase == "decisions":
            own = [seat.number for seat in state.seats if seat.player == person and seat.waits]
            number = chance.choice(own or seats)
            action = chance.choice(legal_actions(state, number) or [None])
            said = "play" if action is None else f"{action.id} {action.discard or ''}".strip()
            return self.twice(lambda command: floor.play(person, said, seat=number, command=command), said)
        if chance.random() < 0.6:
            number = chance.choice(seats)
            wagers = {} if chance.random() < 0.05 else random_wagers(floor.live.table, chance)
            return self.twice(lambda command: floor.bet(person, wagers, seat=number, command=command), "bets")
        floor.ready(person)
        return "ready"

    def twice(self, call: Callable[[str], None], what: str) -> str:
        """Some commands come twice."""
        command = self.floor.new_id()
        call(command)
        if self.chance.random() < 0.1:
            done = self.floor.live.standing
            call(command)
            assert self.floor.live.standing == done
        return what.partition(" ")[0]


class Tally(NamedTuple):
    """What an evening was like, once its books were found in order."""

    seen: Counter[str]
    rounds: int
    settled: int


def play_evening(seed: str, rounds: int) -> Tally:
    """So many rounds at a table of each house, all on one database; then the tables close and are audited."""
    chance, store = Random(seed), new_store()
    evenings = [
        Evening(Floor(house, store=store, name=house, private=private, host=PEOPLE[0]), chance)
        for house, private in zip(HOUSES, cycle([True, False]))
    ]
    for evening in cycle(evenings):
        if evening.rounds < rounds:
            evening.step()
        elif all(each.rounds >= rounds for each in evenings):
            break
    for evening in evenings:
        evening.floor.close()
        evening.floor.wait(1000)
        assert evening.floor.live.stored_table.closed
    held = evenings[0].floor.books()
    assert sum(held.values()) == 0
    left = {name: cents for name, cents in held.items() if name.startswith(("escrow", "bank")) and cents}
    assert left == {}
    found = audit(store)
    store.close()
    assert found.faults == ()
    seen: Counter[str] = sum((evening.seen for evening in evenings), Counter())
    return Tally(seen, found.figures["rounds"], found.figures["rounds settled"])
