"""A witness in the database that writes down which server wrote what, in triggers of its own.

No server knows of it, and what it tells does not come from their code: who raised a table's epoch, and who
added events to the table or changed what the floor remembers of it, under which epoch and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import psycopg

WITNESS = """
CREATE SCHEMA witness;
CREATE TABLE witness.notes (
    id bigserial PRIMARY KEY, kind text, felt text, sequence bigint, epoch bigint, writer text, at timestamptz
);
CREATE FUNCTION witness.note(kind text, felt_ text, sequence_ bigint) RETURNS void AS $$
    INSERT INTO witness.notes (kind, felt, sequence, epoch, writer, at)
    SELECT kind, felt_, sequence_, epoch, current_setting('application_name'), clock_timestamp()
    FROM public.felts WHERE id = felt_
$$ LANGUAGE sql;
CREATE FUNCTION witness.event() RETURNS trigger AS $$
BEGIN PERFORM witness.note('event', NEW.felt, NEW.sequence); RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE FUNCTION witness.lobby() RETURNS trigger AS $$
BEGIN PERFORM witness.note('lobby', NEW.felt, NULL); RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE FUNCTION witness.opened() RETURNS trigger AS $$
BEGIN PERFORM witness.note('opened', NEW.id, NEW.sequence); RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE FUNCTION witness.taken() RETURNS trigger AS $$
BEGIN PERFORM witness.note('taken', NEW.id, NEW.sequence); RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER witness_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION witness.event();
CREATE TRIGGER witness_lobby AFTER INSERT OR UPDATE ON lobby FOR EACH ROW EXECUTE FUNCTION witness.lobby();
CREATE TRIGGER witness_opened AFTER UPDATE ON felts FOR EACH ROW
    WHEN (NEW.epoch <> OLD.epoch AND OLD.owner IS NULL) EXECUTE FUNCTION witness.opened();
CREATE TRIGGER witness_taken AFTER UPDATE ON felts FOR EACH ROW
    WHEN (NEW.epoch <> OLD.epoch AND OLD.owner IS NOT NULL) EXECUTE FUNCTION witness.taken();
"""


class Note(NamedTuple):
    """One write at a table: an event, the lobby's row, or the epoch, when it is opened or taken."""

    kind: str
    felt: str
    sequence: int | None
    epoch: int
    writer: str
    at: float


def call_witness(address: str) -> None:
    """Puts the witness into a database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(WITNESS)


def read_notes(address: str) -> dict[str, list[Note]]:
    """What the witness has written down, by table and in order."""
    found: dict[str, list[Note]] = {}
    with psycopg.connect(address) as connection:
        query = """SELECT kind, felt, sequence, epoch, writer, extract(epoch FROM at)::float8
            FROM witness.notes ORDER BY felt, id"""
        for row in connection.execute(query):
            note = Note(*row)
            found.setdefault(note.felt, []).append(note)
    return found


def zombies(notes: list[Note]) -> Iterator[str]:
    """What was written at one table by somebody who did not hold it any more, a sentence each."""
    taken = {note.epoch: note for note in notes if note.kind in ("opened", "taken")}
    writes = [note for note in notes if note.kind in ("event", "lobby")]
    for note in writes:
        told = f"{note.kind} {note.sequence or ''} at table {note.felt} under epoch {note.epoch}"
        if note.epoch in taken and taken[note.epoch].writer != note.writer:
            yield f"{told} is of {note.writer}, and {taken[note.epoch].writer} held it"
        if note.epoch + 1 in taken and taken[note.epoch + 1].at < note.at:
            yield f"{told} came after {taken[note.epoch + 1].writer} had taken it"
    events = sorted((note for note in writes if note.kind == "event"), key=lambda note: note.sequence or 0)
    for before, after in pairwise(events):
        if after.epoch < before.epoch:
            yield f"table {after.felt}: event {after.sequence} is of an older epoch than {before.sequence}"


def takeovers(notes: dict[str, list[Note]]) -> int:
    """How often a table went from one server to another, or to the same one anew."""
    return sum(note.kind == "taken" for each in notes.values() for note in each)
