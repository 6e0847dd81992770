"""Gestures at a table: a few that are fixed, made from a seat, passing by. Nothing of them is kept."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, Literal, get_args

from pitboss.round import Refusal
from pitboss.table.live_state import LiveState
from pitboss.table.settings import Seconds

Gesture = Literal[
    "nice_hand", "good_luck", "thanks", "well_played", "ouch", "one_moment", "cheers", "good_night"
]
GESTURES: Final[tuple[Gesture, ...]] = get_args(Gesture)

MOST: Final = 3  # gestures of one person
SPAN: Final[Seconds] = 15.0  # within so long


@dataclass(frozen=True, slots=True)
class GestureNote:
    """Somebody makes a gesture. It changes nothing at the table, and is kept nowhere."""

    seat: int
    name: str
    person: str
    gesture: Gesture
    k: Literal["gesture"] = "gesture"


class Pace:
    """How often people have made gestures at a table lately."""

    def __init__(self) -> None:
        self._made: dict[str, list[Seconds]] = {}

    def count(self, person: str, now: Seconds) -> None:
        """Counts a gesture, or refuses one too many. Whoever has made none for a while is forgotten."""
        lately = {who: [at for at in times if now - at < SPAN] for who, times in self._made.items()}
        self._made = {who: times for who, times in lately.items() if times}
        mine = self._made.setdefault(person, [])
        if len(mine) >= MOST:
            again = mine[-MOST] + SPAN
            text = f"That were many gestures: the next one in {ceil(again - now)} seconds"
            raise Refusal("rate", text, None, values={"again": ceil(again * 1000)})
        mine.append(now)


def gesture_note(live: LiveState, person: str, gesture: Gesture) -> GestureNote:
    """What everybody at a table hears of a gesture; only who sits there makes one."""
    sitter = live.seating.people.get(person)
    if sitter is None or not sitter.seats:
        raise Refusal("no_seat", "Gestures are made from a seat: sit down first", None, "gesture")
    return GestureNote(sitter.seats[0], sitter.name, person, gesture)
