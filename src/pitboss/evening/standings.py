"""Places, prizes and leagues: who still plays ranks by chips, then who is out by how long they lasted.

Equals share a place, and as many places after it are left out. A league adds evenings up: points by place,
and places by points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from pitboss.evening.model import Entrant, Evening

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
    """Everybody who has entered, the best first; who share a place stand in the order of their entries."""
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
