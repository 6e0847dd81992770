"""The wheel and the sdist, installed by pip alone: the page, a price, a settled line; what the core does."""

from __future__ import annotations

import json
import re
import subprocess
import sysconfig
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pitboss.package import EXTRAS
from tests.wheel import (
    WITHOUT_NODE,
    build,
    environment,
    metadata_of,
    needed,
    packages,
    required_by,
    source_tree,
    with_libraries,
)

__all__ = ["packages", "source_tree"]  # fixtures

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


def test_without_the_page_there_is_no_release(source_tree: Path, tmp_path: Path) -> None:
    for target in ("wheel", "sdist"):
        done = build(source_tree, tmp_path / "dist", target)
        assert done.returncode == 1
        assert "build the page first with `make page`" in done.stdout + done.stderr
    assert not list(tmp_path.glob("dist/*"))


def test_pip_installs_the_source_without_page_and_node_and_serve_says_how_to_have_one(
    source_tree: Path, tmp_path: Path
) -> None:
    python = with_libraries(tmp_path / "home", source_tree, "serve")
    priced = json.loads(pitboss(python, "odds", "shine", "--json").stdout)
    assert priced["wagers"]["ante"]["ev"] == "-686689/20358520"  # spec/figures.md
    with subprocess.Popen(
        [python, "-m", "pitboss", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=WITHOUT_NODE | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    ) as served:
        assert served.stdout is not None
        said = next(line for line in served.stdout if "no page" in line)
        served.terminate()
    assert said == "It has no page, only the API answers: `make run` in the clone of Pitboss has one.\n"


@pytest.mark.parametrize("kind", [0, 1], ids=["wheel", "sdist"])
def test_wheel_and_sdist_bring_the_page_a_price_and_a_settled_line(
    packages: tuple[Path, Path], tmp_path: Path, kind: int
) -> None:
    """The new environment has the libraries of this one by path; Pitboss comes from the package alone."""
    python, site = environment(tmp_path / "home", packages[kind])
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    told = subprocess.run(
        [str(python), "-c", TRY],
        input=json.dumps(ROUND),
        capture_output=True,
        text=True,
        check=False,
        env=WITHOUT_NODE,
        cwd=tmp_path,
    )
    assert told.returncode == 0, told.stderr
    result = json.loads(told.stdout)
    assert Path(result["where"]).is_relative_to(tmp_path / "home")
    assert result["page"]
    assert result["docs"]
    assert result["ev"] == "-686689/20358520"  # spec/figures.md
    assert {line["id"]: line["profit"] for line in result["lines"]}["ante"] == 1000


@pytest.fixture(scope="module")
def core(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment as `pip install .` makes it: the core, not one library more."""
    return with_libraries(tmp_path_factory.mktemp("core") / "home", packages[0])


def pitboss(core: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command in that environment, where nothing is kept but in its own folder."""
    home = core.parent.parent
    kept = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONUTF8": "1"}
    command = [str(core), "-m", "pitboss", *words]
    return subprocess.run(
        command, input=said, capture_output=True, text=True, check=False, env=WITHOUT_NODE | kept, cwd=home
    )


def test_the_core_prices_settles_plays_and_simulates(core: Path) -> None:
    absent = f"from importlib.util import find_spec; print(*filter(find_spec, {sum(EXTRAS.values(), ())}))"
    assert subprocess.check_output([core, "-c", absent], text=True, env=WITHOUT_NODE).split() == []
    assert pitboss(core, "--version").stdout == f"pitboss {distribution('pitboss').version}\n"
    priced = json.loads(pitboss(core, "odds", "rivers", "--json").stdout)
    assert priced["wagers"]["pair_plus"]["ev"] == "-402/5525"  # spec/figures.md
    settled = json.loads(pitboss(core, "settle", said=json.dumps(ROUND)).stdout)
    assert settled["seats"][0]["net"] == 2000  # Ante and Play, each even money
    simulated = pitboss(core, "simulate", "rivers", "--rounds", "2000", "--seed", "1", "--json")
    assert json.loads(simulated.stdout)["rounds"] == 2000, simulated.stderr


def test_the_core_writes_a_sheet_and_has_its_schema(core: Path) -> None:
    written = pitboss(core, "new", "my-house", "--yes")
    assert written.returncode == 0, written.stderr
    assert pitboss(core, "check", "my-house.toml").returncode == 0
    schema = (ROOT / "docs" / "schema" / "sheet.schema.json").read_text("utf-8")
    assert pitboss(core, "new", "--schema").stdout == schema


def test_the_core_plays_with_money_that_is_kept_and_audits_it(core: Path) -> None:
    played = pitboss(core, "play", "shine", said="$10\nfold\nquit\n")
    assert "1 round played." in played.stdout, played.stderr
    again = pitboss(core, "play", "shine", said="quit\n")
    assert "You have $990." in again.stdout, again.stderr
    audited = pitboss(core, "audit")
    assert audited.returncode == 0, audited.stderr


def test_a_command_whose_extra_is_missing_says_which_in_one_sentence(core: Path) -> None:
    served = pitboss(core, "serve", "--port", "0")
    assert (served.returncode, served.stdout) == (1, "")
    sentence = "serve needs packages that are not installed: pip install '.[serve]' in Pitboss's clone"
    assert served.stderr == f"pitboss: {sentence}\n"
    drawn = pitboss(core, "odds", "rivers", "--plot", "rivers.png")
    assert (drawn.returncode, "pip install '.[plot]'" in drawn.stderr) == (1, True)


ENVIRONMENTS = """
import sys, warnings
warnings.simplefilter("error")
import gymnasium
one = gymnasium.make("pitboss.envs:pitboss/Rivers-v0") if sys.argv[1] == "named" else None
import pitboss.envs
gymnasium.register_envs(pitboss.envs)
if one is None:
    print(*sorted(name for name in sys.modules if name.startswith("pitboss.")))
made = [each for each in gymnasium.registry if each.startswith("pitboss/")]
print(len(made), (one or gymnasium.make("pitboss/Rivers-v0")).reset(seed=1)[1]["action_mask"].tolist())
"""


def test_environments_are_registered_by_name_from_a_wheel_and_no_sheet_is_read_for_it(
    packages: tuple[Path, Path], tmp_path: Path
) -> None:
    python = with_libraries(tmp_path / "home", packages[0], "envs")
    told = {
        way: subprocess.run(
            [python, "-c", ENVIRONMENTS, way], capture_output=True, text=True, check=False, env=WITHOUT_NODE
        )
        for way in ("named", "imported")
    }
    assert [each.stderr for each in told.values()] == ["", ""]
    *_, last = told["named"].stdout.splitlines()
    modules, again = told["imported"].stdout.splitlines()
    assert last == again == "6 [1, 1]"  # five houses and `pitboss/Sheet-v0`; one may fold or play
    rooms = {f"pitboss.{each}" for each in ("round", "odds", "sim", "sheet.paybooks", "envs.seat_env")}
    assert rooms.isdisjoint(modules.split())


def test_the_imports_of_every_extra_are_known_and_all_has_every_extra(packages: tuple[Path, Path]) -> None:
    lines = [(each, _extras_of(Requirement(each))) for each in required_by(metadata_of(packages[0]))]
    assert {extra for _, extras in lines for extra in extras} == {*EXTRAS, "all"}
    in_all = {Requirement(line).name for line, extras in lines if "all" in extras}
    assert in_all == {Requirement(line).name for line, extras in lines if extras}
    for extra, modules in EXTRAS.items():
        direct = [Requirement(line).name for line, extras in lines if extra in extras]
        brought = {name: _modules_of(distribution(name)) for name in direct}
        assert all(found & set(modules) for found in brought.values()), extra
        with_more = needed([line for line, extras in lines if extra in extras], [extra]).values()
        assert set(modules) <= {module for each in with_more for module in _modules_of(each)}


def _modules_of(each: Distribution) -> set[str]:
    """What can be imported of a distribution."""
    return {file.parts[0].removesuffix(".py") for file in each.files or ()}


def _extras_of(line: Requirement) -> set[str]:
    """The extras that a line of the metadata is for; none where it is the core's."""
    text = str(line.marker or "")
    return set(re.findall(r'extra == "([\w-]+)"', text))
