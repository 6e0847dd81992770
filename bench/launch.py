"""`python launch.py COMMAND ...`: runs a command and adds a line: wall time, processor time, peak memory.

A process inherits the peak memory of the one that starts it, so a large one cannot ask: this small one does.
"""

from __future__ import annotations

import os
import sys
from time import perf_counter


def main() -> None:
    """Seconds, seconds and kilobytes, on a line of their own; the status is the command's."""
    start = perf_counter()
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
    _, status, used = os.wait4(child, 0)
    wall = perf_counter() - start
    peak = used.ru_maxrss // 1024 if sys.platform == "darwin" else used.ru_maxrss
    print(f"\n{wall} {used.ru_utime + used.ru_stime} {peak}")
    sys.exit(os.waitstatus_to_exitcode(status))


main()
