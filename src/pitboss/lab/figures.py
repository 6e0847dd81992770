"""The figures of a house and its wagers that every view of the Lab has alike."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.lab.rule_changes import WhatIf
from pitboss.odds import Price


@dataclass(frozen=True, slots=True)
class HouseName:
    """Which sheet is looked at: a house's own, or one with rules moved."""

    house: str
    name: str
    game: str
    hash: str


@dataclass(frozen=True, slots=True)
class WagerFigures:
    """A wager's figures per unit of it, named as `pitboss odds --json` names them."""

    id: str
    label: str
    ev: str
    house_edge: float
    element_of_risk: float
    stdev: float | None  # null where it is out of reach
    win_frequency: str | None  # the same
    risked: str


@dataclass(frozen=True, slots=True)
class RefusedWager:
    """A wager that has no exact price, and why."""

    id: str
    label: str
    why: str


def house_name(asked: WhatIf) -> tuple[str, str, str, str]:
    """The fields of a `HouseName`."""
    return asked.house, asked.name, asked.sheet.game, asked.sheet.hash


def wager_figures(
    label: str, price: Price
) -> tuple[str, str, str, float, float, float | None, str | None, str]:
    """The fields of `WagerFigures`."""
    edge, risk = float(price.house_edge), float(price.element_of_risk)
    wins, risked = None if price.moments else str(price.win_frequency), str(price.risked)
    return price.wager, label, str(price.ev), edge, risk, price.known_stdev, wins, risked
