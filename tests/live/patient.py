"""`python -m tests.live.patient serve …`: a server that is patient with a busy machine."""

from __future__ import annotations

import sys

from pitboss.cli import main
from pitboss.web import server_state, serving

__all__ = ["PROGRAM", "main"]

PROGRAM = ("-m", "tests.live.patient")

vars(server_state).update(LONGEST_WAIT=60.0)
vars(serving).update(PROGRAM=(*PROGRAM, "worker"))

if __name__ == "__main__":
    if sys.argv[1:] == ["worker"]:
        sys.exit(serving.main())
    main()
