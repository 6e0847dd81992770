"""A head over the chains of all tables, made from time to time: who keeps one sees later what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, insert, select, tuple_

from pitboss.cage.journal import canonical
from pitboss.cage.schema import felts, heads, rounds
from pitboss.cage.store import Store
from pitboss.fair.chain import START, link

Chains = dict[str, tuple[int, str]]  # table -> ended rounds, head of the last

_LOCK: Final = 7035191  # of PostgreSQL: one head is made at a time
_BATCH: Final = 200  # places looked up at a time

_last = select(heads.c.number, heads.c.head).order_by(heads.c.number.desc()).limit(1)
_chains = (
    select(
        felts.c.id,
        felts.c.rounds - case((rounds.c.id.is_not(None) & rounds.c.ended.is_(None), 1), else_=0),
        felts.c.head,
    )
    .select_from(felts.outerjoin(rounds, (rounds.c.felt == felts.c.id) & (rounds.c.number == felts.c.rounds)))
    .order_by(felts.c.id)
)
_in_order = select(heads.c.number, heads.c.at, heads.c.chains, heads.c.head).order_by(heads.c.number)


class Head(NamedTuple):
    """A head over all chains: its number, when it was made, the chains as canonical JSON, and itself."""

    number: int
    at: int  # milliseconds since 1970, UTC
    chains: str
    head: str


def make_head(store: Store, now: Callable[[], int]) -> Head:
    """Makes the next head over all chains and stores it; print it, publish it, keep it elsewhere."""

    def work(connection: Connection) -> Head:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        last = connection.execute(_last).first()
        chains = canonical({felt: [count, head] for felt, count, head in connection.execute(_chains)})
        number, previous = (last.number, last.head) if last else (0, START)
        made = Head(number + 1, now(), chains, link(previous, chains.encode()))
        connection.execute(insert(heads), made._asdict())
        return made

    return store.write(work)


def wrong_heads(connection: Connection) -> Iterator[tuple[Head, str | None]]:
    """Each stored head, and a sentence where it does not fit the one before it or today's chains."""
    number, at, previous, before = 0, 0, START, Chains()
    streamed = {"stream_results": True, "yield_per": 50}
    for row in connection.execute(_in_order, execution_options=streamed):
        head = Head(*row)
        chains = _read(head.chains)
        fault: str | None = None
        if head.number != number + 1 or head.at < at:
            fault = f"After head {number} comes number {number + 1}, at a later time"
        elif chains is None:
            fault = "Its chains cannot be read"
        elif head.head != _linked(previous, head.chains):
            fault = "It does not follow from its chains and the head before it"
        else:
            fault = _not_there(connection, before, chains)
        yield head, fault
        number, at, previous, before = head.number, head.at, head.head, chains or before


def _linked(previous: str, chains: str) -> str | None:
    try:
        return link(previous, chains.encode())
    except ValueError:
        return None


def _read(text: str) -> Chains | None:
    try:
        data: Any = json.loads(text)
        chains = {str(felt): (count, head) for felt, (count, head) in data.items()}
    except (ValueError, TypeError, AttributeError):
        return None
    sound = all(type(count) is int and isinstance(head, str) for count, head in chains.values())
    return chains if sound and canonical(data) == text else None


def _not_there(connection: Connection, before: Chains, chains: Chains) -> str | None:
    """A place of these chains that is not in the tables' chains; those of the head before are known."""
    for felt in before:
        if felt not in chains:
            return f"The table {felt} was in the head before it"
    new = {felt: place for felt, place in chains.items() if before.get(felt) != place}
    for felt, (count, head) in new.items():
        if count == 0 and head != START:
            return f"A chain without rounds ends with 64 zeros; that of {felt} does not"
        if count < before.get(felt, (0, START))[0]:
            return f"The chain of {felt} was longer in the head before it"
    wanted = [(felt, count) for felt, (count, _) in new.items() if count]
    for start in range(0, len(wanted), _BATCH):
        some = wanted[start : start + _BATCH]
        query = select(rounds.c.felt, rounds.c.number, rounds.c.head).where(
            tuple_(rounds.c.felt, rounds.c.number).in_(some)
        )
        found = {(felt, number): head for felt, number, head in connection.execute(query)}
        for felt, count in some:
            if found.get((felt, count)) != new[felt][1]:
                return f"It knows round {felt}:{count} with the head {new[felt][1][:12]}, which is gone"
    return None
