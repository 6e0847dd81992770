"""The wheel and the sdist of this tree as it is now, and new environments that have them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def source_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git has of this tree, as it is now, and nothing that a build has left behind."""
    tree = tmp_path_factory.mktemp("tree")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        wanted = name.startswith("docs/schema/") or not name.startswith(("tests/", "docs/"))
        if name and wanted and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    return tree


RELEASE = os.environ | {"PITBOSS_RELEASE": "1"}


def build(tree: Path, into: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    wanted = [part for target in targets for part in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into), *wanted]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, env=RELEASE)


@pytest.fixture(scope="module")
def packages(source_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist of this tree, with the page and the documentation that were built."""
    made = tmp_path_factory.mktemp("packages")
    for built in ("src/pitboss/web/built", "src/pitboss/web/docs"):
        shutil.copytree(ROOT / built, source_tree / built)
    done = build(source_tree, made, "wheel", "sdist")
    assert done.returncode == 0, done.stderr
    [wheel], [sdist] = made.glob("*.whl"), made.glob("*.tar.gz")
    return wheel, sdist


WITHOUT_NODE = os.environ | {"PATH": str(Path(sys.executable).parent), "PYTHONPATH": ""}


def environment(home: Path, package: Path) -> tuple[Path, Path]:
    """The interpreter and the site-packages of a new environment that has nothing but this package."""
    venv.create(home, with_pip=False, symlinks=True)
    site = home / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    flags = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet", "--target", str(site)]
    pip = [sys.executable, "-m", "pip", "install", *flags, str(package)]
    subprocess.run(pip, check=True, env=WITHOUT_NODE, cwd=home)
    return home / "bin" / "python", site


def needed(requirements: Iterable[str], extras: Iterable[str] = ("",)) -> dict[str, Distribution]:
    """What requirements ask for and what that asks for in turn, as it is installed here."""
    found: dict[str, Distribution] = {}
    waiting = [(each, tuple(extras)) for each in requirements]
    seen = set()
    while waiting:
        text, wanted = waiting.pop()
        each = Requirement(text)
        holds = each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in wanted)
        if not holds or (each.name, *each.extras) in seen:
            continue
        seen.add((each.name, *each.extras))
        found[canonicalize_name(each.name)] = installed = distribution(each.name)
        waiting += [(more, ("", *each.extras)) for more in installed.requires or ()]
    return found


def metadata_of(wheel: Path) -> str:
    """The metadata of a wheel."""
    with ZipFile(wheel) as file:
        [name] = [each for each in file.namelist() if each.endswith(".dist-info/METADATA")]
        return file.read(name).decode()


def required_by(metadata: str) -> list[str]:
    """The lines of a package's metadata that name what it needs, those of extras too."""
    start = "Requires-Dist: "
    return [line.removeprefix(start) for line in metadata.splitlines() if line.startswith(start)]


def with_libraries(home: Path, package: Path, *extras: str) -> Path:
    """The interpreter of a new environment with a package and what it needs with these extras."""
    python, site = environment(home, package)
    (metadata,) = site.glob("pitboss-*.dist-info/METADATA")
    for each in needed(required_by(metadata.read_text("utf-8")), ("", *extras)).values():
        for top in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(str(each.locate_file(top))))
    return python
