"""Several houses side by side, as `pitboss odds --compare` puts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.hands import hand_words
from pitboss.lab.figures import HouseName, RefusedWager, WagerFigures, house_name, wager_figures
from pitboss.lab.rule_changes import WhatIf
from pitboss.lab.simulated import EXACT_SECONDS, SimulatedWager, prices_of, simulated_wagers
from pitboss.sheet import Sheet
from pitboss.text import one_of


@dataclass(frozen=True, slots=True)
class Fact:
    """One rule in a word or two."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ComparedHouse(HouseName):
    """One column of the comparison."""

    facts: tuple[Fact, ...]
    wagers: tuple[WagerFigures, ...]
    simulated: tuple[SimulatedWager, ...]
    refused: tuple[RefusedWager, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The houses in the order asked for."""

    strategy: str
    houses: tuple[ComparedHouse, ...]


def comparison(asked: Sequence[WhatIf]) -> Comparison:
    """The figures of several what-ifs that are played alike.

    >>> from pitboss.lab.rule_changes import what_if
    >>> both = comparison([what_if("rivers"), what_if("napa-valley")])
    >>> [house.wagers[0].ev for house in both.houses]
    ['-686689/20358520', '-229314/12724075']
    """
    seconds = EXACT_SECONDS / max(1, len(asked))
    return Comparison(
        asked[0].strategy if asked else "optimal", tuple(_house(each, seconds) for each in asked)
    )


def _house(asked: WhatIf, seconds: float) -> ComparedHouse:
    sheet = asked.sheet
    prices, refused = prices_of(asked, seconds)
    simulated, left = simulated_wagers(asked, refused)
    return ComparedHouse(
        *house_name(asked),
        facts=_facts(sheet),
        wagers=tuple(
            WagerFigures(*wager_figures(sheet.label(wager), price)) for wager, price in prices.items()
        ),
        simulated=simulated,
        refused=left,
    )


def _raised(sheet: Sheet) -> str:
    raises = sheet.play.raises
    if raises is None:
        return "no"
    times = f"to {one_of([str(each) for each in raises.times])} times the Ante"
    return f"{times}, with {hand_words(raises.hand)}" if raises.value else times


def _facts(sheet: Sheet) -> tuple[Fact, ...]:
    qualifier, draw = sheet.dealer.qualifier, sheet.dealer.draw
    draws = f"below {draw.below.text.replace('_', ' ')}" if draw.when == "below" else draw.when
    return (
        Fact("qualifier", "Dealer qualifies with", "always" if qualifier.always else qualifier.hand),
        Fact("shows", "Dealer's cards up", str(sheet.dealer.shows)),
        Fact("dealer_draws", "Dealer draws", draws),
        Fact("player_draws", "Player may draw", "one card" if sheet.player.draws else "no"),
        Fact("raises", f"{sheet.play.label} may be raised", _raised(sheet)),
        Fact("banked_by", "Banked by", "a player" if sheet.bank else "the house"),
    )
