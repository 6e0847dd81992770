"""`pitboss odds`: the exact price of a house's wagers, of one house or of several side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.options import (
    BetsOption,
    CsvOption,
    ExactOnlyOption,
    HowOption,
    JsonOption,
    MeterOption,
    PlotOption,
    SeatOption,
    SetOption,
    StrategyOption,
    console,
    find_sheet,
    houses_starting,
    parse_bets,
    parse_plan,
    parse_strategy,
    sheets_named,
)
from pitboss.cli.output import SimulationProgress, progress_bar
from pitboss.money import Cents, dollars, figure, minus
from pitboss.odds import Game, Price
from pitboss.odds.work import part
from pitboss.report.notes import price_notes
from pitboss.round import Refusal, open_table
from pitboss.text import write_rows

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds import Game, Price, SheetPrice
    from pitboss.odds.published import Reproduced
    from pitboss.sim.stand_in import LeftOut, StandIn


CSV_COLUMNS = (
    *("house", "wager", "label", "ev", "house_edge", "element_of_risk", "stdev", "win_frequency"),
    *("outcomes", "refused", "simulated", "mean_low", "mean_high", "seed", "rounds"),
)


def odds_command(
    house: Annotated[
        list[str],
        typer.Argument(
            metavar="HOUSE…",
            autocompletion=houses_starting,
            help="A house, a sheet file, or with --compare several or a folder.",
        ),
    ],
    compare: Annotated[bool, typer.Option("--compare", help="Put several houses side by side.")] = False,
    strategy: StrategyOption = "optimal",
    bets: BetsOption = None,
    players: Annotated[int, typer.Option(help="Players at the table, for envy.")] = 1,
    meter: MeterOption = None,
    seat: SeatOption = None,
    how: HowOption = False,
    plot: PlotOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    exact_only: ExactOnlyOption = False,
    sets: SetOption = None,
) -> None:
    """Price every wager of a house exactly: mean, edge, risk, deviation, how often it wins.

    \b
    Examples:
      pitboss odds rivers --players 5 --meter 1500000
      pitboss odds --compare pechanga atlantic-city napa-valley shine rivers
      pitboss odds --compare examples/catalogue
    """
    from pitboss.odds import Game, NotPriced
    from pitboss.odds.published import reproduce_all

    house = [name for each in house for name in sheets_named(each)]
    if len(house) > 1 and not compare:
        raise Refusal("house", f"{len(house)} houses were given: add --compare to put them side by side")
    if plot is not None:
        from pitboss.report import check_plot

        check_plot(plot)
    exact: list[tuple[Game, SheetPrice]] = []
    tables = [open_table(find_sheet(each, sets or ())) for each in house]
    names = f"{len(house)} houses" if compare else tables[0].sheet.name
    with progress_bar(f"Pricing {names}") as progress:
        for number, table in enumerate(tables):
            # A meter is a house's own: beside others, those that have none are priced without.
            game = Game(table, players, None if compare and table.sheet.meter is None else meter, seat)
            mine = part(progress, number, len(tables))
            exact.append((game, game.price_each(parse_strategy(game, strategy), parse_bets(bets), mine)))
            if progress is not None:
                progress(number + 1, len(tables))
    priced = [
        PricedHouse(game, price, {})
        if exact_only
        else with_stand_ins(game, price, strategy, parse_bets(bets))
        for game, price in exact
    ]
    for found in priced:
        if not (found.price.wagers or found.stand_ins):
            raise NotPriced(next(iter(found.price.refused.values())))
    if plot is not None:
        from pitboss.report import draw_odds

        drawn = [(found.game.sheet, found.price) for found in priced]
        stand_ins = [found.stand_ins for found in priced]
        draw_odds(drawn, plot, _method(strategy, players, meter), stand_ins)
    published = [(each.game, reproduce_all(each.game.sheet)) for each in priced]
    if as_json:
        typer.echo(json.dumps(_json(priced, published, compare=compare, how=how)))
    elif as_csv:
        _print_csv(priced)
    elif compare:
        (print_comparison if len(priced) <= MOST_BESIDE else print_list)(priced, strategy)
    else:
        _print_house(priced[0], strategy, parse_bets(bets))
    if not (as_json or as_csv):
        print_published(published)
    if how and not (as_json or as_csv):
        for found in priced:
            _print_how(found.game, found.price)
    if plot is not None:
        typer.echo(f"Drawn into {plot}.", err=True)


def _method(strategy: str, players: int, meter: int | None) -> str:
    """How it was priced, for the head of a picture."""
    parts = [f"{strategy} play"]
    if players > 1:
        parts.append(f"{players} players")
    if meter is not None:
        parts.append(f"meter {dollars(meter)}")
    return ", ".join(parts)


def _json(
    priced: Sequence[PricedHouse],
    published: Sequence[tuple[Game, Sequence[Reproduced]]],
    *,
    compare: bool,
    how: bool,
) -> dict[str, Any]:
    found = [each.as_json(_house_json(each.game, each.price, how=how)) for each in priced]
    for each, (_, figures) in zip(found, published, strict=True):
        if figures:
            each["published"] = [figure.as_json() for figure in figures]
    return {"houses": found} if compare else found[0]


def _house_json(game: Game, price: SheetPrice, *, how: bool) -> dict[str, Any]:
    from pitboss.odds import how as how_of

    found = price.as_json()
    if how:
        for name, each in price.wagers.items():
            found["wagers"][name]["how"] = how_of(game, each).as_json()
        if price.combined is not None:
            found["combined"]["how"] = how_of(game, price.combined).as_json()
    return found


def _print_csv(priced: Sequence[PricedHouse]) -> None:
    """What a row has no figure for stays empty; `simulated` says why a row is, and its interval follows."""
    write_rows(sys.stdout, [CSV_COLUMNS])
    for each in priced:
        rows = {name: price.as_json() for name, price in _entries(each.price)}
        rows |= {name: {**rows[name], **made.row()} for name, made in each.left_out.items()}
        rows |= {name: made.row() for name, made in each.stand_ins.items()}
        rows |= {name: {"refused": why} for name, why in each.price.refused.items()}
        for name, row in rows.items():
            whole = name == "combined"
            label = "The whole bet, in cents" if whole else each.game.sheet.label(name)
            cells = {"house": each.price.house, "wager": name, "label": label, **row}
            write_rows(sys.stdout, [map(cells.get, CSV_COLUMNS)])


def _entries(price: SheetPrice) -> list[tuple[str, Price]]:
    whole = [("combined", price.combined)] if price.combined is not None else []
    return [*price.wagers.items(), *whole]


def _print_house(priced: PricedHouse, strategy: str, bets: Mapping[str, Cents] | None) -> None:
    from rich.table import Table as Grid

    from pitboss.report.notes import price_notes

    game, price = priced.game, priced.price
    sheet = game.sheet
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("Wager", "Edge", "Risk", "Deviation", "Wins", "Exact mean"):
        grid.add_column(head, justify="left" if head in ("Wager", "Exact mean") else "right", overflow="fold")
    for name, each in price.wagers.items():
        grid.add_row(
            sheet.label(name),
            minus(f"{float(each.house_edge):.4%}"),
            minus(f"{float(each.element_of_risk):.4%}"),
            deviation_of(priced, each),
            wins_of(priced, each),
            minus(each.ev),
        )
    add_stand_ins(grid, priced)
    for name in price.refused:
        if name in sheet.wagers:
            grid.add_row(sheet.label(name), *["not priced", *["–"] * 4])
    out = console()
    meter = "" if game.meter is None else f", the meter at {dollars(game.meter)}"
    out.print(f"{sheet.name}: {sheet.game}, {strategy} play{meter}; all per unit of the wager.\n")
    out.print(grid)
    if price.combined is not None:
        whole = price.combined
        mean = minus(f"{float(whole.ev):+.4f} cents a round (exactly {whole.ev})")
        bet = sheet.bet_text(bets or {})
        out.print(
            f"\nThe whole bet, {bet}: {mean}, deviation {deviation_of(priced, whole)}, "
            f"wins {wins_of(priced, whole)}."
        )
    print_stand_ins(priced)
    for text in price_notes(sheet, price):
        out.print(f"\n{text}")
    for text in sheet.disclosures:
        out.print(f"\n{text}")


def _print_how(game: Game, price: SheetPrice) -> None:
    from rich.table import Table as Grid

    from pitboss.odds import how as how_of

    out = console()
    for _, each in _entries(price):
        told = how_of(game, each)
        out.print(f"\n{game.sheet.name}, {told.label}")
        if told.bet:
            out.print(f"  Bet: {told.bet}")
        out.print(f"  Outcomes: {told.space}")
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for head in ("Net", "Count", "Net x count", "Probability"):
            grid.add_column(head, justify="right")
        for net, count in told.counts.items():
            grid.add_row(minus(net), f"{count:,}", minus(net * count), f"{count / each.outcomes:.6%}")
        if told.counts:
            out.print(grid)
        for line in told.formulas:
            out.print(f"  {line.name} = {line.made}\n    = {line.value}")
        for clause, says in told.clauses.items():
            out.print(f"  {clause}: {says}")


# --- What `pitboss odds` and `pitboss bank` answer by simulation where nothing exact is within reach.


class PricedHouse(NamedTuple):
    """A house with its exact prices, what stands in where there is none, and for what prices leave out."""

    game: Game
    price: SheetPrice
    stand_ins: Mapping[str, StandIn]
    left_out: Mapping[str, LeftOut] = {}

    def as_json(self, found: dict[str, Any]) -> dict[str, Any]:
        """The answer of its exact prices, with the entries of what was simulated."""
        for name, made in self.left_out.items():
            entry = found["wagers"][name] if name in found["wagers"] else found[name]
            entry |= made.as_json()
        for name, each in self.stand_ins.items():
            if name in self.game.sheet.wagers:
                found["wagers"][name] = each.as_json()
            else:
                found[name] = each.as_json()
        return found


def with_stand_ins(
    game: Game, price: SheetPrice, strategy: str, bets: Mapping[str, Cents] | None
) -> PricedHouse:
    """What has no exact price is simulated, and what prices leave out; else it stays refused, or left out."""
    left_out = _simulate_left_out(game, price, strategy, bets)
    if not price.refused:
        return PricedHouse(game, price, {}, left_out)
    from pitboss.odds import Game
    from pitboss.sim.stand_in import ROUNDS, Effort, PlanWithin, stand_in_for_bet, stand_in_for_wager

    alone = Game(game.table, meter=game.meter)
    found: dict[str, StandIn] = {}
    refused: dict[str, str] = {}
    for name, why in price.refused.items():
        try:
            with SimulationProgress(ROUNDS) as progress:
                whole = name not in game.sheet.wagers
                chosen = "optimal" if whole else strategy
                plans = PlanWithin(
                    partial(parse_plan, game, chosen, progress=progress.plan),
                    partial(parse_plan, alone, chosen, progress=progress.plan),
                )
                if whole:
                    found[name] = stand_in_for_bet(game, bets or {}, why, plans, Effort(progress.step))
                else:
                    found[name] = stand_in_for_wager(game, name, why, plans, Effort(progress.step))
        except Refusal:
            refused[name] = why
    return PricedHouse(game, replace(price, refused=refused), found, left_out)


def _simulate_left_out(
    game: Game, price: SheetPrice, strategy: str, bets: Mapping[str, Cents] | None
) -> dict[str, LeftOut]:
    """What exact prices leave out; what cannot be simulated stays left out."""
    entries: list[Price] = [*price.wagers.values(), *([price.combined] if price.combined is not None else [])]
    short = [each for each in entries if each.moments is not None]
    found: dict[str, LeftOut] = {}
    if not short:
        return found
    from pitboss.odds import Game
    from pitboss.report.notes import left_out_words
    from pitboss.sim.stand_in import ROUNDS, Company, left_out_of_bet, left_out_of_wager

    alone = Game(game.table)
    for each in short:
        name, why = each.wager, left_out_words(each) or ""
        with suppress(Refusal), SimulationProgress(ROUNDS) as progress:
            chosen = strategy if name == "ante" else "optimal"
            plans = Company(
                partial(parse_plan, game, chosen, progress=progress.plan),
                partial(parse_plan, alone, "optimal", alone.stakes_of("ante"), progress=progress.plan),
            )
            if name == "combined":
                found[name] = left_out_of_bet(game, each, bets or {}, why, plans, progress.step)
            else:
                found[name] = left_out_of_wager(game, each, why, plans, progress.step)
    return found


def add_stand_ins(grid: Grid, priced: PricedHouse) -> None:
    """The rows of simulated wagers, marked."""
    for each in priced.stand_ins.values():
        if each.wager in priced.game.sheet.wagers:
            low, high = each.mean.low, each.mean.high
            grid.add_row(
                priced.game.sheet.label(each.wager),
                minus(f"{-each.mean.value:.3%}"),
                "–",
                f"{each.stdev:.3f}",
                f"{each.found.wins.value:.2%}",
                minus(f"simulated: {low:+.5f} to {high:+.5f}"),
            )


def deviation_of(priced: PricedHouse, price: Price | None) -> str:
    """The deviation of a price, marked where it is simulated."""
    if price is None:
        return figure(None, "")
    made = priced.left_out.get(price.wager)
    if made is None or made.stdev is None:
        return figure(price.known_stdev, ".2f" if price.wager == "combined" else ".4f")
    return f"~{made.stdev.value:.3f}"


def wins_of(priced: PricedHouse, price: Price) -> str:
    """How often a price wins, marked where it is simulated."""
    made = priced.left_out.get(price.wager)
    return figure(price.known_win_frequency, ".3%") if made is None else f"~{made.found.wins.value:.2%}"


def print_stand_ins(priced: PricedHouse, *, several: bool = False) -> None:
    """Why something was simulated, and how; where several houses are told of, whose it is."""
    if not priced.stand_ins and not priced.left_out:
        return
    from pitboss.report.notes import stand_in_words, win_frequency_words

    out, game = console(), priced.game
    for name, made in priced.left_out.items():
        label = "the whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{label} of {game.sheet.name}" if several else label
        out.print(f"\n{win_frequency_words(label, made, game.players)} --exact-only leaves it out.")
    for name, each in priced.stand_ins.items():
        label = "The whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{game.sheet.name}: {label}" if several else label
        out.print(f"\n{stand_in_words(label, each, game.players)} --exact-only leaves it out.")


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
