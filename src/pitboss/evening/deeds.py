"""Evenings in the books: an event is one deed, with the chips that it moves between the tray and people.

The tray and everybody's chips are the evening's own, so that a stack goes with its person to another table.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import Any, Final

from pitboss.evening.model import (
    Announce,
    Enter,
    Evening,
    Event,
    Movement,
    Phase,
    Start,
    dump,
    dump_event,
    load,
)
from pitboss.evening.rounds import announce, step
from pitboss.evening.rows import (
    StoredEvening,
    advance_evening,
    read_evening,
    store_evening,
    write_entrants,
    write_event,
)
from pitboss.ledger.accounts import Transfer, chips_account, read_balances, tray_account
from pitboss.ledger.deeds import Request, canonical, first_answer, hashed
from pitboss.ledger.posting import do_deed
from pitboss.ledger.store import Connection
from pitboss.money import MICRO, Cents
from pitboss.round import Refusal


def transfers_of(evening: str, moved: Iterable[Movement]) -> list[Transfer]:
    """Movements of chips as transfers."""
    tray = tray_account(evening)
    found = []
    for person, cents, what in moved:
        mine = chips_account(evening, person)
        giver, taker = (tray, mine) if cents > 0 else (mine, tray)
        found.append(Transfer(giver, taker, abs(cents) * MICRO, what))
    return found


def content_of(evening: str, event: Event) -> str:
    """What was asked for with an event; what the house has drawn or chosen is no part of it."""
    asked: dict[str, Any] = {"k": "Evening", "evening": evening, "event": json.loads(dump_event(event))}
    match event:
        case Announce():
            del asked["evening"]
        case Start():
            del asked["event"]["lot"]
        case Enter(bots=bots) if bots:
            asked["event"] = {"type": "bots", "bots": len(bots)}
    return canonical(asked)


def answer_of(evening: str, number: int, body: str) -> str:
    """What the deed of an event answers; its record covers the whole event by that."""
    return canonical({"evening": evening, "event": number, "body": hashed(body)})


def done_before(connection: Connection, asked: Request) -> str | None:
    """The evening of an event that was done under this id before."""
    answer = first_answer(connection, asked)
    return None if answer is None else str(json.loads(answer)["evening"])


def open_evening(
    connection: Connection,
    evening: str,
    event: Announce,
    league: str | None,
    invite: str,
    command: str,
    now: int,
    network: str = "",
) -> Evening:
    """Stores a new evening, that was announced from a network."""
    value = announce(evening, event, now)
    private, state = event.plan.private, dump(value)
    store_evening(
        connection,
        StoredEvening(
            evening, event.host, league, value.phase, invite, now, 1, private, network, 0, now, state
        ),
    )
    asked = Request(event.host, command, content_of(evening, event))
    body = dump_event(event)
    deed = do_deed(connection, asked, answer_of(evening, 1, body), now)
    write_event(connection, evening, 1, deed, body)
    return value


def advance(
    connection: Connection, stored: StoredEvening, event: Event, actor: str, command: str, now: int
) -> Evening:
    """Does an event at an evening whose row is locked: its deed, its chips and its new state, or nothing."""
    evening = load(stored.state)
    outcome = step(evening, event, now)
    after = outcome.evening
    advance_evening(connection, stored, after.phase, dump(after), after.places)
    write_entrants(connection, evening.id, after.people - evening.people, evening.people - after.people)
    asked = Request(actor, command, content_of(evening.id, event))
    number, body = stored.version + 1, dump_event(event)
    moved = transfers_of(evening.id, outcome.moved)
    deed = do_deed(connection, asked, answer_of(evening.id, number, body), now, moved)
    write_event(connection, evening.id, number, deed, body)
    return after


def locked_evening(connection: Connection, evening: str) -> StoredEvening:
    """An evening that nobody else moves on until the commit."""
    stored = read_evening(connection, evening, lock=True)
    if stored is None:
        raise Refusal("no_evening", "There is no such evening", None, "evening")
    return stored


def stacks_of(connection: Connection, evening: Evening) -> dict[str, Cents]:
    """What each person who is not out has, by their accounts."""
    purses = {chips_account(evening.id, each.id): each.id for each in evening.playing}
    held = read_balances(connection, list(purses))
    return {purses[account]: cents // MICRO for account, cents in sorted(held.items())}


LOG = logging.getLogger("pitboss")
_LINES: Final[dict[Phase, str]] = {
    "listed": "evening announced",
    "running": "evening started",
    "ended": "evening ended",
    "called_off": "evening called off",
}


def log_phase(before: Phase | None, evening: Evening) -> None:
    """One line where an evening has come to another phase; who plays is in it as a number."""
    if evening.phase != before:
        fields = {
            "evening": evening.id,
            "house": evening.plan.house,
            "people": len(evening.entrants),
            "rounds": evening.round,
        }
        LOG.info(_LINES[evening.phase], extra={"fields": fields})
