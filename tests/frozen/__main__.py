"""`python -m tests.frozen` compares what all commands print with what is kept; `--write` keeps it anew.

Long outputs are kept as their beginning and their digest. Either way takes some minutes: CI compares a few of
them (test_frozen.py), `make torture frozen` all.
"""

from __future__ import annotations

import difflib
import sys

from tests.frozen.commands import files
from tests.frozen.outputs import kept, written

if __name__ == "__main__":
    names = [each for each in sys.argv[1:] if not each.startswith("-")] or list(files())
    faults = 0
    for name in names:
        now = written(name, files()[name])
        path = kept(name)
        if "--write" in sys.argv:
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
