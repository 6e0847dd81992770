"""Names of people: which are allowed, when two names are one, and whose name one would be taken for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pitboss.lookalikes import skeleton
from pitboss.round import Refusal
from pitboss.sheet import houses, load_house

NAME_LENGTH: Final = (3, 24)
GUEST_LENGTH: Final = (2, 20)  # of a name that is only shown

# Whoever is called so, or has such a word in a name, would be believed.
_OFFICES: Final = """
admin administrator bot cashier croupier guest moderator official operator pitboss proposition security staff
support sysadmin system
"""
_RESERVED: Final = """
anonymous bank banker cage dealer deleted everyone floor house me mint nobody null owner pit player root table
undefined you
"""
_PERSONS: Final = (
    "bank banker cage dealer house mint pit"  # who would be taken for the table, whatever else is said
)
OFFICES: Final = frozenset(_OFFICES.split())
RESERVED: Final = OFFICES | frozenset(_RESERVED.split())
_NUMBER: Final = re.compile(r"[0-9a-f]{5}", re.IGNORECASE)
_AROUND: Final = "0123456789_-."  # what is put around a name to look like it
_SEPARATORS: Final = "_-."
_ONE_SCRIPT: Final = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "IDEOGRAPHIC"})
_UNSEEN: Final = ("FILLER", "SELECTOR", "VOWEL INHERENT")  # letters and marks that show nothing


def name_of(text: str) -> str:
    """A name as it is kept and shown, or its refusal."""
    name = _normal(text, NAME_LENGTH[1])
    _check_letters(name, NAME_LENGTH, _SEPARATORS)
    _check_not_the_houses(name, _reserved()[1])
    return name


def guest_name_of(text: str) -> str:
    """What a guest is called, who signs in with nothing: it may be shorter, and have blanks in it.

    >>> guest_name_of("  Mary  Ann ")
    'Mary Ann'
    """
    high = GUEST_LENGTH[1]
    name = " ".join(_normal(text, high).split()) if len(text) <= 4 * high else text
    _check_letters(name, GUEST_LENGTH, _SEPARATORS + " ")
    _check_not_the_houses(name, _reserved()[1] | {skeleton(each) for each in _PERSONS.split()})
    return name


def looks_of(name: str) -> frozenset[str]:
    """What a name looks like, also without the digits and signs around it."""
    return frozenset(skeleton(each) for each in _bared(name))


def _normal(text: str, high: int) -> str:
    return unicodedata.normalize("NFKC", text) if len(text) <= 4 * high else text


def _check_letters(name: str, length: tuple[int, int], signs: str) -> None:
    """Refuses a name that is too short or too long, or has signs or several alphabets in it."""
    low, high = length
    if not low <= len(name) <= high:
        raise Refusal("name", f"A name has {low} to {high} characters", None, "name")
    if not all(char in signs or _allowed(char) for char in name) or not name[0].isalnum():
        blanks = ", blanks" if " " in signs else ""
        text = f"A name is made of letters, the digits 0 to 9{blanks} and _ - ."
        raise Refusal("name", f"{text} and begins with a letter or a digit", None, "name")
    letters, marks = _scripts(name, "L"), _scripts(name, "M")
    if len(letters) > 1 or not marks <= letters:
        raise Refusal("name", "Use the letters of one alphabet: those of several look alike", None, "name")


def _check_not_the_houses(name: str, words: frozenset[str]) -> None:
    if _is_the_houses(name, words):
        text = f"The name {name!r} is the house's own, or looks like one of its own: choose another"
        raise Refusal("name", text, None, "name")


def fold(text: str) -> str:
    """What two names have in common when they differ in case or in the form of their letters only.

    >>> fold("ANN"), fold("Straße")
    ('ann', 'strasse')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def looked_up(text: str) -> str:
    """A folded name to look for; empty, which is nobody's, for what can be no name."""
    return fold(text) if len(text) <= 4 * NAME_LENGTH[1] and text.isprintable() else ""


def house_words() -> frozenset[str]:
    """What this house calls itself: its houses, their games, its bots."""
    from pitboss.floor.bots import BOTS  # they bring the mathematics along, which other users do not need

    sheets = [load_house(house) for house in houses()]
    named = {text for sheet in sheets for text in (sheet.id, sheet.name, sheet.game)}
    return frozenset(named | {f"{kind} bot" for kind in BOTS})


def _is_the_houses(name: str, words: frozenset[str]) -> bool:
    """Whether somebody of this name would be taken for the house, one of its people, or a guest.

    `words` are those that are in nobody's name.
    """
    parts = {look for part in _parts(name) for look in looks_of(part)}
    if looks_of(name) & _reserved()[0] or parts & words or skeleton("pitboss") in skeleton(name):
        return True
    shown, number = name[: len("Guest")], name[len("Guest") :].lstrip(_SEPARATORS)  # as guests are shown
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
    return [part for part in spaced.translate(str.maketrans(_SEPARATORS, "   ")).split() if part]


def _allowed(char: str) -> bool:
    if char in _SEPARATORS or "0" <= char <= "9":
        return True
    called = unicodedata.name(char, "")
    return unicodedata.category(char)[0] in "LM" and not any(word in called for word in _UNSEEN)


def _scripts(name: str, category: str) -> set[str]:
    """The alphabets of a name's letters or marks: the first words of their names in Unicode."""
    found = (char for char in name if unicodedata.category(char)[0] == category)
    words = {unicodedata.name(char, "?").split()[0] for char in found}
    return {"CJK" if word in _ONE_SCRIPT else word for word in words}
