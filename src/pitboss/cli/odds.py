"""`pitboss odds`: the exact price of a house's wagers, of one house or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from rich.padding import Padding
from rich.text import Text
from typer import Argument, Option

from pitboss import report
from pitboss.cli import options
from pitboss.cli.output import Lines, count_rounds, draw, grid, progress_bar, show
from pitboss.money import Cents, about_dollars, dollars, figure, minus
from pitboss.odds import Game, Price
from pitboss.odds import how as how_of
from pitboss.odds.house_prices import reproduce_all
from pitboss.odds.prices import PACE
from pitboss.odds.work import part
from pitboss.report.notes import (
    favour_words,
    hour_words,
    left_out_words,
    percent,
    play_words,
    price_notes,
    stand_in_words,
    usual_stakes,
    win_frequency_words,
)
from pitboss.round import Refusal, open_table
from pitboss.text import all_of

if TYPE_CHECKING:
    from pitboss.odds import SheetPrice
    from pitboss.odds.house_prices import Reproduced
    from pitboss.sheet import Sheet
    from pitboss.sim.simulated import Simulated


CSV_COLUMNS = (
    *("house", "wager", "label", "ev", "house_edge", "element_of_risk", "stdev", "win_frequency"),
    *("outcomes", "refused", "simulated", "mean_low", "mean_high", "seed", "rounds"),
)


def odds_command(
    house: Annotated[
        list[str],
        Argument(
            metavar="HOUSE…",
            autocompletion=options.houses_starting,
            help="A house, a sheet file, or with --compare several or a folder.",
        ),
    ],
    compare: Annotated[bool, Option("--compare", help="Put several houses side by side.")] = False,
    strategy: options.Strategy = "optimal",
    bets: options.Bets = None,
    players: Annotated[int, Option(help="Players at the table, for envy.")] = 1,
    meter: options.Meter = None,
    seat: options.Seat = None,
    how: options.How = False,
    plot: options.Plot = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    exact_only: options.ExactOnly = False,
    sets: options.Sets = None,
) -> None:
    """Say what every bet of a house costs, exactly: edge, risk, deviation, how often it wins.

    \b
    Examples:
      pitboss odds rivers --bets ante=10$,pair_plus=5$
      pitboss odds rivers --players 5 --meter 1500000
      pitboss odds --compare pechanga atlantic-city napa-valley shine rivers
      pitboss odds --compare examples/catalogue
    """
    from pitboss.odds import NotPriced

    names = [name for each in house for name in options.sheets_named(each)]
    if len(names) > 1 and not compare:
        raise Refusal("house", f"{len(names)} houses were given: add --compare to put them side by side")
    tables = [open_table(options.find_sheet(each, sets)) for each in names]
    what = f"{len(names)} houses" if compare else tables[0].sheet.name
    priced = []
    with progress_bar(f"Pricing {what}") as progress:
        for number, table in enumerate(tables):
            # A meter is a house's own: beside others, those that have none are priced without.
            game = Game(table, players, None if compare and table.sheet.meter is None else meter, seat)
            mine = part(progress, number, len(tables))
            priced.append(
                PricedHouse(game, game.price_all(options.parse_strategy(game, strategy), bets, mine))
            )
            if progress is not None:
                progress(number + 1, len(tables))
    if not exact_only:
        # Side by side only the main game and the whole bet have a column for what prices leave out.
        brief = compare and len(priced) <= MOST_BESIDE and not (as_json or as_csv)
        wanted = ("ante", "combined") if brief else None
        priced = [with_stand_ins(each.game, each.price, strategy, bets, wanted) for each in priced]
    for found in priced:
        if not (found.price.wagers or found.stand_ins):
            raise NotPriced(next(iter(found.price.refused.values())))
    drawn = [(found.game.sheet, found.price) for found in priced]
    simulated = [found.stand_ins for found in priced]
    draw(plot, lambda: report.odds_figure(drawn, _method(strategy, players, meter), simulated))

    def text() -> Lines:
        if compare:
            yield from best_and_dearest(priced, strategy)
            yield from (side_by_side if len(priced) <= MOST_BESIDE else best_first)(priced, bets or {})
        else:
            yield from _house(priced[0], strategy, bets or {})
        yield from published_beside_exact(priced)
        for each in priced if how else ():
            yield from _how(each)

    def answer() -> dict[str, Any]:
        found = [each.as_json(how=how) for each in priced]
        return {"houses": found} if compare else found[0]

    show(answer, text, as_json=as_json, as_csv=as_csv, rows=lambda: _csv_rows(priced))


def _method(strategy: str, players: int, meter: int | None) -> str:
    """How it was priced, for the head of a picture."""
    parts = [f"{strategy} play", f"{players} players" if players > 1 else ""]
    return ", ".join(filter(None, [*parts, "" if meter is None else f"meter {dollars(meter)}"]))


def _csv_rows(priced: Priced) -> Iterator[Sequence[object]]:
    """What a row has no figure for stays empty; `simulated` says why a row is, and its interval follows."""
    yield CSV_COLUMNS
    for each in priced:
        rows = {name: price.as_json() for name, price in each.entries}
        rows |= {name: {**rows[name], **made.row()} for name, made in each.left_out.items()}
        rows |= {name: made.row() for name, made in each.stand_ins.items()}
        rows |= {name: {"refused": why} for name, why in each.price.refused.items()}
        for name, row in rows.items():
            label = "The whole bet, in cents" if name == "combined" else each.label(name)
            cells = {"house": each.price.house, "wager": name, "label": label, **row}
            yield [*map(cells.get, CSV_COLUMNS)]


def _house(priced: PricedHouse, strategy: str, bets: Mapping[str, Cents]) -> Lines:
    game, price, sheet = priced.game, priced.price, priced.game.sheet
    names = [*price.wagers, *(name for name in (*priced.stand_ins, *price.refused) if name in sheet.wagers)]
    found = {name: figures_of(priced, name) for name in names}
    costs = {name: each.cost for name, each in found.items() if each and name not in sheet.beside_ante}
    yield f"{sheet.name} {play_words(strategy)}: {' '.join(_headline(priced, bets, costs))}\n"
    rows, good = list[Sequence[str | Text]](), favoured(priced)
    for name, each in found.items():
        label = sheet.label(name) if name not in good else Text(f"{sheet.label(name)} *", "bold green")
        rows.append((label, *(each or ("not priced", *["–"] * 4))[:5]))
    yield grid(("Wager", *HEADS, "Exact mean"), rows, right=range(1, 5))
    yield f"\n{COLUMNS.format(play=sheet.play.label)}{simulated_mark([priced])}."
    if costs and not bets:
        yield f"\n{hour_words(game, costs)}"
    yield from favours_of(priced, mark="* ")
    if price.combined is not None:
        whole = price.combined
        mean = minus(f"{float(whole.ev):+.4f} cents a round (exactly {whole.ev})")
        bet, spread = sheet.bet_text(bets), deviation_of(priced, whole)
        yield f"\nThe whole bet, {bet}: {mean}, deviation {spread}, wins {wins_of(priced, whole)}."
    yield from why_simulated(priced)
    yield from (f"\n{text}" for text in (*price_notes(game, price), *sheet.disclosures))


def _headline(priced: PricedHouse, bets: Mapping[str, Cents], costs: Mapping[str, float]) -> Iterator[str]:
    """What the whole bet or else the main game costs, and which bet costs most."""
    sheet, whole = priced.game.sheet, mean_of_bet(priced)
    if whole is not None:
        verb = "costs" if whole <= 0 else "earns you"
        an_hour = f"{about_dollars(PACE * whole)} an hour ({PACE} rounds)"
        yield f"{sheet.bet_text(bets)} {verb} {about_dollars(whole)} a round on average, {an_hour}."
    elif "ante" not in costs:
        yield f"the {sheet.label('ante')} has no exact price here."
    else:
        stake = usual_stakes(priced.game)["ante"]
        verb = "costs" if costs["ante"] >= 0 else "earns you"
        money = f"{about_dollars(costs['ante'] * stake)} on {dollars(stake)}"
        yield f"the {sheet.label('ante')} {verb} {percent(costs['ante'])} on average, {money}."
    among = {name: cost for name, cost in costs.items() if whole is None or name in bets}
    if len(among) > 1 and (most_ := max(among.values())) > 0:
        labels = all_of(sheet.label(name) for name, cost in among.items() if cost == most_)
        yield f"The dearest bet is {labels}, {percent(most_)}."


def mean_of_bet(priced: PricedHouse) -> float | None:
    """The mean of --bets in cents, exact or simulated."""
    if priced.price.combined is not None:
        return float(priced.price.combined.ev)
    return priced.stand_ins["combined"].mean.value if "combined" in priced.stand_ins else None


def favoured(priced: PricedHouse) -> dict[str, Fraction | float]:
    """The bets that favour the player and by how much; of simulated ones those that surely do."""
    exact = {name: each.ev for name, each in priced.price.wagers.items() if each.ev > 0}
    return exact | {name: each.mean.value for name, each in priced.stand_ins.items() if each.mean.low > 0}


def favours_of(priced: PricedHouse, *, mark: str = "") -> Lines:
    """Each bet that favours the player, in a sentence."""
    for name, mean in favoured(priced).items():
        yield f"\n{mark}{favour_words(priced.label(name), mean)}"


def _how(priced: PricedHouse) -> Lines:
    """How each price came, wrapped below its own head."""
    for _, each in priced.entries:
        found = how_of(priced.game, each)
        yield f"\n{priced.game.sheet.name}, {found.label}"
        if found.bet:
            yield _below(f"Bet: {found.bet}")
        yield _below(f"Outcomes: {found.space}")
        rows = (
            (minus(net), f"{count:,}", minus(net * count), f"{count / each.outcomes:.6%}")
            for net, count in found.counts.items()
        )
        if found.counts:
            yield grid(("Net", "Count", "Net x count", "Probability"), rows, right=range(4), gap=4)
        for line in found.formulas:
            yield _below(f"{line.name} = {line.made}")
            yield _below(f"= {line.value}", 4)
        yield from (_below(f"{clause}: {says}") for clause, says in found.clauses.items())


def _below(text: str, left: int = 2) -> Padding:
    return Padding(text, (0, 0, 0, left), expand=False)


# --- What `pitboss odds` and `pitboss par` answer by simulation where nothing exact is within reach.


class PricedHouse(NamedTuple):
    """A house with its exact prices, and what was simulated where they are missing or incomplete."""

    game: Game
    price: SheetPrice
    stand_ins: Mapping[str, Simulated] = {}
    left_out: Mapping[str, Simulated] = {}

    @property
    def entries(self) -> list[tuple[str, Price]]:
        """Every exact price, with that of the whole bet last."""
        whole = [("combined", self.price.combined)] if self.price.combined is not None else []
        return [*self.price.wagers.items(), *whole]

    def label(self, name: str) -> str:
        """How a wager is called, or the whole bet."""
        return "The whole bet" if name == "combined" else self.game.sheet.label(name)

    def as_json(self, *, how: bool) -> dict[str, Any]:
        """The answer of its exact prices, with what was simulated and what was published."""
        found = self.price.as_json()
        wagers = found["wagers"]
        if how:
            for name, price in self.entries:
                (wagers[name] if name in wagers else found[name])["how"] = how_of(self.game, price).as_json()
        for name, made in self.left_out.items():
            (wagers[name] if name in wagers else found[name]).update(made.as_json())
        for name, each in self.stand_ins.items():
            (wagers if name in self.game.sheet.wagers else found)[name] = each.as_json()
        if published := reproduce_all(self.game.sheet):
            found["published"] = [figure.as_json() for figure in published]
        return found


def with_stand_ins(
    game: Game,
    price: SheetPrice,
    strategy: str,
    bets: Mapping[str, Cents] | None,
    wanted: Sequence[str] | None = None,
) -> PricedHouse:
    """What has no exact price is simulated, and what prices leave out; else it stays refused, or left out.

    `wanted` names the prices of which it matters what they leave out, if not all are.
    """
    exact = PricedHouse(game, price)
    exact = exact._replace(left_out=_simulate_left_out(exact, strategy, bets, wanted))
    if not price.refused:
        return exact
    from pitboss.sim.quick_plans import near_plan
    from pitboss.sim.simulated import ROUNDS, Effort, PlanWithin, stand_in

    alone = Game(game.table, meter=game.meter)
    found: dict[str, Simulated] = {}
    for name, why in price.refused.items():
        whole = name not in game.sheet.wagers
        chosen = "optimal" if whole else strategy
        with suppress(Refusal), progress_bar(f"Simulating {exact.label(name)}") as step:
            plans = PlanWithin(
                partial(options.parse_plan, game, chosen, progress=step),
                partial(options.parse_plan, alone, chosen, progress=step),
                partial(near_plan, game),
            )
            effort = Effort(count_rounds(step, ROUNDS))
            found[name] = stand_in(game, name, why, plans, effort, (bets or {}) if whole else None)
    refused = {name: why for name, why in price.refused.items() if name not in found}
    return exact._replace(price=replace(price, refused=refused), stand_ins=found)


def _simulate_left_out(
    priced: PricedHouse, strategy: str, bets: Mapping[str, Cents] | None, wanted: Sequence[str] | None
) -> dict[str, Simulated]:
    """What exact prices leave out; what cannot be simulated stays left out."""
    game, found = priced.game, dict[str, Any]()
    entries = [each for name, each in priced.entries if wanted is None or name in wanted]
    short = [each for each in entries if each.moments is not None]
    if not short:
        return found
    from pitboss.sim.simulated import ROUNDS, Company, left_out

    alone = Game(game.table)
    for each in short:
        name, why = each.wager, left_out_words(each) or ""
        with suppress(Refusal), progress_bar(f"Simulating {priced.label(name)}") as step:
            plans = Company(
                partial(options.parse_plan, game, strategy if name == "ante" else "optimal", progress=step),
                partial(options.parse_plan, alone, "optimal", alone.stakes_of("ante"), progress=step),
            )
            progress = count_rounds(step, ROUNDS)
            found[name] = left_out(game, each, why, plans, progress, bets if name == "combined" else None)
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
COLUMNS = (
    "Edge: average loss per unit bet. Risk: per unit of all bets, {play} too. Deviation: of one round. "
    "Wins: rounds that end ahead. Exact mean: a unit's gain"
)


def figures_of(priced: PricedHouse, wager: str) -> Figures | None:
    """The figures of a wager; None where it has no price, exact or simulated."""
    made, price = priced.stand_ins.get(wager), priced.price.wagers.get(wager)
    if made is not None:
        cost = -made.mean.value
        mean = minus(f"{made.mean.low:+.5f} to {made.mean.high:+.5f}")
        edge, wins = minus(f"~{cost:.3%}"), f"~{made.found.wins.value:.2%}"
        return Figures(edge, "–", f"~{made.figures()['stdev'].value:.3f}", wins, mean, cost)
    if price is None:
        return None
    edge, risk = (minus(f"{float(each):.4%}") for each in (price.house_edge, price.element_of_risk))
    spread = deviation_of(priced, price), wins_of(priced, price)
    return Figures(edge, risk, *spread, minus(price.ev), float(price.house_edge))


def deviation_of(priced: PricedHouse, price: Price) -> str:
    """The deviation of a price, marked where it is simulated."""
    made = priced.left_out.get(price.wager)
    spread = {} if made is None else made.figures()
    if "stdev" not in spread:
        return figure(price.known_stdev, ".2f" if price.wager == "combined" else ".4f")
    return f"~{spread['stdev'].value:.3f}"


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
        label = f"{game.sheet.name}: {priced.label(name)}" if several else priced.label(name)
        yield f"\n{stand_in_words(label, each, game.players)} --exact-only leaves it out."


def simulated_mark(priced: Priced) -> str:
    """What the mark of simulated figures means, where there are any."""
    return "; ~ simulated" if any(each.stand_ins or each.left_out for each in priced) else ""


# --- `pitboss odds --compare`: some houses side by side, or more of them as lists, best first.

Priced = Sequence[PricedHouse]
Cell = tuple[float | None, str]  # what it is worth to the player (None: not compared), and its text
MOST_BESIDE = 6  # houses side by side


def best_and_dearest(priced: Priced, strategy: str) -> Lines:
    """Which main game is best for the player, and which bet of all is the worst."""
    costs = [
        (found.cost, name, each.game.sheet)
        for each in priced
        for name in each.game.sheet.wagers
        if (found := figures_of(each, name))
    ]
    if not costs:
        return
    best = min((cost for cost, name, _ in costs if name == "ante"), default=None)
    worst = max(cost for cost, _, _ in costs)
    text = f"{play_words(strategy)} "
    if best is not None:
        sheets = [sheet for cost, name, sheet in costs if name == "ante" and cost == best]
        where, ante = all_of(sheet.name for sheet in sheets), sheets[0].label("ante")
        verb = "costs" if best >= 0 else "earns you"
        text += f"the best main game is at {where}: the {ante} {verb} {percent(best)} on average. "
    dearest = all_of(f"{sheet.label(name)} at {sheet.name}" for cost, name, sheet in costs if cost == worst)
    yield f"{text[0].upper()}{text[1:]}The dearest bet is {dearest}, {percent(worst)}.\n"


def side_by_side(priced: Priced, bets: Mapping[str, Cents]) -> Lines:
    """The houses as columns; the best figure of each row for the player is marked."""
    mark = simulated_mark(priced)
    yield f"Edges are per unit of the wager; * is the best of its row for the player{mark}.\n"
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
        **({f"The whole bet, {sheets[0].bet_text(bets)}": _whole_bet(priced)} if bets else {}),
        "The table": [(label, [(None, fact(each)) for each in sheets]) for label, fact in _FACTS.items()],
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
        yield from favours_of(house, mark=f"{sheet.name}: ")
        yield from (
            f"{sheet.name}: {text}" for text in (*price_notes(house.game, house.price), *sheet.disclosures)
        )


def _whole_bet(priced: Priced) -> list[tuple[str, list[Cell]]]:
    """The rows of --bets, in cents a round."""
    rows: dict[str, Callable[[PricedHouse, Price], Cell]] = {
        "Mean, in cents": lambda each, price: (float(price.ev), minus(f"{float(price.ev):+.2f}")),
        "Deviation, in cents": lambda each, price: (None, deviation_of(each, price)),
        "Net wins": lambda each, price: (None, wins_of(each, price)),
    }
    whole = [(each, each.price.combined) for each in priced]
    return [
        (label, [cell(each, price) if price else (None, "–") for each, price in whole])
        for label, cell in rows.items()
    ]


def _main_game(priced: Priced) -> list[tuple[str, list[Cell]]]:
    """The rows of the main game; where it has no price there is a dash."""
    rows: dict[str, Callable[[PricedHouse, Price], Cell]] = {
        "Element of risk": lambda each, price: _percent(-price.element_of_risk, -1),
        "Net wins": _wins,
        "Folds": lambda each, price: (None, figure(_folds(each.game, price), ".4%")),
        "Bet per round, in Antes": lambda each, price: (None, figure(price.risked, ".4f")),
        "Deviation, in Antes": lambda each, price: (None, deviation_of(each, price)),
    }
    main = [(each, each.price.wagers.get("ante")) for each in priced]
    return [
        ("House edge", [_edge(each, "ante") for each in priced]),
        *(
            (label, [cell(each, price) if price else (None, "–") for each, price in main])
            for label, cell in rows.items()
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


def _folds(game: Game, price: Price) -> float | None:
    """The share of deals in which Play is not bet."""
    if game.sheet.play.raises is not None:
        return None
    before = 1 + sum(game.sheet.beside_ante.values())
    return float(1 - (price.risked - before) / game.sheet.play.times)


def _draws(sheet: Sheet) -> str:
    draw = sheet.dealer.draw
    return f"below {draw.below.text.replace('_', ' ')}" if draw.when == "below" else draw.when


_FACTS: Final[Mapping[str, Callable[[Sheet], str]]] = {
    "Dealer qualifies with": lambda sheet: (
        "always" if sheet.dealer.qualifier.always else sheet.dealer.qualifier.hand
    ),
    "Dealer's cards up": lambda sheet: str(sheet.dealer.shows),
    "Dealer draws": _draws,
    "Player may draw": lambda sheet: "one card" if sheet.player.draws else "no",
    "Banked by": lambda sheet: "a player" if sheet.bank else "the house",
}


def best_first(priced: Priced, bets: Mapping[str, Cents]) -> Lines:
    """The main games, and the wagers of each name, in the order of what they cost the player."""
    yield (
        f"{len(priced)} games; all figures per unit of the wager, best for the player first; * favours the "
        f"player{simulated_mark(priced)}.\n"
    )
    names = dict.fromkeys(name for each in priced for name in each.game.sheet.wagers)
    rows: list[Sequence[str | Text]] = []
    for name in ("ante", *(name for name in names if name != "ante")):
        group = [(each.game.sheet, found) for each in priced if (found := figures_of(each, name))]
        labels = " or ".join(dict.fromkeys(sheet.label(name) for sheet, _ in group))
        group.sort(key=lambda each: (each[1].cost, each[0].name))
        rows += [[]] if rows else []
        rows.append([Text("Main game" if name == "ante" else labels, style="bold"), *HEADS])
        rows += [(f" {sheet.name}{' *' * (found.cost < 0)}", *found[:4]) for sheet, found in group]
    yield grid([""] * 5, rows, right=range(1, 5))
    for house in priced:
        yield from why_simulated(house, several=True)


def published_beside_exact(priced: Priced) -> Lines:
    """What was published about some games, beside what their rules give."""
    rows: list[Sequence[str | Text]] = []
    errors: list[str] = []
    for sheet in (house.game.sheet for house in priced):
        heads = ("", "", "") if rows else ("Published", "Exact", "")
        for number, each in enumerate(reproduce_all(sheet)):
            if not number:
                rows.append((Text(sheet.name, style="bold"), *heads))
            verdict = "agrees" if each.agrees else "errs" if each.published.errs else "differs"
            rows.append((f" {_named(sheet, each)}", minus(each.published.says), each.shown, verdict))
            if each.published.errs:
                errors.append(f"\n{sheet.name}, {_named(sheet, each)}: {each.published.errs}")
    if rows:
        yield ""
        yield grid([""] * 4, rows, right=(1, 2))
    yield from errors


def _named(sheet: Sheet, each: Reproduced) -> str:
    """`Pair Plus, house edge`, with what it is taken at where that is not usual."""
    published = each.published
    text = f"{sheet.label(published.wager)}, {published.figure}"
    if published.strategy != "optimal":
        text += f", {published.strategy}"
    if published.players > 1:
        text += f", {published.players} players"
    return text if published.meter is None else f"{text}, meter {dollars(published.meter)}"
