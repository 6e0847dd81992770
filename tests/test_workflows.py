"""The workflows: they can be read, may do little, and name nothing that is not there."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
ACTIONS = {f"actions/{name}" for name in ("checkout", "setup-python", "setup-node", "upload-artifact")}
PUBLISHES = {"actions/download-artifact", "pypa/gh-action-pypi-publish"}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
BUILT = {"dist", "src/pitboss/web/docs"}  # what a job makes before it names it


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


def steps() -> Iterator[dict[str, Any]]:
    for path in FILES:
        for job in read(path)["jobs"].values():
            yield from job["steps"]


def commands() -> Iterator[list[str]]:
    for step in steps():
        for line in str(step.get("run", "")).splitlines():
            if line.strip():
                yield line.split()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_workflow_may_read_and_nothing_more(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        publishes = {step.get("uses", "").partition("@")[0] for step in job["steps"]} == PUBLISHES
        assert job.get("permissions") == ({"id-token": "write"} if publishes else None), name
        assert 0 < job["timeout-minutes"] <= 45, name
    assert "secrets." not in path.read_text("utf-8")
    assert "pull_request_target" not in path.read_text("utf-8")


def test_actions_are_known_and_pinned_by_their_major_version() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert len(used) > 10
    for each in used:
        name, _, version = each.partition("@")
        assert name in ACTIONS | PUBLISHES
        assert re.fullmatch(r"v\d+", version), each
    for step in steps():
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}


def test_every_command_and_path_is_there() -> None:
    made = {words[1] for words in commands() if words[0] == "make"}
    assert made <= TARGETS
    assert {"lint", "unit", "browser", "packages", "docs"} <= made
    named = {word for words in commands() for word in words if re.match(r"(tests|requirements|page)/", word)}
    assert len(named) > 10
    for path in named:
        assert (ROOT / path).exists(), path
    for step in steps():
        given = step.get("with", {})
        if "cache-dependency-path" in given:
            assert list(ROOT.glob(given["cache-dependency-path"])), given
        if "path" in given:
            assert given["path"].rstrip("/") in BUILT


def test_every_python_and_every_system_is_tried() -> None:
    jobs = read(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == PYTHONS
    systems = jobs["systems"]["strategy"]["matrix"]
    assert systems["system"] == ["macos-latest", "windows-latest"]
    assert set(systems["python"]) <= set(PYTHONS)
    told = " ".join(str(step.get("run", "")) for step in jobs["systems"]["steps"])
    for room in ("clauses", "odds", "round", "sheet", "cli/test_play.py", "test_platforms.py"):
        assert f"tests/{room}" in told
    markers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"][
        "markers"
    ]
    for mark in re.findall(r'-m "not (\w+)"', told):
        assert any(each.startswith(f"{mark}:") for each in markers)


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        (["bench", "sim"], "-m bench sim"),
        (["torture", "simulation", "knowledge"], "-m torture simulation knowledge"),
        (["bench", "ARGS=odds --quick"], "-m bench odds --quick"),
    ],
)
def test_words_after_make_bench_are_its_parts(words: list[str], runs: str) -> None:
    told = subprocess.run(["make", "--dry-run", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    ran = [line for line in told.stdout.splitlines() if f"-m {words[0]} " in line]
    assert [line.partition("python ")[2] for line in ran] == [runs]
