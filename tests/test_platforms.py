"""Nothing that only POSIX has is needed before it is asked for: all rooms can be imported on Windows."""

from __future__ import annotations

import socket
import subprocess
import sys
from errno import EACCES

import pytest

from pitboss.round import Refusal
from pitboss.web import server
from pitboss.web.serving import check_workers
from pitboss.web.settings import ServeSettings

# A system without these modules and names, for our own modules: Python's own may have them.
ON_WINDOWS = """
import builtins, importlib, os, pkgutil, signal, socket, sys
MODULES = set("fcntl grp posix pty pwd readline resource syslog termios tty uvloop".split())
NAMES = {
    os: ("fork", "geteuid", "getuid", "nice", "pread", "pwrite", "sched_getaffinity", "setsid", "sysconf"),
    signal: ("SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2"),
    socket: ("AF_UNIX", "recv_fds", "send_fds"),
}
import asyncio, concurrent.futures.process, multiprocessing, subprocess, tempfile
import numpy, psycopg, textual.app, uvicorn
whole = builtins.__import__
def halved(name, globals=None, *rest):
    if (globals or {}).get("__name__", "").startswith("pitboss") and name.partition(".")[0] in MODULES:
        raise ImportError(f"there is no {name} on Windows")
    return whole(name, globals, *rest)
builtins.__import__ = halved
for module, names in NAMES.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
import pitboss
found = [each.name for each in pkgutil.walk_packages(pitboss.__path__, "pitboss.")]
found = [each for each in found if not each.endswith(("__main__", "compiling")) and ".migrations" not in each]
for name in found:
    importlib.import_module(name)
print(len(found))
"""


def test_every_module_can_be_imported_without_what_only_posix_has() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ON_WINDOWS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200


class WindowsSocket:
    """A port that another server has, as Windows tells it."""

    def __init__(self, family: int) -> None:
        self.options: list[tuple[int, ...]] = []
        self.closed = False
        MADE.append(self)

    def setsockopt(self, *option: int) -> None:
        self.options.append(option)

    def bind(self, address: tuple[str, int]) -> None:
        raise PermissionError(EACCES, "forbidden by its access permissions")

    def close(self) -> None:
        self.closed = True


MADE: list[WindowsSocket] = []


def test_on_windows_a_port_belongs_to_one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """There SO_REUSEADDR would let a second one listen beside the first."""
    exclusive = ~socket.SO_REUSEADDR
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", exclusive, raising=False)
    monkeypatch.setattr(socket, "socket", WindowsSocket)
    with pytest.raises(Refusal, match="something listens there already"):
        server.listen(ServeSettings(port=9000))
    made = MADE.pop()
    assert (made.options, made.closed) == ([(socket.SOL_SOCKET, exclusive, 1)], True)


def test_elsewhere_a_second_server_is_refused_by_a_real_port() -> None:
    first = server.listen(ServeSettings(port=0))
    with first, pytest.raises(Refusal, match="something listens there already"):
        server.listen(ServeSettings(port=first.getsockname()[1]))


def test_several_workers_are_refused_in_a_sentence_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(Refusal, match="once for each port"):
        check_workers(ServeSettings(workers=2, db="postgresql://localhost/house"))
