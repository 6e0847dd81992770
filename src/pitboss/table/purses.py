"""What people and bots at a live table have to bet with."""

from __future__ import annotations

from typing import Final

from pitboss.money import Cents
from pitboss.round.choices import wager_range
from pitboss.round.table import Table
from pitboss.table.turn import Turn

BOT_PURSE: Final[Cents] = 1_000_000  # what a bot is given whenever it runs short
CHIPS: Final[Cents] = 100_000  # what a person gets at least, where chips are played with


def chips_for(table: Table) -> Cents:
    """What a person gets who sits down where chips are played with: enough for this table."""
    return max(CHIPS, 2 * table.max)


def give_chips(turn: Turn, person: str) -> None:
    """Where chips are played with: as many as a new person gets, for somebody who cannot bet any more."""
    table = turn.live.table
    if turn.live.till.gives_chips and turn.funds(person) < least_bet(table):
        turn.feed(person, chips_for(table) - turn.funds(person))
        turn.count([person])


def fill_bot_purse(turn: Turn, bot: str, need: Cents) -> None:
    """A bot never runs short, but where chips are an evening's."""
    if turn.live.till.evening is None and turn.funds(bot) < need:
        turn.feed(bot, max(BOT_PURSE, need))


def least_bet(table: Table) -> Cents:
    """What the smallest bet on the main game asks for."""
    ante = table.sheet.wagers.get("ante")
    low = wager_range(table, ante, {}).low if ante else table.min
    return table.need({"ante": low, **table.sheet.stakes_beside(low)})
