"""Rounds of the first format, `pitboss.round/1`, written in the second; a database is brought up with it.

Money, seeds, bets and decisions stay. Each settlement is made again by the rules and must pay the same to the
cent; its lines then name their pays by key. Links, heads and receipts follow from what is written. A round
that cannot be told, or that would be paid otherwise, stays as it is, and the audit tells of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select, update

from pitboss.fair.chain import START, link
from pitboss.ledger.deed_chain import HOUSE, SELF, NewAct
from pitboss.ledger.deeds import Deed, canonical
from pitboss.ledger.journal import StoredRound, event_text, sheet_content
from pitboss.ledger.operator_rows import write_act
from pitboss.ledger.receipts import write_receipt
from pitboss.ledger.schema import deeds, events, felts, heads, rounds
from pitboss.pit.entries import body_of, seeds_after, shuffled
from pitboss.pit.table_state import receipt_of
from pitboss.proof.stored_rules import Unusable, stored_table
from pitboss.round import Event, Refusal, Round, RoundSettled, RoundVoided, apply, evolve, open_round
from pitboss.round.document import dump_event, parse_event
from pitboss.round.events import SettleRound, VoidRound
from pitboss.round.table import Table

Renewed = dict[str, str]  # a link or head as it was -> as it is now

_ROUND = [rounds.c[name] for name in StoredRound._fields[:-1]]  # when they ended is written later
_EVENT = [events.c[name] for name in ("sequence", "round", "body", "link", "deed")]
_DEED = [deeds.c[name] for name in ("actor", "command", "content", "at")]


class _Untold(Exception):
    """A round that cannot be told, or not to the same cent."""


def renew_rounds(connection: Connection) -> None:
    """Writes every round anew, and says so in the house's own chain: heads that were kept no longer fit."""
    renewed: Renewed = {START: START}
    for table_id, sheet, low, high in connection.execute(
        select(felts.c.id, felts.c.sheet, felts.c.low, felts.c.high).order_by(felts.c.id)
    ).all():
        try:
            table = stored_table(sheet, sheet_content(connection, sheet), low, high)
        except Unusable:
            continue
        _Renewal(connection, table_id, table, renewed).run()
    before, after = _renew_heads(connection, renewed)
    texts = (canonical({"head": before}), canonical({"head": after}))
    write_act(connection, NewAct(int(time.time() * 1000), "upgrade", "renew", *texts))


class _Renewal:
    """One table: its events in order, its rounds as they end."""

    def __init__(self, connection: Connection, table_id: str, table: Table, renewed: Renewed) -> None:
        self.connection = connection
        self.table_id = table_id
        self.table = table
        self.renewed = renewed
        self.head = START
        self.stored: StoredRound | None = None
        self.state: Round | None = None
        self.events: list[Event] = []
        self.seeds: dict[int, str] = {}

    def run(self) -> None:
        """Goes through the table's events, and writes those that changed."""
        kept = {
            row.id: StoredRound(*row)
            for row in self.connection.execute(select(*_ROUND).where(rounds.c.felt == self.table_id))
        }
        query = (
            select(*_EVENT, *_DEED)
            .join(deeds, deeds.c.id == events.c.deed)
            .where(events.c.felt == self.table_id)
            .order_by(events.c.sequence)
        )
        old_link, new_link = START, START
        for sequence, round_, body, linked, number, actor, command, content, at in self.connection.execute(
            query
        ).all():
            deed = Deed(number, actor, command, content, at)
            now = self._body(body, kept.get(round_ or ""))
            sound = linked == link(old_link, event_text(self.table_id, deed, sequence, round_, body).encode())
            made = link(new_link, event_text(self.table_id, deed, sequence, round_, now).encode())
            old_link, new_link = linked, made if sound else linked
            self.renewed[linked] = new_link
            if (now, new_link) != (body, linked):
                self.connection.execute(
                    update(events)
                    .where(events.c.felt == self.table_id, events.c.sequence == sequence)
                    .values(body=now, link=new_link)
                )
        self.connection.execute(update(felts).where(felts.c.id == self.table_id).values(head=self.head))

    def _body(self, body: str, stored: StoredRound | None) -> str:
        """An event as it is stored from now on."""
        try:
            data = json.loads(body)
            match data["k"]:
                case "open" if stored is not None:
                    self.stored, self.state = stored, open_round(self.table, stored.id)
                    self.events, self.seeds = [], {}
                case "unused" if self.state is not None:
                    self._end()
                case "given_up" if self.stored is not None:
                    self._place(link(self.head, self.stored.id.encode()))
                case "closed" | "terms" | "act":
                    pass
                case _:
                    return self._in_round(data)
        except (_Untold, Refusal, ValueError, LookupError, TypeError, AttributeError):
            self._give_up()
        return body

    def _in_round(self, data: dict[str, Any]) -> str:
        if self.stored is None or self.state is None:
            raise _Untold
        seed = data.pop("seed") if data["k"] == "bets" else ""
        if data["k"] == "bets":
            self.seeds = seeds_after(self.seeds, data["seat"], seed, placed=bool(data["wagers"]))
        if data["k"] == "deal":
            data["deck"] = shuffled(self.stored, self.seeds)
        event = _event(self.state, data)
        self.state = evolve(self.state, event)
        self.events.append(event)
        if self.state.ended is not None:
            self._end()
        return body_of(event, seed)

    def _end(self) -> None:
        if self.stored is None or self.state is None:
            raise _Untold
        made = receipt_of(self.stored, self.state, self.events, self.seeds, self.head)
        write_receipt(self.connection, self.stored.id, made.text)
        self._place(made.head)

    def _place(self, head: str) -> None:
        """Puts the round into the table's chain."""
        if self.stored is None:
            raise _Untold
        self.renewed[self.stored.head or ""] = head
        values = {"previous": self.head, "head": head}
        self.connection.execute(update(rounds).where(rounds.c.id == self.stored.id).values(values))
        self.head, self.stored, self.state = head, None, None

    def _give_up(self) -> None:
        """Leaves a round as it is, with its head."""
        if self.stored is not None and self.stored.head is not None:
            self.head = self.stored.head
        self.stored = self.state = None


def _event(state: Round, data: dict[str, Any]) -> Event:
    """An event of the first format in the second; raises _Untold where the rules pay otherwise."""
    match data["k"]:
        case "settle":
            [event] = apply(state, SettleRound(data["meter"]["before"] if data["meter"] else None))
        case "void":
            [event] = apply(state, VoidRound(data["cause"]))
        case _:
            return parse_event(data)
    if not isinstance(event, RoundSettled | RoundVoided) or list(_paid(dump_event(event))) != list(
        _paid(data)
    ):
        raise _Untold
    return event


def _paid(data: dict[str, Any]) -> Iterator[Any]:
    """What both formats say of a payment."""
    yield data["bank"]
    yield {name: int(value) for name, value in (data.get("meter") or {}).items()}
    for seat in data["seats"]:
        yield seat["seat"], seat["hand"], seat["net"]
        for line in seat["lines"]:
            yield [line[name] for name in ("id", "stake", "result", "profit", "returned", "clause")]


def _renew_heads(connection: Connection, renewed: Renewed) -> tuple[str, str]:
    """Writes the heads over all chains anew; the last of them, as it was and as it is."""
    old, new = START, START
    for number, chains, head in connection.execute(
        select(heads.c.number, heads.c.chains, heads.c.head).order_by(heads.c.number)
    ).all():
        places = {
            name: place if name in (HOUSE, SELF) else [renewed.get(each, each) for each in place]
            for name, place in json.loads(chains).items()
        }
        written = canonical(places)
        made = link(new, written.encode()) if head == link(old, chains.encode()) else head
        connection.execute(update(heads).where(heads.c.number == number).values(chains=written, head=made))
        old, new = head, made
    return old, new
