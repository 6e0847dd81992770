"""Words and values as text: lists that people read, what a misspelt word meant, CSV cells, page templates.

`skeleton` says when two names look alike to a reader.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from jinja2 import Environment

DANGEROUS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
_NUMBER: Final = re.compile(r"[+-][0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?(/[0-9]+)?")

# One Latin letter, and what is taken for it: digits and signs, then letters of other scripts, in lower case.
# `i` and `l` look alike, so both become `l`.
_ALIKE: Final = {
    "a": "4@\u0430\u03b1\u0251\u1d00\u13aa\u0250\ua4ee",
    "b": "8\u0432\u03b2\u0253\u0299\u13f4\u044c\ua4d0",
    "c": "\u0441\u03f2\u1d04\u13df\u2ca5\u00a2\u0188\ua4da",
    "d": "\u0501\u0111\u0256\u0257\u1d05\u13a0\ua4d3",
    "e": "3\u0435\u03b5\u0454\u1d07\u13ac\u0259\u20ac\u2107\u0247\ua4f0",
    "f": "\u03dd\u0192\ua730\ua799\ua4dd",
    "g": "69\u0261\u0262\u13c0\u0581\u0260\u01e5\ua4d6",
    "h": "\u043d\u04bb\u03b7\u0570\u0266\u029c\u13bb\u0127\ua4e7",
    "j": "\u0458\u03f3\u0237\u1d0a\u13ab\u0249\ua4d9",
    "k": "\u043a\u03ba\u0199\u1d0b\u13e6\u049b\ua4d7",
    "l": "1i|!\u0456\u04cf\u03b9\u0131\u0269\u026a\u13a5\u0142\u029f\u13de\u0268\u019a\ua4e1\ua4f2",
    "m": "\u043c\u03bc\u1d0d\u13b7\u0271\ua4df",
    "n": "\u043f\u03bd\u0578\u0272\u0273\u0274\u014b\u03c0\ua4e0",
    "o": "0\u043e\u03bf\u00f8\u0585\u1d0f\u0275\u03b8\u03c3\u0d20\u0665\u06f5\u2c9f\ua4f3",
    "p": "\u0440\u03c1\u00fe\u1d18\u13e2\u2ca3\ua4d1",
    "q": "\u051b\u0566\u02a0",
    "r": "\u0433\u044f\u0280\u0281\u13a1\u13d2\u027e\u027c\ua4e3",
    "s": "5$\u0455\u03c2\ua731\u13da\u0282\u01a8\ua4e2",
    "t": "7\u0442\u03c4\u1d1b\u13a2\u01ad\u0288\u0167\ua4d4",
    "u": "\u0438\u03c5\u057d\u1d1c\u028b\u0289\ua4f4",
    "v": "\u0475\u1d20\u13d9\u2228\ua4e6",
    "w": "\u0448\u0449\u051d\u03c9\u0561\u1d21\u13b3\u026f\ua4ea",
    "x": "\u0445\u03c7\u00d7\u04b3\ua4eb",
    "y": "\u0443\u03b3\u04af\u028f\u01b4\u13bd\ua4ec",
    "z": "2\u01b6\u1d22\u13c3\u0290\ua4dc",
}
_MAP: Final = str.maketrans(
    {letter: latin for latin, alike in _ALIKE.items() for letter in alike} | {"\u00e6": "ae", "\u0153": "oe"}
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))  # two letters that are read as one


def plural(number: int, what: str) -> str:
    """A number of things.

    >>> plural(1, "seat"), plural(2000, "round")
    ('1 seat', '2,000 rounds')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def one_of(words: Iterable[str]) -> str:
    """`a, b or c`, for what is allowed.

    >>> one_of(["fold", "play", "draw"]), all_of(["Ante", "Pair Plus"])
    ('fold, play or draw', 'Ante and Pair Plus')
    """
    return _joined(words, "or")


def all_of(words: Iterable[str]) -> str:
    """`a, b and c`, for what is there."""
    return _joined(words, "and")


def _joined(words: Iterable[str], last: str) -> str:
    found = sorted(words) if isinstance(words, (set, frozenset)) else list(words)
    if not found:
        return "nothing"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}"


def shown(value: object) -> str:
    """A value as the file would show it, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        return "so long a value"
    return text if len(text) <= 40 else text[:37] + "..."


def nearest(word: str, known: object) -> str | None:
    """The known word that a misspelt one was probably meant to be."""
    words = [str(each) for each in known] if isinstance(known, (list, tuple, set, frozenset, dict)) else []
    match = get_close_matches(word, words, n=1, cutoff=0.6)
    return match[0] if match else None


class _Lines:
    """Ends rows by single line feeds. What the writer ends them by is what it quotes in a cell: CR, too, or a
    spreadsheet would begin a row in the middle of a text."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, row: str) -> int:
        return self.out.write(row.removesuffix("\r\n") + "\n")


def write_rows(out: TextIO, rows: Iterable[Iterable[object]]) -> None:
    """Writes CSV rows whose cells a spreadsheet shows and does not run: every CSV file is written here."""
    writer = csv.writer(_Lines(out), lineterminator="\r\n")
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)


def safe_cell(value: object) -> object:
    """A value for a cell: text that is a formula to a spreadsheet is marked as text, a number is not.

    >>> safe_cell("ann"), safe_cell("=1+1"), safe_cell(-500), safe_cell("-1/2"), safe_cell(None)
    ('ann', "'=1+1", -500, '-1/2', '')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.lstrip(" ").startswith(DANGEROUS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def skeleton(text: str) -> str:
    """What is left of a text when case, accents, separators and look-alike letters are no difference.

    Two texts that a reader takes for the same have the same skeleton; it is compared and never shown.

    >>> skeleton("R\u0456vers") == skeleton("r1-vers") == skeleton(" RIVERS ")
    True
    >>> skeleton("Rivers") == skeleton("Shine")
    False
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    bare = "".join(each for each in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(each))
    mapped = bare.translate(_MAP)
    letters = "".join(each for each in mapped if each.isalnum())
    for pair, one in _PAIRS:
        letters = letters.replace(pair, one)
    return letters


def templates_beside(module: str, *, autoescape: bool = True, **more: Any) -> Environment:
    """The templates in the folder beside a module's file, of pages unless they escape nothing.

    Everything that is filled in is escaped, and a name that is missing is a fault, not a gap.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # only pages and reports need it

    return Environment(
        loader=FileSystemLoader(Path(module).parent / "templates"),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **more,
    )
