"""Browsers that have signed in before: what strangers try with a person's name is nothing to them.

Such a browser keeps a secret in a cookie. It opens nothing and says nothing of who used it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitboss.house.durations import DAY
from pitboss.house.person_lookup import person_by_id
from pitboss.house.secrets import is_over
from pitboss.ledger import people
from pitboss.ledger.people import Token, digest_of
from pitboss.ledger.store import Connection, Store

DEVICE: Final = 365 * DAY  # a browser is known for so long after it signed in
MOST_DEVICES: Final = 20  # of one person; the one that did not sign in for longest is forgotten
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)  # as we write one


@dataclass(frozen=True, slots=True)
class Devices:
    """The browsers of a house's people."""

    _store: Store
    _new_secret: Callable[[], str]
    _now: Callable[[], int]

    def remember(self, person: str, device: str | None = None) -> str:
        """The secret by which a browser that has just signed in is known again; one that it has stays."""
        secret = device if device is not None and _SECRET.fullmatch(device) else self._new_secret()
        now, digest = self._now(), _digest(secret, person)
        token = Token(digest, person, "device", now, now + DEVICE, now, "", "")

        def work(connection: Connection) -> None:
            person_by_id(connection, person, lock=True)
            people.take_token(connection, digest, "device")
            before = people.tokens_of(connection, person, "device")
            by_use = sorted(before, key=lambda each: (each.last_used, each.digest))
            for each in by_use[: max(0, len(before) - MOST_DEVICES + 1)]:
                people.take_token(connection, each.digest, "device")
            people.keep_token(connection, token)

        self._store.write(work)
        return secret

    def known(self, connection: Connection, person: str, device: str | None) -> str | None:
        """What is kept of a browser, if this person has signed in with it. The work is always the same."""
        digest = _digest(device or "", person)
        found = people.holder(connection, digest)
        if found is None or found[0].kind != "device" or is_over(found[0], self._now()):
            return None
        return digest


def _digest(secret: str, person: str) -> str:
    """What is kept of a browser's secret for one person: several people may use one browser."""
    return digest_of(f"{secret} {person}")
