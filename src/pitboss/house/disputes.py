"""Disputes: a player doubts a round, operators judge it again, note what they find, and close it.

A round is judged from its receipt, its lines settled again, the money that was moved, and its place in the
table's chain.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel

from pitboss.canonical import START
from pitboss.errors import CageFault
from pitboss.house.history import house_id
from pitboss.house.operator_journal import ActingOperator, ActShown, Change
from pitboss.house.people import names_of
from pitboss.ledger import journal, operators
from pitboss.ledger.accounts import Transfer, table_of_round
from pitboss.ledger.accounts import round_id as id_of_round
from pitboss.ledger.balances import transfers_of_round
from pitboss.ledger.history import last_event_at
from pitboss.ledger.journal import StoredRound
from pitboss.ledger.operators import StoredDispute
from pitboss.ledger.people import Person
from pitboss.ledger.store import Conflict, Connection, Store, reads
from pitboss.messages.rounds import tell_round
from pitboss.money import Cents
from pitboss.proof import receipt, verify
from pitboss.proof.stored_receipts import receipt_by_journal
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
from pitboss.round.events import Event
from pitboss.round.settlement import Line, PaidSeat
from pitboss.round.table import Table
from pitboss.table import Till, postings, till_of
from pitboss.table.table_state import stored_table


class LineJudged(BaseModel):
    """What a line pays by the rules, and what the journal says it was paid."""

    id: str
    label: str
    ruled: Line | None  # null: the rules pay no such line
    paid: Line | None
    equal: bool


class SeatJudged(BaseModel):
    """The lines of one seat."""

    seat: int
    player: str
    ruled: Cents
    paid: Cents
    lines: list[LineJudged]


def settle_again(
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
            events_ = apply(state, SettleRound.at(meter.before if meter else None))
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
    notes: list[operators.Note]


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
    names = store.read(lambda connection: names_of(connection, people))
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
        notes=[NoteShown(**each._asdict(), name=names.get(each.author)) for each in kept.notes],
    )


def add_note(connection: Connection, now: int, author: str, round_id: str, text: str) -> int:
    """Notes something about a round; it is never changed. Gives its number."""
    _stored(connection, round_id)
    return operators.write_note(connection, now, author, round_id, text)


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
        operators.notes_of_round(connection, round_id),
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


Verdict = Literal["stands", "wrong", "withdrawn"]
MOST_OPEN: Final = 10  # of one person


class DisputeEnd(BaseModel):
    """How a dispute ended."""

    at: int
    by: str
    name: str | None
    verdict: Verdict
    why: str | None  # none for the other players of the round


class DisputeListed(BaseModel):
    """A round that somebody doubts, and how that ended, if it has."""

    number: int
    round: str
    table: str
    house: str
    at: int  # milliseconds since 1970
    by: str
    name: str | None
    text: str | None  # none for the other players of the round
    closed: DisputeEnd | None


class DisputePage(BaseModel):
    """Disputes, the latest first, and how many are open; `before` the last one's number is the next page."""

    open: int
    disputes: list[DisputeListed]


@reads
def page_of_disputes(connection: Connection, *, is_open: bool, before: int | None, most: int) -> DisputePage:
    """Open disputes, or closed ones."""
    found = operators.find_disputes(connection, is_open=is_open, before=before, most=most)
    return DisputePage(open=operators.count_open(connection), disputes=_listed(connection, found))


@reads
def last_dispute(connection: Connection, round_: str) -> DisputeListed | None:
    """The last dispute of a round, if there was one, as operators read it."""
    found = operators.dispute_of_round(connection, round_)
    return _listed(connection, [found])[0] if found else None


def dispute_for(store: Store, round_: str, who: Person) -> DisputeListed | None:
    """The last dispute of a round as one of its players reads it: what another one has said, and what the
    house has answered, is between the two."""
    found = last_dispute(store, round_)
    if found is None or who.role == "operator" or found.by == who.id:
        return found
    closed = found.closed and found.closed.model_copy(update={"why": None})
    return found.model_copy(update={"text": None, "closed": closed})


def doubt(store: Store, person: str, round_: str, text: str, now: int) -> None:
    """A player asks the house to judge a round again: once for each round, with the reason in words."""
    _check_text(text)

    def work(connection: Connection) -> None:
        if operators.has_doubted(connection, person, round_):
            raise Refusal("doubted", "You have told the house about this round before", None, "round")
        if operators.count_open(connection, person) >= MOST_OPEN:
            text_ = f"You have {MOST_OPEN} open questions about rounds: wait for an answer first"
            raise Refusal("rate", text_, None)
        _begin(connection, person, round_, text, now)

    try:
        store.write(work)
    except Conflict:  # another player has questioned it at this moment
        store.write(work)


class DisputeDesk(ActingOperator):
    """One operator at work with disputes."""

    def open(self, id_: str, round_: str, text: str) -> ActShown:
        """Opens a dispute for a player who has complained elsewhere, with what they say as a note."""
        _check_text(text)
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            before = operators.dispute_of_round(connection, round_)
            if before is not None and before.closed is None:
                raise Refusal("disputed", "This round has an open dispute already: add a note", None, "round")
            number, note = _begin(connection, self.operator, round_, text, now)
            return Change({}, {"dispute": number, "note": note}, table_of_round(round_), round_)

        asked = {"round": round_, "text": sha256(text.encode()).hexdigest()}
        return self.act(id_, "dispute", asked, write)

    def note(self, id_: str, round_: str, text: str) -> ActShown:
        """Notes something about a round; notes are never changed."""
        _check_text(text)
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            number = add_note(connection, now, self.operator, round_, text)
            return Change({}, {"note": number}, table_of_round(round_), round_)

        return self.act(id_, "note", {"round": round_, "text": sha256(text.encode()).hexdigest()}, write)

    def close(self, id_: str, round_: str, verdict: Verdict, why: str) -> ActShown:
        """Closes the open dispute of a round: it stands, it was wrong, or the question is taken back."""

        def write(connection: Connection) -> Change:
            found = operators.dispute_of_round(connection, round_)
            if found is None or found.closed is not None:
                raise _is_closed()
            after = {"dispute": found.number, "verdict": verdict, "why": why}
            return Change({"dispute": found.number, "by": found.author}, after, found.felt, round_)

        def close(act: ActShown) -> None:
            number, written = int(act.after["dispute"]), act.number
            if not self.store.write(lambda each: operators.close_dispute(each, number, written)):
                raise _is_closed()

        asked = {"round": round_, "verdict": verdict, "why": why}
        return self.act(id_, "close dispute", asked, write, close)


def _begin(connection: Connection, author: str, round_: str, text: str, now: int) -> tuple[int, int]:
    """Notes what is doubted; the numbers of the dispute, which may be open already, and of the note."""
    ended_round(connection, round_)
    note = add_note(connection, now, author, round_, text)
    before = operators.dispute_of_round(connection, round_)
    if before is not None and before.closed is None:
        return before.number, note
    return operators.open_dispute(connection, round_, note), note


def _check_text(text: str) -> None:
    if not text.strip() or not all(char.isprintable() or char == "\n" for char in text):
        raise Refusal("text", "Use printable characters and line breaks", None, "text")


def _is_closed() -> Refusal:
    return Refusal("not_disputed", "This round has no open dispute", None, "round")


def _listed(connection: Connection, found: list[StoredDispute]) -> list[DisputeListed]:
    names = names_of(connection, {each.author for each in found} | {each.closed_by or "" for each in found})
    return [
        DisputeListed(
            **each._asdict() | {"closed": _closing(each, names)},
            table=each.felt,
            house=house_id(connection, each.sheet),
            by=each.author,
            name=names.get(each.author),
        )
        for each in found
    ]


def _closing(stored: StoredDispute, names: dict[str, str]) -> DisputeEnd | None:
    by = stored.closed_by
    if stored.closed is None or by is None:
        return None
    said = json.loads(stored.after or "{}")
    return DisputeEnd(at=stored.closed, by=by, name=names.get(by), verdict=said["verdict"], why=said["why"])
