"""Audits on demand, and where the house's chains end: what the house can be held to.

One audit runs at a time for the whole house, in a process of its own beside the server; it is kept in the
database, so every server shows it and can stop it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel

from pitboss.desk.desk import WorkerGone, start_process
from pitboss.desk.question import Step, question
from pitboss.errors import CageFault
from pitboss.house import MINUTE
from pitboss.house.history import house_id, title_of
from pitboss.house.operator_journal import ActingOperator, ActShown, Change
from pitboss.house.people import name_by_id
from pitboss.ledger import journal, operators
from pitboss.ledger.deeds import chain_end
from pitboss.ledger.operators import State, StoredAudit
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.ledger.store import Conflict, Connection, Store, reads
from pitboss.proof import Audit
from pitboss.proof.heads import TableChains, chains_of_tables, covered, last_head
from pitboss.round import Refusal

SILENT: Final = MINUTE  # an audit whose server says nothing for so long is lost with it
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


@reads
def page_of_audits(connection: Connection, before: int | None, most: int, now: int) -> AuditPage:
    """The last audits; one whose server has gone is told as lost."""
    found = operators.last_audits(connection, most, before)
    return AuditPage(audits=[_shown(connection, each, now) for each in found])


@reads
def show_audit(connection: Connection, number: int, now: int) -> AuditShown:
    """One audit by its number."""
    return _shown(connection, _known(connection, number), now)


@reads
def last_verdict(connection: Connection, now: int) -> AuditShown | None:
    """The last audit that came to its end."""
    found = operators.last_verdict(connection)
    return None if found is None else _shown(connection, found, now)


class AuditDesk(ActingOperator):
    """One operator, who asks for an audit or stops one."""

    def begin(self, id_: str, why: str) -> ActShown:
        """Writes down that an audit runs from now on; `audit` of what the act says is its number."""
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            lost = operators.lose_silent(connection, now - SILENT, now)
            running = [each for each in operators.last_audits(connection, 1) if each.state == "running"]
            if running:
                raise _runs(running[0].number)
            number = operators.begin_audit(connection, self.operator, now)
            return Change({"lost": lost} if lost else {}, {"audit": number, "why": why})

        try:
            return self.act(id_, "audit", {"why": why}, write)
        except Conflict:  # another server has begun one at this moment
            raise _runs(None) from None

    def stop(self, id_: str, number: int, why: str) -> ActShown:
        """Stops an audit that runs, on whichever server."""
        now = self.milliseconds()

        def write(connection: Connection) -> Change:
            found = _known(connection, number)
            if not operators.end_audit(connection, number, "stopped", now):
                raise Refusal("not_running", f"Audit {number} does not run any more", None, "audit")
            return Change({"audit": number, "done": found.done}, {"audit": number, "why": why})

        return self.act(id_, "stop audit", {"audit": number, "why": why}, write)

    def end(self, number: int, state: State, found: Audit | None = None) -> ActShown | None:
        """Writes down what came of an audit; nothing when it was stopped meanwhile."""
        now, faults = self.milliseconds(), found.number if found else 0
        values = _kept(found)

        def write(connection: Connection) -> Change:
            if not operators.end_audit(connection, number, state, now, faults, values):
                raise _Stopped
            return Change({}, {"audit": number, "state": state, "faults": faults})

        try:
            return self.act(f"audit {number}", "audit result", {"audit": number}, write)
        except _Stopped:
            return None


class _Stopped(Exception):
    """An audit that was to end did not run any more."""


def _runs(number: int | None) -> Refusal:
    text = "An audit runs at this moment: watch it, or stop it first"
    return Refusal("audit_runs", text, None, "audit", {} if number is None else {"audit": number})


def _known(connection: Connection, number: int) -> StoredAudit:
    found = operators.read_audit(connection, number)
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
    result, gone = json.loads(stored.result), stored.state == "running" and stored.seen < now - SILENT
    return AuditShown(
        **stored._asdict() | {"state": "lost" if gone else stored.state},
        by=stored.operator,
        name=name_by_id(connection, stored.operator),
        said=result.get("said", []),
        figures=result.get("figures", {}),
    )


BEAT: Final = 1.0  # seconds between two times that it says how far it is
LONGEST: Final = 6 * 3600.0  # seconds that an audit may take
TRIES: Final = 60  # to write down the end, when the database is away
T = TypeVar("T")


class InPool(Protocol):
    """Work that waits for the database, away from the event loop."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class AuditRunner:
    """The audit that runs on this server, if one does."""

    def __init__(self, store: Store, address: str, milliseconds: Callable[[], int], in_pool: InPool) -> None:
        self._store = store
        self._address = address
        self._milliseconds = milliseconds
        self._in_pool = in_pool
        self._tasks: set[asyncio.Task[None]] = set()
        self.beat = BEAT

    def run(self, number: int, operator: str) -> None:
        """Begins an audit that was written down; it goes on by itself."""
        task = asyncio.create_task(self._run(number, AuditDesk(operator, self._store, self._milliseconds)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends the audit that runs here, with the house: it is lost."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait(self) -> None:
        """Waits until nothing runs here."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, number: int, desk: AuditDesk) -> None:
        progress = 0, 0
        found: Audit | None = None
        state: State = "lost"

        def step(done: int, total: int) -> None:
            nonlocal progress
            progress = done, total

        alone = self._address in ("", MEMORY)
        found_by = _audit_here(self._store) if alone else _audit_in_worker(self._address, step)
        work = asyncio.ensure_future(found_by)
        try:
            async with asyncio.timeout(LONGEST):
                while not work.done():
                    await asyncio.wait({work}, timeout=self.beat)
                    if not await self._still_wanted(number, *progress):
                        return
            found = work.result()
            await self._still_wanted(number, *[found.figures.get("rounds", 0)] * 2)
            state = "clean" if found.clean else "faulty"
        except TimeoutError:
            state = "stopped"
        except Exception:  # noqa: BLE001 - the audit failed, whatever the fault was
            state = "failed"
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await work
            await asyncio.shield(self._end(desk, number, state, found))

    async def _still_wanted(self, number: int, done: int, total: int) -> bool:
        """Writes down how far it is; whether nobody has stopped it."""
        at = self._milliseconds()

        def work() -> bool:
            return self._store.write(lambda each: operators.move_audit(each, number, at, done, total))

        try:
            return await self._in_pool(work)
        except CageFault:  # the database is away for a moment
            return True

    async def _end(self, desk: AuditDesk, number: int, state: State, found: Audit | None) -> None:
        for _ in range(TRIES if state in ("clean", "faulty") else 1):
            try:
                await self._in_pool(lambda: desk.end(number, state, found))
            except CageFault:
                await asyncio.sleep(self.beat)
            else:
                return


async def _audit_in_worker(address: str, step: Step) -> Audit:
    """Audits in a worker process, which ends with this call."""
    worker = await start_process()
    try:
        asked = question("audit", seconds=LONGEST, address=address)
        reply = await worker.answer(asked, step)
        if reply.kind != "answer":
            raise WorkerGone
        found = json.loads(reply.text)
        return Audit(found["figures"], tuple(found["faults"]), found["number"])
    finally:
        await worker.end()


async def _audit_here(store: Store) -> Audit:
    """Audits a database that no other process can read, in a thread."""
    from pitboss.proof.house_audit import audit

    return await asyncio.to_thread(audit, store)


class HeadShown(BaseModel):
    """A head over all chains, and how much it stands for."""

    number: int
    at: int  # milliseconds since 1970
    head: str
    tables: int
    rounds: int
    records: int


class ChainsShown(BaseModel):
    """The chains of a table: of its ended rounds, and of its events."""

    table: str
    title: str | None  # while it is open
    house: str
    closed: bool
    rounds: int
    head: str
    events: int
    link: str


class ProofShown(BaseModel):
    """Where all chains end; `after` the last table is the next page."""

    records: int  # of what was done outside tables
    head: str  # of them
    last: HeadShown | None
    tables: list[ChainsShown]


@reads
def show_proof(connection: Connection, after: str, most: int) -> ProofShown:
    """The ends of the chains of the house and of some tables. No seed is in it, opened or not."""
    end, last = chain_end(connection), last_head(connection)
    found = chains_of_tables(connection, after, most)
    return ProofShown(
        records=end.number,
        head=end.head,
        last=HeadShown(number=last.number, at=last.at, head=last.head, **covered(last)._asdict())
        if last
        else None,
        tables=[_chains(connection, each) for each in found],
    )


def _chains(connection: Connection, found: TableChains) -> ChainsShown:
    stored = journal.read_table(connection, found.table)
    return ChainsShown(
        **found._asdict(),
        title=title_of(connection, found.table),
        house=house_id(connection, stored.sheet),
        closed=stored.closed,
    )
