"""What deploy/Containerfile says, and its first stage done without a container.

`python -m tests.deploy.containerfile FOLDER` copies what the file copies into an empty folder, and runs there
what it runs, but for the packages of the system: so the wheel is built from exactly those files.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from dockerfile_parse import DockerfileParser  # type: ignore[import-untyped]

from tests.deploy.files import DEPLOY, ROOT, committed


class Step(NamedTuple):
    """One instruction."""

    what: str
    value: str


def _stages() -> list[list[Step]]:
    read = DockerfileParser(fileobj=BytesIO((DEPLOY / "Containerfile").read_bytes()))
    found: list[list[Step]] = []
    for each in read.structure:
        if each["instruction"] == "FROM":
            found.append([])
        if each["instruction"] != "COMMENT":
            found[-1].append(Step(each["instruction"], each["value"]))
    return found


BUILD, RUN = _stages()


def values_of(what: str, steps: list[Step]) -> list[str]:
    return [each.value for each in steps if each.what == what]


def copied_by(steps: list[Step]) -> list[str]:
    """What comes out of the repository."""
    lines = [line for line in values_of("COPY", steps) if "--from" not in line]
    return [name for line in lines for name in shlex.split(line)[:-1]]


def build_in(folder: Path) -> None:
    """Does the first stage in an empty folder."""
    for what, value in BUILD:
        if what == "COPY":
            for name in copied_by([Step(what, value)]):
                _copy(name, folder)
        elif what == "RUN" and "apt-get" not in value:
            print(f"{value} …", flush=True)
            subprocess.run(value, shell=True, cwd=folder, check=True)


def _copy(name: str, folder: Path) -> None:
    """A file or a folder goes to the place that it has here, as the file says in each case."""
    for each in sorted(committed()):
        if each == name or each.startswith(f"{name}/"):
            target = folder / each
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / each, target)


if __name__ == "__main__":
    build_in(Path(sys.argv[1]))
