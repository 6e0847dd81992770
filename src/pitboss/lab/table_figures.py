"""A table's risk in the Lab: how far it strays with its seats, what it holds, its days, its meter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pitboss.lab.rule_changes import WhatIf, chooser_of, game_of
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.risk.long_runs import MeterRisk, meter_risk
from pitboss.odds.risk.table_swings import TableRisk, table_risk


@dataclass(frozen=True, slots=True)
class SeatsRisk:
    """One round with so many seats, in cents: mean and deviation, and the deviation were they apart."""

    players: int
    mean: float
    stdev: float
    apart: float


@dataclass(frozen=True, slots=True)
class HoldRange:
    """Between which results, and shares of the bets, so many rounds end 99 times of 100."""

    rounds: int
    low: float
    high: float
    low_hold: float
    high_hold: float


@dataclass(frozen=True, slots=True)
class TableDays:
    """Days of so many rounds, in cents."""

    rounds: int
    mean: float
    stdev: float
    loses: float
    worst_usual: float
    worst_rare: float
    year_loses: float


@dataclass(frozen=True, slots=True)
class MeterHit:
    """Within how many rounds the meter is hit with a chance in per cent, and what it shows then at most."""

    percent: int
    rounds: int
    meter: Cents | None


@dataclass(frozen=True, slots=True)
class MeterPanel:
    """The meter with all seats on it."""

    wager: str
    label: str
    players: int
    mean_rounds: float
    mean_at_hit: float | None
    contribution: float
    funding: float
    hits: tuple[MeterHit, ...]


@dataclass(frozen=True, slots=True)
class TablePanel:
    """The house's side of equal bets at every seat; part `envy` is what a hand pays each other seat."""

    house: str
    bets: Mapping[str, Cents]
    parts: tuple[str, ...]
    labels: tuple[str | None, ...]  # null for envy
    at_a_seat: tuple[tuple[float, ...], ...]  # correlations of parts
    of_two_seats: tuple[tuple[float, ...], ...]
    seats: tuple[SeatsRisk, ...]
    bands: tuple[HoldRange, ...]  # with all seats
    days: TableDays
    meter: MeterPanel | None


def table_panel(asked: WhatIf, bets: Mapping[str, Cents], pace: int, hours: int) -> TablePanel:
    """The risk of a table whose seats all make this bet, so many rounds an hour and hours a day."""
    risk, meter = _counted(asked, tuple(bets.items()))
    players = risk.seats
    days = risk.days(players, pace * hours)
    wins = any(map(asked.sheet.wins_meter, bets))
    return TablePanel(
        house=asked.house,
        bets=dict(bets),
        parts=risk.names,
        labels=tuple(asked.sheet.label(name) if name in bets else None for name in risk.names),
        at_a_seat=_correlations(risk, 1),
        of_two_seats=_correlations(risk, 2),
        seats=tuple(
            SeatsRisk(number, float(risk.mean(number)), risk.stdev(number), risk.apart(number))
            for number in range(1, players + 1)
        ),
        bands=tuple(
            HoldRange(each.rounds, each.low, each.high, each.low_hold, each.high_hold)
            for each in risk.bands(players)
        ),
        days=TableDays(
            days.rounds, days.mean, days.stdev, days.loses, days.worst_usual, days.worst_rare, days.year_loses
        ),
        meter=_meter(asked, meter) if meter is not None and wins else None,
    )


@lru_cache(maxsize=16)
def _counted(asked: WhatIf, bets: tuple[tuple[str, Cents], ...]) -> tuple[TableRisk, MeterRisk | None]:
    game = game_of(asked)
    if game.dealing.player_draws or game.dealing.dealer_draws:
        raise NotPriced("Seats where cards are drawn take too long to count together here: use pitboss risk")
    return table_risk(game, dict(bets), chooser_of(asked)), meter_risk(game, asked.sheet.seats)


def _correlations(risk: TableRisk, seats: int) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(risk.correlation(mine, other, seats=seats) for other in risk.names) for mine in risk.names
    )


def _meter(asked: WhatIf, meter: MeterRisk) -> MeterPanel:
    mean = meter.mean_at_hit
    return MeterPanel(
        meter.wager,
        asked.sheet.label(meter.wager),
        meter.players,
        float(meter.mean_rounds),
        None if mean is None else float(mean),
        float(meter.contribution),
        float(meter.funding),
        tuple(MeterHit(row["percent"], row["rounds"], row["meter"]) for row in meter.rows()),
    )
