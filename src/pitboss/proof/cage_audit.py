"""The audit of a whole cage: all money, every round re-dealt and re-settled, every deed, every chain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, Table, func, select

from pitboss.cage import journal
from pitboss.cage.journal import StoredTable
from pitboss.cage.ledger import Account
from pitboss.cage.schema import records, rounds, sheets
from pitboss.cage.store import Store
from pitboss.proof import streams
from pitboss.proof.column_kinds import AUDITED, wrong_kinds
from pitboss.proof.evening_audit import EveningAudit, ended_evenings
from pitboss.proof.findings import Audit, Findings
from pitboss.proof.halted_tables import unpayable
from pitboss.proof.heads import wrong_heads
from pitboss.proof.house_chain import audit_house_chain
from pitboss.proof.meters import audit_meters
from pitboss.proof.money_deeds import audit_other_deeds
from pitboss.proof.stored_events import event_data_or_none
from pitboss.proof.stored_rules import Unusable, stored_sheet, stored_table
from pitboss.proof.table_audit import AuditStreams, TableAudit
from pitboss.proof.trial_balance import audit_accounts
from pitboss.round import Round
from pitboss.sheet import Sheet

_NAMES: Final = {"felts": "tables"}

Progress = Callable[[int, int], None]  # rounds done, rounds in all


def audit(store: Store, progress: Progress | None = None, kept: Sequence[str] = ()) -> Audit:
    """Reconciles everything that is stored. `kept` are heads from elsewhere that must still be there.

    It only reads, and others may go on playing meanwhile.
    """
    return store.read(lambda connection: audit_picture(connection, progress, kept))


def audit_picture(
    connection: Connection, progress: Progress | None = None, kept: Sequence[str] = ()
) -> Audit:
    """The audit inside a transaction whose picture does not change."""
    findings = Findings()
    for table in AUDITED:
        findings.figures[_NAMES.get(table.name, table.name)] = _count(connection, table)
    for fault in wrong_kinds(connection):
        findings.fault(fault)
    if findings.number:  # nothing can be reckoned with such values
        return _result(findings)
    content = {row.hash: row.content for row in connection.execute(select(sheets))}
    known = _sheets(content, findings)
    places = {stored.id: stored for stored in journal.stored_tables(connection)}
    opened = _as_opened(connection, places)
    told = AuditStreams(
        streams.entries(connection),
        streams.stored_rounds(connection),
        streams.stored_receipts(connection),
        streams.stored_results(connection),
        streams.moved(connection),
    )
    stuck = partial(unpayable, connection)
    reserved = _tables(told, places, opened, content, known, findings, progress, stuck)
    for stream in told:
        stream.drop()
    told_evenings = EveningAudit(connection, findings)
    others = audit_other_deeds(connection, opened, known, told_evenings, findings)
    told_evenings.end()
    audit_house_chain(connection, findings)
    audit_accounts(connection, reserved, places, ended_evenings(connection), findings)
    audit_meters(connection, places, known, findings)
    _heads(connection, kept, findings)
    for name, seen in (
        ("rounds", told.rounds.taken),
        ("receipts", told.receipts.taken),
        ("results", told.results.taken),
        ("events", told.entries.taken),
        ("transfers", told.moved.taken + others),
    ):
        if seen != findings.figures[name]:
            findings.fault(f"Of {findings.figures[name]} {name} only {seen} belong to a table or a deed")
    return _result(findings)


def _result(findings: Findings) -> Audit:
    return Audit(dict(findings.figures), tuple(findings.faults), findings.number)


def _as_opened(connection: Connection, places: dict[str, StoredTable]) -> dict[str, StoredTable]:
    """The tables with the limits that they were opened with: those that the first change began from.

    Whether a change says so truly is seen in the deed that opened the table.
    """
    changed: dict[str, StoredTable] = {}
    for table_id, body in streams.events_between_rounds(connection):
        if table_id not in places or table_id in changed:
            continue
        match event_data_or_none(body):
            case {"k": "terms", "was": [int(low), int(high)]}:
                changed[table_id] = places[table_id]._replace(low=low, high=high)
    return places | changed


def _sheets(content: dict[str, str], findings: Findings) -> dict[str, Sheet]:
    known = {}
    for hash_, text in content.items():
        try:
            known[hash_] = stored_sheet(hash_, text)
        except Unusable as fault:
            findings.fault(str(fault))
    return known


def _tables(
    told: AuditStreams,
    places: dict[str, StoredTable],
    opened: dict[str, StoredTable],
    content: dict[str, str],
    known: dict[str, Sheet],
    findings: Findings,
    progress: Progress | None,
    stuck: Callable[[StoredTable, Round], str | None],
) -> dict[Account, int | None]:
    """Re-tells every table; what the accounts of open rounds must hold."""

    def ended() -> None:
        if progress is not None:
            progress(told.rounds.taken, findings.figures["rounds"])

    reserved: dict[Account, int | None] = {}
    for stored in places.values():
        try:
            if stored.sheet not in known:
                raise Unusable(f"The sheet {stored.sheet[:12]} is not stored as it was")
            first = opened[stored.id]
            table = stored_table(stored.sheet, content[stored.sheet], first.low, first.high)
        except Unusable as fault:
            findings.fault(f"Table {stored.id} cannot be judged: {fault}")
            reserved |= told.pass_over(stored.id)
            continue
        one = TableAudit(stored, table, findings, ended)
        one.run(told)
        reserved |= one.reservations()
        if one.state is not None and (why := stuck(stored, one.state)) is not None:
            findings.fault(f"Table {stored.id}: {why}")
    return reserved


def _heads(connection: Connection, kept: Sequence[str], findings: Findings) -> None:
    missing = set(kept)
    for head, fault in wrong_heads(connection):
        missing.discard(head.head)
        if fault:
            findings.fault(f"Head {head.number} over all chains: {fault}")
    for column in (rounds.c.head, records.c.head):
        if missing:
            missing -= set(connection.execute(select(column).where(column.in_(missing))).scalars())
    for gone in sorted(missing):
        findings.fault(f"The kept head {gone[:12]}… is in no chain: what led to it is gone")


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
