"""The audit of a whole ledger: all money, every round re-dealt and re-settled, every deed, every chain.

A running house has it done by a worker process, which is given the address of the ledger.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection, Table, func, select

from pitboss.canonical import START
from pitboss.ledger import journal
from pitboss.ledger.accounts import Account
from pitboss.ledger.database import bare_store
from pitboss.ledger.deeds import HOUSE
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import heads, records, rounds, sheets
from pitboss.ledger.store import Store
from pitboss.proof.audit_rows import (
    AUDITED,
    Audit,
    AuditStreams,
    Findings,
    Part,
    audit_streams,
    between_rounds,
    event_data_or_none,
    rows,
    wrong_kinds,
)
from pitboss.proof.evening_audit import EveningAudit, ended_evenings
from pitboss.proof.heads import (
    RECORDS,
    Head,
    TableStart,
    find_since,
    rounds_behind,
    starts,
    wrong_heads,
)
from pitboss.proof.house_chain import ALL, Behind, audit_house_chain
from pitboss.proof.money_audit import audit_accounts, audit_meters, audit_other_deeds
from pitboss.proof.table_audit import TableAudit, unpayable
from pitboss.sheet import Sheet
from pitboss.table.table_state import Unusable, stored_sheet, stored_table

_NAMES: Final = {"felts": "tables"}

Progress = Callable[[int, int], None]  # rounds done, rounds in all


def audit(
    store: Store, progress: Progress | None = None, kept: Sequence[str] = (), since: str | None = None
) -> Audit:
    """Reconciles everything that is stored. `kept` are heads from elsewhere that must still be there.

    `since` is a head up to which an audit was clean: only what came after it is judged again. It only reads,
    and others may go on playing meanwhile.
    """
    return store.read(lambda connection: audit_picture(connection, progress, kept, since))


def audit_picture(
    connection: Connection,
    progress: Progress | None = None,
    kept: Sequence[str] = (),
    since: str | None = None,
) -> Audit:
    """The audit inside a transaction whose picture does not change."""
    findings = Findings()
    for table in AUDITED:
        findings.figures[_NAMES.get(table.name, table.name)] = _count(connection, table)
    for fault in wrong_kinds(connection):
        findings.fault(fault)
    if findings.number:  # nothing can be worked out from such values
        return findings.audit()
    content = {row.hash: row.content for row in connection.execute(select(sheets))}
    known = _sheets(content, findings)
    places = {stored.id: stored for stored in journal.stored_tables(connection)}
    found = None if since is None else find_since(connection, since, list(places.values()))
    if since is not None and found is None:
        findings.fault(f"The head {since[:12]}… is in no chain: what was clean up to there is gone")
    done, behind = _Progress(progress, findings.figures["rounds"]), ALL
    if found is None:
        parts = _whole_tables(connection, places)
    else:
        parts = list(starts(connection, found, list(places.values())))
        done.total = rounds_behind(connection, parts)
        findings.figures["rounds before"] = findings.figures["rounds"] - done.total
        head = found.chains.get((HOUSE, RECORDS), (0, START))[1]
        behind = Behind(found.records, head, found.deed)
    opened, reserved, seen = dict(places), dict[Account, int | None](), Counter[str]()
    for start in parts:
        stored, told = places[start.part.table], audit_streams(connection, start.part)
        opened[stored.id] = stored._replace(low=start.low, high=start.high)
        reserved |= _table(connection, told, start, stored, content, known, findings, done)
        seen.update({name: stream.taken for name, stream in told._asdict().items()})
    told_evenings = EveningAudit(connection, findings, whole=found is None)
    before = () if found is None else {name for name, _ in found.chains}
    others = audit_other_deeds(connection, opened, known, told_evenings, findings, behind, before)
    told_evenings.end()
    audit_house_chain(connection, findings, behind)
    audit_accounts(connection, reserved, places, ended_evenings(connection), findings)
    audit_meters(connection, places, known, findings)
    last = _heads(connection, kept, findings, 1 if found is None else found.head.number)
    seen["transfers"] += others
    for name in AuditStreams._fields if found is None else ():
        if seen[name] != findings.figures[name]:
            findings.fault(
                f"Of {findings.figures[name]} {name} only {seen[name]} belong to a table or a deed"
            )
    return findings.audit(None if found is None else found.head, last)


class _Progress:
    """Counts rounds, and reports each to the caller if they asked for it."""

    def __init__(self, tell: Progress | None, total: int) -> None:
        self.tell, self.total, self.done = tell, total, 0

    def __call__(self) -> None:
        self.done += 1
        if self.tell is not None:
            self.tell(self.done, self.total)


def _whole_tables(connection: Connection, places: dict[str, StoredTable]) -> list[TableStart]:
    """Every table from its first event on, with the limits that it was opened with.

    The first change of limits says from which; whether it says so truly is seen in the deed that opened the
    table.
    """
    limits = {stored.id: (stored.low, stored.high) for stored in places.values()}
    changed: set[str] = set()
    for table_id, body in rows(connection, between_rounds):
        if table_id not in places or table_id in changed:
            continue
        match event_data_or_none(body):
            case {"k": "terms", "was": [int(low), int(high)]}:
                limits[table_id] = low, high
                changed.add(table_id)
    return [TableStart(Part(table, 0, 0), START, START, *limits[table], 0) for table in places]


def _sheets(content: dict[str, str], findings: Findings) -> dict[str, Sheet]:
    known = {}
    for hash_, text in content.items():
        try:
            known[hash_] = stored_sheet(hash_, text)
        except Unusable as fault:
            findings.fault(str(fault))
    return known


def _table(
    connection: Connection,
    told: AuditStreams,
    start: TableStart,
    stored: StoredTable,
    content: dict[str, str],
    known: dict[str, Sheet],
    findings: Findings,
    ended: Callable[[], None],
) -> dict[Account, int | None]:
    """Re-tells a table; what the accounts of its open round must hold."""
    try:
        if stored.sheet not in known:
            raise Unusable(f"The sheet {stored.sheet[:12]} is not stored as it was")
        table = stored_table(stored.sheet, content[stored.sheet], start.low, start.high)
    except Unusable as fault:
        findings.fault(f"Table {stored.id} cannot be judged: {fault}")
        return told.pass_over()
    one = TableAudit(stored, table, start, findings, ended)
    one.run(told)
    if one.state is not None and (why := unpayable(connection, stored, one.state)) is not None:
        findings.fault(f"Table {stored.id}: {why}")
    return one.reservations()


def _heads(connection: Connection, kept: Sequence[str], findings: Findings, first: int) -> Head | None:
    missing, last = set(kept), None
    for last, fault in wrong_heads(connection, first):
        missing.discard(last.head)
        if fault:
            findings.fault(f"Head {last.number} over all chains: {fault}")
    for column in (rounds.c.head, records.c.head, *([heads.c.head] if first > 1 else [])):
        if missing:
            missing -= set(connection.execute(select(column).where(column.in_(missing))).scalars())
    for gone in sorted(missing):
        findings.fault(f"The kept head {gone[:12]}… is in no chain: what led to it is gone")
    return last


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


# A process that audits for a running house


EVERY: Final = 0.2  # seconds between two reports of progress


def audit_at(address: str, step: Callable[[int, int], None]) -> Audit:
    """The audit of the ledger at an address; `step` is told the rounds judged so far, of all."""
    store, last = bare_store(address), 0.0

    def now_and_then(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            step(done, total)

    try:
        return audit(store, now_and_then)
    finally:
        store.close()
