"""Disputes: a round judged again by the rules of its day, and what was noted about it."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pydantic import BaseModel

from pitboss.fair.chain import START
from pitboss.faults import CageFault
from pitboss.house.resettlement import SeatJudged, settle_again
from pitboss.ledger import journal, operator_rows
from pitboss.ledger.ids import round_id as id_of_round
from pitboss.ledger.journal import StoredRound
from pitboss.ledger.ledger import Transfer
from pitboss.ledger.people import read_person
from pitboss.ledger.round_money import transfers_of_round
from pitboss.ledger.round_search import last_event_at
from pitboss.ledger.store import Connection, Store
from pitboss.messages.rounds import tell_round
from pitboss.pit import Till, till_of
from pitboss.proof import receipt, verify
from pitboss.proof.stored_receipts import receipt_by_journal
from pitboss.proof.stored_rules import stored_table
from pitboss.round import NotADocument, Refusal, parse_round


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
    notes: list[operator_rows.Note]


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
        told = store.read(partial(receipt_by_journal, table=table, stored=stored))
    except CageFault as fault:
        faults.append(str(fault))
    else:
        if told != text:
            how = "cannot be told any more" if told is None else "gives another receipt than was given out"
            faults.append(f"The journal of round {round_id} {how} (pitboss audit says more)")
        found = verify(told or text)
        checks += found.checks
        faults += [found.fault] if found.fault else []
        try:
            document = parse_round(told or text)
            seats = settle_again(table, stored, kept.till, document.events, kept.moved, checks, faults)
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
    return operator_rows.write_note(connection, now, author, round_id, text)


def _stored(connection: Connection, round_id: str) -> StoredRound:
    stored = journal.read_round(connection, round_id) if round_id.isprintable() else None
    if stored is None:
        raise Refusal("no_round", f"There is no round {round_id[:60]!r}", None, "round")
    return stored


def ended_round(connection: Connection, round_id: str) -> StoredRound:
    """A round that has ended; an open one cannot be judged yet."""
    stored = _stored(connection, round_id)
    if stored.ended is None:
        text = f"The round {round_id} is open: it can be judged when it has ended"
        raise Refusal("round_open", text, None, "round")
    return stored


def _kept(connection: Connection, round_id: str) -> _Kept:
    stored = ended_round(connection, round_id)
    stored_table = journal.read_table(connection, stored.felt)
    return _Kept(
        stored,
        journal.sheet_content(connection, stored.sheet),
        till_of(stored_table),
        journal.read_round(connection, id_of_round(stored.felt, stored.number - 1)),
        journal.read_round(connection, id_of_round(stored.felt, stored.number + 1)),
        stored_table.head,
        last_event_at(connection, round_id),
        transfers_of_round(connection, round_id),
        operator_rows.notes_of_round(connection, round_id),
    )


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


def _note(note: operator_rows.Note, names: dict[str, str]) -> NoteShown:
    return NoteShown(
        number=note.number, at=note.at, author=note.author, name=names.get(note.author), text=note.text
    )
