"""Rounds that were played: finding them, their receipts and results, and what people decided in them.

Decisions are no part of the books: they can be lost or deleted, and no account changes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    tuple_,
    update,
)

from pitboss.ledger.accounts import is_account, person_account
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import Purse, read_table
from pitboss.ledger.schema import (
    accounts,
    decisions,
    deeds,
    events,
    felts,
    people,
    receipts,
    results,
    rounds,
    transfers,
)
from pitboss.ledger.store import Prepared, reach

# Looking for rounds

Only = Literal["voids", "platform"]


class RoundQuery(NamedTuple):
    """Which rounds are looked for; `until` itself is not among them."""

    id: str | None = None
    table: str | None = None
    person: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None
    most: int = 50


class FoundRound(NamedTuple):
    """A round that was found; its place is the deed of its last event, its time when that was.

    The rest is asked for with a person's rounds alone: what an ended one brought them.
    """

    id: str
    felt: str
    number: int
    sheet: str
    ended: Literal["settled", "void", "unused"] | None
    place: int
    at: int
    purse: Purse = "house"
    net: int = 0  # cents
    void: str | None = None  # the clause
    away: bool = False  # the table decided for them


class Stretch(NamedTuple):
    """Rounds of a table, without a gap."""

    felt: str
    first: int
    last: int


_FOUND = [rounds.c[name] for name in ("id", "felt", "number", "sheet", "ended")]
_place = (  # the deed of a round's last event
    select(events.c.deed)
    .where(events.c.round == rounds.c.id)
    .order_by(events.c.sequence.desc())
    .limit(1)
    .scalar_subquery()
    .label("place")
)
_open_ones = (  # the last round of an open table: no other can be open
    select(*_FOUND, _place, deeds.c.at)
    .join(felts, (felts.c.id == rounds.c.felt) & (felts.c.rounds == rounds.c.number))
    .join(deeds, deeds.c.id == _place)
    .where(felts.c.closed.is_(False), rounds.c.ended.is_(None))
)


def find_rounds(connection: Connection, asked: RoundQuery) -> list[FoundRound]:
    """Rounds by id, table, person and time, the latest first."""
    ended = _ended(connection, asked, *_FOUND, _place, rounds.c.at)
    found = [*_find_open(connection, asked), *(FoundRound(*row) for row in connection.execute(ended))]
    return sorted(found, key=lambda each: (each.at, each.id), reverse=True)[: asked.most]


def _ended(
    connection: Connection,
    asked: RoundQuery,
    *columns: ColumnElement[Any],
    of_result: Sequence[str] = (),
    only: Only | None = None,
) -> Select[Any]:
    """Ended rounds, the latest first, of one person, of one table, or all.

    They are read in that order and no others, so a page takes as long in a large house as in a small one.
    """
    own = asked.person is not None and asked.table is None
    found: FromClause = results
    if own:  # chosen before anything is joined: PostgreSQL would join all of a person's first
        mine = select(*results.c).where(results.c.person == asked.person, *_marked(only))
        mine = mine if asked.id is None else mine.where(results.c.round == asked.id)
        found = _latest(connection, asked, mine, results.c.at, results.c.round).subquery("mine")
    query = select(*columns, *(found.c[name] for name in of_result)).select_from(rounds)
    if asked.person is not None:
        query = query.join(found, (found.c.round == rounds.c.id) & (found.c.at == rounds.c.at))
    if own:
        return query.order_by(found.c.at.desc(), found.c.round.desc())
    if asked.person is not None:
        query = query.where(results.c.person == asked.person, *_marked(only))
    if asked.id is not None:
        query = query.where(rounds.c.id == asked.id)
    if asked.table is not None:
        query = query.where(rounds.c.felt == asked.table)
    return _latest(connection, asked, query, rounds.c.at, rounds.c.id)


def _marked(only: Only | None) -> list[ColumnElement[bool]]:
    if only is None:
        return []
    return [results.c.void.is_not(None) if only == "voids" else results.c.away.is_(True)]


def _latest(
    connection: Connection,
    asked: RoundQuery,
    query: Select[Any],
    at: ColumnElement[int | None],
    id_: ColumnElement[str],
) -> Select[Any]:
    """The last of some rounds by their ends, within the time that is asked for."""
    query = query.where(at >= (asked.since or 0)).order_by(at.desc(), id_.desc()).limit(asked.most)
    if asked.until is not None:
        query = query.where(at < asked.until)
    if asked.before is not None:
        query = query.where(tuple_(at, id_) < tuple_(*_end_at(connection, asked.before)))
    return query


def _find_open(connection: Connection, asked: RoundQuery) -> list[FoundRound]:
    """Open rounds; there are no more than open tables."""
    query, before = _open_ones, None if asked.before is None else _end_at(connection, asked.before)
    if asked.id is not None:
        query = query.where(rounds.c.id == asked.id)
    if asked.table is not None:
        query = query.where(rounds.c.felt == asked.table)
    if asked.person is not None:
        bets = events.c.body.contains(f'"player":{canonical(asked.person)}', autoescape=True)
        query = query.where(select(events.c.round).where(events.c.round == rounds.c.id, bets).exists())
    found = (FoundRound(*row) for row in connection.execute(query))
    return [
        each
        for each in found
        if (asked.since or 0) <= each.at
        and (asked.until is None or each.at < asked.until)
        and (before is None or (each.at, each.id) < before)
    ]


def _end_at(connection: Connection, place: int) -> tuple[int, str]:
    """When the round ended whose last event has this deed, and its id; of another deed when that was."""
    query = (
        select(deeds.c.at, events.c.round)
        .outerjoin(events, events.c.deed == deeds.c.id)
        .where(deeds.c.id <= place)
        .order_by(deeds.c.id.desc(), events.c.sequence)
        .limit(1)
    )
    found = connection.execute(query).first()
    return (0, "") if found is None else (found.at, found.round or "")


def last_event_at(connection: Connection, round_: str) -> int:
    """When the last thing happened in a round."""
    mine = select(events.c.deed).where(events.c.round == round_)
    return int(connection.execute(select(func.max(deeds.c.at)).where(deeds.c.id.in_(mine))).scalar() or 0)


# A person's own
def rounds_of_person(
    connection: Connection,
    person: str,
    before: int | None,
    most: int,
    only: Only | None = None,
    table: str | None = None,
) -> list[FoundRound]:
    """A person's rounds that have ended, the latest first; `only` void ones, or those the table decided in.

    With a `table` those that were played there.
    """
    asked = RoundQuery(table=table, person=person, before=before, most=most)
    columns = *_FOUND, _place, rounds.c.at, felts.c.purse
    query = _ended(connection, asked, *columns, of_result=("net", "void", "away"), only=only)
    found = connection.execute(query.join(felts, felts.c.id == rounds.c.felt))
    return [FoundRound(*row) for row in found]


# Whole stretches, for who writes history out
def ended_stretches(
    connection: Connection, table: str | None, since: int | None, until: int | None
) -> list[Stretch]:
    """For each table the ended rounds of a time: all from the first to the last, so no chain is broken."""
    query = (
        select(rounds.c.felt, func.min(rounds.c.number), func.max(rounds.c.number))
        .where(rounds.c.at >= (since or 0))  # open ones have no end
        .group_by(rounds.c.felt)
        .order_by(rounds.c.felt)
    )
    if table is not None:
        query = query.where(rounds.c.felt == read_table(connection, table).id)
    if until is not None:
        query = query.where(rounds.c.at < until)
    return [Stretch(*row) for row in connection.execute(query)]


def ends_of_rounds(connection: Connection, stretch: Stretch) -> list[int]:
    """When each round of a stretch ended."""
    query = (
        select(rounds.c.at)
        .where(rounds.c.felt == stretch.felt, rounds.c.number.between(stretch.first, stretch.last))
        .order_by(rounds.c.number)
    )
    return list(connection.scalars(query))


BATCH: Final = 200  # receipts read at a time
_write = Prepared(insert(receipts).inline())
_write_results = Prepared(insert(results).inline())


class StoredReceipt(NamedTuple):
    """A receipt as stored, with its place."""

    felt: str
    number: int
    text: str


class Result(NamedTuple):
    """What a round brought somebody who had bet in it or held the bank, even if that was taken back."""

    person: str
    net: int  # cents
    void: str | None  # the clause by which the round was; empty where none says so
    away: bool  # whether the table decided for them


class StoredResult(NamedTuple):
    """A result as stored, with its place."""

    felt: str
    number: int
    at: int
    result: Result


def write_results(connection: Connection, round_: str, found: Sequence[Result], at: int) -> None:
    """Keeps what a round that ends brought."""
    if found:
        _write_results.write(connection, [{"round": round_, "at": at, **each._asdict()} for each in found])
        reach("journal:results")


def write_receipt(connection: Connection, round_: str, text: str) -> None:
    """Keeps the receipt of a round that ends."""
    _write.run(connection, {"round": round_, "text": text})
    reach("journal:receipt")


def read_receipt(connection: Connection, round_: str) -> str | None:
    """The receipt of a round; None while it is open, and for one that was given up."""
    return read_receipts(connection, [round_]).get(round_)


def read_receipts(connection: Connection, asked: Collection[str]) -> dict[str, str]:
    """The receipts of some rounds, by round."""
    query = select(receipts.c.round, receipts.c.text).where(receipts.c.round.in_(asked))
    return dict(connection.execute(query).all())


def receipts_after(
    connection: Connection, table_id: str, number: int, *, most: int = BATCH, of_table: bool
) -> list[StoredReceipt]:
    """The next receipts by table and number; those of this one table, or of all from there on."""
    query = (
        select(rounds.c.felt, rounds.c.number, receipts.c.text)
        .join(receipts, receipts.c.round == rounds.c.id)
        .where(tuple_(rounds.c.felt, rounds.c.number) > tuple_(literal(table_id), literal(number)))
        .order_by(rounds.c.felt, rounds.c.number)
        .limit(most)
    )
    if of_table:
        query = query.where(rounds.c.felt == table_id)
    return [StoredReceipt(*row) for row in connection.execute(query)]


def rounds_void_since(connection: Connection, at: int, most: int) -> list[FoundRound]:
    """Rounds that were void since a moment, the latest first."""
    query = (
        select(*_FOUND, _place, rounds.c.at)
        .where(literal_column("ended = 'void'"), rounds.c.at >= at)  # as the index has it
        .order_by(rounds.c.at.desc(), rounds.c.id)
        .limit(most)
    )
    return [FoundRound(*row) for row in connection.execute(query)]


Sort = Literal["table", "drill"]

_COLUMNS: Final = [column for column in decisions.columns if column.name not in ("id", "person")]


class Decision(NamedTuple):
    """One decision of a person."""

    at: int
    kind: Sort
    house: str
    sheet: str
    cards: str  # high to low
    up: str
    action: str  # as the odds name it: `play`, `draw:4d`
    best: str  # `play|draw:4d` where both are as good
    cost: int  # micro-cents
    ante: int  # cents
    round: str | None = None
    seat: int | None = None
    drill: int | None = None
    step: int | None = None
    ms: int | None = None


class BetOn(NamedTuple):
    """A round that a person has bet on."""

    transfer: int
    round: str
    at: int
    ended: str | None


def keep_decision(connection: Connection, person: str, made: Decision) -> None:
    """Keeps one decision."""
    connection.execute(insert(decisions), made._asdict() | {"person": person})


def decisions_of(connection: Connection, person: str, *, most: int) -> list[Decision]:
    """A person's last decisions, the oldest first."""
    latest = (
        select(*_COLUMNS)
        .where(decisions.c.person == person)
        .order_by(decisions.c.at.desc(), decisions.c.id.desc())
        .limit(most)
    )
    return [Decision(*row) for row in connection.execute(latest)][::-1]


def last_drill(connection: Connection, person: str, house: str) -> int:
    """The number of a person's last drill at a house; 0 before the first."""
    query = select(func.max(decisions.c.drill)).where(
        decisions.c.person == person, decisions.c.house == house
    )
    return int(connection.execute(query).scalar() or 0)


def unlearned(connection: Connection, person: str, house: str, sheet: str) -> list[Decision]:
    """The last drill answer to each hand that is to come back, at a house with these rules."""
    mine = (
        decisions.c.person == person,
        decisions.c.kind == "drill",
        decisions.c.house == house,
        decisions.c.sheet == sheet,
    )
    last = select(func.max(decisions.c.id)).where(*mine).group_by(decisions.c.cards, decisions.c.up)
    query = select(*_COLUMNS).where(decisions.c.id.in_(last), decisions.c.step.is_not(None))
    return [Decision(*row) for row in connection.execute(query.order_by(decisions.c.id))]


# Rounds that were not looked at yet


def mark_of(connection: Connection, person: str) -> int | None:
    """The last transfer whose round was looked at; None when there is no such person."""
    query = select(func.coalesce(people.c.progress_after, 0)).where(
        people.c.id == person, people.c.deleted.is_(False)
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


def bets_after(connection: Connection, person: str, mark: int, most: int) -> list[BetOn]:
    """What a person has bet since then, the oldest first; a round stands there once for each bet."""
    mine = select(accounts.c.id).where(is_account(person_account(person))).scalar_subquery()
    taker = accounts.alias("taker")
    query = (
        select(transfers.c.id, rounds.c.id, deeds.c.at, rounds.c.ended)
        .join(taker, taker.c.id == transfers.c.taker)
        .join(rounds, rounds.c.id == taker.c.key)
        .join(deeds, deeds.c.id == transfers.c.deed)
        .where(transfers.c.giver == mine, transfers.c.id > mark, taker.c.kind == "escrow")
        .order_by(transfers.c.id)
        .limit(most)
    )
    return [BetOn(*row) for row in connection.execute(query)]


def known_rounds(connection: Connection, person: str, asked: Sequence[str]) -> set[str]:
    """Which of these rounds have been looked at."""
    query = select(decisions.c.round).where(decisions.c.person == person, decisions.c.round.in_(asked))
    return set(connection.execute(query).scalars())


def decisions_in(connection: Connection, person: str, asked: Sequence[str]) -> list[Decision]:
    """What is kept of a person's decisions in some rounds."""
    query = select(*_COLUMNS).where(decisions.c.person == person, decisions.c.round.in_(asked))
    return [Decision(*row) for row in connection.execute(query)]


def keep_found(
    connection: Connection, person: str, before: int, after: int, found: Sequence[Decision]
) -> bool:
    """Keeps what was found and moves the mark; False, and nothing kept, when the mark was moved meanwhile."""
    moved = (
        update(people)
        .where(
            people.c.id == person,
            people.c.deleted.is_(False),
            func.coalesce(people.c.progress_after, 0) == before,
        )
        .values(progress_after=after)
    )
    if connection.execute(moved).rowcount != 1:
        return False
    if found:
        connection.execute(insert(decisions), [each._asdict() | {"person": person} for each in found])
    return True


def forget(connection: Connection, person: str) -> int:
    """Deletes all progress of a person; rounds until now are not looked at again. Gives how many went."""
    gone = connection.execute(delete(decisions).where(decisions.c.person == person)).rowcount
    last = select(func.coalesce(func.max(transfers.c.id), 0)).scalar_subquery()
    connection.execute(update(people).where(people.c.id == person).values(progress_after=last))
    return gone
