"""What a laboratory asks for beside the lines: shape, exposure, folk play, the deck, other pay tables.

Where a pay table is posted, its wager is priced with the tables that other houses print, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.fair import SCHEME
from pitboss.odds import Game, NotPriced, Price
from pitboss.odds.class_payoffs import main_stakes
from pitboss.odds.house_prices import Folk, folk_strategies
from pitboss.odds.risk.long_runs import MeterRisk, kurtosis, meter_risk, skewness
from pitboss.odds.risk.table_swings import Exposure, TableRisk, exposure, table_risk
from pitboss.odds.work import Progress
from pitboss.package import __version__
from pitboss.round import open_table
from pitboss.sheet import SheetRefused, houses, load_house, with_posted
from pitboss.sheet.model import PayTable, Sheet
from pitboss.sheet.pays import ToOne


@dataclass(frozen=True, slots=True)
class OtherTable:
    """Another pay table for a posted one, and the edge of its wager then."""

    table: str
    wager: str  # `ante` for a bonus of the main game
    label: str
    house: str  # that prints it
    lines: Mapping[str, int]  # odds to 1
    house_edge: Fraction


def other_tables(game: Game) -> Iterator[OtherTable]:
    """Every posted table of a sheet with those that other houses print for the same cards."""
    sheet = game.sheet
    printed = [(load_house(name), name) for name in houses() if name != sheet.id]
    for name, table in sheet.pays.items():
        if table.posted is None:
            continue
        wager = name if name in sheet.wagers else "ante"
        met = [_lines(table)]
        for other, house in printed:
            for theirs in _alike(other, table, bonus=wager == "ante"):
                lines = _lines(theirs)
                if not lines or lines in met:
                    continue
                met.append(lines)
                edge = _edge(game, name, wager, lines)
                if edge is not None:
                    yield OtherTable(name, wager, sheet.label(name), house, lines, edge)


def _alike(sheet: Sheet, table: PayTable, *, bonus: bool) -> Iterator[PayTable]:
    """The tables of a sheet that pay the same cards in the same way: a bonus, or a wager of its own."""
    for name, other in sheet.pays.items():
        same = other.judged == table.judged and (name in sheet.bonuses) == bonus
        if same and set(other.columns) == set(table.columns):
            yield other


def _lines(table: PayTable) -> dict[str, int]:
    """A table as odds to 1; empty where it pays anything else."""
    (column,) = table.columns.values() if len(table.columns) == 1 else (None,)
    if column is None:
        return {}
    pays = column.lines
    whole = {
        key: int(pay.odds)
        for key, pay in pays.items()
        if isinstance(pay, ToOne) and pay.odds.denominator == 1
    }
    return whole if len(whole) == len(pays) else {}


def _edge(game: Game, table: str, wager: str, lines: Mapping[str, int]) -> Fraction | None:
    try:
        changed = with_posted(game.sheet, {table: lines})
        limits = game.table.min, game.table.max
        return Game(open_table(changed, *limits), game.players, game.meter).price(wager).house_edge
    except (NotPriced, SheetRefused):
        return None


DECK: Final = (
    "One deck of 52 cards without jokers; the whole deck is shuffled anew before each round (STD-1).",
    "Every figure takes all orders of the deck as equally likely.",
)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a wager's net is spread, beyond mean and variance."""

    wager: str
    label: str
    returns: Fraction | None  # how often anything comes back at all, a stake that is pushed too
    skewness: float | None
    kurtosis: float | None


@dataclass(frozen=True, slots=True)
class Laboratory:
    """All of it, with the labels that the sheet gives."""

    version: str
    statements: tuple[str, ...]
    shapes: tuple[Shape, ...]
    folk: tuple[Folk, ...]
    exposure: Exposure
    labels: Mapping[str, str]
    others: tuple[OtherTable, ...]
    meter: MeterRisk | None
    table: TableRisk | None  # where it was asked for


def laboratory_of(
    game: Game, prices: Sequence[Price], *, with_table: bool, progress: Progress | None = None
) -> Laboratory:
    """What a laboratory asks of a game whose wagers are priced so."""
    sheet = game.sheet
    scheme = f"Pitboss {__version__} deals by {SCHEME}: Fisher–Yates without favour, from a seed that is"
    main = next((price for price in prices if price.wager == "ante"), None)
    return Laboratory(
        version=__version__,
        statements=(*DECK, f"{scheme} committed to before the bets and opened afterwards."),
        shapes=tuple(_shape(game, price) for price in prices),
        folk=_folk(game, main),
        exposure=exposure(game),
        labels={name: sheet.label(name) for name in sheet.wagers},
        others=tuple(other_tables(game)),
        meter=meter_risk(game, game.players),
        table=_table(game, progress) if with_table else None,
    )


def _shape(game: Game, price: Price) -> Shape:
    label = game.sheet.label(price.wager)
    if not price.distribution:
        return Shape(price.wager, label, None, None, None)
    return Shape(price.wager, label, _any_return(game, price), skewness(price), kurtosis(price))


def _any_return(game: Game, price: Price) -> Fraction | None:
    """How often at least a cent comes back of what a wager has put up, by settlement's lines."""
    try:
        outcomes = game.outcomes(price.wager)
    except NotPriced:
        return None
    own = None if price.wager == "ante" else price.wager
    hits = every = 0
    for each in outcomes.classes:
        lines = [line for line in game.lines_of(outcomes.wagers, each) if own is None or line.id == own]
        back = sum(line.stake + line.profit for line in lines) + each.envy
        hits, every = hits + each.number * (back > 0), every + each.number
    return Fraction(hits, every)


def _folk(game: Game, main: Price | None) -> tuple[Folk, ...]:
    if main is None:
        return ()
    try:
        return folk_strategies(game, main.ev)
    except NotPriced:
        return ()


def _table(game: Game, progress: Progress | None) -> TableRisk | None:
    """The main game at every seat, on the smallest Ante; None where seats are not counted together."""
    bets = main_stakes(game.table, {"ante": game.table.min}) if "ante" in game.sheet.wagers else {}
    try:
        return table_risk(game, bets, progress=progress) if bets else None
    except NotPriced:
        return None
