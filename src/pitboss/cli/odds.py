"""`pitboss odds`: the exact price of a house's wagers, of one house or of several side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
    parse_strategy,
    sheets_named,
)
from pitboss.cli.progress import progress_bar
from pitboss.cli.simulated import (
    PricedHouse,
    add_stand_ins,
    deviation_of,
    print_stand_ins,
    wins_of,
    with_stand_ins,
)
from pitboss.money import Cents, dollars, minus
from pitboss.odds.work import part
from pitboss.round import Refusal, open_table
from pitboss.text import write_rows

if TYPE_CHECKING:
    from pitboss.odds import Game, Price, SheetPrice
    from pitboss.odds.published import Reproduced

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
        from pitboss.cli.compare import MOST_BESIDE, print_comparison, print_list

        (print_comparison if len(priced) <= MOST_BESIDE else print_list)(priced, strategy)
    else:
        _print_house(priced[0], strategy, parse_bets(bets))
    if not (as_json or as_csv):
        from pitboss.cli.compare import print_published

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
        rows |= {name: {**rows[name], **part.row()} for name, part in each.left_out.items()}
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
