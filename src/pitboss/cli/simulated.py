"""A simulation as people read it: figures with their intervals, and exact beside simulated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pitboss.cli.options import console, parse_plan
from pitboss.cli.progress import SimulationProgress
from pitboss.errors import Refusal
from pitboss.messages.rules import figure_words, line_end_words, verdict_words
from pitboss.money import MINUS, Cents, figure, minus

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds import Game, Price, SheetPrice
    from pitboss.sim import Confirmation, Figures, Setup, Totals
    from pitboss.sim.confirmation import Comparison
    from pitboss.sim.intervals import Estimate
    from pitboss.sim.run_figures import SeatFigures, WagerFigures
    from pitboss.sim.stand_in import LeftOut, StandIn


# --- What `pitboss odds` and `pitboss bank` answer by simulation where nothing exact is within reach.


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


WORST = 12  # comparisons that are listed


def print_report(made: Setup, totals: Totals, found: Figures) -> None:
    """Everything but the confirmation."""
    from pitboss.sim import best_engine

    question, sheet, out = made.question, made.question.table.sheet, console()
    seats = f"{len(found.seats)} seat{'' if len(found.seats) == 1 else 's'}"
    out.print(f"{sheet.name}: {sheet.game}, {seats}, {totals.rounds:,} rounds dealt by chance.")
    seeds = " and ".join(dict.fromkeys(str(part.seed) for part in totals.parts))
    out.print(
        f"Seed {seeds}; sheet {sheet.hash[:12]}; {best_engine()}. "
        f"Intervals hold in {found.confidence:.4g} of all runs.\n"
    )
    shown: dict[str, int] = {}
    for number, (seat, asked) in enumerate(zip(found.seats, question.seats, strict=True)):
        bet = sheet.bet_text(asked.wagers)
        out.print(f"Seat {number + 1}: {bet}; {asked.strategy} play")
        out.print(_wagers(made, seat))
        same = f"{asked.plan.digest} {sorted(asked.wagers.items())}"
        if same not in shown:
            shown[same] = number
            out.print(_lines(made, seat, found))
        _print_session(seat)
    if found.table is not None and found.bank is None and len(found.seats) > 1:
        out.print("All seats together, a round")
        out.print(_grid(("Mean", "", "Deviation"), [_cents(found.table)]))
    _print_bank(found)
    _print_meter(found)


def _grid(heads: Iterable[str], rows: Iterable[Iterable[str]], left: int = 0) -> Grid:
    from rich.table import Table as Grid

    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for number, head in enumerate(heads):
        made.add_column(head, justify="left" if number < left else "right", overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def between(estimate: Estimate, places: int = 4, sign: str = "") -> str:
    """An interval: `−0.0351 to −0.0324`."""
    low, high = estimate.low, estimate.high
    shown = [f"{end:{sign},.{places}f}" if abs(end) < inf else "?" for end in (low, high)]
    return minus(" to ".join(shown))


def _money(amount: float, places: int = 2, sign: str = "") -> str:
    """Dollars: `+$5.6583`, `−$0.12`."""
    mark = MINUS if amount < 0 else sign
    return f"{mark}${abs(amount):,.{places}f}"


def _wagers(made: Setup, seat: SeatFigures) -> Grid:
    sheet = made.question.table.sheet
    rows = [_wager(sheet.label(name), wager) for name, wager in seat.wagers.items()]
    if len(rows) > 1:
        rows.append(_wager("Whole bet", seat.whole))
    return _grid(("Wager", "Mean per unit", "Interval", "Deviation", "Wins"), rows, 1)


def _wager(name: str, wager: WagerFigures) -> list[str]:
    unit = 1 / wager.stake
    mean = wager.mean.scaled(unit)
    return [
        name,
        minus(f"{mean.value:+.5f}"),
        between(mean, 5),
        f"{wager.stdev.value * unit:.4f}",
        f"{wager.wins.value:.3%}",
    ]


def _lines(made: Setup, seat: SeatFigures, found: Figures) -> Grid:
    from pitboss.sim.intervals import share

    rows = []
    for key, count in seat.lines.items():
        often = share(count, found.rounds, found.confidence)
        rows.append(
            (
                line_end_words(made.question.table.sheet, key),
                f"{count:,}",
                f"{often.value:.5%}",
                between(often.scaled(100), 5),
            )
        )
    return _grid(("Line", "Rounds", "Share", "Interval, %"), rows, 1)


def _cents(wager: WagerFigures) -> list[str]:
    mean = wager.mean.scaled(0.01)
    return [_money(mean.value, 4, "+"), between(mean), _money(wager.stdev.value / 100)]


def _print_session(seat: SeatFigures) -> None:
    session, out = seat.session, console()
    if session is None:
        return
    left = session.left.scaled(0.01)
    rows = [
        ("Sessions", f"{session.sessions:,}", ""),
        ("Ruin", f"{session.ruin.value:.4%}", between(session.ruin.scaled(100)) + " %"),
        ("Left on average", _money(left.value), between(left, 2)),
    ]
    if session.rounds_to_ruin is not None:
        gone = session.rounds_to_ruin
        rows.append(("Rounds until a ruin", f"{gone.value:,.1f}", between(gone, 1)))
    rows += [
        (f"Left in {at} % at most", _money(each.value / 100), between(each.scaled(0.01), 2))
        for at, each in session.left_quantiles.items()
    ]
    out.print(_grid(("Sessions", "", "Interval"), rows, 1))


def _print_bank(found: Figures) -> None:
    bank, out = found.bank, console()
    if bank is None:
        return
    rows = [("Mean", *_cents(bank.net)[:2])]
    if bank.controlled is not None:
        sharp = bank.controlled.mean.scaled(0.01)
        rows.append(("Mean, by exact full cover", _money(sharp.value, 4, "+"), between(sharp)))
    rows += [
        ("Deviation", _money(bank.net.stdev.value / 100), between(bank.net.stdev.scaled(0.01), 2)),
        ("Wins", f"{bank.net.wins.value:.3%}", between(bank.net.wins.scaled(100)) + " %"),
        ("Stake used up", f"{bank.exhausted.value:.4%}", between(bank.exhausted.scaled(100)) + " %"),
        ("Something stays uncovered", f"{bank.short.value:.4%}", between(bank.short.scaled(100)) + " %"),
        ("Cover left", _money(bank.left.value / 100), between(bank.left.scaled(0.01), 2)),
    ]
    out.print("The bank, a round")
    out.print(_grid(("", "", "Interval"), rows, 1))


def _print_meter(found: Figures) -> None:
    meter, out = found.meter, console()
    if meter is None:
        return
    out.print("The meter")
    wait = "–" if meter.rounds.value == inf else f"{meter.rounds.value:,.0f}"
    rows = [("Won", f"{meter.hits:,} times", ""), ("Rounds until it is won", wait, between(meter.rounds, 0))]
    if meter.at_hit is not None:
        at = meter.at_hit.scaled(0.01)
        rows.append(("Stood then at", _money(at.value), between(at, 2)))
    for name, parts, scale in (
        ("Rounds", meter.round_quantiles, 1.0),
        ("Dollars", meter.at_hit_quantiles, 0.01),
    ):
        rows += [
            (f"{name} in {at} % at most", f"{each.value * scale:,.0f}", between(each.scaled(scale), 0))
            for at, each in parts.items()
        ]
    out.print(_grid(("", "", "Interval"), rows, 1))


def print_confirmation(made: Setup, held: Confirmation) -> None:
    """The verdict, and the comparisons that are furthest apart."""
    out = console()
    out.print("\nExact beside simulated, the least likely first")
    rows = [_compared(made, row) for row in sorted(held.rows, key=lambda row: row.p)[:WORST]]
    out.print(_grid(("Figure", "Exact", "Simulated", "z", "Chance"), rows, 1))
    out.print(verdict_words(len(held.rows), held.adjusted, agrees=held.agrees))
    for wager, why in held.missing.items():
        out.print(f"{made.question.table.sheet.label(wager)} has no exact figure: {why}")


def _compared(made: Setup, row: Comparison) -> tuple[str, ...]:
    name = figure_words(made.question.table.sheet, row.kind, row.wager, row.line, row.cells)
    z = "" if row.z is None else minus(f"{row.z:+.2f}")
    if row.impossible:
        return (name, "", f"net {minus(row.impossible[0])} never comes", z, f"{row.p:.3g}")
    return (name, minus(f"{row.exact:.6f}"), minus(f"{row.simulated:.6f}"), z, f"{row.p:.3g}")
