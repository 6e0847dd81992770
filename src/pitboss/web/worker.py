"""One of several server processes: `python -m pitboss.web.worker DESCRIPTOR`, which its parent starts.

The descriptor is that of the control socket. Its first line is a `Task`.
"""

from __future__ import annotations

import signal
import socket
import sys
from typing import Final

from pydantic import BaseModel

from pitboss.faults import CageFault
from pitboss.ledger import WrongShape
from pitboss.round import Refusal
from pitboss.web.handed_connections import HandedConnections
from pitboss.web.log import start_log
from pitboss.web.serving import serve
from pitboss.web.settings import ServeSettings

LARGEST: Final = 1_048_576  # bytes of a task
OUTDATED: Final = 3  # the exit status of a worker whose database was upgraded: another one would end, too


class Task(BaseModel):
    """What a worker is told when it starts."""

    number: int
    settings: ServeSettings


def main() -> int:
    """Serves until it is told to end, or its parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until the server listens to it, the parent ends us
    control = socket.socket(fileno=int(sys.argv[1]))
    line = b""
    while not line.endswith(b"\n") and len(line) < LARGEST:
        said = control.recv(1)  # what comes after it are connections
        if not said:
            return 0
        line += said
    task = Task.model_validate_json(line)
    settings = task.settings
    start_log(settings.log_level, settings.log_format, settings.log_file, task.number)
    try:
        serve(settings, HandedConnections(control))
    except (Refusal, CageFault) as fault:
        print(f"pitboss: worker {task.number}: {fault}", file=sys.stderr)
        return OUTDATED if isinstance(fault, WrongShape) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
