"""What `pitboss odds` and `pitboss bank` answer by simulation where nothing exact is within reach."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pitboss.cli.options import console, parse_plan
from pitboss.cli.progress import SimulationProgress
from pitboss.errors import Refusal
from pitboss.money import Cents, figure, minus

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds import Game, Price, SheetPrice
    from pitboss.sim.stand_in import LeftOut, StandIn


class PricedHouse(NamedTuple):
    """A house with its exact prices, what stands in where there is none, and for what prices leave out."""

    game: Game
    price: SheetPrice
    stand_ins: Mapping[str, StandIn]
    left_out: Mapping[str, LeftOut] = {}

    def as_json(self, found: dict[str, Any]) -> dict[str, Any]:
        """The answer of its exact prices, with the entries of what was simulated."""
        for name, part in self.left_out.items():
            entry = found["wagers"][name] if name in found["wagers"] else found[name]
            entry |= part.as_json()
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
    part = priced.left_out.get(price.wager)
    if part is None or part.stdev is None:
        return figure(price.known_stdev, ".2f" if price.wager == "combined" else ".4f")
    return f"~{part.stdev.value:.3f}"


def wins_of(priced: PricedHouse, price: Price) -> str:
    """How often a price wins, marked where it is simulated."""
    part = priced.left_out.get(price.wager)
    return figure(price.known_win_frequency, ".3%") if part is None else f"~{part.found.wins.value:.2%}"


def print_stand_ins(priced: PricedHouse, *, several: bool = False) -> None:
    """Why something was simulated, and how; where several houses are told of, whose it is."""
    if not priced.stand_ins and not priced.left_out:
        return
    from pitboss.report.notes import stand_in_words, win_frequency_words

    out, game = console(), priced.game
    for name, part in priced.left_out.items():
        label = "the whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{label} of {game.sheet.name}" if several else label
        out.print(f"\n{win_frequency_words(label, part, game.players)} --exact-only leaves it out.")
    for name, each in priced.stand_ins.items():
        label = "The whole bet" if name == "combined" else game.sheet.label(name)
        label = f"{game.sheet.name}: {label}" if several else label
        out.print(f"\n{stand_in_words(label, each, game.players)} --exact-only leaves it out.")


def simulate_bank(
    game: Game, seats: Sequence[Mapping[str, Cents]], stake: Cents, strategy: str, why: str, *, as_json: bool
) -> None:
    """A bank with more seats than are counted at once: simulated, sharpened by the exact full cover."""
    from pitboss.cli.simulated import print_report
    from pitboss.odds.not_priced import COUNTED_TOGETHER, joint_reach
    from pitboss.sim import Question, SimSeat, exact_control, figures, run_rounds, setup
    from pitboss.sim.run_figures import as_json as plain
    from pitboss.sim.stand_in import CONFIDENCE, ROUNDS, SEED

    places = tuple(SimSeat(dict(each), parse_plan(game, strategy, each), strategy) for each in seats)
    question = Question(game.table, places, stake=stake)
    made, control = setup(question), exact_control(question)
    with SimulationProgress(ROUNDS) as progress:
        totals = run_rounds(made, SEED, ROUNDS, progress=progress.step)
    found = figures(made, totals, CONFIDENCE, control)
    if as_json:
        told = {"house": game.sheet.id, "strategy": strategy, "why": why, "simulated": plain(totals, found)}
        typer.echo(json.dumps(told))
        return
    refused = joint_reach(game.dealing, seats, COUNTED_TOGETHER)
    instead = "refuses instead" if refused else "counts it, in minutes"
    console().print(f"{why}. So it is simulated; --exact-only {instead}.\n")
    print_report(made, totals, found)
