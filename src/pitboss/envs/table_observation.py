"""What everybody at a table sees: one's own cards, the dealer's that show, and what lies open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from pitboss.envs.observation import HIDDEN, Floats, Numbers, card_spaces
from pitboss.envs.seat_game import meter_level
from pitboss.envs.table_play import BANK, TableGame, TablePlay


@dataclass(frozen=True)
class TableLayout:
    """Where what stands in the array of an agent, which is as long for all. Every number is from 0 to 1."""

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
