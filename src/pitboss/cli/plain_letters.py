"""Where a terminal cannot show a letter, the nearest one that it can: `8s` for `8♠`, `-` for `−`."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

NEAREST: Final = {
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "−": "-",
    "–": "-",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "±": "+/-",
    "×": "x",
    "·": "-",
    "•": "*",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "←": "<-",
    "‖": "|",
    "│": "|",
    "━": "-",
    "╸": "-",
    "╺": "-",
}


def nearest(fault: UnicodeError) -> tuple[str, int]:
    """What is written instead: a likeness, the letter without its accent, or a question mark."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    letters = fault.object[fault.start : fault.end]
    return "".join(NEAREST.get(letter) or _bare(letter) or "?" for letter in letters), fault.end


def _bare(letter: str) -> str:
    """The ASCII letters that a letter is made of: `e` of `é`, `IV` of `Ⅳ`."""
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()


def write_plainly_where_needed() -> None:
    """Whatever the encoding of this machine's output is, writing to it does not fail."""
    codecs.register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")
