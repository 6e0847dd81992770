"""Meters: what they were started with, what settlements fed and took, in the order of the transfers.

An account's transfers are numbered in the order in which they were stored, because each locks it. So a meter
that is won, all of whose parts are locked, held exactly what the transfers before it give. A round that only
feeds it locks its own part alone: it tells a sum of some moment, while others may have been feeding.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from pitboss.ledger.accounts import Account, Transfer, part_of, whole_of
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import accounts, events, felts, rounds, transfers
from pitboss.proof.findings import Findings
from pitboss.proof.streams import rows
from pitboss.sheet import Sheet
from pitboss.table.till import first_meter, meter_at, till_of

_giver, _taker = accounts.alias("giver"), accounts.alias("taker")
_settles = events.c.body.contains('"k":"settle"')
_moved = (
    select(
        transfers.c.deed,
        transfers.c.amount,
        transfers.c.what,
        _giver.c.kind.label("giver_kind"),
        _giver.c.key.label("giver"),
        _taker.c.kind.label("taker_kind"),
        _taker.c.key.label("taker"),
        events.c.round,
        events.c.body,
    )
    .join(_giver, _giver.c.id == transfers.c.giver)
    .join(_taker, _taker.c.id == transfers.c.taker)
    .outerjoin(events, and_(events.c.deed == transfers.c.deed, _settles))
    .where(or_(_giver.c.kind == "meter", _taker.c.kind == "meter"))
    .order_by(transfers.c.id)
)
_settled = (
    select(felts.c.meter, rounds.c.id, events.c.body)
    .join(rounds, rounds.c.id == events.c.round)
    .join(felts, felts.c.id == rounds.c.felt)
    .where(felts.c.meter.is_not(None), _settles)
)


class _Told(NamedTuple):
    """The meter as a settlement tells it; empty where it does not."""

    before: int | None
    fed: int | None
    after: int | None

    @property
    def won(self) -> bool:
        """Whether it was more than fed."""
        return None in self or self.before + self.fed != self.after  # type: ignore[operator]  # none is None


class _Span(NamedTuple):
    """What a meter held at least and at most from one win to the next."""

    low: int
    high: int


@dataclass
class _Meter:
    """A meter as its transfers give it, one after the other."""

    held: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))  # by part
    starts: list[tuple[Account, int]] = field(default_factory=list)
    spans: list[_Span] = field(default_factory=list)
    winner: tuple[int, str, _Told] | None = None  # the deed that is winning it, its round, what it tells
    low: int = 0  # after the last win

    @property
    def total(self) -> int:
        return sum(self.held.values())


def audit_meters(
    connection: Connection, places: Mapping[str, StoredTable], known: Mapping[str, Sheet], findings: Findings
) -> None:
    """Holds each meter to its settlements (RIV-12): a win finds and leaves exactly what is there.

    That the transfers are those of the settlements is judged with the tables. The meter of one table alone is
    empty when the table has closed.
    """
    users = _users(places, known, findings)
    findings.figures["meters"] = len(users)
    meters = _follow(connection, users, findings)
    grown = _grown(connection, users, meters, findings)
    for key, stored in users.items():
        start: Transfer = first_meter(till_of(stored), known[stored.sheet])[0]
        name = _name(key, users, known)
        if meters[key].starts != [(start.giver, start.amount)]:
            findings.fault(f"{name} must be started once, with {start.amount} micro-cents")
        held = meter_at(connection, till_of(stored))
        wanted = 0 if key == stored.id and stored.closed else start.amount + grown[key]
        if held != wanted:
            findings.fault(f"{name} holds {held} micro-cents where {wanted} had been left")


def _grown(
    connection: Connection, users: Mapping[str, StoredTable], meters: Mapping[str, _Meter], findings: Findings
) -> defaultdict[str, int]:
    """By how much the settlements changed each meter; tells of those that found what was never there."""
    grown = defaultdict[str, int](int)
    for row in rows(connection, _settled):
        key, told = _whole(row.meter, users), _told(row.body)
        if told.before is None or told.after is None:
            continue
        grown[key] += told.after - told.before
        spans = meters[key].spans if key in meters else ()
        if not told.won and not any(span.low <= told.before <= span.high for span in spans):
            findings.fault(f"Round {row.id} found {told.before} micro-cents in a meter that never held them")
    return grown


def _users(
    places: Mapping[str, StoredTable], known: Mapping[str, Sheet], findings: Findings
) -> dict[str, StoredTable]:
    """The meters, each with a table that has it."""
    users: dict[str, StoredTable] = {}
    for stored in places.values():
        sheet = known.get(stored.sheet)
        if sheet is None:
            continue
        allowed = (stored.id, stored.sheet, part_of(stored.sheet, stored.id)) if sheet.meter else (None,)
        if stored.meter not in allowed:
            findings.fault(f"Table {stored.id} has another meter than its sheet gives it")
        elif stored.meter is not None:
            users[till_of(stored).meter_account.key] = stored
    return users


def _follow(
    connection: Connection, users: Mapping[str, StoredTable], findings: Findings
) -> defaultdict[str, _Meter]:
    """Goes through the transfers of all meters; tells of wins that did not find or leave what was there."""
    meters = defaultdict[str, _Meter](_Meter)
    for row in rows(connection, _moved):
        giver, taker = Account(row.giver_kind, row.giver), Account(row.taker_kind, row.taker)
        for part, more in ((giver, -row.amount), (taker, row.amount)):
            if part.kind != "meter":
                continue
            key = _whole(part.key, users)
            meter = meters[key]
            if meter.winner is not None and meter.winner[0] != row.deed:
                _end_win(meter, key, findings)
            if meter.winner is None and row.body is not None and (told := _told(row.body)).won:
                _begin_win(meter, row.deed, row.round, told, findings)
            if row.what == "meter":
                meter.starts.append((giver, more))
                meter.low = more
            meter.held[part.key] += more
    for key, meter in meters.items():
        if meter.winner is not None:
            _end_win(meter, key, findings)
        meter.spans.append(_Span(meter.low, max(meter.low, meter.total)))
    return meters


def _begin_win(meter: _Meter, deed: int, round_: str, told: _Told, findings: Findings) -> None:
    if told.before != meter.total:
        left = f"where {meter.total} had been left"
        findings.fault(f"Round {round_} found {told.before} micro-cents in the meter {left}")
    meter.spans.append(_Span(meter.low, meter.total))
    meter.winner = deed, round_, told


def _end_win(meter: _Meter, key: str, findings: Findings) -> None:
    """A win leaves what it tells, all of it in the first part."""
    if meter.winner is not None:
        _, round_, told = meter.winner
        if (meter.held[key], meter.total) != (told.after, told.after):
            findings.fault(
                f"Round {round_} left {meter.total} micro-cents in the meter, {meter.held[key]} in its first"
                f" part, where it tells of {told.after}"
            )
    meter.winner, meter.low = None, meter.total


def _whole(key: str, users: Mapping[str, StoredTable]) -> str:
    """The meter of an account: a table's own, or the one that it is a part of."""
    return key if key in users else whole_of(key)


def _name(key: str, users: Mapping[str, StoredTable], known: Mapping[str, Sheet]) -> str:
    stored = users[key]
    return f"The meter of {known[stored.sheet].id if key == stored.sheet else f'table {key}'}"


def _told(body: str) -> _Told:
    try:
        meter = json.loads(body)["meter"]
        return _Told(int(meter["before"]), int(meter["fed"]), int(meter["after"]))
    except (ValueError, TypeError, KeyError):
        return _Told(None, None, None)
