"""Digests in the place of what shall not be read: names somebody has tried, and from where somebody came.

They are keyed with a secret of the house that is in its database, and the same on all of its servers: whoever
sees a digest without it cannot try all addresses there are.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from hmac import digest
from secrets import token_hex

from pitboss.ledger.shared_counts import keep_salt, read_salt
from pitboss.ledger.store import Connection

Digest = Callable[[str], str]


def keyed_digest(connection: Connection, kind: str) -> Digest:
    """The digests of one kind, inside a transaction that may write; another kind has others."""
    salt = (read_salt(connection, kind) or keep_salt(connection, kind, token_hex(32))).encode()
    return lambda text: digest(salt, text.encode("utf-8", "replace"), sha256).hex()[:32]
