"""What an environment is made of: the table, how one bets, how cards come, what a unit of reward is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from pitboss.cards import FULL_DECK, Card
from pitboss.envs.bet_menus import BetMenu, Bets, FixedBet, Mask, bet_list, fixed_bet, spot_by_spot
from pitboss.errors import Refusal
from pitboss.hands import value3
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.counts import Dealing, dealing_of
from pitboss.odds.decisions import ACTIONS, DRAW, EVERY_ACTION, ActionName
from pitboss.round.settlement import ActionId, dealer_draws, looks_at
from pitboss.round.table import Table, is_raise, open_table, raises_of
from pitboss.sheet import Sheet
from pitboss.sheet.files import load
from pitboss.sheet.pays import Judged
from pitboss.sim.deal_layout import WORD, DealLayout, Words
from pitboss.text import one_of

Cards = npt.NDArray[np.uint8]
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, eq=False)
class Shoe:
    """Deals rounds of one layout, one at a time or many at once, from the words of a seeded generator.

    A word is read in the mixed base 52 · 51 · 50 … as `DealLayout` has it; a digit is the place of the next
    card among those that are left. A round with too small a remainder is dealt anew from fresh words, so that
    every deal is equally likely to the bit, and a seed means the same cards with every version of NumPy.
    """

    layout: DealLayout
    groups: tuple[range, ...]  # the cards that each word draws
    thresholds: tuple[int, ...]

    @classmethod
    def of(cls, layout: DealLayout) -> Shoe:
        """The shoe of a layout."""
        return cls(layout, layout.words, layout.thresholds)

    def deal_one(self, source: np.random.Generator) -> tuple[Card, ...]:
        """The cards of one round, in the order of the layout."""
        while True:
            cards = self.cards_of([int(word) for word in _raw(source, len(self.groups))])
            if cards is not None:
                return cards

    def cards_of(self, words: list[int]) -> tuple[Card, ...] | None:
        """The cards that words stand for; None where they are to be dealt anew."""
        rest, cards = list(FULL_DECK), list[Card]()
        for places, threshold, word in zip(self.groups, self.thresholds, words, strict=True):
            left = word
            for place in places:
                index, left = divmod(left * (52 - place), WORD)
                cards.append(rest.pop(index))
            if left < threshold:
                return None
        return tuple(cards)

    def deal_many(self, source: np.random.Generator, rounds: int) -> Cards:
        """The cards of so many rounds: (cards, rounds)."""
        cards, sound = self.many_of(_raw(source, rounds * len(self.groups)).reshape(rounds, -1))
        again = np.flatnonzero(~sound)
        if len(again):
            cards[:, again] = self.deal_many(source, len(again))
        return cards

    def many_of(self, words: Words) -> tuple[Cards, npt.NDArray[np.bool_]]:
        """The same for rows of words, and which of them count."""
        rounds = len(words)
        cards = np.empty((self.layout.cards, rounds), np.uint8)
        rising = np.empty_like(cards)  # the cards so far, from the lowest up
        sound = np.ones(rounds, bool)
        for places, threshold, column in zip(self.groups, self.thresholds, words.T, strict=True):
            left = column.copy()
            for place in places:
                card = _next_digit(left, np.uint64(52 - place))
                for lower in rising[:place]:
                    card += card >= lower
                cards[place] = card
                for lower in rising[:place]:
                    larger = np.maximum(lower, card)
                    np.minimum(lower, card, out=lower)
                    card = larger
                rising[place] = card
            sound &= left >= np.uint64(threshold)
        return cards, sound


def _next_digit(left: Words, base: np.uint64) -> Cards:
    """Takes the next digit off fractions of 2^64; what is left of them stays."""
    high = ((left >> _HALF) * base + ((left & _LOW) * base >> _HALF)) >> _HALF
    left *= base
    return high.astype(np.uint8)


def _raw(source: np.random.Generator, size: int) -> Words:
    words: Words = np.asarray(source.bit_generator.random_raw(size), np.uint64)
    return words


House = str | PathLike[str] | Sheet
Betting = Literal["fixed", "discrete", "free"]
PENALTY: Final = 1.0


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
    meter: Cents | None  # where it stands when the round is paid, this round's feed in it
    unit: Cents  # the Ante that rewards are told in
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

    @cached_property
    def actions(self) -> int:
        """How many actions there are: first the decisions, then the bets."""
        return len(self.decisions) + self.menu.size

    @cached_property
    def looks(self) -> frozenset[Judged]:
        """By which cards the bets of the menu are settled, beside the player's own three.

        Whether any is on the winning hand is told too.
        """
        largest, pays = self.menu.largest.tolist(), self.table.sheet.pays
        bets = {name: cents for name, cents in zip(self.menu.names, largest, strict=True) if cents}
        judged = {pays[name].judged for name in bets if name in pays}
        return looks_at(self.table, bets) | judged & {"winning hand"}

    def shoe(self, seats: int = 1) -> Shoe:
        """What deals to so many seats."""
        return Shoe.of(DealLayout(seats, self.dealing.player_draws, self.dealing.dealer_draws))

    @cached_property
    def meter_level(self) -> float:
        """The meter as a number from 0, its reset, to 1: how much of it has been fed."""
        return meter_level(self.table, None if self.meter is None else self.meter * MICRO)


class Rules(TypedDict, total=False):
    """What may be said of a game beside its house; amounts are in cents."""

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
    if isinstance(menu, FixedBet) and not menu.bet[menu.names.index("ante")]:
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
    ante = int(menu.bet[menu.names.index("ante")]) if isinstance(menu, FixedBet) else 0
    return ante or table.min
