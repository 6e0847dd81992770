"""How many connections to tables there are, and may be: in all, of one address, of one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitboss.house.rates import network_of
from pitboss.round import Refusal
from pitboss.web.settings import ServeSettings

SPECTATORS: Final = 0.5  # the share of the house that spectators may fill: who plays always finds room
AGAIN: Final = 30_000  # milliseconds after which it is worth trying again


class Sockets:
    """The open connections to tables, counted."""

    def __init__(self, settings: ServeSettings) -> None:
        self.most = settings.most_sockets
        self.most_address = settings.most_sockets_address
        self.most_person = settings.most_sockets_person
        self.open = 0
        self.spectators = 0
        self._by_key: Counter[str] = Counter()

    def check(self, address: str, person: str | None, now: int) -> None:
        """Raises a refusal where there is no room for one more; `now` is in milliseconds."""
        again: dict[str, int | str] = {"again": now + AGAIN}
        if self.open >= self.most:
            raise Refusal("house_full", "The house is full: try again in half a minute", None, values=again)
        if person is None and self.spectators >= max(1, int(self.most * SPECTATORS)):
            text = "There is no room for more spectators now: sign in to play, or try again in half a minute"
            raise Refusal("house_full", text, None, values=again)
        for key, most, whose in self._limits(address, person):
            if self._by_key[key] >= most:
                text = f"{whose} {most} connections to tables open, and no more fit in: close one of them"
                raise Refusal("rate", text, None, values=again)

    @contextmanager
    def entered(self, address: str, person: str | None, now: int) -> Iterator[None]:
        """One connection, as long as it lasts."""
        self.check(address, person, now)
        keys = [key for key, _, _ in self._limits(address, person)]
        self.open += 1
        self.spectators += person is None
        self._by_key.update(keys)
        try:
            yield
        finally:
            self.open -= 1
            self.spectators -= person is None
            for key in keys:
                self._by_key[key] -= 1
                if not self._by_key[key]:
                    del self._by_key[key]

    def _limits(self, address: str, person: str | None) -> list[tuple[str, int, str]]:
        found = [(f"address {network_of(address)}", self.most_address, "Your address has")]
        if person is not None:
            found.append((f"person {person}", self.most_person, "You have"))
        return found
