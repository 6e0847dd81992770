"""One rule per clause is broken in a copy of the source, and a test of that clause must fail.

`python -m torture.mutants [--clause NAPA-11] [-j 2]`. The rules and what breaks them are in `mutants.toml`.
A mutant counts as seen only when its copy still loads all houses and a test marked with the clause fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Literal

from tests.clauses.clause_ids import ALL_IDS
from tests.clauses.marked import ROOT, files_of

LIST = Path(__file__).with_name("mutants.toml")
SOURCE = ROOT / "src"
LOADS = "import pitboss.sheet as s, sys; [s.load_house(each) for each in s.houses()]; print(s.__file__)"
TESTS_FAILED = 1  # what pytest ends with when tests failed, and not with anything worse
FIRST_FAILED = re.compile(r"^FAILED ([^\s\[]+)", re.MULTILINE)

Verdict = Literal["killed", "survived", "stale", "unusable"]


@dataclass(frozen=True)
class Mutant:
    """A rule of the source, which stands there exactly once, and what takes its place."""

    clause: str
    file: str
    rule: str
    broken: str

    def broken_text(self, source: Path) -> str | None:
        """The file with the rule broken; None when the rule does not stand in it exactly once."""
        text = (source / "pitboss" / self.file).read_text(encoding="utf-8")
        return text.replace(self.rule, self.broken) if text.count(self.rule) == 1 else None


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant, and by which test or why."""

    clause: str
    verdict: Verdict
    by: str


def read_mutants() -> tuple[dict[str, Mutant], dict[str, str]]:
    """The mutants by clause, and the reasons of the clauses that have none."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8"))
    mutants = {clause: Mutant(clause, **entry) for clause, entry in entries.items() if "none" not in entry}
    return mutants, {clause: entry["none"] for clause, entry in entries.items() if "none" in entry}


def run(quick: bool) -> str:
    """All mutants, one after another; `quick` takes every fifth. An AssertionError names those not seen."""
    mutants, _ = read_mutants()
    return judge(list(mutants.values())[:: 5 if quick else 1], workers=1)


def judge(mutants: list[Mutant], workers: int) -> str:
    """The figure of a run; the tests that saw a mutant must pass on the unbroken copy."""
    with TemporaryDirectory(prefix="pitboss-mutants-") as place:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copies.put(copy := _copy(Path(place) / str(number)))
            _hold_copy(copy)
        outcomes = list[Outcome]()

        def one(mutant: Mutant) -> None:
            copy = copies.get()
            outcomes.append(outcome := _judge(copy, mutant))
            copies.put(copy)
            told = f"{outcome.clause} {outcome.verdict}: {outcome.by}"
            print(f"mutants: {len(outcomes)} of {len(mutants)}, {told}", file=sys.stderr, flush=True)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(one, mutants))
        _hold_unbroken(copies.get(), outcomes)
    missed = [f"{each.clause} ({each.verdict}: {each.by})" for each in outcomes if each.verdict != "killed"]
    if missed:
        raise AssertionError(f"{len(missed)} of {len(mutants)} mutants not seen: {'; '.join(sorted(missed))}")
    return f"{len(mutants)} clauses with a broken rule, each seen by a test of its own"


def _copy(place: Path) -> Path:
    """A copy of the source with its times, so that what Python has compiled of it stays good."""
    return shutil.copytree(SOURCE, place / "src")


def _hold_copy(copy: Path) -> None:
    """The copy is what runs, and not the checkout that is installed."""
    loaded = _python(copy, "-c", LOADS)
    if not loaded.stdout.startswith(str(copy)):
        raise AssertionError(f"the copy of the source is not what runs: {loaded.stdout}{loaded.stderr}")


def _hold_unbroken(copy: Path, outcomes: list[Outcome]) -> None:
    """A failing test shows something only when it passes on the unbroken source."""
    tests = sorted({outcome.by for outcome in outcomes if outcome.verdict == "killed"})
    held = _pytest(copy, tests)
    if tests and held.returncode:
        raise AssertionError(f"these tests fail without a mutant too:\n{held.stdout[-3000:]}")


def _judge(copy: Path, mutant: Mutant) -> Outcome:
    """Breaks the rule in a copy, runs the tests of its clause there, and puts the copy right again."""
    broken = mutant.broken_text(copy)
    if broken is None:
        return Outcome(mutant.clause, "stale", f"the rule is not exactly once in {mutant.file}")
    path = copy / "pitboss" / mutant.file
    path.write_text(broken, encoding="utf-8")
    try:
        loaded = _python(copy, "-c", LOADS)
        if loaded.returncode:
            return Outcome(mutant.clause, "unusable", loaded.stderr.strip().splitlines()[-1])
        files = [str(path.relative_to(ROOT)) for path in files_of(mutant.clause)]
        ran = _pytest(copy, files, "--clause", mutant.clause, "-x")
    finally:
        shutil.copy2(SOURCE / "pitboss" / mutant.file, path)
    failed = FIRST_FAILED.search(ran.stdout)
    if ran.returncode == TESTS_FAILED and failed is not None:
        return Outcome(mutant.clause, "killed", failed[1])
    if ran.returncode == 0:
        return Outcome(mutant.clause, "survived", f"{mutant.broken!r} for {mutant.rule!r} in {mutant.file}")
    return Outcome(mutant.clause, "unusable", ran.stdout.strip()[-300:])


def _pytest(copy: Path, places: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """The fast tests of clauses at these places, on a copy of the source; nothing of the run is kept."""
    fixed = ["-q", "-n", "0", "-p", "no:cacheprovider", "-m", "clause and not slow", "--hypothesis-seed=0"]
    return _python(copy, "-m", "pytest", *fixed, *options, *places)


def _python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the checkout, with the copy in the place of its source."""
    kept = {"HYPOTHESIS_STORAGE_DIRECTORY": str(copy.parent / "hypothesis"), "PYTHONPATH": str(copy)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **kept},
        capture_output=True,
        text=True,
        check=False,
    )


def main() -> None:
    """Runs the mutants that were asked for; ends with an error when one is not seen."""
    parser = argparse.ArgumentParser(
        prog="python -m torture.mutants",
        description="Breaks one rule per clause in a copy of the source; a test of the clause must fail.",
        epilog="example: python -m torture.mutants --clause NAPA-11",
    )
    parser.add_argument(
        "--clause", action="append", choices=ALL_IDS, metavar="ID", help="only this one; again for more"
    )
    parser.add_argument("-j", type=int, choices=(1, 2), default=1, help="how many at once (1)")
    asked = parser.parse_args()
    mutants, without = read_mutants()
    for clause in asked.clause or ():
        if clause in without:
            parser.error(f"{clause} has no mutant: {without[clause]}")
    try:
        print(f"mutants: {judge([mutants[clause] for clause in asked.clause or mutants], asked.j)}")
    except AssertionError as fault:
        sys.exit(f"mutants: {fault}")


if __name__ == "__main__":
    main()
