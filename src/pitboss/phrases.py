"""Words and values as people say and write them.

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
