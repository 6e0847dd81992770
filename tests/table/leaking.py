"""Non-interference: what a viewer is sent before the reveal is a function of the cards that viewer may know.

One table with its bets placed is dealt from many decks; who sits, bets and decides what stays the same. After
every command all viewers' frames are kept as bytes. Two decks that agree on the cards a viewer may know at
that moment must have given that viewer the same bytes.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from pitboss.cards import CARD_TEXTS
from pitboss.ledger.deeds import Request
from pitboss.round import Refusal, RevealDealer
from pitboss.round.settlement import ActionId
from pitboss.table import Pit, PitCommand
from pitboss.table.audience import Audience, Watcher, encode
from pitboss.table.live_state import Change, LiveState, Turn
from pitboss.table.messages import DoneFrame, TableCommand
from tests.table.live_table import LiveTable
from tests.table.pit_evening import random_wagers
from tests.table.rig import Floor, connection_of
from tests.table.weighing import coach_frame

Deck = tuple[str, ...]
Viewed = str | None
ONLOOKER = "zoe"  # a person without a seat; None is a spectator
BANKER = "ivy"
PLAYERS = ("ann", "bob", "cat")
ASKING = 6  # at one of so many pairs of decks the coach is asked, too
DRAWS: tuple[ActionId, ...] = ("fold", "play", "draw", "draw")


class Leak(AssertionError):
    """A viewer was sent something that depends on a card hidden from them."""


class Revealed(BaseException):
    """The round has come to the reveal: from here on every card is public."""


class Moment(NamedTuple):
    """What everybody was sent after one command; `drawn` are the seats that had drawn by then.

    `coach` is what everybody was told who asked about every hand; nothing where nobody asked.
    """

    phase: str
    drawn: frozenset[int]
    sent: dict[Viewed, bytes]
    coach: dict[Viewed, bytes]


class Watched(LiveTable):
    """A live table that keeps all frames of all viewers after every command, and ends at the reveal."""

    viewers: tuple[Viewed, ...] = ()
    asks = True  # everybody asks the coach about everything
    told = 0  # changes of the call under way

    def __init__(self, pit: Pit, live: LiveState, new_id: Callable[[], str]) -> None:
        super().__init__(pit, live, new_id)
        self.moments: list[Moment] = []
        self.audience = Audience()
        self.watchers: list[Watcher] = []

    def call(self, command: TableCommand, now: float) -> None:
        real, begun = Turn.do, len(self.moments)
        before: list[Turn] = []

        def do(
            turn: Turn, command: PitCommand, seat: int | None = None, asked: Request | None = None
        ) -> None:
            if isinstance(command, RevealDealer):
                raise Revealed
            if before != [turn]:  # the call begins, or is planned again
                before[:] = [turn]
                del self.moments[begun:]
                self.told = 0
            real(turn, command, seat, asked)
            if self.viewers:
                self._keep(turn)

        with patch.object(Turn, "do", do):
            super().call(command, now)

    def _keep(self, turn: Turn) -> None:
        live, changes = turn.live, turn.changes[self.told :]
        self.told = len(turn.changes)
        seats = live.state.seats if live.state else ()
        drawn = frozenset(each.number for each in seats if each.action == "draw")
        coach = {viewer: b"\n".join(self.coach(live, viewer)) for viewer in self.viewers if self.asks}
        self.moments.append(Moment(live.phase, drawn, self.frames(live, changes), coach))

    def frames(self, live: LiveState, changes: list[Change]) -> dict[Viewed, bytes]:
        """Everything that is sent now: to who watches, and to who comes now."""
        if not self.watchers:
            self.watchers = [_watcher(viewer) for viewer in self.viewers]
            for each in self.watchers:
                self.audience.whole(live, each)
        updates = self.audience.updates(live, changes, self.watchers, None)
        told = {watcher.person: frame for watcher, frame in updates}
        views = {viewer: self.audience.whole(live, _watcher(viewer)) for viewer in self.viewers}
        return {viewer: told.get(viewer, b"") + b"\n" + views[viewer] for viewer in self.viewers}

    def coach(self, live: LiveState, viewer: Viewed) -> Iterator[bytes]:
        """The answers to a viewer who asks about every hand that was dealt."""
        state = live.state
        for seat in state.seats if state and state.deck else ():
            try:
                frame = coach_frame(live, viewer or "", seat.number)
            except Refusal as refusal:
                yield str(refusal).encode()
            else:
                yield encode(DoneFrame(id="coach", rev=live.rev, coach=frame))


def _watcher(viewer: Viewed) -> Watcher:
    return Watcher(viewer, lambda frame: None)


class Choice(NamedTuple):
    """What a seat does, whatever its cards are: an action, with the place of the discard among its three."""

    seat: int
    action: ActionId
    place: int


@dataclass(frozen=True)
class Script:
    """Who sits where, bets what and does what, in which order; no card is in it."""

    house: str
    seats: dict[int, str]
    wagers: dict[int, dict[str, int]]
    seeds: dict[int, str]
    choices: tuple[Choice, ...]
    bank: bool  # whether a person holds it, where there is one
    away: frozenset[int]  # seats whose person lets the clock end; their instruction is to fold

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(sorted({*self.seats.values()}))

    @property
    def others(self) -> tuple[Viewed, ...]:
        """Who sees no hand before the reveal."""
        return (BANKER, ONLOOKER, None) if self.house == "napa-valley" else (ONLOOKER, None)

    @property
    def viewers(self) -> tuple[Viewed, ...]:
        return (*self.players, *self.others)


def make_script(floor: Floor, chance: Random) -> Script:
    """A script by chance: two to four hands of two or three people."""
    table = floor.live.table
    people = list(PLAYERS[: chance.choice([2, 2, 3])])
    start = chance.randint(1, 3)
    seats = {start: people[0]}
    if chance.random() < 0.4:
        seats[start + 1] = people[0]  # two hands of one person
    for person in people[1:]:
        seats[max(seats) + chance.choice([1, 1, 2])] = person
    seats = {number: person for number, person in seats.items() if number <= 6}
    wagers = {number: random_wagers(table, chance) for number in seats}
    actions = DRAWS if table.sheet.player.draws else ("fold", "play")
    deciding = [number for number in seats if "ante" in wagers[number]]
    chance.shuffle(deciding)
    choices = tuple(Choice(number, chance.choice(actions), chance.randrange(3)) for number in deciding)
    late = frozenset(choice.seat for choice in choices if chance.random() < 0.1)
    seeds = {number: chance.choice(["", chance.randbytes(16).hex()]) for number in seats}
    return Script(table.sheet.id, seats, wagers, seeds, choices, chance.random() < 0.5, late)


def known_places(script: Script, viewer: Viewed, phase: str, drawn: frozenset[int]) -> list[int]:
    """The places of the deck that a viewer may know, by the sheets: STD-11, PEC-4, NAPA-3, NAPA-4.

    With n hands, card j of the i-th is at j(n+1)+i, the dealer's at j(n+1)+n, the i-th's new card at 3n+3+i.
    """
    numbers = sorted(script.seats)
    n = len(numbers)
    if phase == "bets" or (phase == "deal" and script.house == "napa-valley"):
        return []
    own = [i for i, number in enumerate(numbers) if script.seats[number] == viewer]
    places = [j * (n + 1) + i for i in own for j in range(3)]
    places += [3 * n + 3 + i for i in own if numbers[i] in drawn]
    if script.house == "napa-valley":
        places.append(2 * (n + 1) + n)  # the up card
    return places


@dataclass
class Tally:
    """What was compared: pairs of decks, and frames of viewers that had to be the same."""

    decks: int = 0
    pairs: int = 0  # a viewer beside two decks, from the deal to the last frame before the reveal
    frames: int = 0
    coached: int = 0  # answers of the coach that had to be the same
    seen: dict[str, int] = field(default_factory=dict)  # frames by phase

    def add(self, other: Tally) -> Tally:
        for phase, number in other.seen.items():
            self.seen[phase] = self.seen.get(phase, 0) + number
        self.decks, self.pairs = self.decks + other.decks, self.pairs + other.pairs
        self.frames, self.coached = self.frames + other.frames, self.coached + other.coached
        return self


class LeakTable:
    """A table of one house whose decks are chosen; it is set back to its bets before each deal."""

    def __init__(self, house: str, entropy: str = "") -> None:
        people = (*PLAYERS, BANKER, ONLOOKER)
        self.floor = Floor(house, people=people, name="leak", entropy=entropy)
        self.floor.live = Watched(self.floor.pit, self.floor.live.live, self.floor.new_id)
        self.connection = connection_of(self.floor.store)
        self.empty = self._kept()
        self.fresh = self.floor.live.live
        self.deck: Deck = ()

    def _kept(self) -> sqlite3.Connection:
        kept = sqlite3.connect(":memory:", check_same_thread=False)
        self.connection.backup(kept)
        return kept

    @contextmanager
    def chosen_cards(self) -> Iterator[None]:
        with patch("pitboss.table.planning.shuffled", lambda *_: self.deck):
            yield

    def _fork(self, live: LiveState, kept: sqlite3.Connection) -> Watched:
        """The table as it was, and the database with it."""
        kept.backup(self.connection)
        self.floor.live = again = Watched(self.floor.pit, live, self.floor.new_id)
        self.floor.now = 0.0
        return again

    def fork_fresh(self) -> Watched:
        """The table before anybody has come."""
        return self._fork(self.fresh, self.empty)

    def bets(self, script: Script) -> tuple[LiveState, sqlite3.Connection]:
        """A table on which everything is ready but for the last word, and its database."""
        live = self.fork_fresh()
        self.bet(script, live)
        return live.live, self._kept()

    def bet(self, script: Script, live: Watched) -> None:
        """People come, sit down and bet."""
        floor = self.floor
        for person in (*PLAYERS, BANKER, ONLOOKER):
            floor.come(person)
        for number, person in script.seats.items():
            live.sit(person, number, 0.0)
            live.instruct(person, "away fold")
        if floor.live.table.sheet.bank and script.bank:
            live.sit(BANKER, 7, 0.0)
            live.want_bank(BANKER, True, 0.0)
            floor.take_bank(BANKER)
            floor.ready(BANKER)
        for number, person in script.seats.items():
            seed = script.seeds[number]
            live.bet(person, floor.new_id(), number, script.wagers[number], seed, 0.0)
        floor.ready(*script.players[1:])

    def play(
        self,
        script: Script,
        bets: tuple[LiveState, sqlite3.Connection],
        deck: Deck,
        viewers: tuple[Viewed, ...],
        *,
        asks: bool = True,
    ) -> list[Moment]:
        """All frames of a round from its deal to the moment before the reveal."""
        self.deck = deck
        live = self._fork(*bets)
        live.viewers, live.asks = viewers, asks
        return self.to_the_reveal(script, live)

    def to_the_reveal(self, script: Script, live: Watched) -> list[Moment]:
        """The last person is ready, the seats decide."""
        try:
            self.floor.ready(script.players[0])
            for choice in script.choices:
                if choice.seat not in script.away:
                    self._decides(live, script.seats[choice.seat], choice)
            self.floor.wait(30)
        except Revealed:
            return live.moments
        raise AssertionError("the round came to no reveal")

    def _decides(self, live: Watched, person: str, choice: Choice) -> None:
        state = live.state
        seat = state.seat(choice.seat) if state else None
        assert seat is not None
        discard = CARD_TEXTS[seat.cards[choice.place]] if choice.action == "draw" else None
        live.decide(person, self.floor.new_id(), choice.seat, choice.action, discard, self.floor.now)


def permuted(deck: Sequence[str], fixed: Sequence[int], chance: Random) -> Deck:
    """The same deck with all cards but those at some places dealt anew among themselves."""
    rest = [card for place, card in enumerate(deck) if place not in fixed]
    chance.shuffle(rest)
    return tuple(card if place in fixed else rest.pop() for place, card in enumerate(deck))


def compare(script: Script, first: Deck, second: Deck, one: list[Moment], two: list[Moment]) -> Tally:
    """Raises a leak unless both decks gave each viewer the same while that viewer may know no difference."""
    tally = Tally(decks=1)
    if [moment[:2] for moment in one] != [moment[:2] for moment in two]:
        raise Leak(f"{script}: the round took other steps")
    for viewer in two[0].sent:
        equal = 0
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            places = known_places(script, viewer, a.phase, a.drawn)
            if any(first[place] != second[place] for place in places):
                continue
            if a.sent[viewer] != b.sent[viewer]:
                raise Leak(f"{script}, {viewer}, {a.phase}:\n{a.sent[viewer]!r}\n{b.sent[viewer]!r}")
            if b.coach and a.coach[viewer] != b.coach[viewer]:
                raise Leak(f"{script}, {viewer}, coach:\n{a.coach[viewer]!r}\n{b.coach[viewer]!r}")
            tally.coached += bool(b.coach)
            equal += 1
            tally.seen[a.phase] = tally.seen.get(a.phase, 0) + 1
            if number == len(one) - 1:
                tally.pairs += 1
        tally.frames += equal
    return tally


def search(house: str, scripts: int, decks: int, seed: str) -> Tally:
    """Looks for leaks at one house: so many scripts, so many pairs of decks for each."""
    chance = Random(f"{house} {seed}")
    table = LeakTable(house)
    tally = Tally()
    with table.chosen_cards():
        for _ in range(scripts):
            script = make_script(table.floor, chance)
            bets = table.bets(script)
            base = tuple(chance.sample(CARD_TEXTS, 52))
            first = table.play(script, bets, base, script.viewers)
            last = first[-1]
            for number in range(decks):
                viewer = script.players[number % len(script.players)]
                fixed = known_places(script, viewer, last.phase, last.drawn)
                viewers: tuple[Viewed, ...] = (viewer, *script.others)
                if number % 8 == 7:  # not even what everybody will see: then the deal must look the same
                    fixed, viewers = [], script.viewers
                second = permuted(base, fixed, chance)
                two = table.play(script, bets, second, viewers, asks=number % ASKING == 0)
                tally.add(compare(script, base, second, first, two))
            bets[1].close()
    table.floor.store.close()
    return tally


_SEALS = re.compile(rb'"(commitment|chain_head)":"[0-9a-f]{64}"')


def masked(moment: Moment) -> Moment:
    """Without what is meant to hang on the server's seed: the seal of the deck and the head of the chain."""
    sent = {viewer: _SEALS.sub(rb'"\1":"-"', data) for viewer, data in moment.sent.items()}
    return moment._replace(sent=sent)


def search_from_scratch(house: str, pairs: int, seed: str) -> Tally:
    """Whole rounds from an empty table on, with other seeds of the server's and other decks."""
    chance = Random(f"{house} {seed}")
    tally = Tally()
    for number in range(pairs):
        tables = [LeakTable(house, f"{seed} {number} {side}") for side in "ab"]
        script = make_script(tables[0].floor, chance)
        decks = [tuple(chance.sample(CARD_TEXTS, 52))]
        viewer = chance.choice(script.players)
        drawn = frozenset(choice.seat for choice in script.choices if choice.action == "draw")
        decks.append(permuted(decks[0], known_places(script, viewer, "decisions", drawn), chance))
        told = []
        for table, deck in zip(tables, decks, strict=True):
            with table.chosen_cards():
                table.deck = deck
                live = table.fork_fresh()
                live.viewers = script.viewers
                table.bet(script, live)
                told.append([masked(each) for each in table.to_the_reveal(script, live)])
            table.floor.store.close()
        tally.add(compare(script, decks[0], decks[1], *told))
    return tally
