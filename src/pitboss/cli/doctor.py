"""`pitboss doctor`: what is wrong with this installation and its data, each with what to do."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import typer
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.accounts import iso, money
from pitboss.cli.database import DbOption, address_of
from pitboss.cli.options import JsonOption, console, working
from pitboss.faults import CageFault
from pitboss.sheet import SheetRefused, houses, load_house

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pitboss.cage import Store

    Check = Callable[[Connection], Iterator["Found"]]

State = Literal["ok", "note", "fault"]

OLDEST_PYTHON: Final = (3, 11)
OLDEST_SQLITE: Final = (3, 35)  # the first with RETURNING
LEAST_SPACE: Final = 200 * 2**20  # bytes
SLOW_CLOCK: Final = 60_000  # milliseconds that clocks of two machines may differ
LONG: Final = 24 * 3_600_000  # milliseconds after which an open round with money in it is told
LATEST_SHAPE: Final = "It opens and has the latest shape."
BROKEN: Final = "Stop the tables, keep the file, and restore the last backup: pitboss restore FILE --force."
STYLES: Final[dict[State, str]] = {"ok": "green", "note": "yellow", "fault": "bold red"}


@dataclass(frozen=True, slots=True)
class Found:
    """What one check found; `remedy` says what to do."""

    check: str
    state: State
    text: str
    remedy: str = ""


def command(as_json: JsonOption = False, db: DbOption = None) -> None:
    """Check the installation and the database; the status is 1 when something is wrong.

    Example: pitboss doctor
    """
    address = address_of(db)
    with working("Looking at everything"):
        found = [*installation(address), *database(address, time.time_ns() // 10**6)]
    faults = sum(each.state == "fault" for each in found)
    if as_json:
        checks = [asdict(each) for each in found]
        typer.echo(json.dumps({"database": _shown(address), "faults": faults, "checks": checks}, indent=2))
    else:
        _print(address, found, faults)
    if faults:
        raise typer.Exit(1)


def _print(address: str, found: list[Found], faults: int) -> None:
    typer.echo(f"Database: {_shown(address)}")
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for each in found:
        text = f"{each.text} {each.remedy}".strip()
        grid.add_row(Text(each.state, style=STYLES[each.state]), each.check, text)
    console().print(grid)
    wrong = "Nothing is wrong." if not faults else "1 fault." if faults == 1 else f"{faults} faults."
    typer.echo(wrong)


# The installation


def installation(address: str) -> Iterator[Found]:
    """Python, its packages and the rule sheets."""
    yield _python(sys.version_info[:2])
    yield _sqlite_version(sqlite3.sqlite_version_info[:3])
    yield _extra("plots", "matplotlib", "plot", needed=False)
    yield _extra("postgres", "psycopg", "postgres", needed=_is_postgres(address))
    yield _sheets(houses())


def _python(version: tuple[int, ...]) -> Found:
    text = f"Python {'.'.join(map(str, version))} on {platform.system()}."
    if version < OLDEST_PYTHON:
        return Found("python", "fault", text, "Pitboss needs 3.11 or newer: install one.")
    return Found("python", "ok", text)


def _sqlite_version(version: tuple[int, ...]) -> Found:
    text = f"SQLite {'.'.join(map(str, version))}."
    if version[:2] < OLDEST_SQLITE:
        return Found("sqlite", "fault", text, "Pitboss needs 3.35 or newer: install a newer Python.")
    return Found("sqlite", "ok", text)


def _extra(check: str, module: str, extra: str, *, needed: bool) -> Found:
    if find_spec(module) is not None:
        return Found(check, "ok", f"{module} is installed.")
    remedy = f"To have it: pip install 'pitboss[{extra}]'."
    if needed:
        return Found(check, "fault", f"{module} is not installed, and this database needs it.", remedy)
    return Found(check, "note", f"{module} is not installed; only {_USES[module]} needs it.", remedy)


_USES: Final = {"matplotlib": "--plot", "psycopg": "a PostgreSQL database"}


def _sheets(names: tuple[str, ...]) -> Found:
    try:
        for name in names:
            load_house(name)
    except (SheetRefused, OSError) as fault:
        remedy = "A file of the installation was changed: install Pitboss again."
        return Found("sheets", "fault", f"{fault}.", remedy)
    return Found("sheets", "ok", f"{len(names)} houses load without a fault.")


# The database


def database(address: str, now: int) -> Iterator[Found]:
    """The place of the data, and what is in it; it is not made when it is not there."""
    from pitboss.cage.store import MEMORY, bare_store
    from pitboss.cage.upgrade import shape_of

    if not _is_postgres(address) and address != MEMORY:
        yield from _place(Path(address))
        if not Path(address).exists():
            yield Found("database", "ok", "There is none yet; the first command that needs it makes it.")
            return
        shaped = _shape(partial(_shape_of_file, Path(address)))
        yield shaped
        if shaped.text != LATEST_SHAPE:
            return
    try:
        store = bare_store(address)
    except CageFault as fault:
        yield Found("database", "fault", f"{fault}.", "Mend that first.")
        return
    try:
        if address == MEMORY or _is_postgres(address):
            shaped = _shape(lambda: store.read(shape_of))
            yield shaped
        if shaped.text == LATEST_SHAPE:
            yield from _inside(store, now)
    finally:
        store.close()


def _shape_of_file(path: Path) -> str | None:
    """Looks without touching: the file may be anybody's."""
    from pitboss.cage.backup import looking_at
    from pitboss.cage.upgrade import shape_of

    with looking_at(path) as connection:
        return shape_of(connection)


def _shape(read: Callable[[], str | None]) -> Found:
    from sqlalchemy.exc import DBAPIError

    from pitboss.cage import WrongShape
    from pitboss.cage.upgrade import LATEST, check_known

    try:
        shape = read()
        check_known(shape)
    except WrongShape as fault:
        return Found("database", "fault", f"{fault}.")
    except (CageFault, DBAPIError) as fault:
        return Found("database", "fault", f"It cannot be read: {_reason(fault)}.", BROKEN)
    if shape is None:
        return Found("database", "ok", "It is empty; the first command that needs it gives it its shape.")
    if shape != LATEST:
        text = f"It has the shape {shape}; the latest is {LATEST}."
        return Found("database", "note", text, "Back it up, then: pitboss upgrade.")
    return Found("database", "ok", LATEST_SHAPE)


def _reason(fault: Exception) -> str:
    return str(getattr(fault, "orig", None) or fault).splitlines()[0]


def _place(path: Path) -> Iterator[Found]:
    folder = next(each for each in (path.absolute().parent, *path.absolute().parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        remedy = "Give the user of Pitboss the right to write there, or choose another place with --db."
        yield Found("folder", "fault", f"{folder} cannot be written to: {fault.strerror}.", remedy)
    else:
        yield Found("folder", "ok", f"{folder} can be written to.")
    yield _space(shutil.disk_usage(folder).free)
    if path.exists() and os.name == "posix" and path.stat().st_mode & 0o077:
        remedy = f"It holds the secret seeds of open rounds: chmod 600 {path}"
        yield Found("privacy", "note", "Other users of this machine may read the database.", remedy)


def _space(free: int) -> Found:
    text = f"{free / 2**30:,.1f} GiB are free."
    if free < LEAST_SPACE:
        return Found("space", "fault", text, "Make room: on a full disk nothing is stored, and play stops.")
    return Found("space", "ok", text)


def _inside(store: Store, now: int) -> Iterator[Found]:
    """Checks in order; where the database cannot be read, the rest is left out."""
    from sqlalchemy.exc import DBAPIError

    special = _on_postgres if store.engine.dialect.name == "postgresql" else _on_sqlite
    for check in (special, _money, _chain, _tables, _clock(now)):
        try:
            yield from store.read(partial(_all, check))
        except (CageFault, DBAPIError) as fault:
            yield Found("database", "fault", f"It cannot be read: {_reason(fault)}.", BROKEN)
            return


def _all(check: Check, connection: Connection) -> list[Found]:
    return list(check(connection))


def _on_sqlite(connection: Connection) -> Iterator[Found]:
    from pitboss.cage.backup import damage_in, loose_link_in

    def pragma(name: str) -> str:
        return str(connection.exec_driver_sql(f"PRAGMA {name}").scalar())

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
    mode, synchronous = pragma("journal_mode"), pragma("synchronous")
    if synchronous == "2" and mode in ("wal", "memory"):
        yield Found("durability", "ok", f"journal_mode={mode}, synchronous=FULL are in force.")
    else:
        text = f"journal_mode={mode}, synchronous={synchronous}: a power cut may lose rounds."
        yield Found("durability", "fault", text, "Put the file on a local disk; network folders have no WAL.")


def _guards(connection: Connection) -> Found:
    """The tables and triggers must be those that the migrations make."""
    from pitboss.cage import open_store

    def made(there: Connection) -> set[tuple[str, str, str]]:
        rows = there.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {(row[0], row[1], row[2]) for row in rows}

    fresh = open_store(":memory:")
    try:
        wanted = fresh.read(made)
    finally:
        fresh.close()
    names = sorted({name for _, name, _ in wanted ^ made(connection)})
    if not names:
        return Found("guards", "ok", "The rules that keep the books are in force, all as they were made.")
    text = f"Not as it was made: {', '.join(names[:5])}."
    return Found(
        "guards", "fault", text, "Somebody changed the database: audit it, or restore the last backup."
    )


def _on_postgres(connection: Connection) -> Iterator[Found]:
    version = connection.exec_driver_sql("SHOW server_version").scalar()
    yield Found("server", "ok", f"PostgreSQL {version}. Back it up with pg_dump (pitboss backup says how).")
    wanted = ("fsync", "full_page_writes", "synchronous_commit")
    settings = {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in wanted}
    off = [f"{name}={value}" for name, value in settings.items() if value == "off"]
    if off:
        text = f"{', '.join(off)}: a power cut may lose rounds."
        yield Found("durability", "fault", text, "Set them to on in postgresql.conf and restart the server.")
    else:
        yield Found("durability", "ok", "fsync, full_page_writes and synchronous_commit are in force.")


def _money(connection: Connection) -> Iterator[Found]:
    from pitboss.cage.books import left_in_ended, trial_balance, unlike_transfers

    remedy = "Stop the tables and run pitboss audit; restore the last backup that passes."
    total = trial_balance(connection)
    if total:
        yield Found("money", "fault", f"All accounts together hold {money(total)} and not $0.", remedy)
    else:
        yield Found("money", "ok", "All accounts together hold $0.")
    unlike = unlike_transfers(connection)
    if unlike:
        text = f"{unlike[0]} does not hold what its transfers add up to ({len(unlike)} such)."
        yield Found("balances", "fault", text, remedy)
    else:
        yield Found("balances", "ok", "Every account holds what its transfers add up to.")
    left = left_in_ended(connection)
    if left:
        text = f"{left[0]} holds money, and its round has ended ({len(left)} such)."
        yield Found("escrow", "fault", text, remedy)
    else:
        yield Found("escrow", "ok", "No money is left in rounds that have ended.")


def _chain(connection: Connection) -> Iterator[Found]:
    """What was done outside tables is as it was recorded; the audit looks at the tables' own chains."""
    from pitboss.cage.deed_chain import chain_end
    from pitboss.proof.house_chain import broken_links, unlike_rows

    wrong = [*broken_links(connection), *unlike_rows(connection)]
    if wrong:
        remedy = "Somebody changed the database: run pitboss audit; restore the last backup that passes."
        yield Found("chain", "fault", f"{wrong[0]} ({len(wrong)} such).", remedy)
    else:
        records = chain_end(connection).number
        yield Found("chain", "ok", f"Grants, acts, roles and limits are as {records:,} records say.")


def _tables(connection: Connection) -> Iterator[Found]:
    from pitboss.cage.books import figures
    from pitboss.cage.journal import all_felts

    felts = all_felts(connection)
    held = [felt for felt in felts if not felt.closed]
    counts = figures(connection)
    yield Found(
        "tables", "ok", f"{len(held)} of {len(felts)} tables are open, {counts.open} with an open round."
    )
    stuck = {felt: f"{why[:1].upper()}{why[1:]}." for felt, why in _stuck(connection)}
    if not stuck:
        yield Found("stuck", "ok", "Every open table can go on.")
    for felt, why in sorted(stuck.items()):
        remedy = "A server sets it aside and serves the others; an operator closes it, and stakes go back."
        yield Found("stuck", "fault", f"Table {felt}: {why}", remedy)


def _stuck(connection: Connection) -> Iterator[tuple[str, str]]:
    """The open tables that cannot go on: by their rounds, by what the floor kept, or as a server found."""
    from pitboss.floor.lobby import open_lobbies
    from pitboss.floor.memory import remembered
    from pitboss.proof.stuck import stuck_tables

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
        from pitboss.cage.books import figures, waiting_rounds

        last = figures(connection).last
        if last is not None and last > now + SLOW_CLOCK:
            text = f"The last thing was done at {iso(last)}, and now it is {iso(now)}."
            yield Found("clock", "fault", text, "Set the clock of this machine.")
        else:
            yield Found("clock", "ok", f"It is {iso(now)}; nothing was done later than that.")
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


def _is_postgres(address: str) -> bool:
    from pitboss.cage.store import is_postgres

    return is_postgres(address)


def _shown(address: str) -> str:
    """An address without its password."""
    if not _is_postgres(address):
        return address
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return "postgresql"
