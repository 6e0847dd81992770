"""What a seat sees, as an array or as a dict: built from nothing, so that no hidden card is in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pitboss.cards import Card, card_sign
from pitboss.envs.bet_menus import Mask, Stakes
from pitboss.envs.seat_game import SeatGame

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int8]
Form = Literal["array", "dict"]

HIDDEN: Final = -1  # in place of a card that does not show, or is not there
DEALER_CARDS: Final = 4


@dataclass(frozen=True)
class SeatLayout:
    """Where what stands in the array. Every number lies between 0 and 1."""

    wagers: int
    places: int  # steps of betting
    meter: bool

    hand = slice(0, 52)  # a 1 for each card held
    dealer = slice(52, 104)  # a 1 for each of the dealer's cards that shows

    @cached_property
    def asked(self) -> slice:
        """A 1 at what is asked now: one number for each step of betting, then one for the decision."""
        return slice(104, 104 + self.places + 1)

    @cached_property
    def stakes(self) -> slice:
        """The stake of each wager in the sheet's order, as a part of the largest that the menu has."""
        return slice(self.asked.stop, self.asked.stop + self.wagers)

    @cached_property
    def size(self) -> int:
        """How many numbers there are; the last one is the meter's, where the house has one."""
        return self.stakes.stop + self.meter


@dataclass(frozen=True, eq=False)
class Seen:
    """What some seats see: a row for each."""

    hand: Numbers  # (seats, 3) high to low
    dealer: Numbers  # (seats, 4)
    asked: npt.NDArray[np.intp]  # the step of betting, then the decision; one more when all is over
    stakes: Stakes


class OneSees(NamedTuple):
    """What one seat sees; cards that it does not see are left out or hidden."""

    hand: tuple[Card, ...]
    dealer: tuple[Card, ...]
    asked: int
    stakes: Stakes  # one row


@dataclass(frozen=True, eq=False)
class SeatEyes:
    """Turns what seats see into observations of one form."""

    layout: SeatLayout
    form: Form
    scale: Floats  # that makes stakes parts of the largest
    meter_level: float

    @classmethod
    def of(cls, game: SeatGame, form: str) -> SeatEyes:
        """The eyes of a seat in a game."""
        if form not in ("array", "dict"):
            raise ValueError(f"An observation is an array or a dict, not {form!r}")
        layout = SeatLayout(len(game.menu.names), game.menu.places, game.meter is not None)
        scale = (1 / np.maximum(game.menu.largest, 1)).astype(np.float32)
        return cls(layout, "array" if form == "array" else "dict", scale, game.meter_level)

    def space(self, actions: int) -> spaces.Space[Any]:
        """The space of one seat's observations."""
        array = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        return array if self.form == "array" else card_spaces(array, actions)

    def look(self, seen: Seen, masks: Mask) -> Any:
        """The observations of some seats, a row for each."""
        array = self.encode(seen)
        if self.form == "array":
            return array
        return {"observation": array, "action_mask": masks, "hand": seen.hand, "dealer": seen.dealer}

    def look_one(self, seen: OneSees, mask: Mask) -> Any:
        """The same for a single seat, which is much quicker than an array of one."""
        layout = self.layout
        array = np.zeros(layout.size, np.float32)
        array[list(seen.hand)] = 1
        array[[layout.dealer.start + card for card in seen.dealer if card != HIDDEN]] = 1
        if seen.asked <= layout.places:
            array[layout.asked.start + seen.asked] = 1
        array[layout.stakes] = seen.stakes[0] * self.scale
        if layout.meter:
            array[-1] = self.meter_level
        if self.form == "array":
            return array
        hand = np.array(seen.hand or (HIDDEN,) * 3, np.int8)
        dealer = np.array(seen.dealer + (HIDDEN,) * (DEALER_CARDS - len(seen.dealer)), np.int8)
        return {"observation": array, "action_mask": mask, "hand": hand, "dealer": dealer}

    def encode(self, seen: Seen) -> Floats:
        """The arrays of some seats."""
        seats, layout = len(seen.hand), self.layout
        array = np.zeros((seats, layout.size), np.float32)
        row = np.arange(seats) * layout.size
        flat = array.reshape(-1)
        for first, cards in ((layout.hand.start, seen.hand), (layout.dealer.start, seen.dealer)):
            for column in cards.T:
                shown = column >= 0
                if shown.all():
                    flat[row + (first + column)] = 1
                elif shown.any():
                    flat[row[shown] + (first + column[shown])] = 1
        live = seen.asked <= layout.places
        flat[row[live] + (layout.asked.start + seen.asked[live])] = 1
        array[:, layout.stakes] = seen.stakes * self.scale
        if layout.meter:
            array[:, -1] = self.meter_level
        return array


def card_spaces(array: spaces.Box, actions: int) -> spaces.Dict:
    """The dict of an observation: its array, the mask of legal actions, and the cards as numbers."""
    return spaces.Dict(
        {
            "observation": array,
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            "hand": spaces.Box(HIDDEN, 51, (3,), np.int8),
            "dealer": spaces.Box(HIDDEN, 51, (DEALER_CARDS,), np.int8),
        }
    )


def each_of(observations: Any) -> Iterator[Any]:
    """The observation of one seat after the other."""
    if isinstance(observations, dict):
        names = tuple(observations)
        return (dict(zip(names, parts, strict=True)) for parts in zip(*observations.values(), strict=True))
    return iter(observations)


def shown_cards(cards: Sequence[Card]) -> str:
    """Three cards as they are read; hidden ones face down."""
    seen = [*cards, *(HIDDEN,) * (3 - len(cards))]
    return " ".join("??" if card == HIDDEN else card_sign(card) for card in seen)
