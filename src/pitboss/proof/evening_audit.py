"""Evenings told again from their events: what each deed must have moved; counts held to the ledger."""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, func, or_, select

from pitboss.evening.deeds import content_of, transfers_of
from pitboss.evening.model import Announce, Count, Evening, Event, dump, load_event
from pitboss.evening.rounds import announce, step
from pitboss.ledger.accounts import (
    GIVER,
    TAKER,
    WHAT_MOVED,
    Account,
    Transfer,
    chips_account,
    transfer_of,
    with_ends,
)
from pitboss.ledger.deeds import hashed
from pitboss.ledger.schema import deeds, entrants, evening_events, evenings, felts, transfers
from pitboss.money import MICRO
from pitboss.proof.audit_rows import Findings, Stream, Wrong, rows
from pitboss.round import Refusal

_chips_moved = (
    with_ends(select(transfers.c.deed, *WHAT_MOVED).select_from(transfers))
    .where(or_(GIVER.c.kind == "chips", TAKER.c.kind == "chips"))
    .order_by(transfers.c.deed, transfers.c.id)
)
_counts = (
    select(evening_events.c.evening, evening_events.c.deed, evening_events.c.body)
    .where(evening_events.c.body.contains('"type":"count"'))
    .order_by(evening_events.c.deed)
)


@dataclass
class EveningAudit:
    """Goes through the events of all evenings in the order of their deeds."""

    connection: Connection
    findings: Findings
    whole: bool = True  # every event is judged, and not only the latest
    _values: dict[str, Evening] = field(default_factory=dict)
    _told: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _spoiled: set[str] = field(default_factory=set)

    def judge(self, deed: int, evening: str, number: int, body: str, moved: list[Transfer]) -> dict[str, Any]:
        """What the deed of an event must have been asked; raises Wrong where it moved something else.

        `body` is the hash of the event, as the deed has answered it.
        """
        event, at = self._event(deed, evening, number, body)
        if not self.whole and evening not in self._told:
            self._tell_before(evening, number)
        if number != self._told[evening] + 1:
            raise Wrong(f"it tells of event {number} of the evening {evening}, out of its order")
        self._told[evening] = number
        expected: list[Transfer] = []
        if evening not in self._spoiled:
            try:
                expected = self._step(evening, event, at)
            except Refusal as refusal:
                self._spoiled.add(evening)
                raise Wrong(f"against the rules of the evening {evening}: {refusal}") from None
            if Counter(moved) != Counter(expected):
                raise Wrong(f"event {number} of the evening {evening} moves other chips than were moved")
        asked: dict[str, Any] = json.loads(content_of(evening, event))
        return asked

    def _tell_before(self, evening: str, number: int) -> None:
        """An evening as it stood before the first of its events that is judged."""
        earlier = (
            select(evening_events.c.body, deeds.c.at)
            .join(deeds, deeds.c.id == evening_events.c.deed)
            .where(evening_events.c.evening == evening, evening_events.c.number < number)
            .order_by(evening_events.c.number)
        )
        try:
            for body, at in self.connection.execute(earlier):
                self._step(evening, load_event(body), at)
                self._told[evening] += 1
        except (Refusal, msgspec.DecodeError):
            self._spoiled.add(evening)
            raise Wrong(f"the earlier events of the evening {evening} cannot be told") from None

    def _step(self, evening: str, event: Event, at: int) -> list[Transfer]:
        if isinstance(event, Announce) and evening not in self._values:
            self._values[evening] = announce(evening, event, at)
            return []
        if evening not in self._values:
            raise Refusal("no_evening", "it was never announced")
        outcome = step(self._values[evening], event, at)
        self._values[evening] = outcome.evening
        return transfers_of(evening, outcome.moved)

    def _event(self, deed: int, evening: str, number: int, body: str) -> tuple[Event, int]:
        query = (
            select(evening_events.c.body, deeds.c.at)
            .join(deeds, deeds.c.id == evening_events.c.deed)
            .where(evening_events.c.evening == evening, evening_events.c.number == number)
            .where(evening_events.c.deed == deed)
        )
        found = self.connection.execute(query).first()
        if found is None or hashed(found.body) != body:
            raise Wrong(f"it tells of event {number} of the evening {evening}, which is not there")
        try:
            return load_event(found.body), found.at
        except msgspec.DecodeError:
            raise Wrong(f"event {number} of the evening {evening} cannot be read") from None

    def end(self) -> None:
        """Holds every evening to what its events give, and every count to the ledger."""
        entered = defaultdict[str, set[str]](set)
        for evening, person in rows(self.connection, select(entrants.c.evening, entrants.c.person)):
            entered[evening].add(person)
        for row in rows(self.connection, select(evenings)):
            people = entered.pop(row.id, set())
            if row.id in self._spoiled or (not self.whole and row.id not in self._told):
                continue
            value, told = self._values.get(row.id), self._told[row.id]
            said = (row.state, row.phase, row.made, row.host, row.private, row.places, people)
            if value is None or said != _row_of(value):
                self.findings.fault(f"Evening {row.id} stands otherwise than its events give")
            if told != row.version:
                self.findings.fault(f"Evening {row.id} has {row.version} events, and {told} deeds of them")
        if entered:
            self.findings.fault("People have entered evenings that are not there")
        if self.whole and sum(self._told.values()) != self.findings.figures[evening_events.name]:
            self.findings.fault("There are events of evenings that no deed tells of")
        for fault in wrong_stacks(self.connection):
            self.findings.fault(fault)


def _row_of(value: Evening) -> tuple[object, ...]:
    """What the rows of an evening say of it, beside its events."""
    plan = value.plan
    return dump(value), value.phase, value.made, value.host, plan.private, value.places, value.people


def wrong_stacks(connection: Connection) -> Iterator[str]:
    """A sentence for each count of chips that is not what the transfers before it give."""
    moved = Stream((deed, transfer_of(*what)) for deed, *what in rows(connection, _chips_moved))
    held = defaultdict[Account, int](int)
    for row in connection.execute(_counts).all():
        for _, each in moved.take(lambda one: one[0] < row.deed):  # noqa: B023 - taken at once
            held[each.giver] -= each.amount
            held[each.taker] += each.amount
        try:
            event = load_event(row.body)
        except msgspec.DecodeError:
            continue  # told before
        if isinstance(event, Count):
            for person, cents in event.stacks.items():
                if held[chips_account(row.evening, person)] != cents * MICRO:
                    yield f"Evening {row.evening} counted {cents} of {person}, who had another amount"
    deque(moved.take(), maxlen=0)


def ended_evenings(connection: Connection) -> dict[str, bool]:
    """All evenings by id, and whether each is over and has no open table: then it holds nothing."""
    open_tables = dict(
        tuple(row)
        for row in connection.execute(
            select(felts.c.evening, func.count())
            .where(felts.c.evening.is_not(None), felts.c.closed.is_(False))
            .group_by(felts.c.evening)
        )
    )
    found = connection.execute(select(evenings.c.id, evenings.c.phase))
    return {id_: phase in ("ended", "called_off") and not open_tables.get(id_) for id_, phase in found}
