"""Knobs: what can be turned on a sheet, where it stands, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from pitboss.hands import Category
from pitboss.lab.rule_changes import WhatIf
from pitboss.money import Cents
from pitboss.odds.game import MOST_METER
from pitboss.sheet.model import DealerDraws, Sheet
from pitboss.sheet.reader import MOST_RAISE

QUALIFIERS: Final = (
    "any",
    *(f"{rank} high" for rank in ("nine", "ten", "jack", "queen", "king", "ace")),
    *(category.text.replace("_", " ") for category in Category if category is not Category.HIGH_CARD),
)
MOST_UP: Final = 3


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing to turn. A `query` knob is a parameter of its own; all others are overrides of the sheet."""

    key: str
    label: str
    kind: Literal["choice", "whole", "pay", "query"]
    value: str | int
    allowed: tuple[str | int, ...]
    clause: str
    least: Cents | None = None
    most: Cents | None = None
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # further overrides a value needs


def knobs(asked: WhatIf) -> tuple[Knob, ...]:
    """Every knob of a what-if.

    >>> from pitboss.lab.rule_changes import what_if
    >>> [knob.value for knob in knobs(what_if("napa-valley")) if knob.key == "dealer.shows"]
    [1]
    """
    return (*_dealer(asked.sheet), *_raises(asked.sheet), *_table(asked), *_pays(asked.sheet))


def _dealer(sheet: Sheet) -> Iterator[Knob]:
    dealer = sheet.dealer
    hand = dealer.qualifier.hand
    hands = QUALIFIERS if hand in QUALIFIERS else (*QUALIFIERS, hand)
    needs: dict[str, tuple[str, ...]] = {}
    if sheet.not_qualified is None:  # a dealer who always qualified has no rule for it: the usual one
        missing = f'{{ante="1 to 1", play="push", clause="{dealer.qualifier.clause}"}}'
        needs = {each: (f"showdown.not_qualified={missing}",) for each in hands if each != "any"}
    label = f"{dealer.label} qualifies with"
    yield Knob("dealer.qualifier.hand", label, "choice", hand, hands, dealer.qualifier.clause, also=needs)
    up = tuple(range(MOST_UP + 1))
    yield Knob("dealer.shows", f"{dealer.label}'s cards up", "whole", dealer.shows, up, dealer.clause)
    draw = dealer.draw
    below = (f"dealer.draw.below={draw.below.text}",)
    yield Knob(
        "dealer.draw.when",
        f"{dealer.label} draws a fourth card",
        "choice",
        draw.when,
        get_args(DealerDraws),
        draw.clause or dealer.clause,
        also={"below": below},
    )
    if draw.when == "below":
        names = tuple(category.text for category in Category if category is not Category.HIGH_CARD)
        yield Knob("dealer.draw.below", "… with less than", "choice", draw.below.text, names, draw.clause)


def _raises(sheet: Sheet) -> Iterator[Knob]:
    """How high Play may be made, and from which hand on, where it may be raised."""
    play, raises = sheet.play, sheet.play.raises
    if raises is None:
        return
    least, times = int(play.times) + 1, str(list(raises.times))
    lists = tuple(str(list(range(least, most + 1))) for most in range(least, MOST_RAISE + 1))
    label = f"{play.label} may be raised to so many Antes"
    allowed = lists if times in lists else (*lists, times)
    yield Knob("play.raises.times", label, "choice", times, allowed, raises.clause)
    hands = QUALIFIERS if raises.hand in QUALIFIERS else (*QUALIFIERS, raises.hand)
    yield Knob("play.raises.from", "… with at least", "choice", raises.hand, hands, raises.clause)


def _table(asked: WhatIf) -> Iterator[Knob]:
    sheet = asked.sheet
    seats = tuple(range(1, sheet.seats + 1))
    yield Knob("players", "Players at the table", "query", asked.players, seats, sheet.seats_clause)
    if sheet.meter is not None:
        reset = sheet.meter.reset
        value = reset if asked.meter is None else asked.meter
        yield Knob("meter", "Meter", "query", value, (), sheet.meter.clause, reset, MOST_METER)


_COLUMNS: Final = {"pat": ", first three", "drawn": ", after a draw", "carry": ", first three after a draw"}


def table_title(sheet: Sheet, table: str, column: str) -> str:
    """What a column of a pay table is called beside its lines."""
    return f"{sheet.label(table)}{_COLUMNS.get(column, '')}"


def _pays(sheet: Sheet) -> Iterator[Knob]:
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            title = table_title(sheet, name, column)
            for line, pay in part.lines.items():
                key, label = f"pays.{name}.{column}.{line}", f"{title}: {sheet.hand_label(line)}"
                yield Knob(key, label, "pay", pay.text, (), part.clause)
