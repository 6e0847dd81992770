"""Names, passwords and secrets: which are allowed, how they are hashed, how a secret is made and found.

Of names: when two are one, and whose name one would be taken for. A secret is shown once and kept nowhere:
the database holds its SHA-256. Times are milliseconds since 1970.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import shake_256
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from pitboss.house import DAY
from pitboss.ledger import people
from pitboss.ledger.people import Person, Token, digest_of
from pitboss.ledger.store import Store
from pitboss.round import Refusal
from pitboss.sheet import houses, load_house
from pitboss.text import skeleton

# Names: which are allowed, and when two are one


LONGEST: Final = 24  # characters of a name

# A person with such a name, or with such a word in it, would be taken for one of the house's own people.
_OFFICES: Final = """
admin administrator banker bot cashier croupier dealer guest moderator official operator pitboss
proposition security staff support sysadmin system
"""
# No name is made of these words alone, but they may be part of one: Nicholas Cage.
_RESERVED: Final = """
anonymous bank cage deleted everyone floor house me mint nobody null our owner pit player root table the
undefined you your
"""
OFFICES: Final = frozenset(_OFFICES.split())
RESERVED: Final = OFFICES | frozenset(_RESERVED.split())
_NUMBER: Final = re.compile(r"[0-9a-f]{5}", re.IGNORECASE)
_SIGNS: Final = " '_-."
_AROUND: Final = f"0123456789{_SIGNS}"  # what is put around a name to look like it
_PLAIN: Final = str.maketrans("\u2018\u2019\u02bb\u02bc\u2010", "''''-")  # what phones make of two signs
_ONE_SCRIPT: Final = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "IDEOGRAPHIC"})
_UNSEEN: Final = ("FILLER", "SELECTOR", "VOWEL INHERENT")  # letters and marks that show nothing


def name_of(text: str) -> str:
    """A name as it is kept and shown, or its refusal: a person's with a password, or what a guest is called.

    >>> name_of("  Mary  Ann "), name_of("O\u2019Brien")
    ('Mary Ann', "O'Brien")
    """
    name = _tidy(text) if len(text) <= 4 * LONGEST else text
    _check_letters(name)
    if _is_the_houses(name):
        text = f"The name {name!r} is the house's own, or looks like one of its own: choose another"
        raise Refusal("name", text, None, "name")
    return name


def looks_of(name: str) -> frozenset[str]:
    """What a name looks like, also without the digits and signs around it."""
    return frozenset(skeleton(each) for each in _bared(name))


def _tidy(text: str) -> str:
    """A text with the usual letters and apostrophes, and no blanks but single ones between words."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return " ".join(each for each in plain.split(" ") if each)


def _check_letters(name: str) -> None:
    """Refuses a name that is too long, or has other signs or several alphabets in it."""
    if not 0 < len(name) <= LONGEST:
        raise Refusal("name", f"Use 1 to {LONGEST} characters", None, "name")
    if not all(map(_allowed, name)) or not name[0].isalnum():
        text = "Use letters, numbers, spaces or ' _ - . and start with a letter or number"
        raise Refusal("name", text, None, "name")
    letters, marks = _scripts(name, "L"), _scripts(name, "M")
    if len(letters) > 1 or not marks <= letters:
        raise Refusal("name", "Use letters of one alphabet: those of several look alike", None, "name")


def fold(text: str) -> str:
    """What two names have in common when they differ in case or in the form of their letters only.

    >>> fold("ANN"), fold("Straße")
    ('ann', 'strasse')
    """
    return unicodedata.normalize("NFKC", _tidy(text).casefold())


def looked_up(text: str) -> str:
    """A folded name to look for; empty, which is nobody's, for what can be no name."""
    return fold(text) if len(text) <= 4 * LONGEST and text.isprintable() else ""


def house_words() -> frozenset[str]:
    """What this house calls itself: its houses, their games, its bots."""
    from pitboss.table.bots import BOTS  # they bring the mathematics along, which other users do not need

    sheets = [load_house(house) for house in houses()]
    named = {text for sheet in sheets for text in (sheet.id, sheet.name, sheet.game)}
    return frozenset(named | {f"{kind} bot" for kind in BOTS})


def _is_the_houses(name: str) -> bool:
    """Whether a person of this name would be taken for the house, one of its people, or a guest."""
    parts = [looks_of(part) for part in _parts(name)]
    names, words = _reserved()
    if (
        looks_of(name) & names
        or any(part & words for part in parts)
        or all(part & names for part in parts)
        or skeleton("pitboss") in skeleton(name)
    ):
        return True
    shown, number = name[: len("Guest")], name[len("Guest") :].lstrip(_SIGNS)  # as guests are shown
    return skeleton(shown) == skeleton("Guest") and _NUMBER.fullmatch(number) is not None


@lru_cache(maxsize=1)
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """The skeletons of names that are nobody's, and of words that are in nobody's name."""
    whole = frozenset(skeleton(each) for each in (*RESERVED, *house_words()))
    return whole, frozenset(skeleton(each) for each in OFFICES)


def _bared(text: str) -> Iterator[str]:
    """A text without the digits and signs before it, behind it, or both: a digit may stand for a letter."""
    yield text
    yield text.lstrip(_AROUND)
    yield text.rstrip(_AROUND)
    yield text.strip(_AROUND)


def _parts(name: str) -> list[str]:
    """The words of a name: `the_dealer`, `TheDealer`."""
    spaced = "".join(
        f"_{char}" if char.isupper() and before.islower() else char
        for before, char in zip(f"_{name}", name, strict=False)
    )
    return [part for part in spaced.translate(str.maketrans(_SIGNS, " " * len(_SIGNS))).split() if part]


def _allowed(char: str) -> bool:
    if char in _SIGNS or "0" <= char <= "9":
        return True
    called = unicodedata.name(char, "")
    return unicodedata.category(char)[0] in "LM" and not any(word in called for word in _UNSEEN)


def _scripts(name: str, category: str) -> set[str]:
    """The alphabets of a name's letters or marks: the first words of their names in Unicode."""
    found = (char for char in name if unicodedata.category(char)[0] == category)
    words = {unicodedata.name(char, "?").split()[0] for char in found}
    return {"CJK" if word in _ONE_SCRIPT else word for word in words}


# Passwords and secrets


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
