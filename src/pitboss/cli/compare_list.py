"""`pitboss odds --compare` of more houses than stand side by side: a list for each wager, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.options import console
from pitboss.money import minus
from pitboss.odds import Game, Price

if TYPE_CHECKING:
    from pitboss.odds import SheetPrice
    from pitboss.odds.published import Reproduced

Priced = Sequence[tuple[Game, "SheetPrice"]]
HEADS = ("Edge", "Risk", "Deviation", "Wins")


def print_list(priced: Priced, strategy: str) -> None:
    """The main games, and the wagers of each name, in the order of what they cost the player."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(overflow="fold")
    for _ in HEADS:
        grid.add_column(justify="right")
    _group(grid, "Main game", [(game, price.wagers["ante"]) for game, price in priced])
    names = dict.fromkeys(name for _, price in priced for name in price.wagers if name != "ante")
    for name in names:
        group = [(game, price.wagers[name]) for game, price in priced if name in price.wagers]
        _group(grid, " or ".join(dict.fromkeys(game.sheet.label(name) for game, _ in group)), group)
    out = console()
    out.print(
        f"{len(priced)} games, {strategy} play; all per unit of the wager; best for the player first.\n"
    )
    out.print(grid)


def _group(grid: Grid, label: str, group: Iterable[tuple[Game, Price]]) -> None:
    if grid.row_count:
        grid.add_row()
    grid.add_row(Text(label, style="bold"), *HEADS)
    for game, price in sorted(group, key=lambda each: (each[1].house_edge, each[0].sheet.name)):
        grid.add_row(
            f" {game.sheet.name}",
            minus(f"{float(price.house_edge):.4%}"),
            minus(f"{float(price.element_of_risk):.4%}"),
            f"{price.stdev:.4f}",
            f"{float(price.win_frequency):.3%}",
        )


def print_published(found: Sequence[tuple[Game, Sequence[Reproduced]]]) -> None:
    """What was published about some games, beside what their rules give."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(overflow="fold")
    for _ in range(2):
        grid.add_column(justify="right")
    grid.add_column()
    errs: list[str] = []
    for game, figures in found:
        if figures:
            heads = ("Published", "Exact") if not grid.row_count else ("", "")
            grid.add_row(Text(game.sheet.name, style="bold"), *heads, "")
        for each in figures:
            verdict = "agrees" if each.agrees else "errs" if each.published.errs else "differs"
            grid.add_row(f" {_named(game, each)}", minus(each.published.says), each.shown, verdict)
            if each.published.errs:
                errs.append(f"{game.sheet.name}, {_named(game, each)}: {each.published.errs}")
    if not grid.row_count:
        return
    out = console()
    out.print()
    out.print(grid)
    for text in errs:
        out.print(f"\n{text}")


def _named(game: Game, each: Reproduced) -> str:
    """`Pair Plus, house edge`, with what it is taken at where that is not usual."""
    published = each.published
    text = f"{game.sheet.label(published.wager)}, {published.figure}"
    if published.strategy != "optimal":
        text += f", {published.strategy}"
    if published.players > 1:
        text += f", {published.players} players"
    return text if published.meter is None else f"{text}, meter ${published.meter // 100:,}"
