"""The C compiler of this machine, for the loops that Pitboss is measured against."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FLAGS: Final = ("-std=c11", "-O3", "-march=native")


def find_compiler() -> str | None:
    """The one that CC names, or one that goes by a common name."""
    return next(filter(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang")), None)


def compile_loop(compiler: str, name: str, folder: str) -> Path:
    """The program of `bench/NAME.c`."""
    program = Path(folder, name)
    if subprocess.run((compiler, *FLAGS, HERE / f"{name}.c", "-o", program), check=False).returncode:
        raise SystemExit(f"{compiler} could not compile bench/{name}.c; its words are above.")
    return program
