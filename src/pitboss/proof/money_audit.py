"""Money: deeds that are no table's, every account, every meter.

Deeds outside tables are tables opened, evenings gone on, money granted and given back, chips, acts; nothing
else may move money. The trial balance holds every account to its transfers, its kind, and the round that it
was opened for.

A meter is what it was started with and what settlements fed and took, in the order of the transfers. An
account's transfers are numbered in the order in which they were stored, because each locks it. So a meter
that is won, all of whose parts are locked, held exactly what the transfers before it give. A round that only
feeds it locks its own part alone: it tells a sum of some moment, while others may have been feeding.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Any, Final, NamedTuple, get_args

from sqlalchemy import Connection, Select, and_, func, or_, select

from pitboss.ledger.accounts import (
    FRACTIONS,
    GIVER,
    MAY_OWE,
    MINT,
    TAKER,
    WHAT_MOVED,
    Account,
    Kind,
    Transfer,
    is_part,
    owner_of_chips,
    part_of,
    person_account,
    table_among,
    transfer_of,
    whole_of,
    with_ends,
)
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.operators import act_content
from pitboss.ledger.schema import accounts, acts, events, felts, rounds, sheets, transfers
from pitboss.money import MICRO
from pitboss.proof.audit_rows import Findings, Wrong, other_deeds, rows
from pitboss.proof.evening_audit import EveningAudit
from pitboss.proof.house_chain import ALL, Behind
from pitboss.round.events import PaidMeter
from pitboss.sheet import Sheet
from pitboss.table.commands import opening
from pitboss.table.till import SWEPT, first_meter, meter_at, till_of


def audit_other_deeds(
    connection: Connection,
    places: Mapping[str, StoredTable],
    sheets: Mapping[str, Sheet],
    evenings: EveningAudit,
    findings: Findings,
    behind: Behind = ALL,
    before: Container[str] = (),
) -> int:
    """Checks each such deed: its answer, what was asked, what was moved; and that each table was opened once.

    Tables that were there `before` are not opened again. Gives the number of transfers that it saw.
    """
    opened: dict[str, int] = {}
    seen = 0
    stored = other_deeds(connection, behind.deed, behind.number)
    for (deed, content, answer), group in groupby(stored, key=lambda row: (row.id, row.content, row.answer)):
        moved = [row.transfer for row in group if row.transfer is not None]
        seen += len(moved)
        try:
            asked = _asked(connection, deed, answer, moved, places, sheets, evenings)
        except Wrong as wrong:
            findings.fault(f"Deed {deed}: {wrong}")
            continue
        if sha256(canonical(asked).encode()).hexdigest() != content:
            findings.fault(f"Deed {deed} asked for something else than what was done")
        if asked["k"] == "OpenTable":
            opened[asked["table"]] = opened.get(asked["table"], 0) + 1
    for table_id in places:
        times = opened.get(table_id, 0) + (table_id in before)
        if times != 1:
            findings.fault(f"Table {table_id}: it was opened {times} times")
    return seen


def _asked(
    connection: Connection,
    deed: int,
    answer: str,
    moved: list[Transfer],
    places: Mapping[str, StoredTable],
    sheets: Mapping[str, Sheet],
    evenings: EveningAudit,
) -> dict[str, Any]:
    """What must have been asked for; raises Wrong where that and the transfers do not fit."""
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        raise Wrong("its answer is not JSON") from None
    if canonical(said) != answer:
        said = None  # not written as the journal writes
    match said:
        case {"granted": int(cents), **why} if why.keys() <= {"why"}:
            return _grant(cents, moved) | {str(key): value for key, value in why.items()}
        case {"returned": int(cents), **rest} if not rest:
            return _returned(cents, moved)
        case {"chips": int(cents), **rest} if not rest:
            return _chips("Chips", cents, moved, places)
        case {"swept": int(cents), **rest} if not rest:
            return _chips("Sweep", cents, moved, places)
        case {"table": str(table_id), **asked} if asked.keys() <= {"asked"} and table_id in places:
            opened = _opening(places[table_id], moved, sheets)
            return opened | {str(key): value for key, value in asked.items()}
        case {"evening": str(evening), "event": int(number), "body": str(body), **rest} if not rest:
            return evenings.judge(deed, evening, number, body, moved)
        case {"act": int(number), **rest} if not rest:
            return _act(connection, number, moved)
        case _:
            raise Wrong(f"its answer {answer[:60]!r} tells of no event, grant, act or table")


def _act(connection: Connection, number: int, moved: list[Transfer]) -> dict[str, Any]:
    """An operator's command: the act says what was asked. What it caused has deeds of its own."""
    found = connection.execute(select(acts.c.what, acts.c.after).where(acts.c.number == number)).first()
    try:
        asked = None if found is None else json.loads(found.after)["asked"]
    except (ValueError, TypeError, LookupError, RecursionError):
        asked = None
    if found is None or not isinstance(asked, dict):
        raise Wrong(f"it tells of act {number}, which is not there or says nothing of what was asked")
    if moved:
        raise Wrong(f"it tells of act {number}, and money was moved")
    return act_content(found.what, asked)


def _grant(cents: int, moved: list[Transfer]) -> dict[str, Any]:
    who = moved[0].taker if moved else person_account("")
    if moved != [Transfer(MINT, person_account(who.key), cents * MICRO, "grant")]:
        raise Wrong(f"{cents} cents were granted, and something else was moved")
    return {"k": "Grant", "person": who.key, "cents": cents}


def _returned(cents: int, moved: list[Transfer]) -> dict[str, Any]:
    """What was left to a person whose account was deleted."""
    who = moved[0].giver if moved else person_account("")
    if moved != [Transfer(person_account(who.key), MINT, cents * MICRO, "returned")]:
        raise Wrong(f"{cents} cents were given back, and something else was moved")
    return {"k": "Return", "person": who.key, "cents": cents}


def _chips(k: str, cents: int, moved: list[Transfer], places: Mapping[str, StoredTable]) -> dict[str, Any]:
    """Chips between the tray of a table and one of its people."""
    for giver, taker, *_ in moved[:1]:
        tray, purse = (giver, taker) if k == "Chips" else (taker, giver)
        stored, who = places.get(tray.key), owner_of_chips(purse.key, tray.key)
        if (
            stored is None and k == "Sweep" and moved == [Transfer(purse, tray, cents * MICRO, SWEPT)]
        ):  # of an evening, from who was deleted: that it is one is seen in the accounts
            return {"k": k, "table": tray.key, "person": who, "cents": cents}
        if stored is None or stored.purse != "chips":
            break
        till = till_of(stored)
        mine = (till.house, till.purse(who)) if k == "Chips" else (till.purse(who), till.house)
        if moved == [Transfer(*mine, cents * MICRO, "chips" if k == "Chips" else SWEPT)]:
            return {"k": k, "table": stored.id, "person": who, "cents": cents}
    raise Wrong(f"{cents} cents in chips were told of, and something else was moved")


def _opening(stored: StoredTable, moved: list[Transfer], sheets: Mapping[str, Sheet]) -> dict[str, Any]:
    start: list[Transfer] = []
    if stored.sheet in sheets and stored.meter is not None:
        start = list(first_meter(till_of(stored), sheets[stored.sheet]))
    if moved and moved != start:
        raise Wrong(f"the table {stored.id} was opened, and money was moved that is no meter's start")
    return opening(stored)


# The trial balance


_KINDS: Final = frozenset(get_args(Kind))
_OF_ROUNDS: Final = frozenset({"escrow", "bank"})
_OF_TABLES: Final = frozenset({"house", "proposition", "tray"})
_OF_CHIPS: Final = frozenset({"chips", "tray", "proposition"})  # of a chips table: nothing is left at its end


def _sums_of(side: Any, name: str) -> Any:
    """The sum of what an account gave or took, in two parts so that no sum leaves 64 bits."""
    return (
        select(
            side.label("account"),
            func.sum(transfers.c.amount // MICRO).label("cents"),
            func.sum(transfers.c.amount % MICRO).label("rest"),
        )
        .group_by(side)
        .subquery(name)
    )


_given, _taken = _sums_of(transfers.c.giver, "given"), _sums_of(transfers.c.taker, "taken")
_accounts: Select[Any] = (
    select(
        accounts.c.kind,
        accounts.c.key,
        accounts.c.may_owe,
        accounts.c.fractions,
        accounts.c.balance,
        _given.c.cents,
        _given.c.rest,
        _taken.c.cents,
        _taken.c.rest,
        rounds.c.id,
        rounds.c.ended,
        felts.c.id,
        sheets.c.hash,
    )
    .select_from(accounts)
    .outerjoin(_given, _given.c.account == accounts.c.id)
    .outerjoin(_taken, _taken.c.account == accounts.c.id)
    .outerjoin(rounds, rounds.c.id == accounts.c.key)
    .outerjoin(felts, felts.c.id == accounts.c.key)
    .outerjoin(sheets, sheets.c.hash == accounts.c.key)
)


def audit_accounts(
    connection: Connection,
    reserved: Mapping[Account, int | None],
    places: Mapping[str, StoredTable],
    evenings: Mapping[str, bool],
    findings: Findings,
) -> None:
    """Checks each account, and that all together hold nothing. `reserved` is what open rounds must hold.

    `evenings` says of each whether it is over.
    """
    total = 0
    ends = {stored.id: stored.closed for stored in places.values() if stored.purse == "chips"} | dict(
        evenings
    )
    chips = ends.keys()
    used = {table_id.sheet for table_id in places.values()}
    waiting = {account: amount for account, amount in reserved.items() if amount}
    for kind, key, may_owe, fractions, balance, *sums, round_, ended, table_id, sheet in rows(
        connection, _accounts
    ):
        account = Account(kind, key)
        given, given_rest, taken, taken_rest = (int(each or 0) for each in sums)
        moved = (taken - given) * MICRO + taken_rest - given_rest
        total += balance
        findings.figures[f"micro-cents {kind}"] += balance
        if balance != moved:
            findings.fault(f"Account {account} holds {balance} micro-cents, and its transfers give {moved}")
        if kind not in _KINDS or (bool(may_owe), bool(fractions)) != (kind in MAY_OWE, kind in FRACTIONS):
            findings.fault(f"Account {account} has another kind than its rights say")
        elif (balance < 0 and not may_owe) or (balance % MICRO and not fractions):
            findings.fault(f"Account {account} may not hold {balance} micro-cents")
        place = table_id or (key if key in evenings else None)
        place = table_among(key, chips) if kind == "chips" else place
        if not _belongs(kind, key, round_, place, sheet, chips, used):
            findings.fault(f"Account {account} belongs to nothing that is stored")
        elif kind in _OF_CHIPS and balance and place is not None and ends.get(place):
            findings.fault(f"Account {account} holds {balance} micro-cents, and its table has closed")
        if kind in _OF_ROUNDS and round_ is not None:
            wanted = reserved.get(account, 0) if ended is None else 0
            waiting.pop(account, None)
            if wanted is not None and balance != wanted:
                why = "has ended" if ended is not None else "is open"
                findings.fault(f"Account {account} holds {balance}, must hold {wanted}: the round {why}")
    for account, amount in waiting.items():
        findings.fault(f"Account {account} is missing: the open round has {amount} micro-cents in it")
    if total:
        findings.fault(f"All accounts together hold {total} micro-cents instead of nothing")


def _belongs(
    kind: str,
    key: str,
    round_: str | None,
    table_id: str | None,
    sheet: str | None,
    chips: Collection[str],
    used: Collection[str],
) -> bool:
    if kind in _OF_ROUNDS:
        return round_ is not None
    if kind in ("chips", "tray"):
        return table_id in chips
    if kind in _OF_TABLES:
        return table_id is not None and (kind != "house" or table_id not in chips)
    if kind == "meter":
        return sheet is not None or table_id is not None or is_part(key, used)
    return bool(key) == (kind != "mint")


# Meters


_settles = events.c.body.contains('"k":"settle"')
_moved = (
    with_ends(select(transfers.c.deed, *WHAT_MOVED, events.c.round, events.c.body).select_from(transfers))
    .outerjoin(events, and_(events.c.deed == transfers.c.deed, _settles))
    .where(or_(GIVER.c.kind == "meter", TAKER.c.kind == "meter"))
    .order_by(transfers.c.id)
)
_settled = (
    select(felts.c.meter, rounds.c.id, events.c.body)
    .join(rounds, rounds.c.id == events.c.round)
    .join(felts, felts.c.id == rounds.c.felt)
    .where(felts.c.meter.is_not(None), _settles)
)


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
    winner: tuple[int, str, PaidMeter | None] | None = None  # who is winning it: deed, round, what it tells
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
        if told is None:
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
        allowed = (stored.id, part_of(stored.sheet, stored.id)) if sheet.meter else (None,)
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
    for deed, *moved, round_, body in rows(connection, _moved):
        giver, taker, amount, what = transfer_of(*moved)
        for part, more in ((giver, -amount), (taker, amount)):
            if part.kind != "meter":
                continue
            key = _whole(part.key, users)
            meter = meters[key]
            if meter.winner is not None and meter.winner[0] != deed:
                _end_win(meter, key, findings)
            if meter.winner is None and body is not None and ((told := _told(body)) is None or told.won):
                _begin_win(meter, deed, round_, told, findings)
            if what == "meter":
                meter.starts.append((giver, more))
                meter.low = more
            meter.held[part.key] += more
    for key, meter in meters.items():
        if meter.winner is not None:
            _end_win(meter, key, findings)
        meter.spans.append(_Span(meter.low, max(meter.low, meter.total)))
    return meters


def _begin_win(meter: _Meter, deed: int, round_: str, told: PaidMeter | None, findings: Findings) -> None:
    if told is None or told.before != meter.total:
        found = "an unreadable number of" if told is None else told.before
        left = f"where {meter.total} had been left"
        findings.fault(f"Round {round_} found {found} micro-cents in the meter {left}")
    meter.spans.append(_Span(meter.low, meter.total))
    meter.winner = deed, round_, told


def _end_win(meter: _Meter, key: str, findings: Findings) -> None:
    """A win leaves what it tells, all of it in the first part."""
    if meter.winner is not None:
        _, round_, told = meter.winner
        if told is not None and (meter.held[key], meter.total) != (told.after, told.after):
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


def _told(body: str) -> PaidMeter | None:
    """The meter as a settlement tells it; None where it does not."""
    try:
        meter = json.loads(body)["meter"]
        return PaidMeter(int(meter["before"]), int(meter["fed"]), int(meter["after"]))
    except (ValueError, TypeError, KeyError):
        return None
