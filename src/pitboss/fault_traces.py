"""A fault as the log may have it: its kind and the places that led there, and nothing of what was in it.

The message of a fault, and the values around it, may hold secrets, names and cards; the lines of our code do
not.
"""

from __future__ import annotations

from pathlib import PurePath
from traceback import walk_tb
from types import TracebackType
from typing import Final

MOST_STEPS: Final = 24  # of one fault: the last are the ones that matter
MOST_CAUSES: Final = 4
_ROOTS: Final = ("site-packages", "src")  # what stands before them says where somebody has installed us


def fault_fields(fault: BaseException) -> dict[str, str | list[str] | None]:
    """The kind of a fault, where it arose, and the way there, with the faults that have caused it.

    >>> try:
    ...     int("secret")
    ... except ValueError as found:
    ...     [fault_fields(found)[key] for key in ("fault", "place")]
    ['ValueError', '<doctest pitboss.fault_traces.fault_fields[0]>:2']
    """
    trace = _steps(fault.__traceback__)
    place = trace[-1].rpartition(" ")[0] if trace else None
    cause, causes = _cause(fault), 0
    while cause is not None and causes < MOST_CAUSES:
        trace = [*_steps(cause.__traceback__), f"{type(cause).__name__}, and then", *trace]
        cause, causes = _cause(cause), causes + 1
    return {"fault": type(fault).__name__, "place": place and PurePath(place).name, "trace": trace}


def _cause(fault: BaseException) -> BaseException | None:
    return fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def _steps(traceback: TracebackType | None) -> list[str]:
    steps = [(frame.f_code, line) for frame, line in walk_tb(traceback)][-MOST_STEPS:]
    return [f"{_short(code.co_filename)}:{line} {code.co_name}"[:200] for code, line in steps]


def _short(file: str) -> str:
    """A file as it is called inside of what it belongs to."""
    parts = PurePath(file).parts
    for root in _ROOTS:
        if root in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(root) :])
    return PurePath(file).name
