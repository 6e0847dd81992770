"""One port before several server processes: each connection goes to the one that has its table.

The request line is only looked at (MSG_PEEK): whoever gets the connection reads it as if it had accepted it
itself, and from then on no byte comes by here. A wrong guess costs a redirection and nothing else.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.web.door import Door, full
from pitboss.web.log import log_fault, log_often
from pitboss.web.settings import ServeSettings

FIRST: Final = 10.0  # seconds for the first line of a request
LONGEST: Final = 4_096  # bytes of it that are looked at
LARGEST: Final = 65_536  # bytes of a request that is refused, which are thrown away
AT_ONCE: Final = 64  # connections that are accepted before anything else is done
BREATH: Final = 1.0  # seconds without accepting, where the machine lets no more files be open
BACKLOG: Final = 2_048

_TABLE: Final = re.compile(rb"(?:/api(?:/operator)?)?/tables/([A-Za-z0-9._:-]{1,100})(?![^/?])")
_WORKER: Final = re.compile(rb"/(?:metrics|healthz|readyz)\?worker=([0-9]{1,4})")


class Way(NamedTuple):
    """What a request line says of who should have it: a table's id, or the number of a worker."""

    table: str = ""
    worker: int = 0


ANYBODY: Final = Way()


def read_way(head: bytes) -> Way | None:
    """Where a request wants to go, from its first bytes; None while its line is not whole.

    >>> read_way(b"GET /api/tables/5f3a/socket?ticket=x HTTP/1.1\\r\\n")
    Way(table='5f3a', worker=0)
    >>> read_way(b"GET /metrics?worker=2 HTTP/1.1\\r\\n"), read_way(b"GET /lobby HTTP/1.1\\r\\n") == ANYBODY
    (Way(table='', worker=2), True)
    >>> read_way(b"GET /api/tab")
    """
    line, end, _ = head[:LONGEST].partition(b"\n")
    if not end:
        return None if len(head) < LONGEST else ANYBODY
    target = line.rstrip(b"\r").split(b" ")[1:2]
    if not target:
        return ANYBODY
    if found := _TABLE.match(target[0]):
        return Way(table=found[1].decode())
    if found := _WORKER.fullmatch(target[0]):
        return Way(worker=int(found[1]))
    return ANYBODY


@dataclass(eq=False)
class _Visitor:
    """A connection whose first line has not come."""

    connection: socket.socket
    peer: str
    late: asyncio.TimerHandle | None = None  # cuts it
    seen: int = 0  # bytes that have come


class Dispatcher:
    """Accepts at the one port, looks, and hands on."""

    def __init__(
        self, listening: socket.socket, settings: ServeSettings, hand: Callable[[socket.socket, Way], bool]
    ) -> None:
        self.listening = listening
        self.door = Door(settings)
        self.hand = hand  # gives a connection to a worker; False where none can take it
        self._waiting: set[_Visitor] = set()
        self._loop = asyncio.get_running_loop()
        listening.setblocking(False)
        listening.listen(BACKLOG)

    def begin(self) -> None:
        """Accepts from now on."""
        self._loop.add_reader(self.listening.fileno(), self._accept)

    def pause(self) -> None:
        """Who comes now waits until it begins again."""
        self._loop.remove_reader(self.listening.fileno())

    def close(self) -> None:
        """Accepts nobody any more, and ends who has not said a word."""
        self.pause()
        self.listening.close()
        for visitor in list(self._waiting):
            self._forget(visitor)
            visitor.connection.close()

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = self.listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as fault:
                log_fault("accept", fault)
                self.pause()
                self._loop.call_later(BREATH, self._resume)
                return
            self._enter(connection, str(address[0]))

    def _resume(self) -> None:
        if self.listening.fileno() >= 0:
            self.begin()

    def _enter(self, connection: socket.socket, peer: str) -> None:
        connection.setblocking(False)
        why_not = self.door.enter(peer)
        if why_not is not None:
            if not self.door.swamped(peer):
                refuse(connection, why_not)
            self.door.leave(peer)
            connection.close()
            return
        visitor = _Visitor(connection, peer)
        visitor.late = self._loop.call_later(FIRST, self._cut, visitor)
        self._waiting.add(visitor)
        self._loop.add_reader(connection.fileno(), self._look, visitor)
        self._look(visitor)  # most have said it already

    def _look(self, visitor: _Visitor) -> None:
        """Looks at what has come, and waits for more only where that can tell something."""
        try:
            head = visitor.connection.recv(LONGEST, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            head = b""
        if not head:  # it has gone
            self._forget(visitor)
            visitor.connection.close()
            return
        way = read_way(head)
        if way is None and len(head) > visitor.seen:
            visitor.seen = len(head)
            visitor.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, len(head) + 1)
            return
        self._forget(visitor)
        with visitor.connection:  # whoever has taken it has a descriptor of its own
            visitor.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            if not self.hand(visitor.connection, way or ANYBODY):
                refuse(visitor.connection, "The house is full: try again in some seconds")

    def _cut(self, visitor: _Visitor) -> None:
        log_often("late", seconds=int(FIRST))
        self._forget(visitor)
        visitor.connection.close()

    def _forget(self, visitor: _Visitor) -> None:
        self._loop.remove_reader(visitor.connection.fileno())
        if visitor.late is not None:
            visitor.late.cancel()
        self._waiting.discard(visitor)
        self.door.leave(visitor.peer)


def refuse(connection: socket.socket, text: str) -> None:
    """Tells a connection that is not let in why, as far as it can be told at once."""
    with suppress(OSError):
        connection.send(full(text))
        connection.shutdown(socket.SHUT_WR)
        connection.recv(LARGEST)  # what lies unread would end the connection before that is heard
