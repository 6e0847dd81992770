"""A server and people at terminals that are joined to it, each in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from threading import Condition, Thread
from typing import Any
from uuid import uuid4

from tests.live.server import ROOT, Server

LONG = 60.0  # seconds after which something that should have been said is missing


class House(Server):
    """A server that is asked things over HTTP."""

    def __enter__(self) -> House:
        return self

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, secret: str = "") -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers if secret else {}, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=LONG) as answer:
            found = json.load(answer)
            cookie = answer.headers.get("Set-Cookie", "")
            return found | {"secret": cookie.partition("=")[2].partition(";")[0]} if cookie else found

    def forget_tries(self) -> None:
        """Nobody has tried anything here in the last hour: new guests may come."""
        with closing(sqlite3.connect(self.db, timeout=LONG)) as connection, connection:
            connection.execute("DELETE FROM tries")

    def person(self, name: str, password: str) -> str:
        """Somebody with a name; their bearer token."""
        secret = self.ask("POST", "/api/guests")["secret"]
        self.ask("POST", "/api/register", {"name": name, "password": password}, secret)
        return str(self.ask("POST", "/api/tokens", {"label": "a terminal"}, secret)["secret"])

    def table(self, secret: str, house: str = "rivers", **more: Any) -> tuple[str, str]:
        """A table without a clock, unless told otherwise: its address with and without the invitation."""
        body = {"id": uuid4().hex, "house": house, "title": "The back room", "clock": False} | more
        opened = self.ask("POST", "/api/tables", body, secret)
        plain = f"{self.address}/tables/{opened['table']}"
        return f"{plain}?invite={opened['invite']}", plain


class Terminal:
    """`pitboss play` in a process of its own; what it says can be waited for."""

    def __init__(self, *options: str, db: Path | None = None, **environment: str) -> None:
        here = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_")}
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "pitboss", "play", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=here | {"PITBOSS_DB": str(db or ":memory:"), "COLUMNS": "80"} | environment,
        )
        self.said = ""
        self.read = 0
        self._more = Condition()
        self._ended = False
        self._reader = Thread(target=self._listen, daemon=True)
        self._reader.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while letter := self.process.stdout.read(1):
            with self._more:
                self.said += letter
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def until(self, text: str) -> str:
        """Waits until something is said that was not waited for before; all that came up to it."""
        with self._more:
            heard = self._more.wait_for(lambda: text in self.said[self.read :] or self._ended, LONG)
            place = self.said.find(text, self.read)
            assert heard, f"{text!r} was not said:\n{self.said}"
            assert place >= 0, f"{text!r} was not said before the end:\n{self.said}\n{self.errors()}"
            found = self.said[self.read : place + len(text)]
            self.read = place + len(text)
            return found

    def types(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def presses_ctrl_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read() if self.process.poll() is not None else ""

    def ends(self) -> str:
        """Waits for the end, which is a good one; all that was said."""
        status = self.process.wait(LONG)
        self._reader.join()
        assert (status, self.errors()) == (0, ""), self.said
        return self.said

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
