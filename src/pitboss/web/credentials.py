"""Names and passwords: which are allowed, when two names are the same, how a password is hashed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.round import Refusal

NAME_LENGTH: Final = (3, 24)
PASSWORD_LENGTH: Final = (8, 128)
MEMORY_KIB: Final = 32 * 1024  # ASVS asks for at least 19 MiB and two passes
PASSES: Final = 2
SALT_BYTES: Final = 16
AT_ONCE: Final = 4  # hashes in work, so that sign-ins cannot eat the memory

_RESERVED: Final = """
admin administrator anonymous bank banker bot cage croupier dealer deleted everyone floor guest house me
mint moderator nobody null operator owner pit pitboss player proposition root support system table
undefined you
"""
# Of eight characters and more: shorter ones are refused by their length.
_COMMON: Final = """
00000000 11111111 12121212 12341234 123123123 12345678 123456789 1234567890 123456789a 1234qwer 147258369
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 55555555 66666666 69696969 77777777 87654321 88888888 987654321
99999999 a1234567 a12345678 aa123456 aaaaaaaa abcd1234 abcdefgh alexander asdfasdf asdfghjk asdfghjkl
baseball basketball blackjack butterfly changeme charlie1 chocolate computer corvette danielle december
dragon123 einstein elephant fernando football football1 freedom1 gabriel1 garfield hello123 helloworld
iloveyou iloveyou1 internet jennifer jonathan letmein1 letmein123 liverpool marlboro masterkey maverick
mercedes michelle midnight monkey123 mountain mustang1 nicholas november p@ssw0rd p@ssword passw0rd
password password1 password12 password123 passwort password! patricia pitboss1 pitboss123 pokerface
princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerty12 qwerty123 qwertyui qwertyuiop
samantha september shadow123 snoopy123 softball starwars steelers sunshine sunshine1 superman superman1
threecard trustno1 trustno1! victoria welcome1 welcome123 whatever whatever1 zaq12wsx zxcvbnm1 zxcvbnm123
zxcvbnm,
"""
RESERVED: Final = frozenset(_RESERVED.split())
COMMON: Final = frozenset(_COMMON.split())
_ONE_SCRIPT: Final = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "IDEOGRAPHIC"})
_UNSEEN: Final = ("FILLER", "SELECTOR", "VOWEL INHERENT")  # letters and marks that show nothing


def name_of(text: str) -> str:
    """A name as it is kept and shown, or its refusal."""
    low, high = NAME_LENGTH
    name = unicodedata.normalize("NFKC", text) if len(text) <= 4 * high else text
    if not low <= len(name) <= high:
        raise Refusal("name", f"A name has {low} to {high} characters", None, "name")
    if not all(_allowed(char) for char in name) or not name[0].isalnum():
        raise Refusal(
            "name",
            "A name is made of letters, the digits 0 to 9 and _ - . and begins with a letter or a digit",
            None,
            "name",
        )
    letters, marks = _scripts(name, "L"), _scripts(name, "M")
    if len(letters) > 1 or not marks <= letters:
        raise Refusal("name", "The letters of a name are of one alphabet: others look alike", None, "name")
    if _bare(name) in RESERVED:
        raise Refusal("name", f"The name {name!r} is the house's own", None, "name")
    return name


def fold(text: str) -> str:
    """What two names have in common when they differ in case or in the form of their letters only.

    >>> fold("ANN"), fold("Straße")
    ('ann', 'strasse')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def looked_up(text: str) -> str:
    """A folded name to look for; empty, which is nobody's, for what can be no name."""
    return fold(text) if len(text) <= 4 * NAME_LENGTH[1] and text.isprintable() else ""


def password_text(text: str, name: str) -> str:
    """A password as it is hashed, or its refusal; the keyboard's form of a letter does not matter."""
    low, high = PASSWORD_LENGTH
    password = typed(text)
    if password is None and len(text) <= high:
        raise Refusal("password", "This password holds something that is no character", None, "password")
    if password is None or len(password) < low:
        raise Refusal("password", f"A password has {low} to {high} characters", None, "password")
    if fold(password) in COMMON or len(set(password)) == 1:
        raise Refusal("password", "This password is among the first that a thief tries", None, "password")
    if fold(password) == fold(name):
        raise Refusal("password", "The password is not the name", None, "password")
    return password


def typed(text: str) -> str | None:
    """What was typed as a password, in one form; None when it can be nobody's."""
    if len(text) > PASSWORD_LENGTH[1] or any("\ud800" <= char <= "\udfff" for char in text):
        return None
    return unicodedata.normalize("NFKC", text)


def _allowed(char: str) -> bool:
    if char in "_-." or "0" <= char <= "9":
        return True
    called = unicodedata.name(char, "")
    return unicodedata.category(char)[0] in "LM" and not any(word in called for word in _UNSEEN)


def _scripts(name: str, category: str) -> set[str]:
    """The alphabets of a name's letters or marks: the first words of their names in Unicode."""
    found = (char for char in name if unicodedata.category(char)[0] == category)
    words = {unicodedata.name(char, "?").split()[0] for char in found}
    return {"CJK" if word in _ONE_SCRIPT else word for word in words}


def _bare(name: str) -> str:
    """A name without what is put around one to look like it: `Dealer_1` is `dealer`."""
    return fold(name).translate(str.maketrans("", "", "_-.")).strip("0123456789")


# Hashes


def argon2id() -> PasswordHasher:
    """The hasher of a house that is open to people."""
    return PasswordHasher(
        time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=1, salt_len=SALT_BYTES, type=Type.ID
    )


class Passwords:
    """Hashes and checks, a few at a time. A check costs the same whether there is such a person or not."""

    def __init__(self, hasher: PasswordHasher, entropy: Callable[[int], bytes]) -> None:
        self._hasher = hasher
        self._entropy = entropy
        self._turns = BoundedSemaphore(AT_ONCE)
        self._nobodys = self.hashed(entropy(SALT_BYTES).hex())

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
