"""The live tables of a database as they were last seen, for whoever takes them up or looks at them."""

from __future__ import annotations

from contextlib import suppress

from pitboss.cage import desk
from pitboss.cage.journal import all_felts
from pitboss.cage.store import Connection
from pitboss.floor.memory import Remembered, remembered


def left_open(connection: Connection) -> list[tuple[desk.Lobby, Remembered]]:
    """The live tables of a database that are open and can be read, as they were last seen."""
    found = []
    for each in open_lobbies(connection):
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            found.append((each, remembered(each.settings, each.seating)))
    return found


def open_lobbies(connection: Connection) -> list[desk.Lobby]:
    """What was kept of the live tables that are open."""
    open_ = {felt.id for felt in all_felts(connection, open_only=True)}
    return [each for each in desk.all_lobbies(connection) if each.felt in open_]
