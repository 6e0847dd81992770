"""A lock on an open file that the system lets go when the process dies: `flock`, or a range on Windows."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final

BEYOND: Final = 1 << 30  # on Windows others cannot read what is locked, so that a place far behind is


def try_lock(number: int) -> bool | None:
    """Whether the lock is ours now; None where the system, or this kind of disk, has no locks."""
    try:
        fcntl = import_module("fcntl")
    except ImportError:
        return _try_range(number)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _try_range(number: int) -> bool | None:
    try:
        msvcrt = import_module("msvcrt")
    except ImportError:
        return None
    os.lseek(number, BEYOND, os.SEEK_SET)
    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True
