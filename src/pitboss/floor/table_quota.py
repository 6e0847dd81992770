"""Places for tables: how many may be open at once, in all, of one host and from one network.

A place is taken before anything is waited for, so that a limit holds however many ask at the same moment.
From where a table was opened is known to this process alone, while the table is open; it is stored nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from pitboss.round import Refusal


@dataclass(frozen=True, slots=True)
class Most:
    """The limits of a floor."""

    tables: int
    each: int  # of one host
    network: int  # opened from one network


@dataclass(frozen=True, slots=True)
class Origin:
    """Who opens a table, and from where; the house's own tables come from nowhere."""

    host: str
    network: str = ""


class Places:
    """The places that are taken: by tables that are open, and by those that are being opened."""

    def __init__(self, hosts: Callable[[], Mapping[str, str]]) -> None:
        self._hosts = hosts  # of the open tables
        self._origins: dict[str, Origin] = {}

    @contextmanager
    def taken(self, table: str, origin: Origin, most: Most) -> Iterator[None]:
        """A place for a table that is being opened; it is free again unless the table is open afterwards."""
        self._check(origin, most)
        self._origins[table] = origin
        try:
            yield
        finally:
            if table not in self._hosts():
                self.free(table)

    def free(self, table: str) -> None:
        """A table is closed, or was never opened."""
        self._origins.pop(table, None)

    def hosted(self, person: str) -> int:
        """How many tables a person has open, or is opening."""
        return sum(host == person for host in self._all().values())

    def _all(self) -> dict[str, str]:
        return {table: origin.host for table, origin in self._origins.items()} | dict(self._hosts())

    def _check(self, origin: Origin, most: Most) -> None:
        if len(self._all()) >= most.tables:
            raise Refusal("rate", "The floor is full: no further table is opened now", None)
        if not origin.host:
            return
        if self.hosted(origin.host) >= most.each:
            text = f"You have {most.each} tables open: close one, or play at one of them"
            raise Refusal("rate", text, None)
        here = sum(each.network == origin.network for each in self._origins.values())
        if origin.network and here >= most.network:
            text = f"{most.network} tables are open that were opened from your network: play at one of them"
            raise Refusal("rate", text, None)
