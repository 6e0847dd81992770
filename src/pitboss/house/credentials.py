"""Passwords and secrets: which passwords are allowed, how they are hashed, how a secret is made and found.

A secret is shown once and kept nowhere: the database holds its SHA-256. Times are milliseconds since 1970.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import shake_256
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from pitboss.house.durations import DAY
from pitboss.house.names import house_words
from pitboss.ledger import people
from pitboss.ledger.people import Person, Token, digest_of
from pitboss.ledger.store import Store
from pitboss.round import Refusal

PASSWORD_LENGTH: Final = (8, 128)
LEAST_GUESSES: Final = 10**8  # eight random characters, two words; from there on zxcvbn calls it safe
WEIGHED: Final = 16  # characters: for more, what is made to be weighed slowly takes seconds
MEMORY_KIB: Final = 32 * 1024  # ASVS asks for at least 19 MiB and two passes
PASSES: Final = 2
SALT_BYTES: Final = 16
AT_ONCE: Final = 4  # hashes in work, so that sign-ins cannot eat the memory
# NIST SP 800-63B: a list of what is not allowed, and no rules on which characters there must be.
ALLOWED: Final = (
    f"{PASSWORD_LENGTH[0]} to {PASSWORD_LENGTH[1]} characters of any kind, and nothing that is easy to guess:"
    " no common password, no row of keys, nothing repeated, not just your name or a word of this house"
)
_WORDS: Final = "pitboss poker threecard casino dealer croupier azertyuiop qwertzuiop йцукенгш пароль"


def password_text(text: str, name: str) -> str:
    """A password as it is hashed, or its refusal; the keyboard's form of a letter does not matter."""
    low, high = PASSWORD_LENGTH
    password = typed(text)
    if password is None and len(text) <= high:
        raise Refusal("password", "This password holds something that is no character", None, "password")
    if password is None or len(password) < low:
        raise Refusal("password", f"A password has {low} to {high} characters", None, "password")
    if _guesses(password, name) < LEAST_GUESSES:
        raise Refusal("password", f"This password is easy to guess: choose {ALLOWED}", None, "password")
    return password


def _guesses(password: str, name: str) -> int:
    """How many guesses a thief needs who knows the name, the house, and what people choose."""
    from zxcvbn import zxcvbn  # its word lists take 0.1 s to read: only who chooses a password waits for them

    words = {
        each.lower() for word in (name, *house_words()) for each in (word, *word.split(), word[:WEIGHED])
    }
    told = zxcvbn(password[:WEIGHED], user_inputs=sorted(words | set(_WORDS.split())))
    return int(told["guesses"])


def typed(text: str) -> str | None:
    """What was typed as a password, in one form; None when it can be nobody's."""
    if len(text) > PASSWORD_LENGTH[1] or any("\ud800" <= char <= "\udfff" for char in text):
        return None
    return unicodedata.normalize("NFKC", text)


def unlike() -> Refusal:
    """For a name and a password that are not one person's, whichever of them is wrong."""
    return Refusal("credentials", "The name and the password do not go together", None)


def argon2id() -> PasswordHasher:
    """The hasher of a house that is open to people."""
    return PasswordHasher(
        time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1, salt_len=SALT_BYTES, type=Type.ID
    )


def no_ones(hasher: PasswordHasher, entropy: Callable[[int], bytes]) -> str:
    """A hash that no password has, as costly to check as any: salt and digest are chance."""
    parts = (entropy(SALT_BYTES), shake_256(entropy(SALT_BYTES)).digest(hasher.hash_len))
    salt, digest = (b64encode(part).decode().rstrip("=") for part in parts)
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${costs}${salt}${digest}"


class Passwords:
    """Hashes and checks, a few at a time. A check costs the same whether there is such a person or not."""

    def __init__(self, hasher: PasswordHasher, entropy: Callable[[int], bytes]) -> None:
        self._hasher = hasher
        self._entropy = entropy
        self._turns = BoundedSemaphore(AT_ONCE)
        self._nobodys = no_ones(hasher, entropy)

    def hashed(self, password: str) -> str:
        """A new hash of a password."""
        with self._turns:
            return self._hasher.hash(password, salt=self._entropy(SALT_BYTES))

    def fits(self, kept: str | None, password: str | None) -> bool:
        """Whether a password is the one of a hash; without a hash or a password the work is the same."""
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobodys, "" if password is None else password)
            except (InvalidHashError, VerificationError):
                return False
        return kept is not None and password is not None

    def is_old(self, kept: str) -> bool:
        """Whether a hash was made with other settings than today's."""
        return self._hasher.check_needs_rehash(kept)


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
