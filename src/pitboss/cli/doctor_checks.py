"""What `pitboss doctor` looks at before a server runs: settings, port, network, files, pages, certificate."""

from __future__ import annotations

import os
import socket
import ssl
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from pitboss.cli.accounts import money
from pitboss.errors import CageFault
from pitboss.ledger import Store
from pitboss.ledger.backup import damage_in, loose_link_in
from pitboss.ledger.balances import figures, left_in_ended, trial_balance, unlike_transfers, waiting_rounds
from pitboss.ledger.database import changed_guards, file_settings, on_postgres, server_settings
from pitboss.ledger.deeds import chain_end
from pitboss.ledger.journal import stored_tables
from pitboss.ledger.store import Connection, StoreFault
from pitboss.messages.times import moment_words
from pitboss.proof.halted_tables import stuck_tables
from pitboss.proof.house_chain import broken_links, unlike_rows
from pitboss.round import Refusal
from pitboss.table.settings import open_lobbies, remembered
from pitboss.web.files import built, docs_built
from pitboss.web.server import listen, most_files
from pitboss.web.settings import ServeSettings, is_loopback, machine_address, read_settings, unknown_variables

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


SPARE: Final = 300  # files beside connections: the database, libraries, workers
PATIENCE: Final = 3.0  # seconds for an answer of the network


def server_checks(config: Path | None) -> Iterator[Found]:
    """All of them; where the settings cannot be read, only that."""
    try:
        settings = read_settings(config)
    except Refusal as refusal:
        yield Found(
            "settings", "fault", f"{refusal.text}.", "Mend that first: pitboss serve refuses it, too."
        )
        return
    yield _settings(config)
    yield _port(settings)
    yield from _network(settings)
    yield _files(settings)
    yield from _certificate(settings)
    yield _page()
    yield _docs()


def _settings(config: Path | None) -> Found:
    unknown = unknown_variables(os.environ)
    if unknown:
        name, near = next(iter(unknown.items()))
        meant = f"Did you mean {near}? " if near else ""
        text = f"{name} is no setting ({len(unknown)} such in the environment)."
        return Found("settings", "note", text, f"{meant}pitboss config --explain tells all there are.")
    where = f"{config} and the environment" if config else "The environment"
    return Found("settings", "ok", f"{where} can be read; pitboss config shows what is in force.")


def _port(settings: ServeSettings) -> Found:
    place = f"{settings.host}, port {settings.port}"
    try:
        listen(settings).close()
    except Refusal as refusal:
        if _answers(settings):
            return Found("port", "ok", f"A server answers at {settings.local_address}.")
        return Found("port", "note", f"{refusal.text}.", "Or end what listens there.")
    free = "A free port is taken when it starts." if settings.port == 0 else f"{place} is free."
    return Found("port", "ok", free)


def _answers(settings: ServeSettings) -> bool:
    """Whether it is a server of ours that has the port."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # only its word is asked for
    try:
        address = f"{settings.local_address}/healthz"
        with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as answer:
            return bool(answer.read(16) == b"ok\n")
    except (OSError, ValueError):
        return False


def _network(settings: ServeSettings) -> Iterator[Found]:
    """How others come in."""
    if settings.lan and not settings.address:
        own = machine_address()
        if own is None:
            remedy = "Connect it, or name one of its addresses with --host."
            yield Found(
                "network", "fault", "This machine is in no network that others could come from.", remedy
            )
        else:
            text = f"Others in the network come in at {own}, port {settings.port}."
            remedy = (
                "If they cannot, a firewall of this machine keeps them out, or they are in another network."
            )
            yield Found("network", "ok", text, remedy)
    elif settings.address:
        yield _named(urlsplit(settings.address).hostname or "")
    elif is_loopback(settings.host):
        yield Found("network", "ok", "Only this machine can come in; pitboss serve --lan opens it to others.")
    else:
        yield Found("network", "ok", f"It listens at {settings.host}.")


def _named(host: str) -> Found:
    """Whether the name at which people come in leads anywhere."""
    finder = ThreadPoolExecutor(1)
    try:
        finder.submit(socket.getaddrinfo, host, None).result(PATIENCE)
    except (OSError, UnicodeError):
        remedy = "See that the name is spelt so and leads to this server or its proxy (DNS)."
        return Found(
            "network", "fault", f"The address of the settings names {host}, which is not found.", remedy
        )
    finally:
        finder.shutdown(wait=False)
    return Found("network", "ok", f"{host}, the address of the settings, is found.")


def _files(settings: ServeSettings) -> Found:
    most, wanted = most_files(), settings.most_connections + SPARE
    if most is None:
        return Found("files", "ok", "This system does not limit open files.")
    text = f"It may open {most:,} files and connections, and the settings want {wanted:,}."
    if most < wanted:
        remedy = "Raise the limit (systemd: LimitNOFILE=65536; else ulimit -Hn), or lower most_connections."
        return Found("files", "note", text, remedy)
    return Found("files", "ok", text)


def _certificate(settings: ServeSettings) -> Iterator[Found]:
    if not settings.secure:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.certificate, settings.key)
    except (OSError, ValueError) as fault:
        remedy = "Both are PEM files that the user of Pitboss can read, and the key is the certificate's."
        yield Found(
            "certificate", "fault", f"It cannot be used: {fault.args[-1] if fault.args else fault}.", remedy
        )
    else:
        yield Found("certificate", "ok", "The certificate and its key go together.")


def _page() -> Found:
    if built():
        return Found("page", "ok", "The pages are built.")
    remedy = "Install a wheel, which has them, or run make page in the source."
    return Found("page", "note", "The pages are not built: only the API would answer.", remedy)


def _docs() -> Found:
    if docs_built():
        return Found("docs", "ok", "The documentation is built; it is shown under /docs.")
    return Found("docs", "note", "The documentation is not built into it.", "In the source: make docs.")
