"""A table's journal as it is stored, and what each place in it has to look like to those who watch."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pitboss.ledger.schema import deeds, events
from tests.histories.history import Shown


class Entry(NamedTuple):
    """An event with the deed that caused it."""

    sequence: int
    deed: int
    actor: str
    command: str
    body: dict[str, Any]


class Deed(NamedTuple):
    """A command that was done, under its number: at one table these grow as its transactions follow."""

    id: int
    actor: str
    command: str
    alone: bool = False  # it says of itself that it made no event


def read_deeds(connection: Connection, table: str, people: Collection[str]) -> list[Deed]:
    """What these people have done after the table was opened, in order; each of them plays at no other."""
    query = (
        select(deeds.c.id, deeds.c.actor, deeds.c.command, deeds.c.answer == '{"events":0}')
        .where(deeds.c.actor.in_(people), ~deeds.c.answer.contains(f'"table":"{table}"'))
        .order_by(deeds.c.id)
    )
    return [Deed(*row) for row in connection.execute(query)]


def read_journal(connection: Connection, table: str) -> list[Entry]:
    """The events of a table in their order."""
    query = (
        select(events.c.sequence, events.c.deed, deeds.c.actor, deeds.c.command, events.c.body)
        .join(deeds, events.c.deed == deeds.c.id)
        .where(events.c.felt == table)
        .order_by(events.c.sequence)
    )
    return [
        Entry(sequence, deed, actor, command, json.loads(body))
        for sequence, deed, actor, command, body in connection.execute(query)
    ]


def shown_after(journal: list[Entry]) -> Iterator[Shown]:
    """What the table shows after each entry, told from the entries alone, not by the program."""
    shown = Shown(0, "closed")
    for entry in journal:
        shown = _next(shown, entry.body)
        yield shown


def _next(shown: Shown, body: dict[str, Any]) -> Shown:
    match body["k"]:
        case "open":
            return Shown(body["number"], "bets")
        case "bets":
            others = frozenset(each for each in shown.bets if each[0] != body["seat"])
            mine = frozenset((body["seat"], wager, cents) for wager, cents in body["wagers"].items())
            return shown._replace(bets=others | mine)
        case "deal":
            return shown._replace(phase="deal")
        case "up":
            return shown._replace(phase="decisions")
        case "decide":
            return shown._replace(moves=shown.moves | {(body["seat"], body["action"])})
        case "reveal":
            return shown._replace(phase="reveal")
        case "settle":
            return Shown(shown.round, "settled", nets=_nets(body))
        case "void":
            return Shown(shown.round, "void", nets=_nets(body))
        case "unused" | "closed":
            return Shown(shown.round, "closed")
        case _:
            return shown


def _nets(body: dict[str, Any]) -> frozenset[tuple[int, int]]:
    return frozenset((seat["seat"], sum(line["profit"] for line in seat["lines"])) for seat in body["seats"])
