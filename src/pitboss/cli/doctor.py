"""`pitboss doctor`: what is wrong with this installation and its data, each with what to do."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.text import Text
from typer import Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, progress_bar, show_records
from pitboss.cli.serve import ConfigOption
from pitboss.errors import CageFault
from pitboss.ledger import Store, WrongShape
from pitboss.ledger.backup import backups_in, damage_in, loose_link_in
from pitboss.ledger.balances import figures, left_in_ended, trial_balance, unlike_transfers, waiting_rounds
from pitboss.ledger.database import (
    bare_store,
    changed_guards,
    file_settings,
    is_postgres,
    on_postgres,
    server_settings,
    shape_of_file,
    without_password,
)
from pitboss.ledger.deeds import chain_end
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.ledger.store import LATEST, Connection, StoreFault, check_known, shape_of
from pitboss.messages.times import moment_words
from pitboss.money import micro_dollars
from pitboss.package import EXTRAS, install_line
from pitboss.proof.house_chain import broken_links, unlike_rows
from pitboss.proof.table_audit import stuck_tables
from pitboss.round import Refusal
from pitboss.sheet import SheetRefused, houses, load_house
from pitboss.table.settings import open_lobbies, remembered
from pitboss.text import plural

# --- What one check of `pitboss doctor` found.

State = Literal["ok", "note", "fault"]
BROKEN: Final = "Stop the tables, keep the file, and restore the last backup: pitboss restore FILE --force."


@dataclass(frozen=True, slots=True)
class Found:
    """What one check found; `remedy` says what to do."""

    check: str
    state: State
    text: str
    remedy: str = ""


def verdict(check: str, fault: str | None, remedy: str, fine: str, state: State = "fault") -> Found:
    """All is fine, or there is a fault (or a note) and what to do about it."""
    return Found(check, state, fault, remedy) if fault else Found(check, "ok", fine)


# --- What `pitboss doctor` looks at inside a database: the file or the server, money, chain, tables, clock.

SLOW_CLOCK: Final = 60_000  # milliseconds that clocks of two machines may differ
UNBALANCED: Final = "Stop the tables and run pitboss audit; restore the last backup that passes."
LONG: Final = 24 * 3_600_000  # milliseconds after which an open round with money in it is reported


def inside(store: Store, at: int) -> Iterator[Found]:
    """Checks in order; where the database cannot be read, the rest is left out."""
    for check in (_stored, _money, _chain, _tables, partial(_clock, at)):
        try:
            yield from store.read(partial(_all, check))
        except (CageFault, StoreFault) as fault:
            yield Found("database", "fault", f"It cannot be read: {fault}.", BROKEN)
            return


def _all(check: Callable[[Connection], Iterator[Found]], connection: Connection) -> list[Found]:
    return list(check(connection))


def _first(wrong: Sequence[object], says: str = "") -> str | None:
    """The first of some faults, and how many there are."""
    return f"{wrong[0]}{says} ({len(wrong)} such)." if wrong else None


def _stored(connection: Connection) -> Iterator[Found]:
    """How surely the database keeps what is written."""
    yield from _on_postgres(connection) if on_postgres(connection) else _on_sqlite(connection)


def _on_sqlite(connection: Connection) -> Iterator[Found]:
    damage, loose = damage_in(connection), loose_link_in(connection)
    text = damage and f"The file is damaged: {damage}."
    yield verdict("integrity", text, BROKEN, "Every page and index of the file is whole.")
    remedy = "The file was changed from outside: restore the last backup."
    text = loose and f"{loose.capitalize()}."
    yield verdict("links", text, remedy, "Every row that points to another finds it.")
    names = changed_guards(connection)
    text = f"Not as it was made: {', '.join(names[:5])}." if names else None
    remedy = "The database was changed from outside: audit it, or restore the last backup."
    fine = "The rules that keep the books are in force, all as they were made."
    yield verdict("guards", text, remedy, fine)
    mode, synchronous = file_settings(connection)
    kept = synchronous == "2" and mode in ("wal", "memory")
    text = f"journal_mode={mode}, synchronous={synchronous}: a power cut may lose rounds."
    remedy = "Put the file on a local disk; network folders have no WAL."
    fine = f"journal_mode={mode}, synchronous=FULL are in force."
    yield verdict("durability", None if kept else text, remedy, fine)


def _on_postgres(connection: Connection) -> Iterator[Found]:
    version, off = server_settings(connection)
    yield Found("server", "ok", f"PostgreSQL {version}. Back it up with pg_dump (pitboss backup says how).")
    text = f"{', '.join(f'{name}=off' for name in off)}: a power cut may lose rounds." if off else None
    remedy = "Set them to on in postgresql.conf and restart the server."
    fine = "fsync, full_page_writes and synchronous_commit are in force."
    yield verdict("durability", text, remedy, fine)


def _money(connection: Connection) -> Iterator[Found]:
    total = trial_balance(connection)
    text = f"All accounts together hold {micro_dollars(total)} and not $0." if total else None
    yield verdict("money", text, UNBALANCED, "All accounts together hold $0.")
    text = _first(unlike_transfers(connection), " does not hold what its transfers add up to")
    yield verdict("balances", text, UNBALANCED, "Every account holds what its transfers add up to.")
    text = _first(left_in_ended(connection), " holds money, and its round has ended")
    yield verdict("escrow", text, UNBALANCED, "No money is left in rounds that have ended.")


def _chain(connection: Connection) -> Iterator[Found]:
    """What was done outside tables is as it was recorded; the audit looks at the tables' own chains."""
    text = _first([*broken_links(connection), *unlike_rows(connection)])
    remedy = "The database was changed from outside: run pitboss audit; restore the last backup that passes."
    fine = f"Grants, acts, roles and limits are as {chain_end(connection).number:,} records say."
    yield verdict("chain", text, remedy, fine)


def _tables(connection: Connection) -> Iterator[Found]:
    tables = stored_tables(connection)
    number, rounds = sum(not each.closed for each in tables), figures(connection).open
    text = f"{number} of {len(tables)} tables are open, {rounds} with an open round."
    yield Found("tables", "ok", text)
    stuck = dict(_stuck(connection))
    if not stuck:
        yield Found("stuck", "ok", "Every open table can go on.")
    for table, why in sorted(stuck.items()):
        remedy = "A server sets it aside and serves the others; an operator closes it, and stakes go back."
        yield Found("stuck", "fault", f"Table {table}: {why[:1].upper()}{why[1:]}.", remedy)


def _stuck(connection: Connection) -> Iterator[tuple[str, str]]:
    """The open tables that cannot go on: by their rounds, by what the floor kept, or as a server found."""
    for each in open_lobbies(connection):
        try:
            aside = remembered(each.settings, each.seating).settings.aside
        except (ValueError, TypeError, LookupError, AttributeError):
            yield each.felt, "its seating cannot be read"
            continue
        if aside:
            yield each.felt, f"a server has set it aside ({aside})"
    yield from stuck_tables(connection)


def _clock(at: int, connection: Connection) -> Iterator[Found]:
    last, now_words = figures(connection).last, moment_words(at)
    late = last is not None and last > at + SLOW_CLOCK
    text = f"The last thing was done at {moment_words(last or at)}, and now it is {now_words}."
    fine = f"It is {now_words}; nothing was done later than that."
    yield verdict("clock", text if late else None, "Set the clock of this machine.", fine)
    old = [each for each in waiting_rounds(connection) if each.at < at - LONG]
    held = micro_dollars(sum(each.amount for each in old))
    where = f"in {len(old)} open rounds; first {old[0].round}" if old else ""
    text = f"{held} waits for more than a day, {where}."
    remedy = "Take the table up again (pitboss play --resume): the round goes on as it stood."
    fine = "No money waits in an open round for more than a day."
    yield verdict("waiting", text if old else None, remedy, fine, "note")


OLDEST_PYTHON: Final = (3, 11)
OLDEST_SQLITE: Final = (3, 35)  # the first with RETURNING
LEAST_SPACE: Final = 200 * 2**20  # bytes
EXPECTED: Final = 28  # checks of a house on SQLite: how long the bar is
OLD: Final = timedelta(days=2)
ANALYSTS: Final = ("sim", "dask", "envs", "frames", "excel")  # extras that only they need
BACKUPS: Final = "backups --keep-daily 14 --keep-weekly 8"
LATEST_SHAPE: Final = "It opens and has the latest shape."
STYLES: Final[dict[State, str]] = {"ok": "green", "note": "yellow", "fault": "bold red"}


def doctor_command(
    as_json: options.Json = False,
    db: options.Db = None,
    config: ConfigOption = None,
    backups: Annotated[
        Path | None,
        Option(metavar="FOLDER", help="Where backups are; without it, 'backups' beside the database."),
    ] = None,
) -> None:
    """Check the installation, the settings, the machine and the database; status 1 when something is wrong.

    \b
    Example:
      pitboss doctor
      pitboss doctor --config pitboss.toml --backups /var/backups/pitboss
    """
    file = config or (Path(named) if (named := os.environ.get("PITBOSS_CONFIG")) else None)
    address = _address(db, file)
    found: list[Found] = []
    with progress_bar("Looking at everything") as step:
        for each in chain(
            installation(address), server(file), database(address, options.now()), kept(address, backups)
        ):
            found.append(each)
            if step is not None:
                step(len(found), max(EXPECTED, len(found) + 1))
    faults = sum(each.state == "fault" for each in found)
    shown = without_password(address) if is_postgres(address) else address
    show_records(
        lambda: {"database": shown, "faults": faults, "checks": found},
        lambda: _text(shown, found, faults),
        as_json=as_json,
    )
    if faults:
        raise typer.Exit(1)


def _address(db: str | None, config: Path | None) -> str:
    """The database to look at; that the settings cannot be read is one of the checks."""
    try:
        return options.address_of(db, config)
    except Refusal:
        return options.address_of(None, Path(os.devnull))


def _text(shown: str, found: list[Found], faults: int) -> Lines:
    yield f"Database: {shown}"
    rows = (
        (Text(each.state, style=STYLES[each.state]), each.check, f"{each.text} {each.remedy}".strip())
        for each in found
    )
    made = grid(("", "", ""), rows)
    made.columns[0].no_wrap = made.columns[1].no_wrap = True
    yield made
    yield f"{plural(faults, 'fault')}." if faults else "Nothing is wrong."


# --- The installation: Python, its packages and the rule sheets.


def installation(address: str) -> Iterator[Found]:
    """What the program itself needs."""
    version, text = sys.version_info[:2], "Pitboss needs {} or newer: install {}."
    fine = f"Python {'.'.join(map(str, version))} on {platform.system()}."
    old = fine if version < OLDEST_PYTHON else None
    yield verdict("python", old, text.format("3.11", "one"), fine)
    fine = f"SQLite {'.'.join(map(str, sqlite3.sqlite_version_info[:3]))}."
    old = fine if sqlite3.sqlite_version_info[:2] < OLDEST_SQLITE else None
    yield verdict("sqlite", old, text.format("3.35", "a newer Python"), fine)
    yield _extra("server", "fastapi", "serve", "pitboss serve")
    yield _extra("plots", "matplotlib", "plot", "--plot")
    yield _extra("postgres", "psycopg", "postgres", "a PostgreSQL database", needed=is_postgres(address))
    here = {each: all(map(find_spec, EXTRAS[each])) for each in ANALYSTS}
    some = [", ".join(each for each in ANALYSTS if here[each] is there) for there in (True, False)]
    text = f"For analysts: {some[0] or 'none'}; not installed: {some[1] or 'none'}."
    more = some[1].replace(", ", ",")
    yield Found("extras", "ok", text, f"To have more: {install_line(more)}." if more else "")
    yield _sheets()


def _extra(check: str, module: str, extra: str, use: str, *, needed: bool = False) -> Found:
    if find_spec(module) is not None:
        return Found(check, "ok", f"{module} is installed.")
    says = ", and this database needs it" if needed else f"; only {use} needs it"
    remedy = f"To have it: {install_line(extra)}."
    return Found(check, "fault" if needed else "note", f"{module} is not installed{says}.", remedy)


def _sheets() -> Found:
    try:
        fault = None
        for name in houses():
            load_house(name)
    except (SheetRefused, OSError) as found:
        fault = f"{found}."
    remedy = "A file of the installation was changed: install Pitboss again."
    return verdict("sheets", fault, remedy, f"{len(houses())} houses load without a fault.")


def server(config: Path | None) -> Iterator[Found]:
    """Whether a server could be started here, where what it needs is installed."""
    if all(find_spec(each) is not None for each in EXTRAS["serve"] if each != "uvloop"):
        from pitboss.cli.doctor_server import server_checks

        yield from server_checks(config)


# --- The database: its place, its shape, its backups; then what is in it.


def database(address: str, at: int) -> Iterator[Found]:
    """The place of the data, and what is in it; it is not made when it is not there."""
    file = not is_postgres(address) and address != MEMORY
    if file:
        yield from _place(Path(address))
        if not Path(address).exists():
            yield Found("database", "ok", "There is none yet; the first command that needs it makes it.")
            return
        shaped = _shape(partial(shape_of_file, Path(address)))
        yield shaped
        if shaped.text != LATEST_SHAPE:
            return
    try:
        store = bare_store(address)
    except CageFault as fault:
        yield Found("database", "fault", f"{fault}.", "Mend that first.")
        return
    with closing(store):
        if not file:
            shaped = _shape(lambda: store.read(shape_of))
            yield shaped
        if shaped.text == LATEST_SHAPE:
            yield from inside(store, at)


def _shape(read: Callable[[], str | None]) -> Found:
    try:
        shape = read()
        check_known(shape)
    except WrongShape as fault:
        return Found("database", "fault", f"{fault}.")
    except (CageFault, StoreFault) as fault:
        return Found("database", "fault", f"It cannot be read: {fault}.", BROKEN)
    if shape is None:
        return Found("database", "ok", "It is empty; the first command that needs it gives it its shape.")
    text = None if shape == LATEST else f"It has the shape {shape}; the latest is {LATEST}."
    return verdict("database", text, "Back it up, then: pitboss upgrade.", LATEST_SHAPE, "note")


def _place(path: Path) -> Iterator[Found]:
    folder = next(each for each in (path.absolute().parent, *path.absolute().parents) if each.exists())
    try:
        text = None
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        text = f"{folder} cannot be written to: {fault.strerror}."
    remedy = "Give the user of Pitboss the right to write there, or choose another place with --db."
    yield verdict("folder", text, remedy, f"{folder} can be written to.")
    free = shutil.disk_usage(folder).free
    fine = f"{free / 2**30:,.1f} GiB are free."
    remedy = "Make room: on a full disk nothing is stored, and play stops."
    yield verdict("space", fine if free < LEAST_SPACE else None, remedy, fine)
    if path.exists() and os.name == "posix" and path.stat().st_mode & 0o077:
        remedy = f"It holds the secret seeds of open rounds: chmod 600 {path}"
        yield Found("privacy", "note", "Other users of this machine may read the database.", remedy)


def kept(address: str, folder: Path | None) -> Iterator[Found]:
    """How old the last backup of a SQLite file is."""
    source = Path(address)
    if is_postgres(address) or address == MEMORY or not source.exists():
        return
    place, remedy = folder or source.parent / "backups", f"Make one: pitboss backup {BACKUPS}."
    made = backups_in(place, source) if place.is_dir() else {}
    if not made:
        yield Found("backup", "note", f"There is no backup of this database in {place}.", remedy)
        return
    age = datetime.now(UTC) - max(made)
    text = f"The last of {len(made):,} in {place} is {age.days} days and {age.seconds // 3600} hours old."
    yield verdict("backup", text if age > OLD else None, remedy, text, "note")
