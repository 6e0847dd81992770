"""Secrets: how one is made, and what the one of a session is good for.

A secret is shown once and kept nowhere: the database holds its SHA-256. Times are milliseconds since 1970.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Final

from pitboss.house.durations import DAY
from pitboss.ledger import people
from pitboss.ledger.people import Person, Token, digest_of
from pitboss.ledger.store import Store
from pitboss.round import Refusal

SECRET_BYTES: Final = 32
SESSION: Final = 30 * DAY  # after the last use


def make_secret(entropy: Callable[[int], bytes]) -> str:
    """A new secret."""
    return urlsafe_b64encode(entropy(SECRET_BYTES)).rstrip(b"=").decode()


def session_token(secret: str, person: str, now: int) -> Token:
    """What the secret of a new session is good for."""
    return Token(digest_of(secret), person, "session", now, now + SESSION, now, "", "")


def find_holder(store: Store, secret: str, now: int) -> tuple[Token, Person] | None:
    """The session or program token of a secret and whose it is, unless it is over."""
    digest = digest_of(secret)
    found = store.read(lambda connection: people.holder(connection, digest))
    if found is None or found[0].kind not in ("session", "bearer") or is_over(found[0], now):
        return None
    return found


def is_over(token: Token, now: int) -> bool:
    """Whether the time of a token has come."""
    return token.expires is not None and token.expires <= now


def signed_out() -> Refusal:
    """For whom a session has ended."""
    return Refusal("session", "You are not signed in any more", None)
