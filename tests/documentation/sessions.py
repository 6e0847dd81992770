"""The commands on the pages, run as a reader would: Pitboss installed, an empty folder, an empty home.

A block of `console` shows commands after `$` with their output, a block of `sh` or `bash` is pasted whole.
One shell runs all blocks of a page in their order; `pitboss serve` stays up behind those that follow it. A
word after the language says what a block needs beyond that: `clone` (a clone of the repository), `server`
(a house that others are in), `root` (the machine). Such a block is not run here, unless all it wants of a
clone is the examples; the commands, options and files that it names must exist.

Where … stands in an output, anything may be printed. `python -m tests.documentation.sessions [PAGE…]`
writes what is printed now into the pages: read it before you commit.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK: Final = re.compile(r"^```(console|sh|bash)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWER: Final = re.compile(r"^(?:Bets for|Seat \d+:).*\? (.*)$", re.MULTILINE)
ROUND: Final = "10\nfold\nquit\n"  # typed at a table where the page does not show what is typed
PORT: Final = "8888"  # of a server, as pages write it
# Times, and what is this machine's in `pitboss doctor`.
FILE: Final = re.compile(r"^```toml\n# (\S+\.toml)\n.*?^```$", re.MULTILINE | re.DOTALL)
TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{3}Z)?|\d{8}-\d{6}")
MACHINE: Final = re.compile(
    r"(ok|note) +(python|sqlite|plots|postgres|extras|port|files|page|docs|folder|space|clock) .*(\n {5,}.*)*"
)
# What pages take for granted, before a command: files, or rounds that were played.
BEFORE: Final[Mapping[str, Mapping[str, str]]] = {
    "docs/operate.md": {"pitboss accounts": "played"},
    "docs/host.md": {"pitboss audit": "granted"},
    "docs/receipts.md": {"": "receipts"},
    "docs/recipes.md": {"pitboss export": "shine"},
}


class Command(NamedTuple):
    """What a reader types, a line or a pasted block, and what the page shows of its output, if anything."""

    text: str
    shown: str | None = None

    @property
    def typed(self) -> str:
        """What is typed while it runs."""
        return "".join(f"{line}\n" for line in ANSWER.findall(self.shown or "")) or ROUND


class Block(NamedTuple):
    """A block of a page, what it needs, and the heading above it."""

    language: str
    needs: str
    heading: str
    text: str

    def runs(self) -> bool:
        """Whether the tests run it; in a clone, if it wants nothing of it but its examples."""
        wants_examples = re.fullmatch(r"(?:(?:#|pitboss (?!serve)).*\n)+", self.text) is not None
        return not self.needs or (self.needs == "clone" and wants_examples)

    def commands(self) -> Iterator[Command]:
        """The commands of a console one by one; a pasted block is one command."""
        if self.language != "console":
            yield Command(self.text)
            return
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            line = re.match(r"(?:.*\\\n)*.*\n", part)
            assert line is not None
            yield Command(line[0], part[line.end() :] or None)


def blocks(page: Path) -> Iterator[Block]:
    """All blocks of commands on a page, in their order."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        headings = re.findall(r"^##+ (.*)$", text[: found.start()], re.MULTILINE)
        yield Block(found[1], found[2] or "", headings[-1] if headings else "", found[3])


def write_files(page: Path, folder: Path) -> list[Path]:
    """Writes the settings files that a page shows: the first line of each is its name."""
    made = []
    for found in FILE.finditer(page.read_text("utf-8")):
        made.append(folder / found[1])
        made[-1].write_text(found[0].removeprefix("```toml\n").removesuffix("```"), "utf-8")
    return made


def typed(page: Path, language: str = "sh") -> list[list[str]]:
    """The words of each line that is typed in such blocks of a page; not of a line inside a longer text."""
    found = [each for block in blocks(page) if block.language == language for each in block.commands()]
    lines = "".join(each.text for each in found).replace("\\\n", " ").splitlines()
    whole = [line for line in lines if line.count("'") % 2 == 0 and line.count('"') % 2 == 0]
    return [words for words in (shlex.split(line, comments=True) for line in whole) if words]


def commands(page: Path) -> list[Command]:
    """What is run of a page."""
    return [each for block in blocks(page) if block.runs() for each in block.commands()]


# A server stays up until the next one, or the end of the page.
SHELL: Final = """
set -E -o pipefail
stop() { [ -z "$server" ] || { kill "$server"; wait "$server"; }; server=; } 2>/dev/null
pitboss() {
  [ "$1" = serve ] || { command pitboss "$@"; return; }
  stop
  PITBOSS_PORT=$port command pitboss "$@" >"$beside/served" 2>&1 &
  server=$!
  for _ in {1..300}; do
    grep -q http:// "$beside/served" && return
    sleep 0.1
  done
  cat "$beside/served"
  return 1
}
trap stop EXIT
trap 'failed=$?' ERR
"""
PREPARE: Final = '(PYTHONPATH="$TESTS" "$tests" -m tests.documentation.folders {}) || exit\n'
RUN: Final = """
failed=0
. "$beside/{0}.sh" <"$beside/{0}.in" >"$beside/{0}.out" 2>&1
echo $failed >"$beside/{0}.status"
"""


def run(page: Path, programs: Path, caches: Path) -> list[tuple[Command, str, int]]:
    """Runs the commands of a page with the `pitboss` in a folder: what each printed, and its exit status."""
    asked = commands(page)
    with tempfile.TemporaryDirectory() as name, socket.create_server(("127.0.0.1", 0)) as free:
        beside, folder = Path(name) / "beside", Path(name) / "folder"
        for made in (beside, folder, Path(name) / "home"):
            made.mkdir()
        write_files(page, folder)
        if any(block.needs and block.runs() for block in blocks(page)):
            (folder / "examples").symlink_to(ROOT / "examples")
        port = str(free.getsockname()[1])
        free.close()
        script, waiting = SHELL, dict(BEFORE.get(str(page.relative_to(ROOT)), {}))
        for at, each in enumerate(asked):
            for start in [start for start in waiting if start in each.text]:
                script += PREPARE.format(waiting.pop(start))
            (beside / f"{at}.sh").write_text(each.text.replace(PORT, port), "utf-8")
            (beside / f"{at}.in").write_text(each.typed, "utf-8")
            script += RUN.format(at)
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("PITBOSS_", "XDG_"))}
        there = {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder.parent / "home"),
            "XDG_CACHE_HOME": str(caches),
            "COLUMNS": "80",
            "port": port,
            "beside": str(beside),
            "tests": sys.executable,
            "TESTS": str(ROOT),
        }
        done = subprocess.run(
            ["bash", "-c", script], cwd=folder, env=kept | there, capture_output=True, text=True, check=False
        )
        assert (beside / f"{len(asked) - 1}.status").is_file(), done.stderr
        return [
            (
                each,
                "".join(
                    f"{line.rstrip()}\n"
                    for line in (beside / f"{at}.out").read_text("utf-8").replace(port, PORT).splitlines()
                ),
                int((beside / f"{at}.status").read_text()),
            )
            for at, each in enumerate(asked)
        ]


def plain(text: str) -> str:
    """Text without times, without what is this machine's, and with single blanks."""
    known = MACHINE.sub("ok this machine", TIME.sub("TIME", text))
    return "\n".join(" ".join(line.split()) for line in known.strip().splitlines())


def agrees(shown: str | None, printed: str) -> bool:
    """Whether a command printed what the page shows."""
    if shown is None or shown == printed:
        return True
    form = re.escape(plain(shown)).replace("…", "(.|\n)*")
    return re.fullmatch(form, plain(printed)) is not None


def rewritten(text: str, results: Sequence[tuple[Command, str, int]]) -> str:
    """A page with what its commands print now; an output with … keeps its cuts if it still agrees."""
    waiting = iter(results)

    def again(block: re.Match[str]) -> str:
        found = Block(block[1], block[2] or "", "", block[3])
        if block[1] != "console" or not found.runs():
            if found.runs():
                next(waiting)
            return block[0]
        told = ""
        for each in found.commands():
            _, printed, _ = next(waiting)
            shown = each.shown
            if shown is not None and not agrees(shown, printed):
                lines = shown.count("\n") - 1
                cut = shown.endswith("…\n")
                shown = "".join(printed.splitlines(keepends=True)[:lines]) + "…\n" if cut else printed
            told += f"$ {each.text}{shown or ''}"
        return f"```console\n{told}```"

    return BLOCK.sub(again, text)


def main(names: Sequence[str]) -> None:
    for page in [Path(name).resolve() for name in names] or PAGES:
        if commands(page):
            results = run(page, Path(sys.executable).parent, Path(tempfile.gettempdir()) / "pitboss-pages")
            page.write_text(rewritten(page.read_text("utf-8"), results), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
