"""What a seat sees, alone or among others at a table, as an array or as a dict.

It is built from nothing, so that no hidden card is in it.
"""

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
from pitboss.envs.seat_game import SeatGame, meter_level
from pitboss.envs.table_play import BANK, TableGame, TablePlay

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int8]
Form = Literal["array", "dict"]
HIDDEN: Final = -1  # in place of a card that does not show, or is not there
DEALER_CARDS: Final = 4


@dataclass(frozen=True)
class SeatLayout:
    """Where to find what in the array. Every number is from 0 to 1."""

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


@dataclass(frozen=True)
class TableLayout:
    """Where to find what in an agent's array, which has one length for all. Every number is from 0 to 1."""

    seats: int
    wagers: int
    places: int  # steps of betting
    bank: bool
    meter: bool
    shown: int = 3  # actions that all see: fold, play, draw, and where Play may be raised each multiple

    hand = slice(0, 52)  # one's own cards
    dealer = slice(52, 104)  # the dealer's that show

    @cached_property
    def asked(self) -> slice:
        """A 1 at what is asked of the agent: each step of betting, the decision, the bank's stake."""
        return slice(104, 104 + self.places + 2)

    @cached_property
    def self(self) -> slice:
        """A 1 at the agent's own seat; the bank comes last."""
        return slice(self.asked.stop, self.asked.stop + self.seats + 1)

    @cached_property
    def stakes(self) -> slice:
        """The stakes of all seats, wager by wager, as parts of the largest."""
        return slice(self.self.stop, self.self.stop + self.seats * self.wagers)

    @cached_property
    def actions(self) -> slice:
        """What each seat has decided."""
        return slice(self.stakes.stop, self.stakes.stop + self.seats * self.shown)

    @cached_property
    def rest(self) -> int:
        """Where the last three stand: the bank's stake as a part of the largest, meter, rounds played."""
        return self.actions.stop

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return self.rest + 3


@dataclass(frozen=True, eq=False)
class TableEyes:
    """Turns a table into what each agent sees of it."""

    game: TableGame
    layout: TableLayout
    form: str
    scale: Floats  # that makes stakes parts of the largest

    @classmethod
    def of(cls, game: TableGame, form: str) -> TableEyes:
        """The eyes of those at a table."""
        if form not in ("array", "dict"):
            raise ValueError(f"An observation is an array or a dict, not {form!r}")
        menu, sheet = game.seat.menu, game.seat.table.sheet
        layout = TableLayout(
            game.seats,
            len(menu.names),
            menu.places,
            bool(game.bank_stakes),
            sheet.meter is not None,
            len(game.shown),
        )
        scale = np.tile(1 / np.maximum(menu.largest, 1), game.seats).astype(np.float32)
        return cls(game, layout, form, scale)

    def space(self) -> spaces.Space[Any]:
        """The space of an agent's observations, alike for all."""
        array = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        return array if self.form == "array" else card_spaces(array, self.game.actions)

    def look(self, play: TablePlay, agent: str) -> Any:
        """What an agent sees now."""
        hand, dealer = self.cards(play, agent)
        array = self._encode(play, agent, hand, dealer)
        if self.form == "array":
            return array
        return {"observation": array, "action_mask": play.mask(agent), "hand": hand, "dealer": dealer}

    def cards(self, play: TablePlay, agent: str) -> tuple[Numbers, Numbers]:
        """The agent's own hand, and of the dealer's cards those that show."""
        hand, dealer = np.full(3, HIDDEN, np.int8), np.full(4, HIDDEN, np.int8)
        if agent != BANK:
            own = play.seats[self.game.agents.index(agent)].hand
            hand[: len(own)] = own
        shows = play.up_cards
        dealer[3 - len(shows) : 3] = shows
        dealer[: len(play.dealer)] = play.dealer
        return hand, dealer

    def _encode(self, play: TablePlay, agent: str, hand: Numbers, dealer: Numbers) -> Floats:
        layout = self.layout
        array = np.zeros(layout.size, np.float32)
        array[hand[hand >= 0]] = 1
        array[layout.dealer.start + dealer[dealer >= 0].astype(np.intp)] = 1
        if play.asks(agent):
            step = layout.places + 1 if agent == BANK else play.seats[self.game.agents.index(agent)].asked
            array[layout.asked.start + step] = 1
        array[layout.self.start + self.game.agents.index(agent)] = 1
        stakes = np.concatenate([seat.stakes[0] for seat in play.seats])
        array[layout.stakes] = stakes * self.scale
        for number, seat in enumerate(play.seats):
            if seat.action is not None:
                array[layout.actions.start + number * layout.shown + self.game.shown.index(seat.action)] = 1
        bank = (play.bank or 0) / max(self.game.bank_stakes, default=1)
        level = meter_level(self.game.seat.table, play.meter)
        array[layout.rest :] = bank, level, play.round / self.game.rounds
        return array
