"""Disputes: somebody doubts a round, operators judge it again, note what they found, and close it.

What is said is a note on the round, and what closes it an act: both are in the house's chain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal

from pydantic import BaseModel

from pitboss.house.disputes import add_note, ended_round
from pitboss.house.history import house_id
from pitboss.house.operator_journal import ActShown, Change, Command, do_once
from pitboss.ledger import disputes
from pitboss.ledger.disputes import StoredDispute
from pitboss.ledger.errors import Conflict
from pitboss.ledger.ids import table_of_round
from pitboss.ledger.people import Person, read_person
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

Verdict = Literal["stands", "wrong", "withdrawn"]

MOST: Final = 100  # disputes on a page
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


def page_of_disputes(store: Store, *, is_open: bool, before: int | None, most: int) -> DisputePage:
    """Open disputes, or closed ones."""

    def work(connection: Connection) -> DisputePage:
        found = disputes.find_disputes(connection, is_open=is_open, before=before, most=min(most, MOST))
        return DisputePage(open=disputes.count_open(connection), disputes=_listed(connection, found))

    return store.read(work)


def last_dispute(store: Store, round_: str) -> DisputeListed | None:
    """The last dispute of a round, if there was one, as operators read it."""

    def work(connection: Connection) -> DisputeListed | None:
        found = disputes.dispute_of_round(connection, round_)
        return _listed(connection, [found])[0] if found else None

    return store.read(work)


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
        if disputes.has_doubted(connection, person, round_):
            raise Refusal("doubted", "You have told the house about this round before", None, "round")
        if disputes.count_open(connection, person) >= MOST_OPEN:
            text_ = f"You have {MOST_OPEN} open questions about rounds: wait for an answer first"
            raise Refusal("rate", text_, None)
        _begin(connection, person, round_, text, now)

    try:
        store.write(work)
    except Conflict:  # somebody else has doubted it at this moment
        store.write(work)


@dataclass(frozen=True, slots=True)
class DisputeDesk:
    """One operator at work with disputes."""

    operator: str
    store: Store
    milliseconds: Callable[[], int]

    def open(self, id_: str, round_: str, text: str) -> ActShown:
        """Opens a dispute for somebody who has complained elsewhere, with what they say as a note."""
        _check_text(text)
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            before = disputes.dispute_of_round(connection, round_)
            if before is not None and before.closed is None:
                raise Refusal("disputed", "This round has an open dispute already: add a note", None, "round")
            number, note = _begin(connection, self.operator, round_, text, now)
            return Change({}, {"dispute": number, "note": note}, table_of_round(round_), round_)

        asked = {"round": round_, "text": sha256(text.encode()).hexdigest()}
        return self._act(id_, "dispute", asked, write)

    def close(self, id_: str, round_: str, verdict: Verdict, why: str) -> ActShown:
        """Closes the open dispute of a round: it stands, it was wrong, or whoever doubted it does no more."""

        def write(connection: Connection) -> Change:
            found = disputes.dispute_of_round(connection, round_)
            if found is None or found.closed is not None:
                raise _is_closed()
            after = {"dispute": found.number, "verdict": verdict, "why": why}
            return Change({"dispute": found.number, "by": found.author}, after, found.felt, round_)

        def close(act: ActShown) -> None:
            number, written = int(act.after["dispute"]), act.number
            if not self.store.write(lambda each: disputes.close_dispute(each, number, written)):
                raise _is_closed()

        asked = {"round": round_, "verdict": verdict, "why": why}
        return self._act(id_, "close dispute", asked, write, close)

    def _act(
        self,
        id_: str,
        what: str,
        asked: dict[str, Any],
        write: Callable[[Connection], Change],
        then: Callable[[ActShown], None] | None = None,
    ) -> ActShown:
        command = Command(self.operator, id_, what, asked)
        return do_once(self.store, command, self.milliseconds(), lambda: self.store.write(write), then)


def _begin(connection: Connection, author: str, round_: str, text: str, now: int) -> tuple[int, int]:
    """Notes what is doubted; the numbers of the dispute, which may be open already, and of the note."""
    ended_round(connection, round_)
    note = add_note(connection, now, author, round_, text)
    before = disputes.dispute_of_round(connection, round_)
    if before is not None and before.closed is None:
        return before.number, note
    return disputes.open_dispute(connection, round_, note), note


def _check_text(text: str) -> None:
    if not text.strip() or not all(char.isprintable() or char == "\n" for char in text):
        raise Refusal("text", "Say in printable characters and line ends what is wrong", None, "text")


def _is_closed() -> Refusal:
    return Refusal("not_disputed", "This round has no open dispute", None, "round")


def _listed(connection: Connection, found: Iterable[StoredDispute]) -> list[DisputeListed]:
    known: dict[str, str | None] = {}

    def name(person: str) -> str | None:
        if person not in known:
            somebody = read_person(connection, person)
            known[person] = somebody.shown if somebody else None
        return known[person]

    return [
        DisputeListed(
            number=each.number,
            round=each.round,
            table=each.felt,
            house=house_id(connection, each.sheet),
            at=each.at,
            by=each.author,
            name=name(each.author),
            text=each.text,
            closed=_closing(each, name),
        )
        for each in found
    ]


def _closing(stored: StoredDispute, name: Callable[[str], str | None]) -> DisputeEnd | None:
    if stored.closed is None or stored.closed_by is None:
        return None
    said = json.loads(stored.after or "{}")
    return DisputeEnd(
        at=stored.closed,
        by=stored.closed_by,
        name=name(stored.closed_by),
        verdict=said["verdict"],
        why=said["why"],
    )
