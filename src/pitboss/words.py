"""Lists of words as people say them.

>>> one_of(["fold", "play", "draw"]), all_of(["Ante", "Pair Plus"])
('fold, play or draw', 'Ante and Pair Plus')
"""

from __future__ import annotations

from collections.abc import Iterable


def one_of(words: Iterable[str]) -> str:
    """`a, b or c`, for what is allowed."""
    return _joined(words, "or")


def all_of(words: Iterable[str]) -> str:
    """`a, b and c`, for what is there."""
    return _joined(words, "and")


def _joined(words: Iterable[str], last: str) -> str:
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}"
