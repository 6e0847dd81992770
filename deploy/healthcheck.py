"""Whether the server in this container can serve: ends with status 0 if /readyz says so, else with 1."""

from __future__ import annotations

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

SECONDS = 5.0  # /readyz answers within 3


def main() -> int:
    """Asks the server at its port, and prints what fails."""
    port = os.environ.get("PITBOSS_PORT", "8888")
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=SECONDS) as answer:
            told = json.load(answer)
    except HTTPError as answer:
        told = json.load(answer)
    except (OSError, ValueError) as fault:
        print(f"No answer: {fault}")
        return 1
    print("ready" if told["ready"] else f"not ready: {', '.join(told['failed'])}")
    return 0 if told["ready"] else 1


if __name__ == "__main__":
    sys.exit(main())
