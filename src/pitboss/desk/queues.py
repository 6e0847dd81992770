"""The lines before the desk: one for each asker, served in turn: who asks much waits for themselves."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field

from pitboss.desk.question import Question


@dataclass(eq=False, slots=True)
class Ticket:
    """A question that waits or is worked on, and how many wait for its answer."""

    asked: Question
    asker: str
    first: bool  # of the house itself: before everybody else's
    answer: asyncio.Future[bytes]
    waiting: int = 0
    began: float | None = None  # when a worker took it up


@dataclass(slots=True)
class Lines:
    """Tickets by asker. `take` gives the first of the asker whose turn it is, who then goes to the end."""

    _lines: OrderedDict[str, deque[Ticket]] = field(default_factory=OrderedDict)

    def add(self, ticket: Ticket) -> None:
        self._lines.setdefault(ticket.asker, deque()).append(ticket)

    def take(self) -> Ticket | None:
        if not self._lines:
            return None
        asker, line = self._lines.popitem(last=False)
        ticket = line.popleft()
        if line:
            self._lines[asker] = line
        return ticket

    def drop(self, ticket: Ticket) -> None:
        """Takes out one that nobody waits for any more, if it stands here."""
        line = self._lines.get(ticket.asker)
        if line is not None and ticket in line:
            line.remove(ticket)
            if not line:
                del self._lines[ticket.asker]

    def __len__(self) -> int:
        return sum(len(line) for line in self._lines.values())
