"""An evening as a value, and the events that make it: nothing in it changes, and its events are all of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.money import Cents

Kind = Literal["freeze_out", "rounds"]
Phase = Literal["listed", "running", "ended", "called_off"]
Milliseconds = int
MOST_ENTRANTS: Final = 200
LONGEST: Final = 1000  # rounds, after which every evening ends
KEPT_NEWS: Final = 60


class Level(Struct, frozen=True):
    """Limits for so many rounds or minutes; what the lowest bet and the lowest Ante are under them."""

    low: Cents
    high: Cents
    least: Cents  # with what Play may take: a player who has less is out
    ante: Cents  # what a missed round costs
    rounds: int | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a table with a clock waits, in seconds; the same record at every table."""

    bets: float = 20.0  # from the first bet
    decision: float = 25.0
    result: float = 6.0  # the paid round stays on the felt
    extension: float = 15.0
    extensions: int = 2  # on request, for each person in each round
    bank_offer: float = 10.0


class Plan(Struct, frozen=True):
    """What was announced."""

    name: str
    house: str
    kind: Kind
    chips: Cents
    levels: tuple[Level, ...]
    seats: int  # at each table
    clock: Clock
    rounds: int | None = None  # after which it ends
    late_until: int = 0
    prizes: tuple[str, ...] = ()
    private: bool = False


class Entrant(Struct, frozen=True):
    """A player who has entered; bots have a kind."""

    id: str
    bot: str | None = None
    table: str | None = None
    seat: int | None = None
    chips: Cents = 0  # as they were counted last; of who is out: before their last round
    out_round: int | None = None
    leaves: bool = False  # is out when the running round has ended
    rounds: int = 0  # that they have bet in
    missed: int = 0
    absent: bool = False  # in the last round
    moves: int = 0  # how often they were moved to another table

    @property
    def is_out(self) -> bool:
        return self.out_round is not None


class News(Struct, frozen=True):
    """Something that has happened: a key, and what it is about. People stand there by id."""

    at: Milliseconds
    what: str
    values: dict[str, int | str] = {}


class Evening(Struct, frozen=True):
    """Everything that an evening remembers between two events."""

    id: str
    host: str
    plan: Plan
    made: Milliseconds
    phase: Phase = "listed"
    entrants: tuple[Entrant, ...] = ()  # in the order in which they entered
    round: int = 0  # the one that is played
    tables: tuple[str, ...] = ()  # that are played at, in their order
    opened: int = 0  # tables that there ever were
    level: int = 0  # its place in the schedule
    level_rounds: int = 0  # of this level that are over
    level_since: Milliseconds = 0
    paused: Milliseconds | None = None  # since when
    calling_off: bool = False
    between: bool = False  # paused after a round was counted: no table plays
    started: Milliseconds | None = None
    ended: Milliseconds | None = None
    news: tuple[News, ...] = ()  # the latest last

    @property
    def limits(self) -> Level:
        """The limits of the round that is played."""
        return self.plan.levels[self.level]

    @property
    def places(self) -> int:
        """The tables that it needs, while it is played: enough to seat everybody who plays."""
        if self.phase != "running":
            return 0
        return max(len(self.tables), ceil(len(self.playing) / self.plan.seats))

    @property
    def people(self) -> frozenset[str]:
        """Who has entered, but for bots."""
        return frozenset(each.id for each in self.entrants if each.bot is None)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Who is not out, seated or about to be."""
        return tuple(each for each in self.entrants if not each.is_out)

    def entrant(self, person: str) -> Entrant | None:
        """A player who has entered."""
        return next((each for each in self.entrants if each.id == person), None)

    def seated(self, table: str) -> dict[int, Entrant]:
        """Who plays at a table, by seat."""
        return {
            each.seat: each for each in self.entrants if each.table == table and each.seat and not each.is_out
        }

    def tell(self, at: Milliseconds, *news: tuple[str, dict[str, int | str]]) -> Evening:
        """The same with more to tell; the oldest is forgotten."""
        more = tuple(News(at, what, values) for what, values in news)
        return replace(self, news=(*self.news, *more)[-KEPT_NEWS:])


def dump(evening: Evening) -> str:
    """An evening as it is stored."""
    return msgspec.json.encode(evening, order="deterministic").decode()


def load(text: str) -> Evening:
    """An evening as it was stored."""
    return msgspec.json.decode(text, type=Evening)


class Announce(Struct, frozen=True, tag="announce"):
    """Somebody announces it, and is its host."""

    host: str
    plan: Plan


class Enter(Struct, frozen=True, tag="enter"):
    """People enter, or bots, each of its kind."""

    people: tuple[str, ...]
    bots: tuple[str, ...] = ()


class Leave(Struct, frozen=True, tag="leave"):
    """Somebody goes by themselves, or is removed."""

    person: str
    removed: bool = False


class Start(Struct, frozen=True, tag="start"):
    """Seats are drawn by lot: everybody's lot is a hash of this and their id."""

    lot: str


class Count(Struct, frozen=True, tag="count"):
    """All tables have ended the round: what everybody has, who has bet, which tables were closed.

    And who was paid out of a meter.
    """

    stacks: dict[str, Cents]
    played: tuple[str, ...]
    lost_tables: tuple[str, ...] = ()
    jackpots: tuple[tuple[str, Cents], ...] = ()


class Pause(Struct, frozen=True, tag="pause"):
    """No further round begins."""


class Resume(Struct, frozen=True, tag="resume"):
    """It goes on."""


class CallOff(Struct, frozen=True, tag="call_off"):
    """It ends without a ranking when the running round has; `deserted`, because no person is there."""

    deserted: bool = False


Event = Announce | Enter | Leave | Start | Count | Pause | Resume | CallOff


class Movement(NamedTuple):
    """Chips from the tray of the evening to a person, or back where it is negative; and what for."""

    person: str
    cents: Cents
    what: str  # stake, missed, out, end


class Outcome(NamedTuple):
    """The evening after an event, and the chips that move."""

    evening: Evening
    moved: tuple[Movement, ...] = ()


def dump_event(event: Event) -> str:
    """An event as it is stored."""
    return msgspec.json.encode(event, order="deterministic").decode()


def load_event(text: str) -> Event:
    """An event as it was stored."""
    event: Event = msgspec.json.decode(text, type=Event)
    return event


# Standings


T = TypeVar("T")


class Place(NamedTuple):
    """Where somebody stands."""

    number: int
    tied: bool


def places(ranked: Iterable[T], merit: Callable[[T], Hashable]) -> list[tuple[T, Place]]:
    """Everybody, the best first, with their place.

    >>> [(each, place.number) for each, place in places("aabc", str)]
    [('a', 1), ('a', 1), ('b', 3), ('c', 4)]
    """
    order = list(ranked)
    shared = Counter(merit(each) for each in order)
    first: dict[Hashable, int] = {}
    for number, each in enumerate(order, 1):
        first.setdefault(merit(each), number)
    return [(each, Place(first[merit(each)], shared[merit(each)] > 1)) for each in order]


TIE_RULE: Final = "shared_place"
ABSENT_RULE: Final = "least_ante"


class Standing(NamedTuple):
    """Somebody's place; the next ones are left out where several share it."""

    entrant: Entrant
    place: int
    tied: bool


def merit(entrant: Entrant) -> tuple[int, int, int]:
    """What decides: still in; then the round in which somebody went out; then chips.

    Of who is out they are those at the start of that round, so that nobody gains by betting more.
    """
    return (0 if entrant.is_out else 1, entrant.out_round or 0, entrant.chips)


class Won(NamedTuple):
    """The prizes that somebody has won, and whether they share them with others."""

    prizes: tuple[str, ...]
    shared: bool


def prizes_of(evening: Evening) -> dict[str, Won]:
    """Who wins what: the first prize goes to the best person, the next to the next; bots win none.

    People who share a place share the prizes of the places that they fill among people.
    """
    people = [each for each in standings(evening) if each.entrant.bot is None]
    order = places(people, lambda each: each.place)
    fill = Counter(place.number for _, place in order)
    prizes = evening.plan.prizes
    won = {first: tuple(filter(None, prizes[first - 1 : first - 1 + many])) for first, many in fill.items()}
    return {each.entrant.id: Won(won[place.number], place.tied) for each, place in order if won[place.number]}


def standings(evening: Evening) -> list[Standing]:
    """Everyone who has entered, the best first; players who share a place in the order of their entries."""
    order = sorted(evening.entrants, key=merit, reverse=True)  # stable: equals stay in their order
    return [Standing(each, *place) for each, place in places(order, merit)]


POINTS_RULE: Final = "entered_minus_place_plus_one"
LEAGUE_TIE_RULE: Final = "points_wins_best"


class LeagueStanding(NamedTuple):
    """Somebody in a league; `by_evening` has nothing for an evening that they have not entered."""

    person: str
    place: int
    tied: bool
    points: int
    evenings: int
    wins: int
    best: int
    by_evening: tuple[int | None, ...]


def points_of(evening: Evening) -> dict[str, tuple[int, int]]:
    """Everybody's place and points of an evening: how many entered, less the place, plus one.

    Who share a place have the same points.
    """
    entered = len(evening.entrants)
    return {each.entrant.id: (each.place, entered - each.place + 1) for each in standings(evening)}


def add_up(evenings: Sequence[Evening]) -> list[LeagueStanding]:
    """The table of a league over evenings that have ended, in their order.

    More points come first, then more evenings won, then the better best place; the same shares a place.
    """
    each_evening = [points_of(each) for each in evenings]
    reached = defaultdict[str, list[int]](list)
    for found in each_evening:
        for person, (place, _) in found.items():
            reached[person].append(place)
    rows = []
    for person, mine in reached.items():
        points = tuple(found[person][1] if person in found else None for found in each_evening)
        total, wins = sum(each or 0 for each in points), mine.count(1)
        rows.append(LeagueStanding(person, 0, False, total, len(mine), wins, min(mine), points))
    rows.sort(key=lambda row: (*_merit(row), row.person))
    return [row._replace(place=place.number, tied=place.tied) for row, place in places(rows, _merit)]


def _merit(row: LeagueStanding) -> tuple[int, int, int]:
    return -row.points, -row.wins, row.best
