"""Names of people: which are allowed, when two names are one, and whose name one would be taken for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pitboss.round import Refusal
from pitboss.sheet import houses, load_house
from pitboss.text import skeleton

LONGEST: Final = 24  # characters of a name

# Whoever is called so, or has such a word in a name, would be believed, or taken for the table.
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
    _check_not_the_houses(name)
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


def _check_not_the_houses(name: str) -> None:
    if _is_the_houses(name):
        text = f"The name {name!r} is the house's own, or looks like one of its own: choose another"
        raise Refusal("name", text, None, "name")


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
    """Whether somebody of this name would be taken for the house, one of its people, or a guest."""
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
