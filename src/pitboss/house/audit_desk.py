"""Audits on demand: one at a time for the whole house, kept in the database for every server to show."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from pitboss.house.durations import MINUTE
from pitboss.house.operator_journal import ActShown, Change, Command, do_once
from pitboss.ledger import audits
from pitboss.ledger.audits import State, StoredAudit
from pitboss.ledger.errors import Conflict
from pitboss.ledger.people import read_person
from pitboss.ledger.store import Connection, Store
from pitboss.proof import Audit
from pitboss.round import Refusal

SILENT: Final = MINUTE  # an audit whose server says nothing for so long is lost with it
MOST_AUDITS: Final = 50  # on a page
MOST_FAULTS: Final = 50  # that are kept in words


class AuditShown(BaseModel):
    """An audit: how far it has come, and what it found. Times are milliseconds since 1970."""

    number: int
    at: int
    by: str
    name: str | None
    state: State
    done: int  # rounds
    total: int
    ended: int | None
    faults: int  # of all
    said: list[str]  # the first of them
    figures: dict[str, str]  # whole numbers, which may be larger than a program's floats hold


class AuditPage(BaseModel):
    """Audits, the latest first."""

    audits: list[AuditShown]


def page_of_audits(store: Store, before: int | None, most: int, now: int) -> AuditPage:
    """The last audits; one whose server has gone is told as lost."""

    def work(connection: Connection) -> AuditPage:
        found = audits.last_audits(connection, min(most, MOST_AUDITS), before)
        return AuditPage(audits=[_shown(connection, each, now) for each in found])

    return store.read(work)


def show_audit(store: Store, number: int, now: int) -> AuditShown:
    """One audit by its number."""
    return store.read(lambda connection: _shown(connection, _known(connection, number), now))


def last_verdict(store: Store, now: int) -> AuditShown | None:
    """The last audit that came to its end."""

    def work(connection: Connection) -> AuditShown | None:
        found = audits.last_verdict(connection)
        return None if found is None else _shown(connection, found, now)

    return store.read(work)


@dataclass(frozen=True, slots=True)
class AuditDesk:
    """One operator, who asks for an audit or stops one."""

    operator: str
    store: Store
    milliseconds: Callable[[], int]

    def begin(self, id_: str, why: str) -> ActShown:
        """Writes down that an audit runs from now on; `audit` of what the act says is its number."""
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            lost = audits.lose_silent(connection, now - SILENT, now)
            running = [each for each in audits.last_audits(connection, 1) if each.state == "running"]
            if running:
                raise _runs(running[0].number)
            number = audits.begin_audit(connection, self.operator, now)
            return Change({"lost": lost} if lost else {}, {"audit": number, "why": why})

        try:
            return self._act(id_, "audit", {"why": why}, write)
        except Conflict:  # another server has begun one at this moment
            raise _runs(None) from None

    def stop(self, id_: str, number: int, why: str) -> ActShown:
        """Stops an audit that runs, on whichever server."""
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            found = _known(connection, number)
            if not audits.end_audit(connection, number, "stopped", now):
                raise Refusal("not_running", f"Audit {number} does not run any more", None, "audit")
            return Change({"audit": number, "done": found.done}, {"audit": number, "why": why})

        return self._act(id_, "stop audit", {"audit": number, "why": why}, write)

    def end(self, number: int, state: State, found: Audit | None = None) -> ActShown | None:
        """Writes down what came of an audit; nothing when it was stopped meanwhile."""
        now, faults = self.milliseconds(), found.number if found else 0
        values = _kept(found)

        def write(connection: Connection) -> Change:
            if not audits.end_audit(connection, number, state, now, faults, values):
                raise _Stopped
            return Change({}, {"audit": number, "state": state, "faults": faults})

        try:
            return self._act(f"audit {number}", "audit result", {"audit": number}, write)
        except _Stopped:
            return None

    def _act(
        self, id_: str, what: str, asked: dict[str, object], write: Callable[[Connection], Change]
    ) -> ActShown:
        command = Command(self.operator, id_, what, asked)
        return do_once(self.store, command, self.milliseconds(), lambda: self.store.write(write))


class _Stopped(Exception):
    """An audit that was to end did not run any more."""


def _runs(number: int | None) -> Refusal:
    text = "An audit runs at this moment: watch it, or stop it first"
    return Refusal("audit_runs", text, None, "audit", {} if number is None else {"audit": number})


def _known(connection: Connection, number: int) -> StoredAudit:
    found = audits.read_audit(connection, number)
    if found is None:
        raise Refusal("no_audit", f"There is no audit {number}", None, "audit")
    return found


def _kept(found: Audit | None) -> str:
    """What is kept of an audit's result, as JSON."""
    if found is None:
        return "{}"
    figures = {name: str(value) for name, value in sorted(found.figures.items())}
    return json.dumps({"figures": figures, "said": list(found.faults[:MOST_FAULTS])})


def _shown(connection: Connection, stored: StoredAudit, now: int) -> AuditShown:
    known, result = read_person(connection, stored.operator), json.loads(stored.result)
    gone = stored.state == "running" and stored.seen < now - SILENT
    return AuditShown(
        number=stored.number,
        at=stored.at,
        by=stored.operator,
        name=known.shown if known else None,
        state="lost" if gone else stored.state,
        done=stored.done,
        total=stored.total,
        ended=stored.ended,
        faults=stored.faults,
        said=result.get("said", []),
        figures=result.get("figures", {}),
    )
