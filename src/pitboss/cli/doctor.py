"""`pitboss doctor`: what is wrong with this installation and its data, each with what to do."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.text import Text

from pitboss.cli.options import DbOption, JsonOption, address_of, now
from pitboss.cli.output import Lines, grid, progress_bar, show_records
from pitboss.cli.serve import ConfigOption
from pitboss.errors import CageFault
from pitboss.ledger import Store
from pitboss.ledger.backup import damage_in, loose_link_in
from pitboss.ledger.balances import figures, left_in_ended, trial_balance, unlike_transfers, waiting_rounds
from pitboss.ledger.database import changed_guards, file_settings, on_postgres, server_settings
from pitboss.ledger.deeds import chain_end
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import Connection, StoreFault
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


# --- What `pitboss doctor` looks at inside a database: the file or the server, money, chain, tables, clock.

SLOW_CLOCK: Final = 60_000  # milliseconds that clocks of two machines may differ
UNBALANCED: Final = "Stop the tables and run pitboss audit; restore the last backup that passes."
LONG: Final = 24 * 3_600_000  # milliseconds after which an open round with money in it is reported
Check = Callable[[Connection], Iterator[Found]]


def inside(store: Store, at: int) -> Iterator[Found]:
    """Checks in order; where the database cannot be read, the rest is left out."""
    for check in (_stored, _money, _chain, _tables, _clock(at)):
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
        yield Found(
            "money", "fault", f"All accounts together hold {micro_dollars(total)} and not $0.", UNBALANCED
        )
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
            yield each.felt, "its seating cannot be read"
            continue
        if aside:
            yield each.felt, f"a server has set it aside ({aside})"
    yield from stuck_tables(connection)


def _clock(at: int) -> Check:
    def check(connection: Connection) -> Iterator[Found]:

        last = figures(connection).last
        if last is not None and last > at + SLOW_CLOCK:
            text = f"The last thing was done at {moment_words(last)}, and now it is {moment_words(at)}."
            yield Found("clock", "fault", text, "Set the clock of this machine.")
        else:
            yield Found("clock", "ok", f"It is {moment_words(at)}; nothing was done later than that.")
        old = [each for each in waiting_rounds(connection) if each.at < at - LONG]
        if old:
            held = sum(each.amount for each in old)
            where = f"in {len(old)} open rounds; first {old[0].round}"
            text = f"{micro_dollars(held)} waits for more than a day, {where}."
            yield Found(
                "waiting",
                "note",
                text,
                "Take the table up again (pitboss play --resume): the round goes on as it stood.",
            )
        else:
            yield Found("waiting", "ok", "No money waits in an open round for more than a day.")

    return check


OLDEST_PYTHON: Final = (3, 11)
OLDEST_SQLITE: Final = (3, 35)  # the first with RETURNING
LEAST_SPACE: Final = 200 * 2**20  # bytes
EXPECTED: Final = 28  # checks of a house on SQLite: how long the bar is
OLD: Final = timedelta(days=2)
BACKUPS: Final = "backups --keep-daily 14 --keep-weekly 8"
LATEST_SHAPE: Final = "It opens and has the latest shape."
STYLES: Final[dict[State, str]] = {"ok": "green", "note": "yellow", "fault": "bold red"}


def doctor_command(
    as_json: JsonOption = False,
    db: DbOption = None,
    config: ConfigOption = None,
    backups: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where backups are; without it, 'backups' beside the database."),
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
            installation(address), server(file), database(address, now()), kept(address, backups)
        ):
            found.append(each)
            if step is not None:
                step(len(found), max(EXPECTED, len(found) + 1))
    faults = sum(each.state == "fault" for each in found)
    show_records(
        lambda: {"database": _shown(address), "faults": faults, "checks": found},
        lambda: _text(address, found, faults),
        as_json=as_json,
    )
    if faults:
        raise typer.Exit(1)


def _address(db: str | None, config: Path | None) -> str:
    """The database to look at; that the settings cannot be read is one of the checks."""
    try:
        return address_of(db, config)
    except Refusal:
        return address_of(None, Path(os.devnull))


def _text(address: str, found: list[Found], faults: int) -> Lines:
    yield f"Database: {_shown(address)}"
    rows = (
        (Text(each.state, style=STYLES[each.state]), each.check, f"{each.text} {each.remedy}".strip())
        for each in found
    )
    made = grid(("", "", ""), rows)
    made.columns[0].no_wrap = made.columns[1].no_wrap = True
    yield made
    yield f"{plural(faults, 'fault')}." if faults else "Nothing is wrong."


# The installation


def installation(address: str) -> Iterator[Found]:
    """Python, its packages and the rule sheets."""
    yield _python(sys.version_info[:2])
    yield _sqlite_version(sqlite3.sqlite_version_info[:3])
    yield _extra("server", "fastapi", "serve", needed=False)
    yield _extra("plots", "matplotlib", "plot", needed=False)
    yield _extra("postgres", "psycopg", "postgres", needed=_is_postgres(address))
    yield _more(("sim", "dask", "envs", "frames", "excel"))
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
    remedy = f"To have it: {install_line(extra)}."
    if needed:
        return Found(check, "fault", f"{module} is not installed, and this database needs it.", remedy)
    return Found(check, "note", f"{module} is not installed; only {_USES[module]} needs it.", remedy)


def _more(extras: tuple[str, ...]) -> Found:
    """Which of the extras that only analysts need are there."""
    here = [each for each in extras if all(find_spec(module) is not None for module in EXTRAS[each])]
    missing = [each for each in extras if each not in here]
    text = f"For analysts: {', '.join(here) or 'none'}; not installed: {', '.join(missing) or 'none'}."
    return Found("extras", "ok", text, f"To have more: {install_line(','.join(missing))}." if missing else "")


_USES: Final = {"fastapi": "pitboss serve", "matplotlib": "--plot", "psycopg": "a PostgreSQL database"}


def _sheets(names: tuple[str, ...]) -> Found:
    try:
        for name in names:
            load_house(name)
    except (SheetRefused, OSError) as fault:
        remedy = "A file of the installation was changed: install Pitboss again."
        return Found("sheets", "fault", f"{fault}.", remedy)
    return Found("sheets", "ok", f"{len(names)} houses load without a fault.")


# The server


def server(config: Path | None) -> Iterator[Found]:
    """Whether it could be started here, where what it needs is installed."""
    if all(find_spec(each) is not None for each in EXTRAS["serve"] if each != "uvloop"):
        from pitboss.cli.doctor_server import server_checks

        yield from server_checks(config)


# The database


def database(address: str, at: int) -> Iterator[Found]:
    """The place of the data, and what is in it; it is not made when it is not there."""
    from pitboss.ledger.database import bare_store, shape_of_file
    from pitboss.ledger.sqlite_store import MEMORY
    from pitboss.ledger.store import shape_of

    if not _is_postgres(address) and address != MEMORY:
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
    try:
        if address == MEMORY or _is_postgres(address):
            shaped = _shape(lambda: store.read(shape_of))
            yield shaped
        if shaped.text == LATEST_SHAPE:
            yield from inside(store, at)
    finally:
        store.close()


def _shape(read: Callable[[], str | None]) -> Found:
    from pitboss.ledger import WrongShape
    from pitboss.ledger.store import LATEST, StoreFault, check_known

    try:
        shape = read()
        check_known(shape)
    except WrongShape as fault:
        return Found("database", "fault", f"{fault}.")
    except (CageFault, StoreFault) as fault:
        return Found("database", "fault", f"It cannot be read: {fault}.", BROKEN)
    if shape is None:
        return Found("database", "ok", "It is empty; the first command that needs it gives it its shape.")
    if shape != LATEST:
        text = f"It has the shape {shape}; the latest is {LATEST}."
        return Found("database", "note", text, "Back it up, then: pitboss upgrade.")
    return Found("database", "ok", LATEST_SHAPE)


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


def kept(address: str, folder: Path | None) -> Iterator[Found]:
    """How old the last backup of a SQLite file is."""
    from pitboss.ledger.backup import backups_in
    from pitboss.ledger.sqlite_store import MEMORY

    source = Path(address)
    if _is_postgres(address) or address == MEMORY or not source.exists():
        return
    place, remedy = folder or source.parent / "backups", f"Make one: pitboss backup {BACKUPS}."
    made = backups_in(place, source) if place.is_dir() else {}
    if not made:
        yield Found("backup", "note", f"There is no backup of this database in {place}.", remedy)
        return
    age = datetime.now(UTC) - max(made)
    text = f"The last of {len(made):,} in {place} is {age.days} days and {age.seconds // 3600} hours old."
    yield Found("backup", "note", text, remedy) if age > OLD else Found("backup", "ok", text)


def _space(free: int) -> Found:
    text = f"{free / 2**30:,.1f} GiB are free."
    if free < LEAST_SPACE:
        return Found("space", "fault", text, "Make room: on a full disk nothing is stored, and play stops.")
    return Found("space", "ok", text)


def _is_postgres(address: str) -> bool:
    from pitboss.ledger.database import is_postgres

    return is_postgres(address)


def _shown(address: str) -> str:
    """An address without its password."""
    if not _is_postgres(address):
        return address
    from pitboss.ledger.database import without_password

    return without_password(address)
