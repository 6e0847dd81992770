"""What needs an operator's attention, as facts: each with its key, its time and the place to act.

What a server meets (failed sign-ins, lost tables) is gathered in memory and written once in a while, so a
flood of tries does not become a flood of rows. Of a failed sign-in the person whose name was tried and the
network are kept, for a day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, Literal

from pydantic import BaseModel

from pitboss.house import DAY, HOUR
from pitboss.house.credentials import looked_up
from pitboss.house.operator_tables import TableRow
from pitboss.house.people import names_of
from pitboss.house.rates import network_of
from pitboss.ledger import operators
from pitboss.ledger.history import rounds_void_since
from pitboss.ledger.operators import Incident, find_disputes, last_audits
from pitboss.ledger.people import excluded_people, person_called
from pitboss.ledger.store import Connection, Store
from pitboss.round import Refusal

Matter = Literal[
    "audit_failed",
    "head_failed",
    "table_set_aside",
    "dispute",
    "table_frozen",
    "sign_in_name",
    "sign_in_network",
    "round_void",
    "limit",
    "exclusion",
]
MOST: Final = 50  # of each kind
ATTACK: Final = 10  # failures within an hour of each other
LATELY: Final = DAY
# What servers have met: what it is shown as, its kind, how often it must have been, whom it is about, what.
_MET: Final[tuple[tuple[Matter, str, int, str, str], ...]] = (
    ("limit", "limit", 1, "person", "which"),
    ("sign_in_name", "sign_in_name", ATTACK, "person", ""),
    ("sign_in_network", "sign_in_network", ATTACK, "network", ""),
    ("table_set_aside", "table_lost", 1, "table", "fault"),
    ("head_failed", "head_failed", 1, "", ""),
)


class Concern(BaseModel):
    """Something to look at. `person` is an id, with the name of today; times are milliseconds since 1970."""

    key: Matter
    at: int | None = None  # when it was last met; none: it holds now
    since: int | None = None
    times: int = 1
    table: str | None = None
    title: str | None = None
    round: str | None = None
    person: str | None = None
    name: str | None = None
    network: str | None = None
    number: int | None = None  # of a dispute or an audit
    fault: str | None = None
    until: int | None = None
    which: str | None = None  # of a person's limits


class Attention(BaseModel):
    """What needs attention, the most urgent first; nothing where all is well."""

    at: int
    facts: list[Concern]


def attention(store: Store, tables: Sequence[TableRow], now: int) -> Attention:
    """All that is to be looked at now."""

    def work(connection: Connection) -> list[Concern]:
        known = list(_stored(connection, now))
        ids = {each.person for each in known if each.person is not None}
        names = names_of(connection, ids)
        return [each.model_copy(update={"name": names.get(each.person or "")}) for each in known]

    facts = [*_of_tables(tables), *store.read(work)]
    order = {key: place for place, key in enumerate(Matter.__args__)}  # type: ignore[attr-defined]
    facts = [each for each in facts if not _is_told(each, facts)]
    return Attention(at=now, facts=sorted(facts, key=lambda each: (order[each.key], -(each.at or now))))


def _is_told(fact: Concern, facts: Iterable[Concern]) -> bool:
    """A table that another server could not take up is told of once, with its time."""
    if fact.key != "table_set_aside" or fact.at is not None:
        return False
    return any(each.key == fact.key and each.table == fact.table and each.at is not None for each in facts)


def _of_tables(tables: Sequence[TableRow]) -> Iterator[Concern]:
    for each in tables:
        if each.state == "set_aside":
            yield Concern(key="table_set_aside", table=each.table, title=each.title, fault=each.fault)
        elif each.state == "frozen":
            yield Concern(key="table_frozen", table=each.table, title=each.title)


def _stored(connection: Connection, now: int) -> Iterator[Concern]:
    since = now - LATELY
    for dispute in find_disputes(connection, is_open=True, before=None, most=MOST):
        yield Concern(
            key="dispute",
            at=dispute.at,
            number=dispute.number,
            round=dispute.round,
            table=dispute.felt,
            person=dispute.author,
        )
    yield from _audits(connection)
    for void in rounds_void_since(connection, since, MOST):
        yield Concern(key="round_void", at=void.at, round=void.id, table=void.felt)
    for excluded in excluded_people(connection, now, MOST):
        yield Concern(key="exclusion", person=excluded.person, until=excluded.until)
    for key, kind, least, subject, more in _MET:
        for each in operators.incidents_since(connection, kind, since, least, MOST):
            about = {subject: each.subject, more: json.loads(each.detail).get(more)}
            about.pop("", None)
            yield Concern(key=key, at=each.last, since=each.first, times=each.times, **about)


def _audits(connection: Connection) -> Iterator[Concern]:
    """The last audit that came to an end, where it found a fault or could not be done."""
    ended = [each for each in last_audits(connection, MOST) if each.state != "running"]
    if ended and ended[0].state in ("faulty", "failed", "lost"):
        last = ended[0]
        yield Concern(
            key="audit_failed", at=last.ended, number=last.number, times=last.faults, fault=last.state
        )


Kind = Literal["limit", "sign_in_name", "sign_in_network", "table_lost", "head_failed"]
MOST_HERE: Final = 500  # kinds and subjects that wait to be written
MOST_KEPT: Final = 5_000
KEPT: Final = DAY
FAILED: Final = frozenset({"credentials", "rate"})  # how a try to sign in is refused


@dataclass(slots=True)
class Incidents:
    """Those of one server until they are written."""

    store: Store
    milliseconds: Callable[[], int]
    _waiting: dict[tuple[str, str], Incident] = field(default_factory=dict)
    _lost: frozenset[str] = frozenset()  # tables that were told of
    _turn: Lock = field(default_factory=Lock)

    def note(self, kind: Kind, subject: str, **detail: str | int) -> None:
        """Something has happened; it is written with the next look."""
        now, told = self.milliseconds(), json.dumps(detail, sort_keys=True)
        with self._turn:
            found = self._waiting.get((kind, subject))
            if found is not None:
                self._waiting[kind, subject] = found._replace(last=now, times=found.times + 1, detail=told)
            elif len(self._waiting) < MOST_HERE:
                self._waiting[kind, subject] = Incident(kind, subject, now, now, 1, told)

    def note_sign_in(self, name: str, address: str, refusal: Refusal) -> None:
        """A try to sign in has failed; a name that nobody has is not kept, it may be a password."""
        if refusal.code not in FAILED:
            return
        known = self.store.read(lambda connection: person_called(connection, looked_up(name)))
        if known is not None:
            self.note("sign_in_name", known.id)
        self.note("sign_in_network", network_of(address))

    def note_lost_tables(self, faults: dict[str, str]) -> None:
        """The tables that this server could not take up; of one that was closed nothing is told any more."""
        for table, fault in faults.items():
            if table not in self._lost:
                self.note("table_lost", table, fault=fault)
        over, self._lost = self._lost - faults.keys(), frozenset(faults)

        def work(connection: Connection) -> None:
            for table in sorted(over):
                operators.end_incident(connection, "table_lost", table)

        if over:
            self.store.write(work)

    def write(self) -> None:
        """Writes what waits, for all servers to see."""
        with self._turn:
            waiting, self._waiting = list(self._waiting.values()), {}
        if not waiting:
            return

        def work(connection: Connection) -> None:
            for each in waiting:
                operators.note_incident(connection, each, HOUR)

        self.store.write(work)
