"""What `pitboss doctor` looks at before a server runs: settings, port, network, files, pages, certificate.

It needs the packages of `pitboss[serve]`; without them `pitboss doctor` leaves these checks out.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pitboss.cli.doctor import Found, verdict
from pitboss.round import Refusal
from pitboss.web.files import built, docs_built
from pitboss.web.server import listen, most_files
from pitboss.web.settings import ServeSettings, is_loopback, machine_address, read_settings, unknown_variables

SPARE: Final = 300  # files beside connections: the database, libraries, workers
PATIENCE: Final = 3.0  # seconds for an answer of the network


def server_checks(config: Path | None) -> Iterator[Found]:
    """All of them; where the settings cannot be read, only that."""
    try:
        settings = read_settings(config)
    except Refusal as refusal:
        remedy = "Mend that first: pitboss serve refuses it, too."
        yield Found("settings", "fault", f"{refusal.text}.", remedy)
        return
    yield _settings(config)
    yield _port(settings)
    yield from _network(settings)
    yield _files(settings)
    yield from _certificate(settings)
    yield _page()
    yield _docs()


def _settings(config: Path | None) -> Found:
    text, meant = None, ""
    if unknown := unknown_variables(os.environ):
        name, near = next(iter(unknown.items()))
        meant = f"Did you mean {near}? " if near else ""
        text = f"{name} is no setting ({len(unknown)} such in the environment)."
    where = f"{config} and the environment" if config else "The environment"
    fine = f"{where} can be read; pitboss config shows what is in force."
    return verdict("settings", text, f"{meant}pitboss config --explain lists them all.", fine, "note")


def _port(settings: ServeSettings) -> Found:
    text, place = None, f"{settings.listens_at}, port {settings.port}"
    try:
        listen(settings).close()
    except Refusal as refusal:
        if _answers(settings):
            return Found("port", "ok", f"A server answers at {settings.local_address}.")
        text = f"{refusal.text}."
    free = "A free port is taken when it starts." if settings.port == 0 else f"{place} is free."
    return verdict("port", text, "Or end what listens there.", free, "note")


def _answers(settings: ServeSettings) -> bool:
    """Whether it is a server of ours that has the port."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # only its word is asked for
    try:
        address = f"{settings.local_address}/healthz"
        with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as answer:
            return bool(json.load(answer) == {"alive": True})
    except (OSError, ValueError):
        return False


def _network(settings: ServeSettings) -> Iterator[Found]:
    """How others come in."""
    if settings.lan and not settings.addresses:
        own = machine_address()
        if own is None:
            remedy = "Connect it, or name one of its addresses with --host."
            text = "This machine is in no network that others could come from."
            yield Found("network", "fault", text, remedy)
        else:
            text = f"Others in the network come in at {own}, port {settings.port}."
            remedy = (
                "If they cannot, a firewall of this machine keeps them out, or they are in another network."
            )
            yield Found("network", "ok", text, remedy)
    elif settings.addresses:
        yield _named(urlsplit(settings.addresses[0]).hostname or "")
    elif is_loopback(settings.host):
        yield Found("network", "ok", "Only this machine can come in; pitboss serve --lan opens it to others.")
    else:
        yield Found("network", "ok", f"It listens at {settings.host}.")


def _named(host: str) -> Found:
    """Whether the name at which people come in leads anywhere."""
    finder, text = ThreadPoolExecutor(1), None
    try:
        finder.submit(socket.getaddrinfo, host, None).result(PATIENCE)
    except (OSError, UnicodeError):
        text = f"The address of the settings names {host}, which is not found."
    finally:
        finder.shutdown(wait=False)
    remedy = "See that the name is spelt so and leads to this server or its proxy (DNS)."
    return verdict("network", text, remedy, f"{host}, the address of the settings, is found.")


def _files(settings: ServeSettings) -> Found:
    most, wanted = most_files(), settings.most_connections + SPARE
    if most is None:
        return Found("files", "ok", "This system does not limit open files.")
    text = f"It may open {most:,} files and connections, and the settings want {wanted:,}."
    remedy = "Raise the limit (systemd: LimitNOFILE=65536; else ulimit -Hn), or lower most_connections."
    return verdict("files", text if most < wanted else None, remedy, text, "note")


def _certificate(settings: ServeSettings) -> Iterator[Found]:
    if not settings.secure:
        return
    try:
        text = None
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.certificate, settings.key)
    except (OSError, ValueError) as fault:
        text = f"It cannot be used: {fault.args[-1] if fault.args else fault}."
    remedy = "Both are PEM files that the user of Pitboss can read, and the key is the certificate's."
    yield verdict("certificate", text, remedy, "The certificate and its key go together.")


def _page() -> Found:
    text = None if built() else "The pages are not built: only the API would answer."
    remedy = "Install a wheel, which has them, or run make page in the source."
    return verdict("page", text, remedy, "The pages are built.", "note")


def _docs() -> Found:
    text = None if docs_built() else "The documentation is not built into it."
    fine = "The documentation is built; it is shown under /docs."
    return verdict("docs", text, "In the source: make docs.", fine, "note")
