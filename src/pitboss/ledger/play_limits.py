"""A person's limits, and what the ledger tells of their session of play. Everything is inside a transaction.

What the mint gives or takes is never won or lost. Money in an open round is still the person's.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select, union_all, update

from pitboss.ledger.accounts import MINT, MicroCents
from pitboss.ledger.deeds import record_person
from pitboss.ledger.schema import accounts, deeds, felts, people, rounds, transfers
from pitboss.ledger.statements import Prepared


class StoredLimits(NamedTuple):
    """What a person allows themselves. A `next` value holds from its time on; None is no limit."""

    loss: int | None = None  # cents in one session
    loss_next: int | None = None
    loss_from: int | None = None  # milliseconds since 1970, UTC; None: no change waits
    minutes: int | None = None
    minutes_next: int | None = None
    minutes_from: int | None = None
    excluded_until: int | None = None


class Session(NamedTuple):
    """A session of play: when it began, after which transfer, and what waited on tables then."""

    began: int
    after: int
    carried: MicroCents


_limits = select(*(getattr(people.c, name) for name in StoredLimits._fields)).where(
    people.c.id == bindparam("person"), people.c.deleted.is_(False)
)
_read_limits = Prepared(_limits)
_lock_limits = Prepared(_limits.with_for_update())  # SQLite has one writer and needs no lock
_session = Prepared(
    select(people.c.playing_from, people.c.playing_after, people.c.playing_carried).where(
        people.c.id == bindparam("person"), people.c.playing_from.is_not(None)
    )
)


def read_limits(connection: Connection, person: str, *, lock: bool = False) -> StoredLimits | None:
    """A person's limits; None when there is no such person."""
    found = (_lock_limits if lock else _read_limits).first(connection, {"person": person})
    return None if found is None else StoredLimits(*found)


def write_limits(connection: Connection, person: str, limits: StoredLimits, by: str, now: int) -> None:
    """Puts limits in the place of a person's."""
    connection.execute(update(people).where(people.c.id == person).values(limits._asdict()))
    record_person(connection, person, "limits", by, now)


def read_session(connection: Connection, person: str) -> Session | None:
    """The session that was begun last, whether it is over or not."""
    found = _session.first(connection, {"person": person})
    return None if found is None else Session(*found)


def begin_session(connection: Connection, person: str, now: int) -> Session:
    """A session begins now; whoever begins it has locked the person's row.

    The last transfer and what waits are of one moment, so that each transfer is before or after it: a
    person's transfers have their numbers in the order in which they are stored.
    """
    after, carried = connection.execute(_beginning, {"person": person}).one()
    new = Session(now, int(after), int(carried))
    values = {"playing_from": new.began, "playing_after": new.after, "playing_carried": new.carried}
    connection.execute(update(people).where(people.c.id == person).values(values))
    return new


# What the ledger tells

_own = (
    select(accounts.c.id)
    .where(accounts.c.kind == "person", accounts.c.key == bindparam("person"))
    .scalar_subquery()
)
_mint = (
    select(accounts.c.id).where(accounts.c.kind == MINT.kind, accounts.c.key == MINT.key).scalar_subquery()
)
_none = func.coalesce(func.sum(transfers.c.amount), 0)
_since = transfers.c.id > bindparam("after")
_came = Prepared(select(_none).where(transfers.c.taker == _own, _since, transfers.c.giver != _mint))
_went = Prepared(select(_none).where(transfers.c.giver == _own, _since, transfers.c.taker != _mint))
_last_bet = Prepared(
    select(deeds.c.at)
    .join(transfers, transfers.c.deed == deeds.c.id)
    .where(transfers.c.giver == _own, transfers.c.taker != _mint)
    .order_by(transfers.c.id.desc())
    .limit(1)
)


def gained(connection: Connection, person: str, after: int) -> MicroCents:
    """What came to a person's hand less what went from it after a transfer, but for the mint's."""
    values = {"person": person, "after": after}
    [(came,)], [(went,)] = _came.all(connection, values), _went.all(connection, values)
    return int(came) - int(went)


def last_bet(connection: Connection, person: str) -> int | None:
    """When a person last put money on a table or into a bank."""
    found = _last_bet.first(connection, {"person": person})
    return None if found is None else int(found[0])


_open_rounds = (  # the last round of a table is the only one that can be open, so no old round is looked at
    select(rounds.c.id)
    .join(felts, (felts.c.id == rounds.c.felt) & (felts.c.rounds == rounds.c.number))
    .where(felts.c.closed.is_(False), rounds.c.ended.is_(None))
)
_open = (
    select(accounts.c.id, accounts.c.key)
    .where(accounts.c.kind.in_(("escrow", "bank")), accounts.c.key.in_(_open_rounds), accounts.c.balance != 0)
    .cte("open")
)
# `+ 0`: they are found by the few transfers of a round, never by all that a person ever made
_waiting = union_all(
    select(_open.c.key, transfers.c.amount)
    .join(transfers, transfers.c.taker == _open.c.id)
    .where(transfers.c.giver + 0 == _own),
    select(_open.c.key, -transfers.c.amount)
    .join(transfers, transfers.c.giver == _open.c.id)
    .where(transfers.c.taker + 0 == _own),
)


_last_transfers = union_all(
    select(func.max(transfers.c.id).label("id")).where(transfers.c.giver == _own),
    select(func.max(transfers.c.id)).where(transfers.c.taker == _own),
).subquery()
_waiting_sum = _waiting.subquery()
_beginning = select(
    select(func.coalesce(func.max(_last_transfers.c.id), 0)).scalar_subquery(),
    select(func.coalesce(func.sum(_waiting_sum.c.amount), 0)).scalar_subquery(),
)


def waiting(connection: Connection, person: str) -> dict[str, MicroCents]:
    """A person's money in open rounds, by round."""
    held: dict[str, MicroCents] = {}
    for round_, amount in connection.execute(_waiting, {"person": person}):
        held[round_] = held.get(round_, 0) + int(amount)
    return {round_: amount for round_, amount in held.items() if amount}
