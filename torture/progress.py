"""How far a part has come, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable

STEPS = 20


def shown(part: str, total: int, what: str) -> Callable[[int], None]:
    """Tells a count whenever a twentieth of the whole has been passed."""
    told = 0

    def tell(count: int) -> None:
        nonlocal told
        if count * STEPS // total > told:
            told = count * STEPS // total
            print(f"{part}: {count:,} of {total:,} {what}", file=sys.stderr, flush=True)

    return tell
