"""What a package page shows of the README, and which addresses the metadata has: none that is made up."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from hatch_readme import package_page, urls_of
from pitboss import __version__

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
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
