"""A simulation as people read it: figures with their intervals, and exact beside simulated."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from pitboss.cli.options import console
from pitboss.messages.simulations import figure_words, line_words, verdict_words
from pitboss.money import MINUS, minus

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.sim import Confirmation, Figures, Setup, Totals
    from pitboss.sim.confirmation import Comparison
    from pitboss.sim.intervals import Estimate
    from pitboss.sim.run_figures import SeatFigures, WagerFigures

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
                line_words(made.question.table.sheet, key),
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
