"""A process that has all of the server in memory, and forks one `pitboss serve` after the other from it.

Reads a list of arguments and a file for the log from each line; answers with the child's process id, and with
its exit status when it has ended.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Any

import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.websockets_sansio_impl

import pitboss.web.app
import pitboss.web.server
import tests.live.patient
from pitboss.cli import main

LOADED = (uvicorn, pitboss, tests)


def serve(arguments: list[str], log: str) -> None:
    """The child: the command with its own arguments, as if it had been started afresh."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    sys.argv = ["pitboss", *arguments]
    try:
        main()
    except SystemExit as end:
        os._exit(int(end.code or 0))
    except BaseException:  # noqa: BLE001 - the child must not go on as its parent
        traceback.print_exc()
        os._exit(99)
    os._exit(0)


def run() -> None:
    """One child at a time, until there is nothing more to read."""
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        child = os.fork()
        if child == 0:
            serve(asked["arguments"], asked["log"])
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    run()
