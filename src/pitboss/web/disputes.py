"""Disputes: finding a round, judging it again by the rules of its day, and what was noted about it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel
from sqlalchemy import Connection, func, select

from pitboss.cage import desk, journal
from pitboss.cage.journal import StoredRound
from pitboss.cage.ledger import Account, Transfer, is_purse_of
from pitboss.cage.people import read_person
from pitboss.cage.schema import accounts, deeds, events, rounds, transfers
from pitboss.cage.store import Store
from pitboss.fair.chain import START
from pitboss.faults import CageFault
from pitboss.money import Cents
from pitboss.pit import Till, postings, till_of
from pitboss.proof import receipt, verify
from pitboss.proof.rules_of_day import stored_table
from pitboss.round import (
    NotADocument,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
    SettleRound,
    VoidRound,
    apply,
    evolve,
    open_round,
    parse_round,
)
from pitboss.round.events import Event, PaidLine, PaidSeat
from pitboss.round.table import Table
from pitboss.web.history import house_id
from pitboss.words.rounds import tell_round

How = Literal["settled", "void", "unused"]


class RoundFound(BaseModel):
    """A round in a list."""

    round: str
    table: str
    house: str
    number: int
    ended: How | None  # null: it is open
    at: int  # of its last event
    place: int  # ask for rounds before this one


class LineJudged(BaseModel):
    """What a line pays by the rules, and what the journal says it was paid."""

    id: str
    label: str
    ruled: PaidLine | None  # null: the rules pay no such line
    paid: PaidLine | None
    equal: bool


class SeatJudged(BaseModel):
    """The lines of one seat."""

    seat: int
    player: str
    ruled: Cents
    paid: Cents
    lines: list[LineJudged]


class NoteShown(BaseModel):
    """A note on a round."""

    number: int
    at: int
    author: str
    name: str | None
    text: str


class Dispute(BaseModel):
    """A round that has ended, judged again."""

    round: str
    table: str
    house: str
    number: int
    ended: str
    at: int
    right: bool
    checks: list[str]
    faults: list[str]
    seats: list[SeatJudged]
    tale: list[str]
    people: dict[str, str]  # the names of today, by id
    receipt: str | None  # as it is written, byte for byte
    notes: list[NoteShown]


class Asked(NamedTuple):
    """Which rounds are looked for."""

    id: str | None = None
    table: str | None = None
    person: str | None = None
    since: int | None = None
    until: int | None = None
    before: int | None = None
    most: int = 50


# Finding

_place = (  # the deed of a round's last event
    select(func.max(events.c.deed)).where(events.c.round == rounds.c.id).scalar_subquery().label("place")
)


def find_rounds(store: Store, asked: Asked) -> list[RoundFound]:
    """Rounds by id, table, person and time, the latest first."""
    last = select(*(rounds.c[name] for name in ("id", "felt", "number", "sheet", "ended")), _place).subquery()
    query = select(last, deeds.c.at).join(deeds, deeds.c.id == last.c.place)
    if asked.id is not None:
        query = query.where(last.c.id == asked.id)
    if asked.table is not None:
        query = query.where(last.c.felt == asked.table)
    if asked.person is not None:
        query = query.where(last.c.id.in_(_rounds_of(asked.person)))
    if asked.since is not None:
        query = query.where(deeds.c.at >= asked.since)
    if asked.until is not None:
        query = query.where(deeds.c.at < asked.until)
    if asked.before is not None:
        query = query.where(last.c.place < asked.before)
    query = query.order_by(last.c.place.desc()).limit(asked.most)

    def work(connection: Connection) -> list[RoundFound]:
        found = connection.execute(query).all()
        houses = {hash_: house_id(connection, hash_) for hash_ in {row.sheet for row in found}}
        return [
            RoundFound(
                round=row.id,
                table=row.felt,
                house=houses[row.sheet],
                number=row.number,
                ended=row.ended,
                at=row.at,
                place=row.place,
            )
            for row in found
        ]

    return store.read(work)


def _rounds_of(person: str) -> Any:
    """The rounds that a person has put money into, at a seat or as the bank."""
    mine = select(accounts.c.id).where(is_purse_of(person))
    return (
        select(accounts.c.key)
        .join(transfers, transfers.c.taker == accounts.c.id)
        .where(transfers.c.giver.in_(mine), accounts.c.kind.in_(("escrow", "bank")))
    )


# Judging


class _Kept(NamedTuple):
    """What the database has of a round."""

    stored: StoredRound
    content: str  # of its sheet
    till: Till  # of its table
    before: StoredRound | None  # its neighbours at the table
    after: StoredRound | None
    head: str  # of the table
    at: int
    moved: tuple[Transfer, ...]
    notes: list[desk.Note]


def dispute(store: Store, round_id: str) -> Dispute:
    """Judges a round again: its receipt, each line, the money that was moved, its place in the chain."""
    kept = store.read(lambda connection: _kept(connection, round_id))
    stored = kept.stored
    checks, faults, tale = list[str](), list[str](), list[str]()
    seats: list[SeatJudged] = []
    text: str | None = None
    house = "?"
    try:
        table = stored_table(stored.sheet, kept.content, stored.low, stored.high)
        house = table.sheet.id
        text = receipt(store, round_id)
    except CageFault as fault:
        faults.append(str(fault))
    else:
        found = verify(text)
        checks += found.checks
        faults += [found.fault] if found.fault else []
        try:
            document = parse_round(text)
            seats = _judge(table, stored, kept.till, document.events, kept.moved, checks, faults)
            tale = list(tell_round(document))
        except NotADocument:
            pass  # the receipt's fault says so
    _chain(kept, checks, faults)
    people = {seat.player for seat in seats} | {note.author for note in kept.notes}
    names = store.read(lambda connection: _names(connection, people))
    return Dispute(
        round=stored.id,
        table=stored.felt,
        house=house,
        number=stored.number,
        ended=stored.ended or "",
        at=kept.at,
        right=not faults,
        checks=checks,
        faults=faults,
        seats=seats,
        tale=tale,
        people=names,
        receipt=text,
        notes=[_note(each, names) for each in kept.notes],
    )


def add_note(connection: Connection, now: int, author: str, round_id: str, text: str) -> int:
    """Notes something about a round; it is never changed. Gives its number."""
    _stored(connection, round_id)
    return desk.write_note(connection, now, author, round_id, text)


def _stored(connection: Connection, round_id: str) -> StoredRound:
    stored = journal.read_round(connection, round_id) if round_id.isprintable() else None
    if stored is None:
        raise Refusal("no_round", f"There is no round {round_id[:60]!r}", None, "round")
    return stored


def _kept(connection: Connection, round_id: str) -> _Kept:
    stored = _stored(connection, round_id)
    if stored.ended is None:
        text = f"The round {round_id} is open: it can be judged when it has ended"
        raise Refusal("round_open", text, None, "round")
    felt = journal.read_felt(connection, stored.felt)
    mine = select(events.c.deed).where(events.c.round == round_id)
    at = connection.execute(select(func.max(deeds.c.at)).where(deeds.c.id.in_(mine))).scalar()
    return _Kept(
        stored,
        journal.sheet_content(connection, stored.sheet),
        till_of(felt),
        journal.read_round(connection, f"{stored.felt}:{stored.number - 1}"),
        journal.read_round(connection, f"{stored.felt}:{stored.number + 1}"),
        felt.head,
        int(at or 0),
        _moved(connection, round_id),
        desk.notes_of_round(connection, round_id),
    )


def _moved(connection: Connection, round_id: str) -> tuple[Transfer, ...]:
    """The transfers of a round's deeds, but for what the house's own banker is given."""
    giver, taker = accounts.alias("giver"), accounts.alias("taker")
    what = (giver.c.kind, giver.c.key, taker.c.kind, taker.c.key, transfers.c.amount, transfers.c.what)
    query = (
        select(*what)
        .select_from(transfers)
        .join(giver, giver.c.id == transfers.c.giver)
        .join(taker, taker.c.id == transfers.c.taker)
        .where(transfers.c.deed.in_(select(events.c.deed).where(events.c.round == round_id)))
        .where(transfers.c.what != "proposition")
    )
    return tuple(
        Transfer(Account(row[0], row[1]), Account(row[2], row[3]), int(row[4]), row[5])
        for row in connection.execute(query)
    )


def _judge(
    table: Table,
    stored: StoredRound,
    till: Till,
    told: tuple[Event, ...],
    moved: tuple[Transfer, ...],
    checks: list[str],
    faults: list[str],
) -> list[SeatJudged]:
    """Settles the round again from its cards and decisions, and lays what was paid beside it."""
    if stored.ended == "unused":
        return []
    paid = told[-1] if told else None
    try:
        state, owed = _until_the_end(table, stored, till, told)
        ruled = _ruled(state, paid)
        owed += postings(till, state, ruled)
    except (Refusal, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        faults.append("The journal breaks the rules before the end: nothing can be settled again")
        return []
    seats = _seats(table, state, ruled.seats, paid.seats if isinstance(paid, type(ruled)) else ())
    unlike = [f"seat {seat.seat} {line.label}" for seat in seats for line in seat.lines if not line.equal]
    if unlike:
        faults.append(f"Settled again, these lines pay something else than was paid: {', '.join(unlike)}")
    else:
        checks.append("Settled again, every line pays what was paid.")
    if Counter(moved) == Counter(owed):
        checks.append("The ledger moved exactly what the rules give.")
    else:
        faults.append("The ledger moved something else than the rules give")
    return seats


def _until_the_end(
    table: Table, stored: StoredRound, till: Till, told: tuple[Event, ...]
) -> tuple[Round, tuple[Transfer, ...]]:
    """The state before the last event, and the transfers of all events before it."""
    state = open_round(table, stored.id)
    owed: tuple[Transfer, ...] = ()
    for event in told[:-1]:
        owed += postings(till, state, event)
        state = evolve(state, event)
    return state, owed


def _ruled(state: Round, paid: Event | None) -> RoundSettled | RoundVoided:
    """The end of the round as the rules give it."""
    match paid:
        case RoundSettled(_, _, meter):
            events_ = apply(state, SettleRound(meter.before if meter else None))
        case RoundVoided(cause):
            events_ = apply(state, VoidRound(cause))
        case _:
            raise ValueError("the round has no end")
    end = events_[-1]
    if isinstance(end, (RoundSettled, RoundVoided)):
        return end
    raise AssertionError("a round ends settled or void")


def _seats(
    table: Table, state: Round, ruled: tuple[PaidSeat, ...], paid: tuple[PaidSeat, ...]
) -> list[SeatJudged]:
    rules, journal_ = {each.seat: each for each in ruled}, {each.seat: each for each in paid}
    found = []
    for number in sorted(rules.keys() | journal_.keys()):
        by_rules, by_journal = rules.get(number), journal_.get(number)
        seat = state.seat(number)
        found.append(
            SeatJudged(
                seat=number,
                player=seat.player if seat else "",
                ruled=by_rules.net if by_rules else 0,
                paid=by_journal.net if by_journal else 0,
                lines=_lines(table, by_rules, by_journal),
            )
        )
    return found


def _lines(table: Table, ruled: PaidSeat | None, paid: PaidSeat | None) -> list[LineJudged]:
    rules = {line.id: line for line in ruled.lines} if ruled else {}
    journal_ = {line.id: line for line in paid.lines} if paid else {}
    return [
        LineJudged(
            id=id_,
            label=table.sheet.label(id_) if id_ in rules else id_,
            ruled=rules.get(id_),
            paid=journal_.get(id_),
            equal=rules.get(id_) == journal_.get(id_),
        )
        for id_ in (*rules, *(id_ for id_ in journal_ if id_ not in rules))
    ]


def _chain(kept: _Kept, checks: list[str], faults: list[str]) -> None:
    """Whether the rounds beside it at the table hang together with it."""
    stored, after = kept.stored, kept.after
    before = kept.before.head if kept.before else START if stored.number == 1 else None
    ahead = after.previous if after is not None and after.ended is not None else kept.head
    if (before, stored.head) == (stored.previous, ahead):
        checks.append("The rounds before and after it hang together with it.")
    else:
        faults.append("The rounds before and after it do not hang together with it: pitboss audit says more")


def _names(connection: Connection, people: set[str]) -> dict[str, str]:
    found = {person: read_person(connection, person) for person in sorted(people)}
    return {person: known.shown for person, known in found.items() if known is not None}


def _note(note: desk.Note, names: dict[str, str]) -> NoteShown:
    return NoteShown(
        number=note.number, at=note.at, author=note.author, name=names.get(note.author), text=note.text
    )
