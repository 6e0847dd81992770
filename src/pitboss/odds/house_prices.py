"""A house however it is named: its game, prices and plan, and what people and books say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from pitboss.cards import RANKS
from pitboss.dataframes import Rows, Tabular
from pitboss.errors import NotPriced, Refusal
from pitboss.hands import HAND_FORMS, hand_words, parse_hand
from pitboss.money import Cents, NotMoney, parse_money
from pitboss.odds.decisions import EVERY_ACTION, FOLD, PLAY, RAISE, Chooser, Worth, from_value, optimal
from pitboss.odds.game import Game
from pitboss.odds.geometry import Ints, rows
from pitboss.odds.plan import Plan, plan_of, plan_of_cards
from pitboss.odds.prices import Price, SheetPrice
from pitboss.odds.row_kinds import PriceRow
from pitboss.round.table import Table, open_table
from pitboss.sheet import sheet_from_content
from pitboss.sheet.model import Published, Sheet, in_order
from pitboss.text import all_of


def bets_of(text: str) -> dict[str, Cents]:
    """`ante=1000,pair_plus=500` as wagers in cents; an amount with the sign is in dollars.

    >>> bets_of("ante=1000, pair_plus=$5")
    {'ante': 1000, 'pair_plus': 500}
    """
    found: dict[str, Cents] = {}
    for part in re.split(r",(?!\d{3}\b)", text):  # and not the comma of $1,000
        name, equals, amount = part.strip().partition("=")
        cents = _cents(amount) if equals and name not in found else None
        if cents is None:
            raise Refusal(
                "bets", f"{text[:60]!r}: write cents, like ante=1000,pair_plus=500, or ante=10$", None, "bets"
            )
        found[name] = cents
    return found


def _cents(amount: str) -> Cents | None:
    try:
        return parse_money(amount)
    except NotMoney:
        return None


def strategy_called(sheet: Sheet, name: str) -> Chooser | None:
    """A strategy by its name: optimal, always, mimic, or a cut-off hand; None for any other text."""
    if name == "optimal":
        return optimal
    if name == "always":
        return from_value(0)
    value = sheet.dealer.qualifier.value if name == "mimic" else parse_hand(name)
    return None if value is None else from_value(value)


# --- A house however it is named, and what is asked of it most: its price, and a plan to play it by.

House = str | Path | Sheet | Table | Game  # an id, the path of a sheet file, or what was made of one


def price_sheet(
    sheet: Sheet,
    strategy: Chooser = optimal,
    bets: Mapping[str, Cents] | None = None,
    players: int = 1,
    meter: Cents | None = None,
) -> SheetPrice:
    """Prices every wager that a sheet offers, exactly.

    >>> from pitboss.sheet import load_house
    >>> price_sheet(load_house("rivers")).wagers["pair_plus"].ev
    Fraction(-402, 5525)
    """
    return _priced(Game(open_table(sheet), players, meter), strategy, bets)


def game_of(house: House) -> Game:
    """The game of a house at its usual limits, with one player; one that was asked for before has its counts.

    >>> from pitboss.odds import game_of
    >>> game_of("rivers") is game_of("rivers"), game_of("rivers").players
    (True, 1)
    """
    if isinstance(house, Game):
        return house
    return kept_game(house if isinstance(house, Table) else open_table(house))


def kept_game(table: Table, players: int = 1, meter: Cents | None = None) -> Game:
    """The mathematics of a table at a number of players and a meter, the same one for the same question."""
    return _kept_game(table, players, meter)  # the cache takes a default and its value for two questions


_kept_game = lru_cache(maxsize=48)(Game)


def price(
    house: House, strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> SheetPrice:
    """The exact price of every wager of a house, and of a whole bet if one is given, in cents.

    A strategy is `optimal`, `always`, `mimic`, the lowest hand that plays, or a function of your own: it
    takes a `Worth` (some hands, and what each action is worth with them) and gives an array of action
    numbers, a row for each hand and a column for each set of up cards; else it gets a TypeError. For more
    players or another meter give a `Game`.

    >>> from pitboss import price
    >>> price("rivers").wagers["ante"].ev
    Fraction(-686689, 20358520)
    >>> f"{float(price('rivers', 'Q-6-4').wagers['ante'].house_edge):.4%}"
    '3.3730%'
    """
    game = game_of(house)
    return _priced(game, _chooser(game, strategy), bets)


def _priced(game: Game, strategy: Chooser, bets: Mapping[str, Cents] | None) -> SheetPrice:
    """Raises `NotPriced` where no wager has a price."""
    found = game.price_all(strategy, bets)
    if not found.wagers:
        raise NotPriced(next(iter(found.refused.values())))
    return found


def plan_for(
    house: House, strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> Plan:
    """What to do with any hand of a house, looked up at once: by a strategy, for a bet (the Ante alone).

    >>> from pitboss import parse_cards, plan_for
    >>> plan = plan_for("rivers")
    >>> plan.choice(parse_cards("Qs 6h 4d")).action, plan.choice(parse_cards("Qs 6h 3d")).action
    ('play', 'fold')
    """
    game = game_of(house)
    chooser = _chooser(game, strategy)
    if isinstance(strategy, str) and chooser is not optimal:
        return plan_of_cards(game, chooser)
    return plan_of(game, chooser, game.stakes_of("ante") if bets is None else bets)


def _chooser(game: Game, strategy: str | Chooser) -> Chooser:
    if not isinstance(strategy, str):
        return strategy if strategy is optimal else _checked(strategy)
    known = strategy_called(game.sheet, strategy)
    if known is None:
        raise NotPriced(f"The strategy {strategy!r} is not known: optimal, always, mimic, or {HAND_FORMS}")
    return known


def _checked(strategy: Chooser) -> Chooser:
    """A strategy that is a caller's function; refused where it does not give an action for each hand."""

    def choose(worth: Worth) -> Ints:
        shape, actions = worth.sums.shape[:2], worth.names
        numbers = {EVERY_ACTION.index(name): name for name in actions}
        given = np.asarray(strategy(worth))
        if given.dtype.kind in "iu" and given.shape in ((), shape):
            chosen = np.broadcast_to(given.astype(np.int64), shape)
            may = True if worth.may_raise is None else worth.may_raise[:, None] | (chosen < RAISE)
            if np.all(np.isin(chosen, list(numbers)) & may):
                return chosen
        listed = all_of(f"{number} ({name})" for number, name in numbers.items())
        raise TypeError(
            "A strategy of your own takes a Worth and gives whole numbers of actions, in an array of shape"
            f" {shape} here: hands by sets of up cards. The actions are {listed}, and raises only where"
            " worth.may_raise says so"
        )

    return choose


# --- Several houses side by side.


@dataclass(frozen=True, slots=True)
class Comparison(Tabular[PriceRow]):
    """The prices of some houses, in the order in which they were named."""

    houses: tuple[SheetPrice, ...]

    def rows(self) -> Rows[PriceRow]:
        """One row for each wager of each house."""
        return Rows(PriceRow, (row for each in self.houses for row in each.rows()))

    def _repr_html_(self) -> str:
        """How a notebook shows it: a table for each house."""
        return "".join(each._repr_html_() for each in self.houses)

    def as_json(self) -> dict[str, Any]:
        """The prices as `pitboss odds --compare --json` prints them."""
        return {"houses": [each.as_json() for each in self.houses]}


def compare(
    houses: Iterable[House], strategy: str | Chooser = "optimal", bets: Mapping[str, Cents] | None = None
) -> Comparison:
    """The exact prices of several houses, each as `price` gives it.

    >>> from pitboss import compare
    >>> [row["house"] for row in compare(["shine", "rivers"]).rows() if row["wager"] == "ante"]
    ['shine', 'rivers']
    """
    return Comparison(tuple(price(each, strategy, bets) for each in houses))


# --- Folk strategies: what people do at the tables, priced beside the best play.

KING_HIGH: Final = "king high"


@dataclass(frozen=True, slots=True)
class Folk:
    """A way to play, its mean, and what it gives up against the best play, per Ante."""

    strategy: str  # as `strategy=` takes it
    label: str
    ev: str
    house_edge: float
    cost: str
    cost_value: float


def folk_strategies(game: Game, best: Fraction) -> tuple[Folk, ...]:
    """The best play, whose mean is given, first. All others go by the hand alone: priced with no card up."""
    unseen = Game(open_table(with_nothing_up(game.sheet)), game.players, game.meter)
    found = [Folk("optimal", "Best play", str(best), float(-best), "0", 0.0)]
    met: set[int] = set()
    low = ", never raised" if game.sheet.play.raises else ""
    for strategy, label, value in _known(game.sheet, unseen):
        if value in met:
            continue
        met.add(value)
        ev = unseen.price("ante", from_value(value)).ev
        found.append(Folk(strategy, f"{label}{low}", str(ev), float(-ev), str(best - ev), float(best - ev)))
    return tuple(found)


def _known(sheet: Sheet, unseen: Game) -> Iterator[tuple[str, str, int]]:
    """The name, the words and the lowest hand played of each strategy."""
    stays = "play pat" if sheet.player.draws else "play"
    yield "always", f"Always {stays}", 0
    qualifier = sheet.dealer.qualifier
    if not qualifier.always:
        yield "mimic", f"Mimic the dealer: {stays} {hand_words(qualifier.hand)}", qualifier.value
    king = parse_hand(KING_HIGH)
    if king is not None:
        yield KING_HIGH, f"{stays.capitalize()} {hand_words(KING_HIGH)}", king
    away = hand_words(sheet.away.hand)
    yield (
        sheet.away.hand,
        f"As the table plays for absent players: {away} ({sheet.away.clause})",
        sheet.away.value,
    )
    if not sheet.player.draws:
        yield from _best_cut_off(sheet, unseen)


def _best_cut_off(sheet: Sheet, unseen: Game) -> Iterator[tuple[str, str, int]]:
    """The best play with no card up, where it is a cut-off."""
    (whole,) = unseen.worths(unseen.stakes_of("ante"))
    best, value = whole.best()[:, 0], rows().value
    played, folded = value[best == PLAY], value[best == FOLD]
    if not played.size or not folded.size or played.min() <= folded.max():
        return
    lowest = int(played.min())
    cards = rows().cards[int(np.argmax(value == lowest))].tolist()
    hand = "-".join(RANKS[card >> 2] for card in cards)
    label = f"Ignore the up card: play {hand} or better" if sheet.dealer.shows else f"Play {hand} or better"
    yield hand, label, lowest


def with_nothing_up(sheet: Sheet) -> Sheet:
    """The same sheet with no dealer card up, for players who do not look at one."""
    if sheet.dealer.shows == 0:
        return sheet
    content = in_order(sheet.content)
    content["dealer"]["shows"] = 0
    return sheet_from_content(content)


# --- Published figures beside the exact ones: is each what the rules give, to the last digit printed?


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A published figure and what the rules give for it."""

    published: Published
    exact: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the exact figure, rounded as the published one was, is the published one."""
        printed = self.published.printed
        return printed.rounded(self.exact) == printed.value

    @property
    def shown(self) -> str:
        """The exact figure with the digits of the published one."""
        return self.published.printed.text(self.exact)

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss odds --json`."""
        published = self.published
        return {
            "wager": published.wager,
            "figure": published.figure,
            "strategy": published.strategy,
            "players": published.players,
            "meter": published.meter,
            "says": published.says,
            "exact": str(self.exact),
            "agrees": self.agrees,
            "errs": published.errs,
            "source": published.source,
            "url": published.url,
            "recalled": published.recalled,
        }


def reproduce_all(sheet: Sheet) -> tuple[Reproduced, ...]:
    """Every figure that was published about a sheet, beside the exact one."""
    table = open_table(sheet)
    games: dict[tuple[int, int | None], Game] = {}
    prices: dict[tuple[int, int | None, str, str], Price] = {}
    found: list[Reproduced] = []
    for each in sheet.published:
        place = each.players, each.meter
        game = games.setdefault(place, Game(table, *place))
        key = (*place, each.wager, each.strategy)
        if key not in prices:
            strategy = strategy_called(sheet, each.strategy)
            if strategy is None:
                raise NotPriced(f"{each.strategy} is no strategy")
            prices[key] = game.price(each.wager, strategy)
        found.append(Reproduced(each, _figure(prices[key], each)))
    return tuple(found)


def _figure(price: Price, published: Published) -> Fraction:
    """The exact figure of one name."""
    match published.figure:
        case "house edge":
            return price.house_edge
        case "player's edge":
            return price.ev
        case "element of risk":
            return price.element_of_risk
        case "return":
            return 1 + price.ev
        case "wins":
            return price.win_frequency
        case "deviation":
            return Fraction(price.stdev)
        case "break-even meter":
            cents = price.extras.get("break_even_meter")
            if cents is None:
                raise NotPriced(f"{published.wager} wins no meter")
            return Fraction(int(cents), 100)
