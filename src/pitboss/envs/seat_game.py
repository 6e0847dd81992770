"""What an environment is made of: the table, how one bets, how cards come, what a unit of reward is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from pitboss.cards import Card
from pitboss.envs.bet_menus import BetMenu, Bets, Mask, bet_list, fixed_bet, spot_by_spot
from pitboss.errors import Refusal
from pitboss.hands import value3
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.counts import Dealing, dealing_of
from pitboss.odds.decisions import ACTIONS, DRAW, EVERY_ACTION, ActionName
from pitboss.odds.geometry import values_of
from pitboss.round.judge import Looks
from pitboss.round.settlement import ActionId, dealer_draws, looks_at
from pitboss.round.table import Table, is_raise, open_table, raises_of
from pitboss.sheet import Sheet
from pitboss.sheet.files import load
from pitboss.sheet.pays import BY_DEALER
from pitboss.sim.deals import Cards, DealLayout, Words
from pitboss.text import one_of


class Shoe:
    """Deals rounds of one layout from the words of a seeded generator, one at a time or many at once.

    A seed means the same cards with every version of NumPy.
    """

    def __init__(self, layout: DealLayout) -> None:
        self.layout = layout

    def deal_one(self, source: np.random.Generator) -> tuple[Card, ...]:
        """The cards of one round, in the order of the layout."""
        while True:
            cards = self.layout.deal_one(self._words(source, 1)[0].tolist())
            if cards is not None:
                return cards

    def deal_many(self, source: np.random.Generator, rounds: int) -> Cards:
        """The cards of so many rounds: (cards, rounds)."""
        cards, sound = self.layout.deal_many(self._words(source, rounds))
        again = np.flatnonzero(~sound)
        if len(again):
            cards[:, again] = self.deal_many(source, len(again))
        return cards

    def _words(self, source: np.random.Generator, rounds: int) -> Words:
        size = rounds * len(self.layout.words)
        return np.asarray(source.bit_generator.random_raw(size), np.uint64).reshape(rounds, -1)


House = str | PathLike[str] | Sheet
Betting = Literal["fixed", "discrete", "free"]
PENALTY: Final = 1.0
NOT_RENDERED: Final = "Nothing is rendered: with render_mode='ansi' an environment gives its table as text"


class Decided(NamedTuple):
    """What a decision is to settlement; a draw names the place of the card that goes, high to low."""

    action: ActionId
    discard: int | None = None


@dataclass(frozen=True, eq=False)
class SeatGame:
    """The game of a seat, apart from any round of it."""

    table: Table
    menu: BetMenu
    dealing: Dealing
    meter: Cents | None  # when the round is paid, with what this round feeds
    unit: Cents  # the Ante that rewards are given in
    penalty: float

    @cached_property
    def decisions(self) -> tuple[ActionName, ...]:
        """The names of the decisions, by their numbers: raises of Play come after all others."""
        return (*(ACTIONS if self.dealing.player_draws else ACTIONS[:DRAW]), *raises_of(self.table.sheet))

    @cached_property
    def planned(self) -> npt.NDArray[np.int64]:
        """The number that each decision has in a plan, which is the same at every house."""
        return np.array([EVERY_ACTION.index(name) for name in self.decisions])

    def numbers_of(self, planned: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The numbers here of what a plan says (`Plan.numbers`); they differ for raises alone."""
        return np.searchsorted(self.planned, planned)

    def decided(self, number: int) -> Decided:
        """What the decision of a number is to settlement."""
        name = self.decisions[number]
        if name == "fold" or name == "play" or is_raise(name):
            return Decided(name)
        return Decided("draw", number - DRAW)

    @cached_property
    def raises(self) -> slice:
        """The numbers of the decisions that raise Play."""
        return slice(len(self.decisions) - len(raises_of(self.table.sheet)), len(self.decisions))

    @cached_property
    def raised_from(self) -> int:
        """The least value of a hand that may raise Play."""
        return self.table.sheet.play.raises.value if self.table.sheet.play.raises else 0

    def legal(self, hand: Sequence[Card]) -> Mask:
        """Which decisions are open to a hand."""
        mask = np.ones(len(self.decisions), np.int8)
        if self.raised_from and value3(*hand) < self.raised_from:
            mask[self.raises] = 0
        return mask

    def legal_each(self, hands: npt.NDArray[Any]) -> Mask:
        """The same for many hands: (n, 3) to (n, decisions)."""
        masks = np.ones((len(hands), len(self.decisions)), np.int8)
        if self.raised_from:
            masks[values_of(*hands.astype(np.int64).T) < self.raised_from, self.raises] = 0
        return masks

    @cached_property
    def actions(self) -> int:
        """How many actions there are: first the decisions, then the bets."""
        return len(self.decisions) + self.menu.size

    @cached_property
    def looks(self) -> Looks:
        """The cards that settle the bets of the menu, besides the player's own three."""
        largest = zip(self.menu.names, self.menu.largest.tolist(), strict=True)
        judged = looks_at(self.table, {name: cents for name, cents in largest if cents})
        return Looks("six cards" in judged, bool(judged & BY_DEALER), "colours" in judged)

    def shoe(self, seats: int = 1) -> Shoe:
        """What deals to so many seats."""
        return Shoe(DealLayout(seats, self.dealing.player_draws, self.dealing.dealer_draws))

    @cached_property
    def meter_level(self) -> float:
        """The meter as a number from 0, its reset, to 1: how much of it has been fed."""
        return meter_level(self.table, None if self.meter is None else self.meter * MICRO)


class Rules(TypedDict, total=False):
    """What may be chosen for a game besides its house; amounts are in cents."""

    low: Cents | None  # the table's limits, instead of the sheet's
    high: Cents | None
    betting: Betting
    bets: Bets | Iterable[Bets] | None
    chips: Sequence[Cents] | None  # amounts of which discrete betting makes its list
    meter: Cents | None
    unit: Cents | None  # of reward
    penalty: float  # for an illegal action, in units


def open_game(house: House, **rules: Unpack[Rules]) -> SeatGame:
    """The game of a house (an id, the path of a sheet file, or a sheet), or a `Refusal`."""
    unknown = sorted(set(rules) - set(Rules.__annotations__))
    if unknown:
        raise TypeError(
            f"An environment has no argument {unknown[0]!r}; it has {one_of(Rules.__annotations__)}"
        )
    table = open_table(_sheet(house), rules.get("low"), rules.get("high"))
    menu = _menu(table, rules.get("betting", "fixed"), rules.get("bets"), rules.get("chips"))
    unit, penalty = rules.get("unit"), rules.get("penalty", PENALTY)
    if not menu.places and not menu.first(1)[0, menu.names.index("ante")]:
        raise Refusal("bets", "A fixed bet has an Ante: without one there would be nothing to decide")
    if unit is not None and unit <= 0:
        raise Refusal("unit", "The unit of reward is an amount above zero, in cents")
    if not 0 <= penalty < float("inf"):
        raise Refusal("penalty", "The penalty is a number of Antes from 0 on")
    meter = _meter(table, rules.get("meter"))
    unit = unit or _unit(table, menu)
    return SeatGame(table, menu, dealing_of(table.sheet), meter, unit, float(penalty))


def dealt_to(cards: Sequence[Card], seats: int, place: int) -> tuple[Card, ...]:
    """The three cards of a seat by its place among those that bet; after the last comes the dealer's."""
    return tuple(cards[card * (seats + 1) + place] for card in range(3))


def final_dealer(game: SeatGame, layout: DealLayout, cards: Sequence[Card]) -> tuple[Card, ...]:
    """All of the dealer's cards, with the fourth where the sheet makes the dealer draw."""
    dealer = dealt_to(cards, layout.seats, layout.seats)
    return (*dealer, cards[layout.fourth]) if dealer_draws(game.table, dealer) else dealer


def meter_level(table: Table, held: int | None) -> float:
    """How much of a meter, in micro-cents, lies above its reset; 0 where there is none."""
    posted = table.sheet.meter
    return 0.0 if posted is None or not held else 1.0 - posted.reset * MICRO / held


def _sheet(house: House) -> Sheet:
    """The sheet that is meant; what is no text is a path."""
    return house if isinstance(house, Sheet) else load(house if isinstance(house, str) else Path(house))


def _menu(
    table: Table, betting: str, bets: Bets | Iterable[Bets] | None, chips: Sequence[Cents] | None
) -> BetMenu:
    if betting == "fixed" and chips is None and (bets is None or isinstance(bets, Mapping)):
        return fixed_bet(table, bets)
    if betting == "discrete" and not isinstance(bets, Mapping) and (bets is None or chips is None):
        return bet_list(table, bets, chips)
    if betting == "free" and bets is None and chips is None:
        return spot_by_spot(table)
    if betting in ("fixed", "discrete", "free"):
        text = (
            "fixed betting takes one bet, discrete betting a list of bets or of chips, free betting neither"
        )
        raise Refusal("bets", f"These bets do not fit {betting} betting: {text}")
    raise Refusal("betting", f"Betting is fixed, discrete or free, not {betting!r}")


def _meter(table: Table, meter: Cents | None) -> Cents | None:
    posted = table.sheet.meter
    if posted is None:
        if meter is not None:
            raise Refusal("meter", f"{table.sheet.name} has no meter")
        return None
    if meter is not None and meter < posted.reset:
        text = f"The meter is never below its reset value ({dollars(posted.reset)})"
        raise Refusal("meter", text, posted.clause)
    return posted.reset if meter is None else meter


def _unit(table: Table, menu: BetMenu) -> Cents:
    """The Ante of the one bet; the table minimum where bets differ, or where there is no Ante."""
    return int(menu.first(1)[0, menu.names.index("ante")]) or table.min
