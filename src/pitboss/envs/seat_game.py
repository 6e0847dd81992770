"""What an environment is made of: the table, how one bets, how cards come, what a unit of reward is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from typing import Final, Literal, TypedDict, Unpack

from pitboss.cards import Card
from pitboss.envs.bet_menus import BetMenu, Bets, FixedBet, bet_list, fixed_bet, spot_by_spot
from pitboss.envs.dealing import Shoe
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.counts import Dealing, dealing_of
from pitboss.phrases import one_of
from pitboss.round.refusal import Refusal
from pitboss.round.settlement import dealer_draws, looks_at
from pitboss.round.table import Table, open_table
from pitboss.sheet import Sheet, load_house, load_sheet
from pitboss.sheet.payclass import Judged
from pitboss.sim.deal_layout import DealLayout

House = str | PathLike[str] | Sheet
Betting = Literal["fixed", "discrete", "free"]

FOLD, PLAY, DRAW = 0, 1, 2  # the numbers of the decisions; a draw names the place of its card, high to low
DECISIONS: Final = ("fold", "play", "draw_1", "draw_2", "draw_3")
PENALTY: Final = 1.0


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
    def decisions(self) -> tuple[str, ...]:
        """The names of the decisions, by their numbers."""
        return DECISIONS if self.dealing.player_draws else DECISIONS[:DRAW]

    @cached_property
    def actions(self) -> int:
        """How many actions there are: first the decisions, then the bets."""
        return len(self.decisions) + self.menu.size

    @cached_property
    def looks(self) -> frozenset[Judged]:
        """By which cards the bets of the menu are settled, beside the player's own three."""
        largest = self.menu.largest.tolist()
        bets = {name: cents for name, cents in zip(self.menu.names, largest, strict=True) if cents}
        return looks_at(self.table, bets)

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
    table = open_table(find_sheet(house), rules.get("low"), rules.get("high"))
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


def find_sheet(house: House) -> Sheet:
    """The sheet that is meant: what has a / in it, ends in .toml or is no text is a path."""
    if isinstance(house, Sheet):
        return house
    name = fspath(house)
    is_path = not isinstance(house, str) or "/" in name or name.endswith(".toml")
    return load_sheet(name) if is_path else load_house(name)


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
