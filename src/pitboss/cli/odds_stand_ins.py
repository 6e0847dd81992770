"""What `pitboss odds` and `pitboss bank` answer by simulation where nothing exact is within reach."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pitboss.cli.options import console, parse_plan
from pitboss.cli.simulate_progress import SimulationProgress
from pitboss.money import Cents, minus
from pitboss.round.refusal import Refusal

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds import Game, SheetPrice
    from pitboss.sim.stand_in import StandIn


class PricedHouse(NamedTuple):
    """A house with its exact prices, and what stands in where there is none."""

    game: Game
    price: SheetPrice
    stand_ins: Mapping[str, StandIn]

    def as_json(self, found: dict[str, Any]) -> dict[str, Any]:
        """The answer of its exact prices, with the entries of what was simulated."""
        for name, each in self.stand_ins.items():
            if name in self.game.sheet.wagers:
                found["wagers"][name] = each.as_json()
            else:
                found[name] = each.as_json()
        return found


def with_stand_ins(
    game: Game, price: SheetPrice, strategy: str, bets: Mapping[str, Cents] | None
) -> PricedHouse:
    """What has no exact price is simulated; what cannot be simulated either stays refused."""
    if not price.refused:
        return PricedHouse(game, price, {})
    from pitboss.sim.stand_in import ROUNDS, stand_in_for_bet, stand_in_for_wager

    found: dict[str, StandIn] = {}
    refused: dict[str, str] = {}
    for name, why in price.refused.items():
        try:
            with SimulationProgress(ROUNDS) as progress:
                if name in game.sheet.wagers:
                    plan = partial(parse_plan, game, strategy, progress=progress.plan)
                    found[name] = stand_in_for_wager(game, name, why, plan, progress.step)
                else:
                    plan = partial(parse_plan, game, "optimal", progress=progress.plan)
                    found[name] = stand_in_for_bet(game, bets or {}, why, plan, progress.step)
        except Refusal:
            refused[name] = why
    return PricedHouse(game, replace(price, refused=refused), found)


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


def print_stand_ins(priced: PricedHouse, *, several: bool = False) -> None:
    """Why something was simulated, and how; where several houses are told of, whose it is."""
    if not priced.stand_ins:
        return
    from pitboss.sim.stand_in import CONFIDENCE, SEED

    out, game = console(), priced.game
    for each in priced.stand_ins.values():
        whole = each.wager == "combined"
        label = "The whole bet" if whole else game.sheet.label(each.wager)
        label = f"{game.sheet.name}: {label}" if several else label
        unit = " cents" if whole else ""
        rounds = f"{each.found.sample.size:,} rounds"
        seat = f"seat {game.seat or 1} of {game.players}, " if game.players > 1 else ""
        out.print(
            f"\n{label} is simulated: {seat}{rounds}, seed {SEED}, interval of {CONFIDENCE:.0%}"
            + minus(f" {each.mean.low:+.5f} to {each.mean.high:+.5f}{unit}, {each.mean.width:.5f} wide.")
            + f" {each.why}. --exact-only leaves it out."
        )


def simulate_bank(
    game: Game, seats: Sequence[Mapping[str, Cents]], stake: Cents, strategy: str, why: str, *, as_json: bool
) -> None:
    """A bank with more seats than are counted at once: simulated, sharpened by the exact full cover."""
    from pitboss.cli.simulate_report import print_report
    from pitboss.odds.reach import COUNTED_TOGETHER, joint_reach
    from pitboss.sim import Question, SimSeat, exact_control, figures, run_rounds, setup
    from pitboss.sim.json_form import as_json as plain
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
