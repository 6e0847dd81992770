"""A table as the lobby shows it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cage.journal import Purse
from pitboss.floor.rules_origin import is_own
from pitboss.floor.table_runner import Room
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby shows it."""

    table: str
    title: str
    house: str
    name: str
    game: str
    low: Cents
    high: Cents
    seats: int
    taken: int
    bots: int
    watching: int
    phase: str
    round: int
    clock: bool
    private: bool
    spectators: bool
    own: bool  # its sheet is none of the houses'
    purse: Purse  # people's money, or chips that are worth something at this table only


def listing_of(room: Room) -> Listed:
    """A live table for the list, without anything of who sits there."""
    live, settings = room.live, room.live.settings
    sheet, people = live.table.sheet, live.seating.seated()
    return Listed(
        table=live.id,
        title=settings.name,
        house=sheet.id,
        name=sheet.name,
        game=sheet.game,
        low=live.table.min,
        high=live.table.max,
        seats=sheet.seats,
        taken=sum(len(each.seats) for each in people),
        bots=sum(each.bot is not None for each in people),
        watching=room.watching(),
        phase=live.phase,
        round=live.stored_table.rounds,
        clock=settings.clock is not None,
        private=settings.private,
        spectators=settings.spectators,
        own=is_own(sheet),
        purse=live.stored_table.purse,
    )
