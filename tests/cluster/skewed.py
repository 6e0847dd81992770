"""`python -m tests.cluster.skewed SECONDS serve …`: a server whose clock is so many seconds wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable


def shift(seconds: int) -> None:
    """Lets the clock of this process be wrong; how fast time passes stays as it is."""
    right: Callable[[], float] = time.time
    right_ns: Callable[[], int] = time.time_ns
    time.time = lambda: right() + seconds
    time.time_ns = lambda: right_ns() + seconds * 10**9


if __name__ == "__main__":
    shift(int(sys.argv[1]))  # before anything of Pitboss takes the clock
    sys.argv = ["pitboss", *sys.argv[2:]]
    from tests.live.patient import main

    main()
