"""An evening of a house, through its real doors: everything that is done outside tables is done once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from pitboss.house.limits import loss_limit, time_limit
from pitboss.house.people import top_up
from pitboss.ledger import Store
from pitboss.ledger.people import set_role
from pitboss.proof.heads import Head, make_head
from tests.web.edge import Edge, Visitor, named
from tests.web.operator.desk import Desk

DAY = 24 * 3_600_000


class HouseEvening(NamedTuple):
    """Who was there, and the head that was made at the end."""

    operator: str
    ann: str
    bob: str
    excluded: str
    deleted: str
    table: str
    head: Head


def house_evening(store: Store, beside: Callable[[Connection], None] | None = None) -> HouseEvening:
    """Guests come, get names, roles, limits and money; tables open, a round is void, another disputed.

    What is done `beside` is what older databases cannot have.
    """
    edge = Edge(store=store)
    with edge.client:  # the store stays open
        desk, ann, bob = Desk(edge), named(edge, "Ann"), edge.guest()
        cid, dora = named(edge, "Cid"), edge.guest()
        _limit(edge, ann, bob)
        if beside is not None:
            store.write(beside)
        desk.does("grants", person="Ann", cents=50_000, why="lost coat")
        desk.does("people/Cid/exclude", until=_now(edge) + 30 * DAY, why="asked for it")
        edge.house.accounts.people.delete(dora.id)
        top_up(edge.house.pit, bob.id, below=10**9)
        table = desk.opens("rivers")
        _rounds(edge, desk, ann, table)
        desk.does(f"rounds/{table}:1/notes", text="Ann says that the ante was mispaid.")
        if beside is not None:
            _doubts(desk, ann, table)
        desk.does(f"tables/{table}/freeze")
        desk.does(f"tables/{table}/thaw")
        make_head(store, lambda: _now(edge))
        other = desk.opens("shine")
        with bob.join(other) as seat:
            seat.sits().deals()  # a round that is open
        shut = desk.opens("pechanga")
        desk.does(f"tables/{shut}/close")
        store.write(lambda connection: _demote(connection, cid.id, _now(edge)))
        head = make_head(store, lambda: _now(edge))
        return HouseEvening(desk.me.id, ann.id, bob.id, cid.id, dora.id, table, head)


def _now(edge: Edge) -> int:
    return int(edge.time * 1000)


def _limit(edge: Edge, ann: Visitor, bob: Visitor) -> None:
    """Limits of one's own: stricter at once, looser later; and an exclusion that one asks for."""
    limits, now = edge.house.limits, _now(edge)
    for change in (loss_limit(20_000_000, now), loss_limit(40_000_000, now)):
        limits.change(ann.id, now, [change])
    for change in (time_limit(600, now), time_limit(700, now)):
        limits.change(ann.id, now, [change])
    limits.change(bob.id, now, [time_limit(90, now)])


def _rounds(edge: Edge, desk: Desk, ann: Visitor, table: str) -> None:
    """A settled round, and one that the operator declares void."""
    with ann.join(table) as seat:
        seat.sits().deals()
        seat.done("play", seat=1)
        edge.time += 60
        seat.deals()
        desk.does(f"tables/{table}/void", cause="cannot go on")
        seat.done("stand", seat=1)


def _doubts(desk: Desk, ann: Visitor, table: str) -> None:
    """One that is open, and one that the operator has answered."""
    for number, text in enumerate(("I had a pair.", "Why is it void?"), 1):
        asked = ann.ask("POST", f"/api/rounds/{table}:{number}/dispute", json={"text": text})
        assert asked.status_code == 201
    desk.does(f"rounds/{table}:2/dispute/close", verdict="stands", why="a card fell")


def _demote(connection: Connection, person: str, now: int) -> None:
    """Somebody was an operator, and is a player again."""
    set_role(connection, person, "operator", "console", now)
    set_role(connection, person, "player", "console", now)
