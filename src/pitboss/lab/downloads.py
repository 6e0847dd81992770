"""What the Lab gives to take away: the changed sheet as a file, the figures as a spreadsheet."""

from __future__ import annotations

import io
from typing import Final

import tomli_w

from pitboss.lab.rule_changes import WhatIf
from pitboss.lab.simulated import prices_of, simulated_wagers
from pitboss.sheet.model import in_order
from pitboss.text import write_rows

COLUMNS: Final = (
    *("house", "wager", "label", "ev", "house_edge", "element_of_risk", "stdev", "win_frequency"),
    *("outcomes", "refused", "simulated", "mean_low", "mean_high", "seed", "rounds"),
)
FIGURES: Final = slice(3, COLUMNS.index("refused"))


def written_sheet(asked: WhatIf) -> str:
    """The sheet of a what-if as a file that `pitboss check` accepts; a changed one gets an id of its own.

    >>> from pitboss.lab.rule_changes import what_if
    >>> from pitboss.sheet import check_text
    >>> check_text(written_sheet(what_if("rivers", ["dealer.shows=1"]))).sheet.name
    'Rivers, changed'
    """
    content = in_order(asked.sheet.content)
    if asked.changed:
        content["id"] = f"{asked.sheet.id}-changed"
        content["name"] = asked.name
    return tomli_w.dumps(content)


def written_csv(asked: WhatIf) -> str:
    """The figures of every wager, in the columns of `pitboss odds --csv`."""
    out = io.StringIO()
    prices, refused = prices_of(asked)
    simulated, left = simulated_wagers(asked, refused)
    rows: list[list[object]] = [list(COLUMNS)]
    for wager, price in prices.items():
        entry = price.as_json()
        figures = (entry[column] for column in COLUMNS[FIGURES])
        rows.append(_row(asked.house, wager, asked.sheet.label(wager), *figures))
    for made in simulated:
        run = made.simulation
        found = ["", made.house_edge, "", made.stdev, made.win_frequency, "", ""]
        rows.append(
            [asked.house, made.id, made.label, *found, run.why, made.low, made.high, run.seed, run.rounds]
        )
    for each in left:
        nothing = [""] * len(COLUMNS[FIGURES])
        rows.append(_row(asked.house, each.id, each.label, *nothing, each.why))
    write_rows(out, rows)
    return out.getvalue()


def _row(*cells: object) -> list[object]:
    """A row with what it has; the rest is empty."""
    return [*cells, *[""] * (len(COLUMNS) - len(cells))]
