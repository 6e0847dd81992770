"""A tournament of two in the books: announced, entered, started, counted to its end."""

from __future__ import annotations

from sqlalchemy import Connection

from pitboss.evening.deeds import advance, locked_evening, open_evening
from pitboss.evening.model import Announce, Clock, Count, Enter, Event, Level, Plan, Start

AT = 10**6


def tournament(connection: Connection) -> None:
    """Nobody bets in it, so that it needs no table: whoever misses a round pays for that."""
    plan = Plan(
        "Friday",
        "rivers",
        "rounds",
        1000,
        (Level(100, 1000, least=200, ante=100),),
        6,
        Clock(20.0, 25.0, 6.0),
        1,
    )
    open_evening(connection, "friday", Announce("p1", plan), None, "secret", "friday", AT)
    counted = Count({"p1": 1000, "p2": 1000}, ())
    events: list[Event] = [Enter(("p1", "p2")), Start("lot"), counted]
    for number, event in enumerate(events):
        advance(connection, locked_evening(connection, "friday"), event, "p1", f"friday {number}", AT)
