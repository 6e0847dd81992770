"""`python -m docsite`: builds the site into the package, where `pitboss serve` finds it."""

from __future__ import annotations

import sys
from pathlib import Path

from docsite.build import SITE, build

sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))
