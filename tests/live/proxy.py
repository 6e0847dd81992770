"""A small proxy on 127.0.0.1 before PostgreSQL's socket: it can be cut, fall silent, and lose an answer."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread

COMMIT = b"COMMIT"


class Proxy:
    """Passes bytes on, until it is told otherwise."""

    def __init__(self, upstream: Path) -> None:
        self.upstream = upstream
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]
        self.lost = 0  # answers to COMMIT
        self._speaks, self._open = Event(), Event()
        self._speaks.set()
        self._open.set()
        self._lose = 0
        self._turn = Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._over = False
        Thread(target=self._accept, daemon=True).start()

    def lose_commits(self, number: int = 1) -> None:
        """The next answers to COMMIT do not come, and their connections end."""
        with self._turn:
            self._lose = number

    def cut(self) -> None:
        """All connections end, and none is made until `mend`."""
        self._open.clear()
        self._hang_up()

    def fall_silent(self) -> None:
        """Nothing passes, and nothing ends: what was said waits."""
        self._speaks.clear()

    def mend(self, *, forget: bool = False) -> None:
        """All is well again; what waited comes late, or never with `forget`."""
        if forget:
            self._hang_up()
        self._lose = 0
        self._open.set()
        self._speaks.set()

    def close(self) -> None:
        self._over = True
        self._speaks.set()
        self.door.close()
        self._hang_up()

    def _hang_up(self) -> None:
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for each in pair:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
                each.close()

    def _accept(self) -> None:
        while not self._over:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            if not self._open.is_set():
                client.close()
                continue
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        try:
            self._speaks.wait()
            server.connect(str(self.upstream))
        except OSError:
            client.close()
            server.close()
            return
        pair = (client, server)
        self._pairs.append(pair)
        deaf = Event()
        Thread(target=self._pass, args=(server, client, deaf, pair), daemon=True).start()
        self._pass(client, server, deaf, pair, asks=True)

    def _pass(
        self,
        source: socket.socket,
        target: socket.socket,
        deaf: Event,
        pair: tuple[socket.socket, socket.socket],
        *,
        asks: bool = False,
    ) -> None:
        """One direction of a connection."""
        with suppress(OSError):
            while data := source.recv(65_536):
                self._speaks.wait()
                if asks and COMMIT in data and self._takes_one():
                    deaf.set()
                    target.sendall(data)
                    time.sleep(0.05)  # the commit happens
                    break
                if not asks and deaf.is_set():
                    break
                target.sendall(data)
        for each in pair:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _takes_one(self) -> bool:
        with self._turn:
            found = self._lose > 0
            self._lose -= found
            self.lost += found
            return found
