"""What the log hears of people: who came, signed in, failed to. A person stands there by id.

An address stands there as a keyed digest of its network: lines of one visitor can be put together, and nobody
who reads the log without the database learns where somebody lives.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from pitboss.house.digests import Digest, keyed_digest
from pitboss.house.rate_limit import network_of
from pitboss.ledger.store import Store

LOG: Final = logging.getLogger("pitboss")
LETTERS: Final = 12  # of a digest: enough to tell visitors apart


@dataclass(frozen=True, slots=True)
class AccountLog:
    """The lines about the people of one house."""

    _digest: Digest

    def tell(self, what: str, person: str | None = None, address: str | None = None) -> None:
        """Something that a person has done."""
        if LOG.isEnabledFor(logging.INFO):
            LOG.info(what, extra={"fields": {"person": person, "network": self._network(address)}})

    def warn(self, what: str, person: str | None = None, address: str | None = None) -> None:
        """An attempt that has failed; `person` is whom it was about, if there is such a person."""
        fields = {"person": person, "network": self._network(address)}
        LOG.warning(what, extra={"fields": fields})

    def _network(self, address: str | None) -> str | None:
        return None if address is None else self._digest(network_of(address))[:LETTERS]


def open_account_log(store: Store) -> AccountLog:
    """The log of a house. Its key is read now: later no line asks anything of the database."""
    return AccountLog(store.write(lambda connection: keyed_digest(connection, "log")))
