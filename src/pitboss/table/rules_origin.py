"""Whose rules a table plays: a house's as they are printed, or somebody's own."""

from __future__ import annotations

from pitboss.sheet import houses, load_house
from pitboss.sheet.model import Sheet
from pitboss.table.settings import Settings


def is_own(sheet: Sheet) -> bool:
    """Whether a sheet is none of the houses' but one that somebody brought."""
    return sheet.id not in houses()


def is_printed(sheet: Sheet) -> bool:
    """Whether a sheet is a house's, with the pays that the house posts by itself."""
    return not is_own(sheet) and sheet == load_house(sheet.id)


def plays_chips(sheet: Sheet, settings: Settings) -> bool:
    """Whether a table plays with chips of its own: its rules are the opener's and could pay anything.

    A table at somebody's own terminal is played with the money there, as it is nobody else's. Those of an
    evening play with the evening's chips.
    """
    return settings.evening is not None or (not settings.terminal and not is_printed(sheet))


def keeps_meter(settings: Settings) -> bool:
    """Whether a table has a meter to itself: in private, one person might feed and win it alone.

    The platform's reading of RIV-12: the tables that share a meter are the public ones.
    """
    return settings.private and not settings.terminal
