"""Console sessions in the pages: each `$ pitboss …` is run, with what is typed there.

`python -m tests.documentation.sessions` writes what is printed now into the pages: read it before you commit.
A session that ends with a line `…` shows only its beginning.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from typer.testing import CliRunner

from pitboss.cli import app

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
    *(ROOT / "docs" / name for name in ("recipes.md", "tour.md")),
)
BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWER: Final = re.compile(r"^(?:Bets for|Seat \d+:).*\? (.*)$", re.MULTILINE)
ENVIRONMENT: Final = {"COLUMNS": "80", "PITBOSS_DB": ":memory:"}
MORE: Final = "…"


@dataclass(frozen=True, slots=True)
class Session:
    """A command and what the page shows of its output."""

    command: str
    shown: str

    def run(self) -> str:
        """What is printed now, as far as the page shows it."""
        typed = "".join(f"{line}\n" for line in ANSWER.findall(self.shown))
        words = shlex.split(self.command)[1:]
        told = CliRunner(env=ENVIRONMENT).invoke(app, words, input=typed)
        assert told.exit_code == 0, f"{self.command}: {told.output or told.exception}"
        lines = [line.rstrip() for line in told.output.splitlines()]
        if self.shown.endswith(f"{MORE}\n"):
            lines = [*lines[: self.shown.count("\n") - 1], MORE]
        return "".join(f"{line}\n" for line in lines)


def sessions_of(block: str) -> Iterator[Session]:
    """The commands of a block with their output."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Session(command, shown)


def rewritten(page: str) -> str:
    """A page with what its commands print now."""

    def again(block: re.Match[str]) -> str:
        told = "".join(f"$ {each.command}\n{each.run()}" for each in sessions_of(block[1]))
        return f"```console\n{told}```"

    return BLOCK.sub(again, page)


def in_a_folder_with_examples(folder: Path) -> None:
    """Where the sessions of a page are run: nothing is there but the made-up house to copy from."""
    shutil.copyfile(ROOT / "examples" / "two-up.toml", folder / "my-house.toml")


def main() -> None:
    for page in PAGES:
        with tempfile.TemporaryDirectory() as name:
            in_a_folder_with_examples(Path(name))
            os.chdir(name)
            page.write_text(rewritten(page.read_text("utf-8")), "utf-8")
            os.chdir(ROOT)


if __name__ == "__main__":
    main()
