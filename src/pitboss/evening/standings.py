"""Places: who still plays by chips, then who is out by how long they lasted; the same shares a place."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from pitboss.evening.model import Entrant, Evening
from pitboss.evening.places import places

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
