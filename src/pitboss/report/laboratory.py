"""What a laboratory asks for beside the lines: shape, exposure, folk play, other tables, the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.fair import SCHEME
from pitboss.odds import Game, NotPriced, Price
from pitboss.odds.class_payoffs import main_stakes
from pitboss.odds.folk_play import Folk, folk_strategies
from pitboss.odds.risk.long_runs import MeterRisk, kurtosis, meter_risk, skewness
from pitboss.odds.risk.table_swings import Exposure, TableRisk, exposure, table_risk
from pitboss.odds.work import Progress
from pitboss.package import __version__
from pitboss.report.posted_tables import OtherTable, other_tables

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

    def as_json(self) -> dict[str, Any]:
        """An entry of `laboratory.wagers`."""
        return {
            "any_return": None if self.returns is None else str(self.returns),
            "skewness": self.skewness,
            "excess_kurtosis": self.kurtosis,
        }


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

    def as_json(self) -> dict[str, Any]:
        """The part `laboratory` of `pitboss par --json`."""
        return {
            "version": self.version,
            "statements": list(self.statements),
            "wagers": {each.wager: each.as_json() for each in self.shapes},
            "folk": [
                {"strategy": each.strategy, "label": each.label, "ev": each.ev, "cost": each.cost}
                for each in self.folk
            ],
            "exposure": self.exposure.as_json(),
            "other_tables": [each.as_json() for each in self.others],
            "meter": self.meter and self.meter.as_json(),
            "table_risk": self.table and self.table.as_json(),
        }


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
