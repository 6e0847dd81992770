"""What `pitboss doctor` looks at inside a database: the file or the server, money, chain, tables, clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from pitboss.cli.accounts import money
from pitboss.cli.check_result import BROKEN, Found
from pitboss.faults import CageFault
from pitboss.ledger import Store
from pitboss.ledger.backup import damage_in, loose_link_in
from pitboss.ledger.books import figures, left_in_ended, trial_balance, unlike_transfers, waiting_rounds
from pitboss.ledger.deed_chain import chain_end
from pitboss.ledger.errors import StoreFault
from pitboss.ledger.inspection import changed_guards, file_settings, on_postgres, server_settings
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import Connection
from pitboss.messages.times import moment_words
from pitboss.proof.halted_tables import stuck_tables
from pitboss.proof.house_chain import broken_links, unlike_rows
from pitboss.table.saved_lobbies import open_lobbies
from pitboss.table.saved_table import remembered

SLOW_CLOCK: Final = 60_000  # milliseconds that clocks of two machines may differ
UNBALANCED: Final = "Stop the tables and run pitboss audit; restore the last backup that passes."
LONG: Final = 24 * 3_600_000  # milliseconds after which an open round with money in it is told

Check = Callable[[Connection], Iterator[Found]]


def inside(store: Store, now: int) -> Iterator[Found]:
    """Checks in order; where the database cannot be read, the rest is left out."""
    for check in (_stored, _money, _chain, _tables, _clock(now)):
        try:
            yield from store.read(partial(_all, check))
        except (CageFault, StoreFault) as fault:
            yield Found("database", "fault", f"It cannot be read: {fault}.", BROKEN)
            return


def _all(check: Check, connection: Connection) -> list[Found]:
    return list(check(connection))


def _stored(connection: Connection) -> Iterator[Found]:
    """How surely the database keeps what is written."""
    yield from _on_postgres(connection) if on_postgres(connection) else _on_sqlite(connection)


def _on_sqlite(connection: Connection) -> Iterator[Found]:
    damage = damage_in(connection)
    if damage is None:
        yield Found("integrity", "ok", "Every page and index of the file is whole.")
    else:
        yield Found("integrity", "fault", f"The file is damaged: {damage}.", BROKEN)
    loose = loose_link_in(connection)
    if loose is None:
        yield Found("links", "ok", "Every row that points to another finds it.")
    else:
        remedy = "Somebody changed the file: restore the last backup."
        yield Found("links", "fault", f"{loose.capitalize()}.", remedy)
    yield _guards(connection)
    mode, synchronous = file_settings(connection)
    if synchronous == "2" and mode in ("wal", "memory"):
        yield Found("durability", "ok", f"journal_mode={mode}, synchronous=FULL are in force.")
    else:
        text = f"journal_mode={mode}, synchronous={synchronous}: a power cut may lose rounds."
        yield Found("durability", "fault", text, "Put the file on a local disk; network folders have no WAL.")


def _guards(connection: Connection) -> Found:
    """The tables and triggers must be those that the migrations make."""
    names = changed_guards(connection)
    if not names:
        return Found("guards", "ok", "The rules that keep the books are in force, all as they were made.")
    text = f"Not as it was made: {', '.join(names[:5])}."
    return Found(
        "guards", "fault", text, "Somebody changed the database: audit it, or restore the last backup."
    )


def _on_postgres(connection: Connection) -> Iterator[Found]:
    version, off = server_settings(connection)
    yield Found("server", "ok", f"PostgreSQL {version}. Back it up with pg_dump (pitboss backup says how).")
    if off:
        text = f"{', '.join(f'{name}=off' for name in off)}: a power cut may lose rounds."
        yield Found("durability", "fault", text, "Set them to on in postgresql.conf and restart the server.")
    else:
        yield Found("durability", "ok", "fsync, full_page_writes and synchronous_commit are in force.")


def _money(connection: Connection) -> Iterator[Found]:
    total = trial_balance(connection)
    if total:
        yield Found("money", "fault", f"All accounts together hold {money(total)} and not $0.", UNBALANCED)
    else:
        yield Found("money", "ok", "All accounts together hold $0.")
    unlike, left = unlike_transfers(connection), left_in_ended(connection)
    fine = "Every account holds what its transfers add up to."
    yield _accounts("balances", unlike, "does not hold what its transfers add up to", fine)
    fine = "No money is left in rounds that have ended."
    yield _accounts("escrow", left, "holds money, and its round has ended", fine)


def _accounts(subject: str, wrong: Sequence[object], fault: str, fine: str) -> Found:
    """That no account is wrong in some way, or the first that is."""
    if wrong:
        return Found(subject, "fault", f"{wrong[0]} {fault} ({len(wrong)} such).", UNBALANCED)
    return Found(subject, "ok", fine)


def _chain(connection: Connection) -> Iterator[Found]:
    """What was done outside tables is as it was recorded; the audit looks at the tables' own chains."""
    wrong = [*broken_links(connection), *unlike_rows(connection)]
    if wrong:
        remedy = "Somebody changed the database: run pitboss audit; restore the last backup that passes."
        yield Found("chain", "fault", f"{wrong[0]} ({len(wrong)} such).", remedy)
    else:
        records = chain_end(connection).number
        yield Found("chain", "ok", f"Grants, acts, roles and limits are as {records:,} records say.")


def _tables(connection: Connection) -> Iterator[Found]:
    tables = stored_tables(connection)
    held = [table_id for table_id in tables if not table_id.closed]
    counts = figures(connection)
    yield Found(
        "tables", "ok", f"{len(held)} of {len(tables)} tables are open, {counts.open} with an open round."
    )
    stuck = {table_id: f"{why[:1].upper()}{why[1:]}." for table_id, why in _stuck(connection)}
    if not stuck:
        yield Found("stuck", "ok", "Every open table can go on.")
    for table_id, why in sorted(stuck.items()):
        remedy = "A server sets it aside and serves the others; an operator closes it, and stakes go back."
        yield Found("stuck", "fault", f"Table {table_id}: {why}", remedy)


def _stuck(connection: Connection) -> Iterator[tuple[str, str]]:
    """The open tables that cannot go on: by their rounds, by what the floor kept, or as a server found."""
    for each in open_lobbies(connection):
        try:
            aside = remembered(each.settings, each.seating).settings.aside
        except (ValueError, TypeError, LookupError, AttributeError):
            yield each.felt, "who sits there cannot be read"
            continue
        if aside:
            yield each.felt, f"a server has set it aside ({aside})"
    yield from stuck_tables(connection)


def _clock(now: int) -> Check:
    def check(connection: Connection) -> Iterator[Found]:

        last = figures(connection).last
        if last is not None and last > now + SLOW_CLOCK:
            text = f"The last thing was done at {moment_words(last)}, and now it is {moment_words(now)}."
            yield Found("clock", "fault", text, "Set the clock of this machine.")
        else:
            yield Found("clock", "ok", f"It is {moment_words(now)}; nothing was done later than that.")
        old = [each for each in waiting_rounds(connection) if each.at < now - LONG]
        if old:
            held = sum(each.amount for each in old)
            text = (
                f"{money(held)} waits for more than a day, in {len(old)} open rounds; first {old[0].round}."
            )
            yield Found(
                "waiting",
                "note",
                text,
                "Take the table up again (pitboss play --resume): the round goes on as it stood.",
            )
        else:
            yield Found("waiting", "ok", "No money waits in an open round for more than a day.")

    return check
