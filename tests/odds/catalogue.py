"""The catalogue of published games, and the table of it in docs/catalogue.md.

`python -m tests.odds.catalogue` writes the table anew; read it before you keep it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pitboss.money import minus
from pitboss.odds.house_prices import Reproduced, reproduce_all
from pitboss.sheet import Sheet, load_sheet

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "catalogue"
PAGE = ROOT / "docs" / "catalogue.md"
BEGINS, ENDS = "<!-- the table begins -->\n", "<!-- the table ends -->\n"

FILES = sorted(FOLDER.glob("*.toml"))


@cache
def sheet_of(name: str) -> Sheet:
    return load_sheet(FOLDER / f"{name}.toml")


@cache
def reproduced(name: str) -> tuple[Reproduced, ...]:
    return reproduce_all(sheet_of(name))


def table_text() -> str:
    """The table of the page: a row for each figure, a game named once."""
    rows = ["| game | figure | published | exact | source |", "|---|---|---|---|---|"]
    for file in FILES:
        sheet = sheet_of(file.stem)
        named = f"[{sheet.name}](../examples/catalogue/{file.name})"
        for each in reproduced(file.stem):
            cells = (named, _figure(sheet, each), _published(each), _exact(each), _source(each))
            rows.append(f"| {' | '.join(cells)} |")
            named = ""
    return "\n".join(rows) + "\n"


def _figure(sheet: Sheet, each: Reproduced) -> str:
    published = each.published
    told = [f"{sheet.label(published.wager)}, {published.figure}"]
    if published.strategy != "optimal":
        told.append({"always": "never folding", "mimic": "mimicking the dealer"}[published.strategy])
    if published.players > 1:
        told.append(f"{published.players} players")
    if published.meter is not None:
        told.append(f"meter ${published.meter // 100:,}")
    return ", ".join(told)


def _published(each: Reproduced) -> str:
    says = minus(each.published.says)
    return says if each.agrees else f"**{says}**: {each.published.errs}"


def _exact(each: Reproduced) -> str:
    if each.published.printed.unit == "dollars":
        return each.shown
    return minus(f"{100 * float(each.exact):.4f} %")


def _source(each: Reproduced) -> str:
    recalled = " (recalled, source not re-read)" if each.published.recalled else ""
    return f"[{each.published.source}]({each.published.url}){recalled}"


def page_text() -> str:
    """The page with its table made anew."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    return before + BEGINS + table_text() + ENDS + rest.partition(ENDS)[2]


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
