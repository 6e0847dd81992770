"""`pitboss simulate`: many rounds by chance, every figure with its interval."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    JsonOption,
    MeterOption,
    SetOption,
    console,
    find_sheet,
    houses_starting,
    money_option,
    parse_bets,
    parse_plan,
    read_count,
)
from pitboss.cli.output import SimulationProgress, progress_bar
from pitboss.cli.par import check_place, write_whole
from pitboss.messages.rules import figure_words, line_end_words, verdict_words
from pitboss.money import MINUS, Cents, minus
from pitboss.odds.work import part
from pitboss.round import Refusal, open_table

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds import Game
    from pitboss.sim import Confirmation, Figures, Question, Setup, Totals
    from pitboss.sim.confirmation import Comparison
    from pitboss.sim.intervals import Estimate
    from pitboss.sim.run import Pool
    from pitboss.sim.run_figures import SeatFigures, WagerFigures


SEED_BITS = 53  # of a seed that is made here: short enough to be typed again
DEFAULT_ROUNDS = 10_000_000


def simulate_command(
    house: Annotated[
        list[str],
        typer.Argument(
            metavar="HOUSE",
            autocompletion=houses_starting,
            help="A house or the path of a sheet file; files with --merge.",
        ),
    ],
    bets: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BETS",
            help="A seat's bet in cents or $: ante=1000,pair_plus=5$. Repeatable, one per seat.",
        ),
    ] = None,
    seats: Annotated[int, typer.Option(metavar="N", help="So many seats with the one bet.")] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="optimal, always, mimic, a cut-off hand like Q-6-4, or a .csv file. Repeatable like --bets."
        ),
    ] = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds at most, like 1e8; default 1e7.")
    ] = None,
    width: Annotated[
        float | None,
        typer.Option(metavar="W", help="Stop once the mean's interval is this wide, in units of the Ante."),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same answer.")] = None,
    first: Annotated[int, typer.Option(metavar="CHUNK", help="Begin with a later chunk of the seed.")] = 0,
    stake: Annotated[int | None, money_option("--stake", "A player bank's stake; default enough.")] = None,
    meter: MeterOption = None,
    meter_moves: Annotated[bool, typer.Option("--meter-moves", help="Let bets feed the meter.")] = False,
    bankroll: Annotated[int | None, money_option("--bankroll", "Play sessions that start with this.")] = None,
    session: Annotated[int, typer.Option(metavar="N", help="Rounds of a session, with --bankroll.")] = 500,
    confirm: Annotated[bool, typer.Option("--confirm", help="Put the exact figures beside.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", help="Processes of 170 MB each; default one for each processor."),
    ] = None,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    merge: Annotated[
        bool, typer.Option("--merge", help="Put stored runs together: name their files.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Store the run as a .json file.")
    ] = None,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Play many rounds by chance, and say what they come to, each figure with its interval.

    \b
    Examples:
      pitboss simulate rivers --bets ante=10$,progressive=1$ --seats 5
      pitboss simulate napa-valley --seats 6 --stake 50000 --width 0.001
      pitboss simulate --merge one.json two.json
    """
    from pitboss.sim import Session
    from pitboss.sim.streams import check_seed

    if not 0.5 <= confidence < 1:
        raise Refusal("confidence", f"--confidence {confidence}: from 0.5 to below 1, like 0.95")
    if out is not None:
        check_place(out, (".json",), "a run")
    if merge:
        _merge(house, confidence, out, as_json=as_json, confirm=confirm)
        return
    if len(house) != 1:
        raise Refusal("house", f"{len(house)} houses were given: one at a time")
    asked = {"house": house[0], "set": list(sets or ())}
    sitting = None if bankroll is None else Session(bankroll, session)
    wanted = None if rounds is None else read_count("--rounds", rounds)
    if seed is not None:
        check_seed(seed)
    if width is not None and width <= 0:
        raise Refusal("width", f"--width {width}: above zero, in units of the first wager, like 0.001")
    if workers is not None and workers < 1:
        raise Refusal("workers", f"--workers {workers}: at least one")
    question = _question(
        asked,
        _bets(bets, seats),
        strategy or ["optimal"],
        confirm=confirm,
        stake=stake,
        meter=meter,
        meter_mode="moves" if meter_moves else "stands",
        session=sitting,
    )
    _play(
        question,
        asked,
        rounds=wanted,
        width=width,
        confidence=confidence,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        first=first,
        workers=workers,
        dask=dask,
        confirm=confirm,
        out=out,
        as_json=as_json,
    )


def _bets(texts: Sequence[str] | None, seats: int) -> list[dict[str, Cents] | None]:
    """The bet of each seat; None stands for every wager of the sheet."""
    found = [parse_bets(text) for text in texts or ()] or [None]
    if seats != 1 and len(found) > 1:
        raise Refusal("seats", "Give --seats with one bet, or --bets for each seat")
    return found * seats if len(found) == 1 else found


def _question(
    asked: Mapping[str, Any],
    bets: Sequence[dict[str, Cents] | None],
    strategies: Sequence[str],
    *,
    confirm: bool,
    **more: Any,
) -> Question:
    from pitboss.odds import Game
    from pitboss.sim import Question, SimSeat
    from pitboss.sim.confirmation import check_confirmable
    from pitboss.sim.question import every_wager

    table = open_table(find_sheet(asked["house"], asked["set"]))
    if len(strategies) not in (1, len(bets)):
        raise Refusal("strategy", f"--strategy: give one, or one for each of {len(bets)} seats")
    names = list(strategies) * len(bets) if len(strategies) == 1 else list(strategies)
    wagers = [dict(each) if each else every_wager(table) for each in bets]
    # Whatever will be refused is refused before a plan is counted.
    unplanned = Question(table, tuple(SimSeat(each, _fold(), "") for each in wagers), **more)
    if confirm:
        check_confirmable(unplanned)
    game = Game(table, meter=more.get("meter"))
    keys = [f"{name} {sorted(each.items())}" for each, name in zip(wagers, names, strict=True)]
    kept: dict[str, Any] = {}
    with progress_bar(f"Planning {table.sheet.name}") as progress:
        for key, each, name in zip(keys, wagers, names, strict=True):
            if key not in kept:
                kept[key] = parse_plan(game, name, each, part(progress, len(kept), len(set(keys))))
    found = [SimSeat(each, kept[key], name) for key, each, name in zip(keys, wagers, names, strict=True)]
    return Question(table, tuple(found), **more)


def _fold() -> Any:
    from pitboss.hands import VALUES
    from pitboss.odds.plan import plan_from_value

    return plan_from_value(VALUES)


def _play(
    question: Question,
    asked: Mapping[str, Any],
    *,
    rounds: int | None,
    width: float | None,
    confidence: float,
    seed: int,
    first: int,
    workers: int | None,
    dask: str | None,
    confirm: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    from pitboss.sim import best_engine, exact_control, run_rounds, setup
    from pitboss.sim.run_figures import target_width

    if rounds is None and width is None:
        rounds = DEFAULT_ROUNDS
    made = setup(question)
    control = exact_control(question)
    pool = _pool(question, workers, dask, rounds)
    if best_engine() == "numpy" and dask is None:
        note = (
            "Numba is not installed, so NumPy plays: the same answer, some ten times slower (pitboss[sim])."
        )
        typer.echo(note, err=True)
    unit = question.unit[1]
    with SimulationProgress(rounds) as progress:

        def enough(totals: Totals) -> bool:
            at = target_width(made, totals, confidence, control) / unit
            progress.narrow(totals.rounds, at, width or 0)
            return at <= (width or 0)

        totals = run_rounds(
            made,
            seed,
            rounds,
            first=first,
            enough=enough if width is not None else None,
            pool=pool,
            progress=progress.step,
        )
    _tell(made, totals, confidence, control, asked, out=out, as_json=as_json, confirm=confirm)


def _pool(question: Question, workers: int | None, dask: str | None, rounds: int | None) -> Pool | None:
    """Where the chunks are played; a short run needs no other process."""
    from pitboss.sim import pools
    from pitboss.sim.run import CHUNK

    if dask is not None:
        return pools.dask_cluster(question, dask)
    number = pools.cores() if workers is None else workers
    short = workers is None and rounds is not None and rounds <= 16 * CHUNK
    return None if number == 1 or short else pools.processes(question, number)


def _tell(
    made: Setup,
    totals: Totals,
    confidence: float,
    control: Fraction | None,
    asked: Mapping[str, Any],
    *,
    out: Path | None,
    as_json: bool,
    confirm: bool,
) -> None:
    from pitboss.sim import confirm_run, figures
    from pitboss.sim.run_figures import as_json as plain

    found = figures(made, totals, confidence, control)
    held = confirm_run(made, totals) if confirm else None
    if out is not None:
        write_whole(out, json.dumps({"asked": dict(asked), "run": totals.as_json()}) + "\n")
        typer.echo(f"Stored the run of {totals.rounds:,} rounds in {out}.", err=True)
    if as_json:
        typer.echo(json.dumps(plain(totals, found) | ({"confirm": held.as_json()} if held else {})))
    else:
        print_report(made, totals, found)
        if held is not None:
            print_confirmation(made, held)
    if held is not None and not held.agrees:
        sys.exit(1)


def _merge(
    files: Sequence[str], confidence: float, out: Path | None, *, as_json: bool, confirm: bool
) -> None:
    """Adds stored runs up and tells of them as of one."""
    from pitboss.sim import Session, exact_control, setup
    from pitboss.sim.totals import NotARun

    runs = [_read(Path(name)) for name in files]
    asked, totals = runs[0]
    for _, other in runs[1:]:
        totals.merge(other)
    told = totals.question
    try:
        question = _question(
            asked,
            [dict(seat["bets"]) for seat in told["seats"]],
            [seat["strategy"] for seat in told["seats"]],
            confirm=confirm,
            stake=told["stake"],
            meter=told["meter"],
            meter_mode=told["meter_mode"] or "stands",
            session=told["session"] and Session(**told["session"]),
        )
    except (KeyError, TypeError):
        raise NotARun(f"{files[0]} does not say what was asked") from None
    if question.as_json() != told:
        raise NotARun("The sheet or a strategy is no longer what it was when the runs were made")
    control = exact_control(question)
    _tell(setup(question), totals, confidence, control, asked, out=out, as_json=as_json, confirm=confirm)


def _read(path: Path) -> tuple[dict[str, Any], Totals]:
    from pitboss.sim.totals import NotARun, Totals

    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        asked = {"house": str(stored["asked"]["house"]), "set": list(map(str, stored["asked"]["set"]))}
        return asked, Totals.from_json(stored["run"])
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
        raise NotARun(f"{path} is no run of `pitboss simulate`: write one with --out") from None


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


def simulate_bank(
    game: Game, seats: Sequence[Mapping[str, Cents]], stake: Cents, strategy: str, why: str, *, as_json: bool
) -> None:
    """A bank with more seats than are counted together: simulated, sharpened by the exact full cover."""
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
    console().print(f"{why}. So it is simulated; --exact-only refuses instead.\n")
    print_report(made, totals, found)
