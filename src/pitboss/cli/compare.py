"""`pitboss odds --compare`: several houses side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.options import console
from pitboss.cli.simulated import PricedHouse, deviation_of, print_stand_ins, wins_of
from pitboss.money import figure, minus
from pitboss.odds import Game, Price
from pitboss.report.notes import price_notes

if TYPE_CHECKING:
    from pitboss.odds.published import Reproduced
    from pitboss.sim.stand_in import StandIn

Priced = Sequence[PricedHouse]
MOST_BESIDE = 6  # houses that stand side by side


def print_comparison(priced: Priced, strategy: str) -> None:
    """The houses as columns; the best figure of each row for the player is marked."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("")
    for each in priced:
        grid.add_column(
            Text("\n".join(each.game.sheet.name.rsplit(" ", 1))), justify="right", vertical="bottom"
        )
    main = [(each.game, each.price.wagers.get("ante")) for each in priced]
    _heading(grid, "Main game", len(priced))
    _row(grid, "House edge", [_edge(each, "ante") for each in priced])
    _row(grid, "Element of risk", [_percent(price and -price.element_of_risk) for _, price in main])
    _row(grid, "Net wins", [_wins(each) for each in priced])
    _row(grid, "Folds", [(None, figure(_folds(game, price), ".4%")) for game, price in main])
    _row(
        grid,
        "Bet per round, in Antes",
        [(None, figure(price.risked if price else None, ".4f")) for _, price in main],
    )
    _row(
        grid,
        "Deviation, in Antes",
        [(None, deviation_of(each, each.price.wagers.get("ante"))) for each in priced],
    )
    _heading(grid, "Side wagers, house edge", len(priced))
    for name in _side_wagers(priced):
        cells = [_edge(each, name) if name in each.game.sheet.wagers else (None, "") for each in priced]
        label = next(each.game.sheet.label(name) for each in priced if name in each.game.sheet.wagers)
        _row(grid, label, cells)
    _heading(grid, "The table", len(priced))
    for label, told in _FACTS:
        _row(grid, label, [(None, told(each.game)) for each in priced])
    out = console()
    out.print(
        f"{strategy.capitalize()} play; edges per unit of the wager; * best of its row for the player"
        f"{simulated_mark(priced)}.\n"
    )
    out.print(grid)
    _print_favours(priced)


def _print_favours(priced: Priced) -> None:
    out = console()
    for house in priced:
        game, price = house.game, house.price
        print_stand_ins(house, several=True)
        for name, each in price.wagers.items():
            if each.ev > 0:
                favours = f"{game.sheet.name}: {game.sheet.label(name)} favours the player by"
                out.print(f"\n{favours} {float(each.ev):.4%} of the wager, exactly {each.ev}.")
        for text in (*price_notes(game.sheet, price), *game.sheet.disclosures):
            out.print(f"{game.sheet.name}: {text}")


def _side_wagers(priced: Priced) -> list[str]:
    return list(dict.fromkeys(name for each in priced for name in each.game.sheet.wagers if name != "ante"))


def _heading(grid: Grid, text: str, columns: int) -> None:
    if grid.row_count:
        grid.add_row()
    grid.add_row(Text(text, style="bold"), *[""] * columns)


def _row(grid: Grid, label: str, cells: Sequence[tuple[float | None, str]]) -> None:
    """A row of figures, each with what it is worth to the player (None: nothing to compare)."""
    worth = [value for value, _ in cells if value is not None]
    best = max(worth) if len(worth) > 1 and min(worth) != max(worth) else None
    shown = [
        Text(f"*{text}", style="bold green") if best is not None and value == best else Text(text)
        for value, text in cells
    ]
    grid.add_row(f" {label}", *shown)


def simulated_mark(priced: Priced) -> str:
    """What is said of the mark of simulated figures, where there are any."""
    return "; ~ simulated" if any(each.stand_ins or each.left_out for each in priced) else ""


def _wins(priced: PricedHouse) -> tuple[float | None, str]:
    """How often the main game wins; where that is simulated it is marked, and not compared."""
    price = priced.price.wagers.get("ante")
    if "ante" in priced.left_out and price is not None:
        return None, wins_of(priced, price)
    return _percent(price and price.known_win_frequency, sign=1)


def _edge(priced: PricedHouse, wager: str) -> tuple[float | None, str]:
    """The edge of a wager; one that is simulated is marked, and not compared."""
    made = priced.stand_ins.get(wager)
    if made is not None:
        return None, minus(f"~{-made.mean.value:.3%}")
    price = priced.price.wagers.get(wager)
    if price is None:
        return None, "not priced"
    return float(price.ev), minus(f"{float(price.house_edge):.4%}")


def _percent(worth: Any, sign: int = -1) -> tuple[float | None, str]:
    if worth is None:
        return None, "–"
    return float(worth), minus(f"{sign * float(worth):.4%}")


def _folds(game: Game, price: Price | None) -> float | None:
    """The share of deals in which Play is not bet."""
    if price is None or game.sheet.play.raises is not None:
        return None
    before = 1 + sum(game.sheet.beside_ante.values())
    return float(1 - (price.risked - before) / game.sheet.play.times)


def _qualifies(game: Game) -> str:
    qualifier = game.sheet.dealer.qualifier
    return "always" if qualifier.always else qualifier.hand


def _draws(game: Game) -> str:
    draw = game.sheet.dealer.draw
    if draw.when != "below":
        return draw.when
    return f"below {draw.below.text.replace('_', ' ')}"


_FACTS: tuple[tuple[str, Callable[[Game], str]], ...] = (
    ("Dealer qualifies with", _qualifies),
    ("Dealer's cards up", lambda game: str(game.sheet.dealer.shows)),
    ("Dealer draws", _draws),
    ("Player may draw", lambda game: "one card" if game.sheet.player.draws else "no"),
    ("Banked by", lambda game: "a player" if game.sheet.bank else "the house"),
)


# --- `pitboss odds --compare` of more houses than stand side by side: a list for each wager, best first.

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
