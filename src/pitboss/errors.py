"""Errors that more than one room raises or catches, and the form in which a log may have any error.

`Refusal` is the rules' no to a command or a bet. `CageFault` and its kinds are what money and memory cannot
do; they are here so that catching one costs no database library.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from traceback import walk_tb
from types import TracebackType
from typing import Any, Final

MOST_STEPS: Final = 24  # of one fault: the last are the ones that matter
MOST_CAUSES: Final = 4
_ROOTS: Final = ("site-packages", "src")  # the path before them says where Pitboss is installed


class Refusal(Exception):
    """A refused command or bet. `path` names the field at fault, like `wagers.pair_plus`.

    >>> from pitboss import PlaceBets, Refusal, open_round, open_table, step
    >>> try:
    ...     step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 50}))
    ... except Refusal as refusal:
    ...     print(refusal.code, refusal.path)
    too_low wagers.ante
    """

    def __init__(
        self,
        code: str,
        text: str,
        clause: str | None = None,
        path: str = "",
        values: Mapping[str, int | str] | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.clause = clause
        self.path = path
        self.values = dict(values or {})

    def __reduce__(self) -> tuple[object, ...]:
        """It can be sent to another process with all its parts."""
        return _without_parts, (type(self),), self.__dict__

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text

    def as_json(self) -> dict[str, Any]:
        """Its parts as answers have them."""
        known = {"code": self.code, "text": self.text, "clause": self.clause, "path": self.path}
        return {**known, "values": self.values}


def check_whole(value: object, what: str, path: str, clause: str | None = None) -> None:
    """Refuses what is no whole number; NumPy's are whole numbers too.

    >>> try:
    ...     check_whole("10", "The meter", "meter")
    ... except Refusal as refusal:
    ...     print(refusal.path, refusal)
    meter The meter must be a whole number, not '10'
    """
    if type(value) is not int and (isinstance(value, bool) or not hasattr(value, "__index__")):
        raise Refusal("whole", f"{what} must be a whole number, not {value!r:.40}", clause, path)


def _without_parts(kind: type[Refusal]) -> Refusal:
    return kind.__new__(kind)


class NotPriced(Refusal):
    """A sheet or a bet that is not priced; the message says why.

    >>> from pitboss import Game, NotPriced
    >>> try:
    ...     Game("shine", meter=1000)
    ... except NotPriced as why:
    ...     print(why)
    3 Card Shine has no meter
    """

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__("not_priced", text, None, path)


class CageFault(Exception):
    """Money or memory cannot do what was asked; the message says why and what can be done."""

    looked_up = False  # whether a command that failed is known not to have been done when it was said before


class OutcomeUnknown(CageFault):
    """The answer to a commit was lost: what was asked is stored or it is not, and one must look."""


class HouseLost(CageFault):
    """This process may no longer write: its tables or its file are another's now, and it must end."""


def fault_fields(fault: BaseException) -> dict[str, str | list[str] | None]:
    """A fault as the log may have it: its kind, where it arose, the way there, and the faults that caused it.

    The message of a fault, and the values around it, may hold secrets, names and cards; the lines of our code
    do not, so nothing else is logged.

    >>> try:
    ...     int("secret")
    ... except ValueError as found:
    ...     [fault_fields(found)[key] for key in ("fault", "place")]
    ['ValueError', '<doctest pitboss.errors.fault_fields[0]>:2']
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
