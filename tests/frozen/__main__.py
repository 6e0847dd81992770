"""`python -m tests.frozen` compares what all commands print with what is kept; `--write` keeps it anew.

Names are those of the files in `kept`; `--only strategy` runs that command alone and leaves the rest as kept.

Long outputs are kept as their beginning and their digest. Either way takes some minutes: CI compares a few of
them (test_frozen.py), `make torture frozen` all.
"""

from __future__ import annotations

import argparse
import difflib
import sys

from tests.frozen.commands import files
from tests.frozen.outputs import kept, written

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(files()), metavar="NAME")
    parser.add_argument("--only", metavar="COMMAND")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    faults = 0
    for name in options.names:
        path = kept(name)
        now = written(files()[name], options.only, path.read_text("utf-8") if options.only else "")
        if options.write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(now, encoding="utf-8")
            continue
        then = path.read_text(encoding="utf-8")
        for line in difflib.unified_diff(
            then.splitlines(), now.splitlines(), f"{name} kept", f"{name} now", lineterm="", n=1
        ):
            print(line)
            faults += 1
    print("different" if faults else "as kept")
    sys.exit(bool(faults))
