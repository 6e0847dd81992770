"""A league adds evenings up: points by place, and places by points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from pitboss.evening.model import Evening
from pitboss.evening.places import places
from pitboss.evening.standings import standings

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
