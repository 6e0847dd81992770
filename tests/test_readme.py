"""The README is short, what it links to exists, and its figures are those of the mathematics."""

from __future__ import annotations

import re
import shlex
from decimal import Decimal
from pathlib import Path
from textwrap import indent

from pitboss.cli import load
from pitboss.odds import price_sheet
from pitboss.package import RELEASED
from pitboss.sheet import houses, load_house

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short_and_its_commands_come_before_all_else() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert lines.index("    make run     # sets up everything and opens the house in your browser") < 15


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
    pages = [README, *(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md")))]
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
