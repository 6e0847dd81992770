"""The wheel and the sdist, installed by pip alone: each brings the page, a price and a settled line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROUND = {
    "house": "rivers",
    "dealer": ["Ks", "8d", "2c"],
    "seats": [{"seat": 1, "cards": ["As", "Ad", "4h"], "action": "play", "wagers": {"ante": 1000}}],
}
TRY = """
import json, sys
from importlib.resources import files
import pitboss
from pitboss.odds import price_sheet
from pitboss.round.adjudicate import rule_round
from pitboss.sheet import load_house
built = files("pitboss") / "web" / "built"
manifest = json.loads((built / "manifest.json").read_text())
parts = [each["file"] for each in manifest.values()]
ruled = rule_round(json.load(sys.stdin))
print(json.dumps({
    "where": pitboss.__file__,
    "docs": (files("pitboss") / "web" / "docs" / "index.html").is_file(),
    "page": bool(parts) and all((built / each).is_file() for each in parts),
    "ev": str(price_sheet(load_house("atlantic-city")).wagers["ante"].ev),
    "lines": ruled["seats"][0]["lines"],
}))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git has of this tree, as it is now, and nothing that a build has left behind."""
    tree = tmp_path_factory.mktemp("tree")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and not name.startswith(("tests/", "docs/")) and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    return tree


def build(tree: Path, into: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    wanted = [part for target in targets for part in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *wanted]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


def test_without_the_page_there_is_no_package(tree: Path, tmp_path: Path) -> None:
    for target in ("wheel", "sdist"):
        done = build(tree, tmp_path / "dist", target)
        assert done.returncode == 1
        assert "build the page first with `make page`" in done.stdout + done.stderr
    assert not list(tmp_path.glob("dist/*"))


def test_wheel_and_sdist_bring_the_page_a_price_and_a_settled_line(tree: Path, tmp_path: Path) -> None:
    """The new environment has the libraries of this one by path; Pitboss comes from the package alone."""
    for built in ("src/pitboss/web/built", "src/pitboss/web/docs"):
        shutil.copytree(ROOT / built, tree / built)
    done = build(tree, tmp_path, "wheel", "sdist")
    assert done.returncode == 0, done.stderr
    [wheel], [sdist] = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    for package in (wheel, sdist):
        home = tmp_path / package.suffix[1:]
        venv.create(home, with_pip=False, symlinks=True)
        python = home / "bin" / "python"
        site = home / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
        flags = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet", "--target", str(site)]
        pip = [sys.executable, "-m", "pip", "install", *flags, str(package)]
        without_node = os.environ | {"PATH": str(Path(sys.executable).parent), "PYTHONPATH": ""}
        subprocess.run(pip, check=True, env=without_node, cwd=tmp_path)
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
        told = subprocess.run(
            [str(python), "-c", TRY],
            input=json.dumps(ROUND),
            capture_output=True,
            text=True,
            check=False,
            env=without_node,
            cwd=tmp_path,
        )
        assert told.returncode == 0, told.stderr
        result = json.loads(told.stdout)
        assert Path(result["where"]).is_relative_to(home)
        assert result["page"]
        assert result["docs"]
        assert result["ev"] == "-686689/20358520"  # spec/figures.md
        assert {line["id"]: line["profit"] for line in result["lines"]}["ante"] == 1000
