"""A process that audits a database for a running house and says how far it is, a line of JSON at a time.

The address comes on its input, for it may hold a password. When the input ends, so does the process: the
house has ended, or wants no more of it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from threading import Thread
from typing import BinaryIO, Final

from pitboss.ledger.database import bare_store
from pitboss.proof.cage_audit import audit

NICE: Final = 10  # tables come first
EVERY: Final = 0.2  # seconds between two lines


def main() -> None:
    """Audits the database whose address is the first line of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the house's to hear
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    address = json.loads(sys.stdin.buffer.readline())
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    store = bare_store(address)
    last = 0.0

    def step(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            _tell({"done": done, "total": total})

    _tell({"audit": asdict(audit(store, step))})
    store.close()


def _end_with(pipe: BinaryIO) -> None:
    pipe.read()
    os._exit(0)


def _tell(said: object) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
