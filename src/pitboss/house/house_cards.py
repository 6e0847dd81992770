"""A house as the lobby shows it: what is special about it, what it costs, and what a table may post."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from pydantic import TypeAdapter

from pitboss.desk.desk import Desk
from pitboss.desk.question import Question, question
from pitboss.hands import Category
from pitboss.money import dollars
from pitboss.round import Refusal
from pitboss.sheet import Sheet, houses, load_house
from pitboss.sheet.model import PayTable
from pitboss.sheet.pays import ToOne

HOUSE: Final = "house"  # the line that the house itself stands in
T = TypeVar("T")


async def ask_own(desk: Desk, asked: Question, kind: type[T]) -> T:
    """The desk's answer as a value; the house comes before everybody who waits."""
    found: T = TypeAdapter(kind).validate_json(await desk.ask(HOUSE, asked, lane="house"))
    return found


MOST_FACTS: Final = 3
# A hand of each category, the best first; where suits or ranks do not matter, any will do.
EXAMPLES: Final = {
    Category.STRAIGHT_FLUSH: ("Jh", "Th", "9h"),
    Category.THREE_OF_A_KIND: ("8s", "8h", "8d"),
    Category.STRAIGHT: ("9c", "8d", "7s"),
    Category.FLUSH: ("Kd", "9d", "4d"),
    Category.PAIR: ("Qs", "Qh", "5c"),
    Category.HIGH_CARD: ("Ah", "9s", "4c"),
}


class Fact(NamedTuple):
    """What is special about a house, in a few words beside an icon."""

    icon: str
    text: str


class PostedLine(NamedTuple):
    """A line of a pay table that the house posts, with the odds it posts unless told otherwise."""

    key: str
    label: str
    odds: int


class PostedTable(NamedTuple):
    """A pay table that the host of a new table may post."""

    id: str
    label: str
    lines: tuple[PostedLine, ...]


@dataclass(frozen=True, slots=True)
class HouseCard:
    """A house in the lobby; `edge` is of its Ante with Play, under the best play there is."""

    sheet: Sheet
    facts: tuple[Fact, ...]
    posted: tuple[PostedTable, ...]
    edge: float | None = None


async def house_cards(desk: Desk, offered: Sequence[str] | None = None) -> tuple[HouseCard, ...]:
    """Houses with their prices, each worked out once; a price that is not there in time is left out."""
    offered = houses() if offered is None else offered
    edges = await asyncio.gather(*(_edge(desk, name) for name in offered))
    return tuple(
        replace(_card(load_house(name)), edge=edge) for name, edge in zip(offered, edges, strict=True)
    )


async def _edge(desk: Desk, name: str) -> float | None:
    try:
        return await ask_own(desk, question("edge", house=name), float)
    except Refusal:
        return None


@lru_cache(maxsize=16)
def _card(sheet: Sheet) -> HouseCard:
    return HouseCard(sheet, tuple(facts(sheet))[:MOST_FACTS], tuple(posted_tables(sheet)))


def ranks() -> list[tuple[str, tuple[str, ...]]]:
    """The hands from the best to the worst, each with three cards that show it."""
    return [(category.text.replace("_", " ").capitalize(), cards) for category, cards in EXAMPLES.items()]


def facts(sheet: Sheet) -> Iterator[Fact]:
    """What is special about a house, the most special first, from its sheet alone."""
    dealer = sheet.dealer
    if sheet.meter:
        fed = sheet.wagers[sheet.meter.feeds]
        price = f" for {dollars(fed.fixed.cents)}" if fed.fixed else ""
        yield Fact("star", f"Win the {fed.label} meter{price}")
    if sheet.envy:
        yield Fact("eye", "Others' royal hands pay you, too")
    if sheet.bank:
        yield Fact("landmark", "A player is the bank: take your turn")
    if dealer.shows:
        cards = "One card" if dealer.shows == 1 else f"{dealer.shows} cards"
        yield Fact("eye", f"{cards} of the {dealer.label.lower()} shows before you decide")
    if sheet.player.draws:
        yield Fact("rotate-ccw", "Discard one card, get another")
    if dealer.draw.when == "below":
        less = sheet.hand_label(dealer.draw.below.text).lower()
        yield Fact("plus", f"Dealer draws a fourth card with less than a {less}")
    if any(table.posted for table in sheet.pays.values()):
        yield Fact("scroll-text", "Each table posts its own pays")
    for bonus in sheet.bonuses.values():
        if bonus.on == "play" and sheet.play.label not in bonus.label:
            yield Fact("hand-coins", f"{bonus.label} is paid on {sheet.play.label}")
    for table in sorted(sheet.pays.values(), key=_top_odds, reverse=True):
        if odds := _top_odds(table):
            yield Fact("star", f"{sheet.label(table.id)} pays up to {odds} to 1")


def _top_odds(table: PayTable) -> Fraction:
    """The highest odds to 1 of a pay table."""
    pays = (pay for column in table.columns.values() for pay in column.lines.values())
    return max((pay.odds for pay in pays if isinstance(pay, ToOne)), default=Fraction(0))


def posted_tables(sheet: Sheet) -> Iterator[PostedTable]:
    """The pay tables that a table of this house may post, with the lines of the default ones."""
    for table in sheet.pays.values():
        if table.posted is None:
            continue
        lines = [
            PostedLine(key, sheet.hand_label(key), int(pay.odds))
            for column in table.columns.values()
            for key, pay in column.lines.items()
            if isinstance(pay, ToOne)
        ]
        yield PostedTable(table.id, sheet.label(table.id), tuple(lines))
