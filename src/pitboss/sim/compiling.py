"""Compiles the kernels with Numba, and keeps them apart for each state of this package's sources.

Numba looks only at the file of a function to see whether what it has kept is still true. The kernels also
have numbers of other files compiled into them, such as how many classes of hands there are: without a place
of its own for each state, a kernel of yesterday would pay by yesterday's classes.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numba

_ROOM: Final = Path(__file__).parent
# What kernels take numbers from.
SOURCES: Final = (
    "hands.py",
    "cards.py",
    "sheet/pays.py",
    "round/table.py",
    "odds/decisions.py",
    "sim/*.py",
)


def state_of_sources(package: Path) -> str:
    """A name for how the sources of a package are now."""
    found = sha256()
    for pattern in SOURCES:
        for file in sorted(package.glob(pattern)):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


_KEPT: Final[str] = numba.config.CACHE_DIR  # where somebody wants all that Numba keeps
_PLACE: Final = (
    Path(_KEPT) if _KEPT else _ROOM / "__pycache__"
) / f"kernels-{state_of_sources(_ROOM.parent)}"


def compiled(function: Callable[..., Any]) -> Any:
    """The function, compiled when it is first called; in a folder of Numba's own where ours is read-only."""
    numba.config.CACHE_DIR = str(_PLACE)
    try:
        return numba.njit(cache=True)(function)
    finally:
        numba.config.CACHE_DIR = _KEPT
