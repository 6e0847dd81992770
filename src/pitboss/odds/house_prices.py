"""A house however it is named: its game, prices and plan, and what people and books say of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NotRequired, TypedDict, cast

import numpy as np

from pitboss.cards import RANKS, AnyCards
from pitboss.dataframes import Rows, Tabular, in_json
from pitboss.errors import NotPriced, Refusal
from pitboss.hands import hand_words, parse_hand
from pitboss.money import Cents, NotMoney, parse_money
from pitboss.odds.decisions import FOLD, PLAY, from_value, optimal
from pitboss.odds.game import Game
from pitboss.odds.geometry import rows
from pitboss.odds.plan import Plan
from pitboss.odds.policies import Policy, answer_to, asks, chooser_of, plan_by, turn_of
from pitboss.odds.prices import BetEntry, Price, PriceEntry, SheetPrice
from pitboss.odds.row_kinds import PriceRow
from pitboss.odds.work import Progress
from pitboss.round.bank import most_used
from pitboss.round.events import DealCards, Decide, EndDeal, PlaceBets, RevealDealer, SettleRound, TakeBank
from pitboss.round.play import step
from pitboss.round.settlement import ActionId
from pitboss.round.state import Round, open_round
from pitboss.round.table import House, Table, open_table, parse_action
from pitboss.sheet import sheet_from_content
from pitboss.sheet.model import Published, Sheet, in_order


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


# --- A house however it is named, and what is asked of it most: its price, and a plan to play it by.


def price_sheet(
    sheet: Sheet,
    strategy: Policy = optimal,
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


def game_of(house: House | Game) -> Game:
    """The game of a house at its usual limits, with one player; one that was asked for before has its counts.

    >>> from pitboss.odds import game_of
    >>> game_of("rivers") is game_of("rivers"), game_of("rivers").players
    (True, 1)
    """
    if isinstance(house, Game):
        return house
    return kept_game(open_table(house))


def kept_game(table: Table, players: int = 1, meter: Cents | None = None) -> Game:
    """The mathematics of a table at a number of players and a meter, the same one for the same question."""
    return _kept_game(table, players, meter)  # the cache takes a default and its value for two questions


_kept_game = lru_cache(maxsize=48)(Game)


def price(
    house: House | Game, strategy: Policy = "optimal", bets: Mapping[str, Cents] | None = None
) -> SheetPrice:
    """The exact price of every wager of a house, and of a whole bet if one is given, in cents.

    A strategy is a policy: `optimal`, `always`, `mimic`, the lowest hand that plays, a `Plan`, or a function
    that plays. It counts for the main game, which is `wagers["ante"]`, and for the whole bet, `combined`. A
    function is asked about every hand that can be dealt; see `Turn` for what it is given. For more players or
    another meter give a `Game`.

    >>> from pitboss import price
    >>> price("rivers").wagers["ante"].ev
    Fraction(-686689, 20358520)
    >>> f"{float(price('rivers', 'Q-6-4').wagers['ante'].house_edge):.4%}"
    '3.3730%'
    >>> price("rivers", lambda turn: "fold").wagers["ante"].house_edge
    Fraction(1, 1)
    """
    return _priced(game_of(house), strategy, bets)


def _priced(game: Game, strategy: Policy, bets: Mapping[str, Cents] | None) -> SheetPrice:
    """Raises `NotPriced` where no wager has a price."""
    chooser = chooser_of(game, strategy, bets)
    found = game.price_all(chooser, bets, for_bets=chooser)
    if not found.wagers:
        raise NotPriced(next(iter(found.refused.values())))
    return found


def exact_value(
    house: House | Game, strategy: Policy = "optimal", bets: Mapping[str, Cents] | None = None
) -> Fraction:
    """What a round is worth to a seat that plays by a policy, in cents; the bet is the smallest Ante.

    >>> from pitboss import exact_value
    >>> exact_value("rivers", lambda turn: "fold", {"ante": 1000})
    Fraction(-1000, 1)
    """
    game = game_of(house)
    return game.price_bets(game.least_bet if bets is None else bets, strategy=strategy).ev


def plan_for(
    house: House | Game,
    strategy: Policy = "optimal",
    bets: Mapping[str, Cents] | None = None,
    *,
    suits: bool = True,
    progress: Progress | None = None,
) -> Plan:
    """What to do with any hand of a house, looked up at once: by a strategy, for a bet (the Ante alone).

    A function that never looks at suits may be asked about fewer hands, with `suits=False`: one of each kind.

    >>> from pitboss import plan_for
    >>> plan = plan_for("rivers")
    >>> plan.choice("Qs 6h 4d").action, plan.choice(["Qs", "6h", "3d"]).action
    ('play', 'fold')
    """
    return plan_by(game_of(house), strategy, bets, suits=suits, progress=progress)


def play_out(
    house: House | Game,
    deck: AnyCards,
    bets: Mapping[int, Mapping[str, Cents]],
    strategy: Policy | Mapping[int, Policy] = "optimal",
    *,
    bank: Cents | None = None,
    meter: Cents | None = None,
) -> Round:
    """Plays a round to its end and gives the settled round; each seat decides by what it may see.

    One policy is for all seats, or each seat number has its own; `Turn` says what a function is given. A
    bank's stake that is left out covers every seat in full. A meter that is left out stands at its reset.

    >>> from pitboss import FULL_DECK, play_out
    >>> end = play_out("napa-valley", FULL_DECK, {1: {"ante": 1000}}, lambda turn: "play")
    >>> end.phase, end.paid(1).net
    ('settled', 0)
    """
    game = game_of(house)
    state = open_round(game.table)
    for number, wagers in sorted(bets.items()):
        state = step(state, PlaceBets(number, _person(number), dict(wagers)))
    if game.sheet.bank is not None:
        cover = most_used(game.table, tuple(bets.values())) if bank is None else bank
        state = step(state, TakeBank("bank", cover))
    state = step(step(state, DealCards(deck)), EndDeal())
    while state.waiting:
        number = state.waiting[0]
        policy = strategy.get(number) if isinstance(strategy, Mapping) else strategy
        if policy is None:
            raise Refusal("strategy", f"There is no strategy for seat {number}", None, f"strategy[{number}]")
        answer = answer_to(turn_of(state, number), asks(game, policy, bets[number]))
        action, discard = parse_action(answer)
        state = step(state, Decide(number, _person(number), cast(ActionId, action), discard))
    posted = game.sheet.meter
    held = posted.reset if posted and meter is None else meter
    return step(step(state, RevealDealer()), SettleRound(held))


def _person(number: int) -> str:
    return f"seat {number}"


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
    houses: Iterable[House | Game], strategy: Policy = "optimal", bets: Mapping[str, Cents] | None = None
) -> Comparison:
    """The exact prices of several houses, each as `price` gives it.

    >>> from pitboss import compare
    >>> [row["house"] for row in compare(["shine", "rivers"]).rows() if row["wager"] == "ante"]
    ['shine', 'rivers']
    """
    return Comparison(tuple(price(each, strategy, bets) for each in houses))


# --- Folk strategies: what people do at the tables, priced beside the best play.

KING_HIGH: Final = "king high"


class FolkEntry(TypedDict):
    """A way to play in `pitboss par --json`, per Ante; `cost` is what it gives up."""

    strategy: str
    label: str
    ev: Fraction
    house_edge: Fraction
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Folk:
    """A way to play, its mean, and what it gives up against the best play, per Ante."""

    strategy: str  # as `strategy=` takes it
    label: str
    ev: str
    house_edge: float
    cost: str
    cost_value: float

    def as_json(self) -> dict[str, Any]:
        """The entry of `pitboss par --json`."""
        ev, cost = Fraction(self.ev), Fraction(self.cost)
        told = {"strategy": self.strategy, "label": self.label, "ev": ev, "house_edge": -ev, "cost": cost}
        entry: dict[str, Any] = in_json(FolkEntry, told)
        return entry


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


OURS: Final = frozenset({"exact", "agrees"})


class PublishedEntry(TypedDict):
    """A published figure in `pitboss odds --json`, and what the rules give for it."""

    wager: str
    figure: str
    strategy: str
    players: int
    meter: Cents | None
    says: str
    exact: Fraction
    agrees: bool
    errs: str | None
    source: str
    url: str | None
    recalled: bool


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
        told = {name: getattr(self.published, name) for name in PublishedEntry.__annotations__.keys() - OURS}
        entry: dict[str, Any] = in_json(PublishedEntry, told | {"exact": self.exact, "agrees": self.agrees})
        return entry


class OddsAnswer(TypedDict):
    """What `pitboss odds --json` prints of a house."""

    house: str
    wagers: Mapping[str, PriceEntry]
    combined: NotRequired[BetEntry]  # the whole bet, where one was asked for
    refused: NotRequired[Mapping[str, str]]  # what has no price, and why
    published: NotRequired[list[PublishedEntry]]


class CompareAnswer(TypedDict):
    """What `pitboss odds --compare --json` prints."""

    houses: list[OddsAnswer]


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
            prices[key] = game.price(each.wager, each.strategy)
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
