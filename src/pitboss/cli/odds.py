"""`pitboss odds`: the exact price of a house's wagers, of one house or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
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
    find_sheet,
    houses_starting,
    parse_bets,
    parse_plan,
    parse_strategy,
    sheets_named,
)
from pitboss.cli.output import Lines, SimulationProgress, grid, progress_bar, show
from pitboss.money import Cents, dollars, figure, minus
from pitboss.odds import Game, Price
from pitboss.odds.work import part
from pitboss.report.notes import left_out_words, price_notes, stand_in_words, win_frequency_words
from pitboss.round import Refusal, open_table

if TYPE_CHECKING:
    from pitboss.odds import SheetPrice
    from pitboss.odds.house_prices import Reproduced
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
    from pitboss.odds import NotPriced
    from pitboss.odds.house_prices import reproduce_all

    house = [name for each in house for name in sheets_named(each)]
    if len(house) > 1 and not compare:
        raise Refusal("house", f"{len(house)} houses were given: add --compare to put them side by side")
    exact: list[tuple[Game, SheetPrice]] = []
    tables = [open_table(find_sheet(each, sets or ())) for each in house]
    names = f"{len(house)} houses" if compare else tables[0].sheet.name
    with progress_bar(f"Pricing {names}") as progress:
        for number, table in enumerate(tables):
            # A meter is a house's own: beside others, those that have none are priced without.
            game = Game(table, players, None if compare and table.sheet.meter is None else meter, seat)
            mine = part(progress, number, len(tables))
            exact.append((game, game.price_all(parse_strategy(game, strategy), parse_bets(bets), mine)))
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

    def text() -> Lines:
        if compare:
            yield from (side_by_side if len(priced) <= MOST_BESIDE else best_first)(priced, strategy)
        else:
            yield from _house(priced[0], strategy, parse_bets(bets))
        yield from published_beside_exact(published)
        if how:
            for each in priced:
                yield from _how(each.game, each.price)

    show(
        lambda: _json(priced, published, compare=compare, how=how),
        text,
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: _csv_rows(priced),
    )
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


def _csv_rows(priced: Sequence[PricedHouse]) -> Iterator[Sequence[object]]:
    """What a row has no figure for stays empty; `simulated` says why a row is, and its interval follows."""
    yield CSV_COLUMNS
    for each in priced:
        rows = {name: price.as_json() for name, price in _entries(each.price)}
        rows |= {name: {**rows[name], **made.row()} for name, made in each.left_out.items()}
        rows |= {name: made.row() for name, made in each.stand_ins.items()}
        rows |= {name: {"refused": why} for name, why in each.price.refused.items()}
        for name, row in rows.items():
            label = "The whole bet, in cents" if name == "combined" else each.game.sheet.label(name)
            cells = {"house": each.price.house, "wager": name, "label": label, **row}
            yield [*map(cells.get, CSV_COLUMNS)]


def _entries(price: SheetPrice) -> list[tuple[str, Price]]:
    whole = [("combined", price.combined)] if price.combined is not None else []
    return [*price.wagers.items(), *whole]


def _house(priced: PricedHouse, strategy: str, bets: Mapping[str, Cents] | None) -> Lines:
    game, price = priced.game, priced.price
    sheet = game.sheet
    meter = "" if game.meter is None else f", the meter at {dollars(game.meter)}"
    yield f"{sheet.name}: {sheet.game}, {strategy} play{meter}; all per unit of the wager.\n"
    names = [*price.wagers, *(name for name in (*priced.stand_ins, *price.refused) if name in sheet.wagers)]
    rows = [
        (sheet.label(name), *(figures_of(priced, name) or ("not priced", *["–"] * 4))[:5]) for name in names
    ]
    yield grid(("Wager", *HEADS, "Exact mean"), rows, right=range(1, 5))
    if price.combined is not None:
        whole = price.combined
        mean = minus(f"{float(whole.ev):+.4f} cents a round (exactly {whole.ev})")
        bet, spread = sheet.bet_text(bets or {}), deviation_of(priced, whole)
        yield f"\nThe whole bet, {bet}: {mean}, deviation {spread}, wins {wins_of(priced, whole)}."
    yield from why_simulated(priced)
    yield from (f"\n{text}" for text in (*price_notes(sheet, price), *sheet.disclosures))


def _how(game: Game, price: SheetPrice) -> Lines:
    from pitboss.odds import how as how_of

    for _, each in _entries(price):
        found = how_of(game, each)
        yield f"\n{game.sheet.name}, {found.label}"
        if found.bet:
            yield f"  Bet: {found.bet}"
        yield f"  Outcomes: {found.space}"
        rows = (
            (minus(net), f"{count:,}", minus(net * count), f"{count / each.outcomes:.6%}")
            for net, count in found.counts.items()
        )
        if found.counts:
            yield grid(("Net", "Count", "Net x count", "Probability"), rows, right=range(4), gap=4)
        for line in found.formulas:
            yield f"  {line.name} = {line.made}\n    = {line.value}"
        for clause, says in found.clauses.items():
            yield f"  {clause}: {says}"


# --- What `pitboss odds` and `pitboss par` answer by simulation where nothing exact is within reach.


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
    from pitboss.sim.quick_plans import near_plan
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
                    partial(near_plan, game),
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
    short = [each for _, each in _entries(price) if each.moments is not None]
    found: dict[str, LeftOut] = {}
    if not short:
        return found
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


class Figures(NamedTuple):
    """A wager of a house as text: exact, or simulated and then marked with ~."""

    edge: str
    risk: str
    deviation: str
    wins: str
    mean: str
    cost: float  # the edge as a number, by which lists are sorted


HEADS = ("Edge", "Risk", "Deviation", "Wins")


def figures_of(priced: PricedHouse, wager: str) -> Figures | None:
    """The figures of a wager; None where it has neither a price nor what stands in for one."""
    made, price = priced.stand_ins.get(wager), priced.price.wagers.get(wager)
    if made is not None:
        cost = -made.mean.value
        mean = minus(f"simulated: {made.mean.low:+.5f} to {made.mean.high:+.5f}")
        edge, wins = minus(f"~{cost:.3%}"), f"~{made.found.wins.value:.2%}"
        return Figures(edge, "–", f"~{made.stdev:.3f}", wins, mean, cost)
    if price is None:
        return None
    edge, risk = (minus(f"{float(each):.4%}") for each in (price.house_edge, price.element_of_risk))
    spread = deviation_of(priced, price), wins_of(priced, price)
    return Figures(edge, risk, *spread, minus(price.ev), float(price.house_edge))


def deviation_of(priced: PricedHouse, price: Price) -> str:
    """The deviation of a price, marked where it is simulated."""
    made = priced.left_out.get(price.wager)
    if made is None or made.stdev is None:
        return figure(price.known_stdev, ".2f" if price.wager == "combined" else ".4f")
    return f"~{made.stdev.value:.3f}"


def wins_of(priced: PricedHouse, price: Price) -> str:
    """How often a price wins, marked where it is simulated."""
    made = priced.left_out.get(price.wager)
    return figure(price.known_win_frequency, ".3%") if made is None else f"~{made.found.wins.value:.2%}"


def why_simulated(priced: PricedHouse, *, several: bool = False) -> Lines:
    """Why something was simulated, and how; with the name of the house where several are shown."""
    game = priced.game
    for name, made in priced.left_out.items():
        label = "the whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{label} of {game.sheet.name}" if several else label
        yield f"\n{win_frequency_words(label, made, game.players)} --exact-only leaves it out."
    for name, each in priced.stand_ins.items():
        label = "The whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{game.sheet.name}: {label}" if several else label
        yield f"\n{stand_in_words(label, each, game.players)} --exact-only leaves it out."


def simulated_mark(priced: Priced) -> str:
    """What the mark of simulated figures means, where there are any."""
    return "; ~ simulated" if any(each.stand_ins or each.left_out for each in priced) else ""


# --- `pitboss odds --compare`: some houses side by side, or more of them as lists, best first.

Priced = Sequence[PricedHouse]
Cell = tuple[float | None, str]  # what it is worth to the player (None: not compared), and its text
MOST_BESIDE = 6  # houses that stand side by side


def side_by_side(priced: Priced, strategy: str) -> Lines:
    """The houses as columns; the best figure of each row for the player is marked."""
    yield (
        f"{strategy.capitalize()} play; edges per unit of the wager; * best of its row for the player"
        f"{simulated_mark(priced)}.\n"
    )
    sheets = [each.game.sheet for each in priced]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.wagers if name != "ante")
    sides: list[tuple[str, list[Cell]]] = []
    for name in names:
        label = next(sheet.label(name) for sheet in sheets if name in sheet.wagers)
        cells = [_edge(each, name) if name in each.game.sheet.wagers else (None, "") for each in priced]
        sides.append((label, cells))
    parts: dict[str, list[tuple[str, list[Cell]]]] = {
        "Main game": _main_game(priced),
        "Side wagers, house edge": sides,
        "The table": [(label, [(None, fact(each.game)) for each in priced]) for label, fact in _FACTS],
    }
    rows: list[list[str | Text]] = []
    for head, lines in parts.items():
        rows += [[]] if rows else []
        rows.append([Text(head, style="bold"), *[""] * len(priced)])
        rows += [[f" {label}", *_marked(cells)] for label, cells in lines]
    heads = ["", *("\n".join(sheet.name.rsplit(" ", 1)) for sheet in sheets)]
    made = grid(heads, rows, right=range(1, len(heads)), gap=1)
    for column in made.columns[1:]:
        column.vertical = "bottom"
    yield made
    for house in priced:
        sheet = house.game.sheet
        yield from why_simulated(house, several=True)
        for name, each in house.price.wagers.items():
            if each.ev > 0:
                favours = f"{sheet.name}: {sheet.label(name)} favours the player by"
                yield f"\n{favours} {float(each.ev):.4%} of the wager, exactly {each.ev}."
        yield from (
            f"{sheet.name}: {text}" for text in (*price_notes(sheet, house.price), *sheet.disclosures)
        )


def _main_game(priced: Priced) -> list[tuple[str, list[Cell]]]:
    main = [(each, each.price.wagers.get("ante")) for each in priced]
    none: Cell = (None, "–")
    return [
        ("House edge", [_edge(each, "ante") for each in priced]),
        ("Element of risk", [_percent(-price.element_of_risk, -1) if price else none for _, price in main]),
        ("Net wins", [_wins(each, price) if price else none for each, price in main]),
        ("Folds", [(None, figure(_folds(each.game, price), ".4%")) for each, price in main]),
        (
            "Bet per round, in Antes",
            [(None, figure(price.risked if price else None, ".4f")) for _, price in main],
        ),
        (
            "Deviation, in Antes",
            [(None, deviation_of(each, price)) if price else none for each, price in main],
        ),
    ]


def _marked(cells: Sequence[Cell]) -> Iterator[Text]:
    """The cells of a row, the best for the player marked."""
    worth = [value for value, _ in cells if value is not None]
    best = max(worth) if len(worth) > 1 and min(worth) != max(worth) else None
    for value, text in cells:
        yield Text(f"*{text}", style="bold green") if best is not None and value == best else Text(text)


def _edge(priced: PricedHouse, wager: str) -> Cell:
    """The edge of a wager; one that is simulated is not compared."""
    found = figures_of(priced, wager)
    if found is None:
        return None, "not priced"
    return None if wager in priced.stand_ins else -found.cost, found.edge


def _wins(priced: PricedHouse, price: Price) -> Cell:
    """How often the main game wins; where that is simulated it is not compared."""
    if "ante" in priced.left_out or price.known_win_frequency is None:
        return None, wins_of(priced, price)
    return _percent(price.known_win_frequency)


def _percent(worth: Fraction, sign: int = 1) -> Cell:
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
    return f"below {draw.below.text.replace('_', ' ')}" if draw.when == "below" else draw.when


_FACTS: tuple[tuple[str, Callable[[Game], str]], ...] = (
    ("Dealer qualifies with", _qualifies),
    ("Dealer's cards up", lambda game: str(game.sheet.dealer.shows)),
    ("Dealer draws", _draws),
    ("Player may draw", lambda game: "one card" if game.sheet.player.draws else "no"),
    ("Banked by", lambda game: "a player" if game.sheet.bank else "the house"),
)


def best_first(priced: Priced, strategy: str) -> Lines:
    """The main games, and the wagers of each name, in the order of what they cost the player."""
    yield (
        f"{len(priced)} games, {strategy} play; all per unit of the wager; best for the player first"
        f"{simulated_mark(priced)}.\n"
    )
    names = dict.fromkeys(name for each in priced for name in each.game.sheet.wagers)
    rows: list[Sequence[str | Text]] = []
    for name in ("ante", *(name for name in names if name != "ante")):
        group = [(each.game.sheet, found) for each in priced if (found := figures_of(each, name))]
        labels = " or ".join(dict.fromkeys(sheet.label(name) for sheet, _ in group))
        group.sort(key=lambda each: (each[1].cost, each[0].name))
        rows += [[]] if rows else []
        rows.append([Text("Main game" if name == "ante" else labels, style="bold"), *HEADS])
        rows += [(f" {sheet.name}", *found[:4]) for sheet, found in group]
    yield grid([""] * 5, rows, right=range(1, 5))
    for house in priced:
        yield from why_simulated(house, several=True)


def published_beside_exact(found: Sequence[tuple[Game, Sequence[Reproduced]]]) -> Lines:
    """What was published about some games, beside what their rules give."""
    rows: list[Sequence[str | Text]] = []
    errors: list[str] = []
    for game, figures in found:
        if figures:
            heads = ("", "") if rows else ("Published", "Exact")
            rows.append((Text(game.sheet.name, style="bold"), *heads, ""))
        for each in figures:
            verdict = "agrees" if each.agrees else "errs" if each.published.errs else "differs"
            rows.append((f" {_named(game, each)}", minus(each.published.says), each.shown, verdict))
            if each.published.errs:
                errors.append(f"\n{game.sheet.name}, {_named(game, each)}: {each.published.errs}")
    if rows:
        yield ""
        yield grid([""] * 4, rows, right=(1, 2))
    yield from errors


def _named(game: Game, each: Reproduced) -> str:
    """`Pair Plus, house edge`, with what it is taken at where that is not usual."""
    published = each.published
    text = f"{game.sheet.label(published.wager)}, {published.figure}"
    if published.strategy != "optimal":
        text += f", {published.strategy}"
    if published.players > 1:
        text += f", {published.players} players"
    return text if published.meter is None else f"{text}, meter {dollars(published.meter)}"
