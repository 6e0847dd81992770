"""The chain of what was done outside tables: each record against the one before it and against its row."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, func, or_, select

from pitboss.canonical import START, link
from pitboss.ledger.deeds import (
    STATE,
    SUBJECTS,
    Act,
    RecordValues,
    Subject,
    canonical,
    record_text,
    told_act,
    told_deed,
    told_note,
    told_person,
)
from pitboss.ledger.schema import acts, disputes, notes, people, records
from pitboss.proof.audit_rows import Findings, is_hash, other_deeds, rows

NAMES: Final = {"deed": "Deed", "act": "Act", "note": "Note", "person": "Person"}
_in_order = select(records).order_by(records.c.number)
_acts = (
    select(acts, records.c.number.label("place"), records.c.content.label("said"))
    .outerjoin(records, records.c.act == acts.c.number)
    .order_by(acts.c.number)
)
_notes = (
    select(notes, records.c.number.label("place"), records.c.content.label("said"))
    .outerjoin(records, records.c.note == notes.c.number)
    .order_by(notes.c.number)
)
_doubts = (  # notes, and acts that close a dispute
    select(notes.c.number, notes.c.round, acts.c.number, acts.c.round)
    .select_from(records)
    .outerjoin(notes, notes.c.number == records.c.note)
    .outerjoin(acts, and_(acts.c.number == records.c.act, acts.c.what == "close dispute"))
    .where(or_(notes.c.number.is_not(None), acts.c.number.is_not(None)))
    .order_by(records.c.number)
)
_latest = (
    select(records.c.person, func.max(records.c.number).label("number"))
    .where(records.c.person.is_not(None))
    .group_by(records.c.person)
    .subquery("latest")
)
_people = (
    select(
        people.c.id,
        *(people.c[name] for name in STATE),
        records.c.number.label("place"),
        records.c.content.label("said"),
    )
    .select_from(people)
    .outerjoin(_latest, _latest.c.person == people.c.id)
    .outerjoin(records, records.c.number == _latest.c.number)
    .order_by(people.c.id)
)


class _Seen(NamedTuple):
    """A row that must be recorded, with its record: what that must say, and what it says."""

    subject: Subject
    about: int | str
    place: int | None
    said: str | None
    told: RecordValues


class Behind(NamedTuple):
    """The part of the chain that is told: behind a record with this head, and deeds from a number on."""

    number: int = 0
    head: str = START
    deed: int = 0


ALL: Final = Behind()


def audit_house_chain(connection: Connection, findings: Findings, behind: Behind = ALL) -> None:
    """Recomputes the chain, and holds each deed, act, note and person to what was recorded of it."""
    for fault in broken_links(connection, behind):
        findings.fault(fault)
    for fault in unlike_rows(connection, behind):
        findings.fault(fault)
    for fault in unlike_disputes(connection):
        findings.fault(fault)


def told_records(connection: Connection) -> Iterator[tuple[str, str]]:
    """Every record as it is hashed, and its head."""
    for row in rows(connection, _in_order):
        yield row.content, row.head


def broken_links(connection: Connection, behind: Behind = ALL) -> Iterator[str]:
    """A sentence for each record that does not follow the one before it, or is written in another form."""
    number, previous, _ = behind
    for row in rows(connection, _in_order.where(records.c.number > number)):
        if row.number != number + 1:
            yield f"After record {number} of the house's chain comes record {row.number}"
        elif not _names_its_row(row):
            yield f"Record {row.number} of the house's chain tells of another row than it belongs to"
        elif row.head != link(previous, row.content.encode()):
            yield f"Record {row.number} of the house's chain does not follow from the one before it"
        number = row.number
        previous = row.head if is_hash(row.head) else START


def unlike_rows(connection: Connection, behind: Behind = ALL) -> Iterator[str]:
    """A sentence for each row that nobody recorded or that says something else now, and for lost rows."""
    found = dict.fromkeys(SUBJECTS, 0)
    for seen in _seen(connection, behind):
        name = f"{NAMES[seen.subject]} {seen.about}"
        if seen.place is None:
            yield f"{name} is in no record of the house's chain"
            continue
        found[seen.subject] += 1
        if seen.said != record_text(seen.place, seen.subject, seen.about, seen.told):
            yield f"{name} says something else than record {seen.place} of the house's chain"
    for subject in SUBJECTS:
        column = records.c[subject]
        query = select(func.count(column.distinct())).where(records.c.number > behind.number)
        told = connection.execute(query).scalar_one()
        if told != found[subject]:
            what = "people" if subject == "person" else f"{subject}s"
            yield f"The house's chain tells of {told} {what}, and {found[subject]} of them are there"


def unlike_disputes(connection: Connection) -> Iterator[str]:
    """A sentence for each dispute that is not as notes and acts tell: lost, closed by nobody, or never begun.

    A player's note doubts a round; so does an operator's, but where an act says that it is a note alone.
    """
    alone = {
        _note_of(after) for after in connection.scalars(select(acts.c.after).where(acts.c.what == "note"))
    }
    begun: dict[str, int] = {}  # rounds with an open dispute, and its first note
    told = Counter[tuple[str, int, int | None]]()
    for note, noted, act, round_ in rows(connection, _doubts):
        if note is None:
            told[round_, begun.pop(round_, 0), act] += 1
        elif note not in alone:
            begun.setdefault(noted, note)
    told.update((round_, note, None) for round_, note in begun.items())
    there = Counter(tuple(row) for row in connection.execute(select(*disputes.c["round", "note", "closed"])))
    for found, how in ((told - there, "is not there"), (there - told, "is in no record")):
        for round_, note, closed in sorted(found, key=str):
            state = "open" if closed is None else f"closed by act {closed}"
            yield f"The dispute of round {round_} that note {note} began, {state}, {how}"


def _note_of(after: str) -> Any:
    try:
        return json.loads(after)["note"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _seen(connection: Connection, behind: Behind) -> Iterator[_Seen]:
    later = or_(records.c.number > behind.number, records.c.number.is_(None))
    for (number, actor, command, content, answer, at, place, said), group in groupby(
        other_deeds(connection, behind.deed, behind.number), key=lambda row: row[:8]
    ):
        moved = [row.transfer for row in group if row.transfer is not None]
        yield _Seen("deed", number, place, said, told_deed(actor, command, content, answer, at, moved))
    for number, *act, place, said in rows(connection, _acts.where(later)):
        yield _Seen("act", number, place, said, told_act(Act(*act)))
    for number, *note, place, said in rows(connection, _notes.where(later)):
        yield _Seen("note", number, place, said, told_note(*note))
    for id_, *state, place, said in rows(connection, _people.where(later)):
        why, by, at = _change(said)
        told = told_person(dict(zip(STATE, state, strict=True)), why, by, at)
        yield _Seen("person", id_, place, said, told)


def _change(said: str | None) -> tuple[str, str, int]:
    """Why, by whom and when a person's row was changed, which the row itself does not say."""
    try:
        told = json.loads(said or "{}")
        return told["why"], told["by"], told["at"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return "", "", 0


def _names_its_row(row: Any) -> bool:
    try:
        told = json.loads(row.content)
        named = {subject: told.get(subject) for subject in SUBJECTS}
        return (
            canonical(told) == row.content
            and told["number"] == row.number
            and named == {subject: getattr(row, subject) for subject in SUBJECTS}
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
