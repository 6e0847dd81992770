"""Actions as they come from outside, as whole numbers: whatever is none becomes −1, which is never legal."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

NONE = -1


def whole_number(action: Any) -> int:
    """An action as a number.

    >>> whole_number(3), whole_number([2.0]), whole_number("play"), whole_number(float("nan"))
    (3, 2, -1, -1)
    """
    try:
        number = float(np.asarray(action).reshape(()))
    except (TypeError, ValueError, OverflowError):
        return NONE
    return int(number) if number.is_integer() and abs(number) < 2**31 else NONE


def whole_numbers(actions: Any, size: int) -> npt.NDArray[np.int64]:
    """One action for each of so many tables."""
    given = np.asarray(actions)
    if given.shape != (size,):
        raise ValueError(f"There is one action for each of {size} tables, not {given.shape}")
    if np.issubdtype(given.dtype, np.integer):
        return given.astype(np.int64)
    return np.array([whole_number(each) for each in given.tolist()], np.int64)
