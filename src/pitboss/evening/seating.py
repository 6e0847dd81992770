"""Who sits where: tables that never differ by more than one person, and as few moves as that takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import ceil
from typing import NamedTuple

Seats = dict[int, str]  # seat -> person


class Arrangement(NamedTuple):
    """The tables of the next round in their order, and the tables that nobody plays at any more."""

    tables: dict[str, Seats]
    closed: tuple[str, ...]


def draw_order(people: Sequence[str], lot: str) -> list[str]:
    """People in the order of their lots."""
    return sorted(people, key=lambda each: sha256(f"{lot} {each}".encode()).digest())


def arrange(
    tables: Mapping[str, Mapping[int, str]],
    coming: Sequence[str],
    new_tables: Sequence[str],
    seats: int,
    moves: Mapping[str, int],
) -> Arrangement:
    """The tables of the next round: as few as hold everybody, none with two people more than another.

    A table that is not needed is broken: the one with the fewest people, of these the last. Whoever comes
    sits down where the fewest are. Then, from the fullest to the emptiest table, who was moved least often
    moves, of these the one at the highest seat.
    """
    found = {name: dict(people) for name, people in tables.items()}
    people = len(coming) + sum(len(each) for each in found.values())
    needed = ceil(people / seats)
    standing, closed = list(coming), []
    while len(found) > needed:
        order = list(found)
        broken = min(order, key=lambda name: (len(found[name]), -order.index(name)))
        standing += [person for _, person in sorted(found.pop(broken).items())]
        closed.append(broken)
    for name in new_tables[: max(0, needed - len(found))]:
        found[name] = {}
    for person in standing:
        _sit(found[_emptiest(found)], person, seats)
    while found:
        full, empty = _fullest(found), _emptiest(found)
        if len(found[full]) - len(found[empty]) <= 1:
            break
        seat = min(found[full], key=lambda each: (moves.get(found[full][each], 0), -each))
        _sit(found[empty], found[full].pop(seat), seats)
    return Arrangement(found, tuple(closed))


def _emptiest(tables: Mapping[str, Seats]) -> str:
    order = list(tables)
    return min(order, key=lambda name: (len(tables[name]), order.index(name)))


def _fullest(tables: Mapping[str, Seats]) -> str:
    order = list(tables)
    return max(order, key=lambda name: (len(tables[name]), -order.index(name)))


def _sit(table: Seats, person: str, seats: int) -> None:
    table[next(seat for seat in range(1, seats + 1) if seat not in table)] = person
