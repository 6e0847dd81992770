"""Places: who still plays by chips, then who is out by how long they lasted; the same shares a place."""

from __future__ import annotations

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


def standings(evening: Evening) -> list[Standing]:
    """Everybody who has entered, the best first; who share a place stand in the order of their entries."""
    order = sorted(evening.entrants, key=merit, reverse=True)  # stable: equals stay in their order
    return [Standing(each, *place) for each, place in places(order, merit)]
