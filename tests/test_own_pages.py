"""The README, its package page, the pictures and docs/architecture.md: short, and true of what is there."""

from __future__ import annotations

import re
import shlex
import tomllib
from decimal import Decimal
from pathlib import Path
from textwrap import indent

import pytest

from hatch_readme import package_page, urls_of
from pitboss import __version__
from pitboss.cli import load
from pitboss.odds import price_sheet
from pitboss.package import RELEASED
from pitboss.sheet import houses, load_house

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

PAGES = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/tutorials").glob("*.md")])


def test_the_readme_is_short_and_its_commands_come_before_all_else() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert lines.index("make run     # sets up everything and opens the house in your browser") < 15


@pytest.mark.parametrize(
    "page",
    PAGES,
    ids=lambda each: each.stem,
)
def test_a_page_begins_with_whom_it_is_for(page: Path) -> None:
    begins = page.read_text(encoding="utf-8").split("\n\n")[1]
    assert begins.startswith(("For ", "The open three-card-poker house:"))


def test_no_page_says_to_install_from_a_registry_before_there_is_a_release() -> None:
    registry = re.compile(r"""(?:pip|uv tool) install (?:--upgrade )?["']?pitboss|uvx pitboss""")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").iterdir()]
    said = [page.name for page in pages if page.is_file() and registry.search(page.read_text("utf-8"))]
    assert RELEASED or not said


def test_files_that_the_readme_names_exist() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link


def test_the_edges_in_the_readme_are_what_the_mathematics_gives() -> None:
    for house in houses():
        row = next(line for line in README.splitlines() if line.startswith(f"| `{house}` |") and "%" in line)
        shown = [Decimal(number) for number in re.findall(r"(-?\d+\.\d{4}) %", row)]
        exact = [price.house_edge for price in price_sheet(load_house(house)).wagers.values()]
        assert shown == [round(Decimal(edge.numerator) * 100 / edge.denominator, 4) for edge in exact]


def _indented(page: str) -> str:
    """A page whose blocks for a shell are indented, as other commands are."""
    return re.sub(
        r"(?<=^```sh\n).*?(?=^```$)", lambda block: indent(block[0], "    "), page, flags=re.M | re.S
    )


def test_every_command_in_the_documents_is_one_that_is_understood() -> None:
    """Names, options and what they need, in the README and in every page; nothing is run."""
    pages = [
        README,
        *(page.read_text(encoding="utf-8") for page in PAGES),
    ]
    lines = {
        line
        for page in pages
        for line in re.findall(
            r"^(?:    |\$ )pitboss ([^\n|<>…\\]+?)(?: +#[^\n]*)?$", _indented(page), re.MULTILINE
        )
    }
    assert len(lines) > 60
    for line in sorted(lines):
        name, *words = shlex.split(line)
        if "-h" not in words and "--help" not in words:
            load(name).make_context(name, words)


ADDRESS = "https://code.example/owner/pitboss"
TARGET = re.compile(r"\]\(([^)]+)\)")


def test_with_an_address_every_link_and_picture_leads_there() -> None:
    page = package_page(README, ADDRESS)
    for target in TARGET.findall(page):
        assert target.startswith(("https://", "http://")), target
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page):
        path = picture.removeprefix(f"{ADDRESS}/raw/HEAD/")
        assert (ROOT / path).is_file(), picture
    for file in re.findall(rf"\]\({ADDRESS}/blob/HEAD/([^)#]+)", page):
        assert (ROOT / file).is_file(), file
    assert urls_of(ADDRESS)["Source"] == ADDRESS


def test_without_an_address_nothing_is_broken_and_none_is_invented() -> None:
    page = package_page(README, "")
    assert not [
        target for target in TARGET.findall(page) if not target.startswith(("https://", "http://", "#"))
    ]
    assert "![" not in page
    assert "| | |" not in page
    assert urls_of("") == {}
    for kept in ("pip install .", "not affiliated with any casino", "3.3730 %"):
        assert kept in page


def test_the_package_says_for_which_python_it_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = {each.rpartition(" ")[2] for each in project["classifiers"] if " 3." in each}
    assert versions == {"3.11", "3.12", "3.13", "3.14"}
    assert project["requires-python"] == ">=3.11"
    assert {"readme", "urls"} <= set(project["dynamic"])


def test_one_version_is_said_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert cited is not None
    assert project["version"] == __version__ == cited[1]


IMAGES = ROOT / "docs" / "images"
MOST = 2 * 1024 * 1024  # bytes in all


def shown() -> set[Path]:
    """Every picture of ours that a document shows."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    return {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", page.read_text(encoding="utf-8"))
    }


def test_the_pictures_are_webp_and_at_most_2_mb_in_all() -> None:
    files = list(IMAGES.iterdir())
    assert {each.suffix for each in files} == {".webp"}
    assert all(each.read_bytes()[8:12] == b"WEBP" for each in files)
    assert sum(each.stat().st_size for each in files) <= MOST


def test_every_picture_that_is_shown_is_there_and_every_one_is_shown() -> None:
    assert shown() == {each.resolve() for each in IMAGES.iterdir()}


PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCE = ROOT / "src" / "pitboss"
ROOMS = {each.name for each in SOURCE.iterdir() if (each / "__init__.py").exists()}
MODULE = re.compile(rf"`((?:{'|'.join(sorted(ROOMS))})/[a-z_0-9/]*[a-z_0-9])`(?:\s`(\w+)`)?")


def test_every_room_has_its_line() -> None:
    [table] = re.findall(r"## Rooms\n(.*?)\n## ", PAGE, flags=re.DOTALL)
    first = "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("|"))
    assert set(re.findall(r"`(\w+)/`", first)) - {"page"} == ROOMS
    files = {each.stem for each in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert set(re.findall(r"`(\w+)`", first)) == files


def test_every_module_and_function_that_is_named_is_there() -> None:
    named = MODULE.findall(PAGE)
    assert len(named) > 40
    missing = [
        (module, name)
        for module, name in named
        if not (SOURCE / f"{module}.py").exists()
        or (name and not re.search(rf"(?:def|class) {name}\b", (SOURCE / f"{module}.py").read_text("utf-8")))
    ]
    assert not missing
