"""`pitboss odds --compare` of more houses than stand side by side: a list for each wager, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.compare import simulated_mark
from pitboss.cli.odds_stand_ins import PricedHouse, print_stand_ins
from pitboss.cli.options import console
from pitboss.money import figure, minus
from pitboss.odds import Game, Price

if TYPE_CHECKING:
    from pitboss.odds.published import Reproduced
    from pitboss.sim.stand_in import StandIn

Priced = Sequence[PricedHouse]
HEADS = ("Edge", "Risk", "Deviation", "Wins")


class Listed(NamedTuple):
    """A row: a game, what its wager costs, by which it has its place, and its figures as text."""

    game: Game
    edge: float
    figures: tuple[str, str, str, str]


def print_list(priced: Priced, strategy: str) -> None:
    """The main games, and the wagers of each name, in the order of what they cost the player."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(overflow="fold")
    for _ in HEADS:
        grid.add_column(justify="right")
    names = dict.fromkeys(name for each in priced for name in each.game.sheet.wagers)
    for name in ("ante", *(name for name in names if name != "ante")):
        group = [row for each in priced if (row := _listed(each, name)) is not None]
        label = " or ".join(dict.fromkeys(row.game.sheet.label(name) for row in group))
        _group(grid, "Main game" if name == "ante" else label, group)
    out = console()
    out.print(
        f"{len(priced)} games, {strategy} play; all per unit of the wager; best for the player first"
        f"{simulated_mark(priced)}.\n"
    )
    out.print(grid)
    for each in priced:
        print_stand_ins(each, several=True)


def _listed(priced: PricedHouse, name: str) -> Listed | None:
    """A wager of a house; None where it has neither a price nor what stands in for one."""
    if name in priced.stand_ins:
        return _simulated(priced.game, priced.stand_ins[name])
    price = priced.price.wagers.get(name)
    return None if price is None else _exact(priced.game, price)


def _exact(game: Game, price: Price) -> Listed:
    edge, risk = (minus(f"{float(each):.4%}") for each in (price.house_edge, price.element_of_risk))
    spread = (figure(price.known_stdev, ".4f"), figure(price.known_win_frequency, ".3%"))
    return Listed(game, float(price.house_edge), (edge, risk, *spread))


def _simulated(game: Game, made: StandIn) -> Listed:
    edge = -made.mean.value
    return Listed(
        game, edge, (minus(f"~{edge:.3%}"), "–", f"~{made.stdev:.3f}", f"~{made.found.wins.value:.2%}")
    )


def _group(grid: Grid, label: str, group: Iterable[Listed]) -> None:
    if grid.row_count:
        grid.add_row()
    grid.add_row(Text(label, style="bold"), *HEADS)
    for row in sorted(group, key=lambda each: (each.edge, each.game.sheet.name)):
        grid.add_row(f" {row.game.sheet.name}", *row.figures)


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
